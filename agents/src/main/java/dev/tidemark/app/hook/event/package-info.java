/// Hook events and replies of each agent: table, input, answer.
package dev.tidemark.app.hook.event;

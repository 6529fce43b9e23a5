/// Guards of tool calls: shell lines and policy files that an agent may not change.
package dev.tidemark.app.hook.guard;

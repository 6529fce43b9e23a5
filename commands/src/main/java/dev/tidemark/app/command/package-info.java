/// Command implementations: build a change or a query, call the engine, show the result.
package dev.tidemark.app.command;

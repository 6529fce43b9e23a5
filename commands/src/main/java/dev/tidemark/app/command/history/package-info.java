/// Commands about the history of a run: history, diff, restore, archive, why.
package dev.tidemark.app.command.history;

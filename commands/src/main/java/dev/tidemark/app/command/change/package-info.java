/// Commands that change a run: phases, notes, gates, approvals, issues, hand-off.
package dev.tidemark.app.command.change;

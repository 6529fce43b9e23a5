/// What the issue tracker Beads, which lives in the project, says is ready to be worked on.
package dev.tidemark.integrations.beads;

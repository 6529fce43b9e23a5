/// Ready work from the issue tracker Beads in the project.
package dev.tidemark.integrations.beads;

/// Ready work of the issue tracker Beads.
package dev.tidemark.integrations.beads;

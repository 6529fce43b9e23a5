/// The phase checkpoint: one Markdown file that one phase of a workflow leaves to the next.
package dev.tidemark.dialects.phase;

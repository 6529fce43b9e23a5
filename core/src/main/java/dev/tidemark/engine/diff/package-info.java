/// Comparison of two states of a checkpoint, and edits made outside Tidemark.
package dev.tidemark.engine.diff;

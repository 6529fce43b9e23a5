package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.workflow.Outcome;
import org.jspecify.annotations.Nullable;

/// What came of a change: the outcome, and the document that was (or, in a dry run, would be)
/// written.
///
/// @param outcome what the rules said, with the engine's own notices added
/// @param text the document written; absent if nothing was to be written
public record Answer<C extends Checkpoint>(Outcome<C> outcome, @Nullable String text) {}

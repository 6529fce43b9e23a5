package dev.tidemark.history;

import dev.tidemark.history.Event.WorkflowStarted;
import java.time.Instant;

/// The newest start of a run in its journal.
///
/// @param at when
/// @param event the options of the start
/// @param ended whether the run was completed since
public record RunStart(Instant at, WorkflowStarted event, boolean ended) {}

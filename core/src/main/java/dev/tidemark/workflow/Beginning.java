package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Event.WorkflowStarted;
import java.time.Instant;

/// How a run was last begun, as the record of its past has it.
///
/// @param at when
/// @param how with what words
/// @param ended whether the run has come to its end since
public record Beginning(Instant at, WorkflowStarted how, boolean ended) {}

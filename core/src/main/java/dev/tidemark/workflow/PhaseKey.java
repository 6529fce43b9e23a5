package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;

/// Names a phase among all workflows of a dialect.
///
/// @param workflow the name of the workflow
/// @param phase the phase, by the name that documents use
public record PhaseKey(String workflow, PhaseName phase) {}

package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.PhaseName;

/// Key of a phase: workflow and phase name, unique in a dialect.
///
/// @param workflow the name of the workflow
/// @param phase the phase, by the name that documents use
public record PhaseKey(String workflow, PhaseName phase) {}

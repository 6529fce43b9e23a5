package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;

/// One phase as a workflow's definition has it.
///
/// @param name what the phase is called in documents
public record PhaseDefinition(PhaseName name) {}

package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;

/// Alternative phase at which work can be resumed.
///
/// @param phase the phase
/// @param status how far it has come
/// @param command begins it
public record ResumeOption(PhaseName phase, PhaseStatus status, String command) {}

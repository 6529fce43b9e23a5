package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// One phase as a workflow's definition has it.
///
/// @param name what the phase is called in documents
/// @param number what it is numbered in documents that number their phases, for example `1.5`;
///   absent to number it by its place
public record PhaseDefinition(PhaseName name, @Nullable String number) {
  /// A phase that is numbered by its place, if at all.
  public PhaseDefinition(PhaseName name) {
    this(name, null);
  }
}

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Phase in the definition of a workflow.
///
/// @param name the name of the phase in documents
/// @param number its number in documents that number their phases, for example `1.5`; absent to
///   number it by its position
/// @param gates the gates of its beginning and its end
public record PhaseDefinition(PhaseName name, @Nullable String number, List<Gate> gates) {
  /// Takes its own copy of the gates.
  public PhaseDefinition {
    gates = List.copyOf(gates);
  }

  /// A phase without gates.
  public PhaseDefinition(PhaseName name, @Nullable String number) {
    this(name, number, List.of());
  }

  /// A phase that is numbered by its place, if at all, and has no gates.
  public PhaseDefinition(PhaseName name) {
    this(name, null);
  }

  /// Returns whether a gate of the phase is mandatory in every configuration.
  public boolean hasMandatoryGate() {
    for (var gate : gates) {
      if (gate.mandatory() && !gate.condition().isOptional()) {
        return true;
      }
    }
    return false;
  }
}

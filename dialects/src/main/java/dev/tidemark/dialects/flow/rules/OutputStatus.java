package dev.tidemark.dialects.flow.rules;

import java.util.List;

/// Output status of a phase.
///
/// @param output whether its output is there, and usable
/// @param designs whether there are designs to choose from
/// @param approved whether the user has approved the phase
/// @param file the output, from the project root
/// @param options the designs
public record OutputStatus(
    boolean output, boolean designs, boolean approved, String file, List<String> options) {
  public OutputStatus {
    options = List.copyOf(options);
  }

  /// The status where only the output counts.
  static OutputStatus of(boolean output, String file) {
    return new OutputStatus(output, false, false, file, List.of());
  }
}

package dev.tidemark.dialects.phase;

import java.util.List;

/// Settings of a project for the dialect.
///
/// @param prefix the prefix that makes a command of a phase's id, slash included; may be only the
///   slash
/// @param testGate whether a review needs tests that passed (R-000-54)
/// @param consolidation the command that is run where journal entries are pending (R-000-31); empty
///   to be reminded of them
public record PhaseSettings(String prefix, boolean testGate, List<String> consolidation) {
  /// The default settings.
  public static final PhaseSettings USUAL = new PhaseSettings("/vt-c-", false, List.of());

  /// Takes its own copy of the command.
  public PhaseSettings {
    consolidation = List.copyOf(consolidation);
  }

  /// Returns the command of a phase (R-000-06).
  String command(String id) {
    return prefix + id;
  }
}

package dev.tidemark.dialects.phase;

/// What projects may want otherwise.
///
/// @param prefix what makes a command of a phase's id, slash included; may be only the slash
/// @param testGate whether a review needs tests that passed (R-000-54)
public record PhaseSettings(String prefix, boolean testGate) {
  /// What projects usually want.
  public static final PhaseSettings USUAL = new PhaseSettings("/vt-c-", false);

  /// Returns the command of a phase (R-000-06).
  String command(String id) {
    return prefix + id;
  }
}

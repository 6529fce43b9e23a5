package dev.tidemark.app.cli;

/// Whether a verb may change anything of the project.
enum Effect {
  /// Leaves every file as it is.
  READS,
  /// Changes files, and therefore has `--dry-run`.
  WRITES
}

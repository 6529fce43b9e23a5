package dev.tidemark.app.cli;

/// Effect of a verb on the project.
enum CommandEffect {
  /// Leaves every file as it is.
  READS,
  /// Changes files, and therefore has `--dry-run`.
  WRITES
}

package dev.tidemark.app.cli.spec;

/// Effect of a verb on the project.
public enum CommandEffect {
  /// Leaves every file as it is.
  READS,
  /// Changes files, and therefore has `--dry-run`.
  WRITES
}

package dev.tidemark.app.cli.spec;

/// Effect of a verb on the project. A verb that writes has `--dry-run`.
public enum CommandEffect {
  /// Leaves every file as it is.
  READS,
  /// Changes one run, through the store, and nothing that belongs to other runs or to the project.
  WRITES_RUN,
  /// Changes files of any kind.
  WRITES;

  /// Returns whether it changes anything.
  public boolean writes() {
    return this != READS;
  }
}

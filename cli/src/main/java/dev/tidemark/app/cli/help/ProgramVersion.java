package dev.tidemark.app.cli.help;

/// Version and build of this program.
public final class ProgramVersion {
  /// As the build calls it.
  public static final String VERSION = "0.1.0";

  private ProgramVersion() {}
}

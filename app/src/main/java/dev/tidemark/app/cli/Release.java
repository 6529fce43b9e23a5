package dev.tidemark.app.cli;

/// Which Tidemark this is.
public final class Release {
  /// As the build calls it.
  public static final String VERSION = "0.1.0";

  private Release() {}
}

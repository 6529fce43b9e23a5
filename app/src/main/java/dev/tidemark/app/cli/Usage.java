package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Words that make no call. Nothing has been read or written.
///
/// @param message what is wrong, in one line
/// @param hint the nearest match, or a command that helps
/// @param nearest what was probably meant, where anything comes close
public record Usage(String message, String hint, @Nullable String nearest) implements Parsed {
  /// Returns how the process ends.
  public ExitCode exitCode() {
    return ExitCode.USAGE;
  }
}

package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Usage error of a command line. Nothing has been read or written.
///
/// @param message what is wrong, in one line, with the nearest match or where to look
/// @param nearest what was probably meant, where anything comes close
public record Usage(String message, @Nullable String nearest) implements Parsed {
  /// Returns how the process ends.
  public ExitCode exitCode() {
    return ExitCode.USAGE;
  }
}

package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Usage error of a command line. Nothing has been read or written.
///
/// @param message the error, in one line, with the nearest match or a reference
/// @param nearest the probable intention, if there is a similar word
public record Usage(String message, @Nullable String nearest) implements Parsed {
  /// Returns how the process ends.
  public ExitCode exitCode() {
    return ExitCode.USAGE;
  }
}

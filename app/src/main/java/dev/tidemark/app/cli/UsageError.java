package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Usage error of a command line. Nothing has been read or written.
///
/// @param message the error, in one line
/// @param hint the nearest match, or a command that helps
/// @param nearest the probable intention, if there is a similar word
public record UsageError(String message, String hint, @Nullable String nearest)
    implements ParseResult {
  /// Returns how the process ends.
  public ExitCode exitCode() {
    return ExitCode.USAGE;
  }
}

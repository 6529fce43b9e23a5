package dev.tidemark.port;

import dev.tidemark.workflow.fact.Fact;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/// Command port: runs programs of the user's choice in the project root.
///
/// Only commands that stand in the project's definitions get here, never one from a checkpoint.
@FunctionalInterface
public interface CommandRunner {
  /// Runs a command to its end, with nothing on its standard input.
  ///
  /// @param words the program and its arguments; no shell reads them
  /// @param patience how long it may take; then it is ended, with everything it has started
  /// @param output where both of its output streams go, as they come
  /// @return the exit code; unknown if it could not be started or had to be ended, with the reason
  Fact<Integer> run(List<String> words, Duration patience, OutputStream output);
}

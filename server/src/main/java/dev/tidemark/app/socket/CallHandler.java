package dev.tidemark.app.socket;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Call handler: decides whether a server executes a call of another process, and executes it.
@FunctionalInterface
public interface CallHandler {
  /// Returns the execution of a call; null if only the calling process itself can execute it, and
  /// nothing was done. So may the execution, which finds out that a person has to be asked. Called
  /// by several threads.
  @Nullable Supplier<@Nullable CallResult> accept(CallRequest callRequest);

  /// Result of a call.
  ///
  /// @param exit the exit code, from 0 to 255
  /// @param output what it wrote to standard output
  /// @param errors what it wrote to standard error
  record CallResult(int exit, String output, String errors) {}
}

package dev.tidemark.app.mcp;

import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Command gateway of the server: executes the verbs of the command line.
public interface ToolBackend {
  /// Executes a command. Safe for use by many threads.
  CommandResult run(CallContext context, CommandRequest request);

  /// Returns why an elicitation may not reach the user, as a sentence; null if none is known.
  default @Nullable String obstacle() {
    return null;
  }

  /// Returns the version of the server.
  String release();

  /// Reports an unexpected exception.
  void bug(Throwable bug);

  /// Caller and work tree of a command.
  ///
  /// @param caller the client
  /// @param folder a folder of the project; absent for the one the server was started in
  /// @param person whether a person agreed to exactly this, in a form that the client showed them
  record CallContext(ClientInfo caller, @Nullable Path folder, boolean person) {}
}

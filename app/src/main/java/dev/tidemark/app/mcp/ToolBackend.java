package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command gateway of the server: executes the verbs of the command line.
public interface ToolBackend {
  /// Carries out one line of words. Safe for use by many threads.
  Ran run(CallContext context, List<String> words);

  /// Returns why an elicitation may not reach the user, as a sentence; null if none is known.
  default @Nullable String obstacle() {
    return null;
  }

  /// Answers an event of an agent's hook as a process of its own would.
  ///
  /// @param event the event that the client filled in
  /// @return the output of that process; null where events are not answered
  default @Nullable String hook(ClientInfo clientInfo, JsonObject event) {
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

  /// Result of a command.
  ///
  /// @param exit the exit code of the command line
  /// @param out its output
  /// @param err its diagnostics
  record Ran(int exit, String out, String err) {
    /// The exit code of an unexpected exception.
    private static final int BUG = 70;

    boolean succeeded() {
      return exit == 0;
    }

    boolean isBug() {
      return exit == BUG;
    }
  }
}

package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands behind the server: the verbs of the command line.
public interface Door {
  /// Carries out one line of words. Safe for use by many threads.
  Ran run(Errand errand, List<String> words);

  /// Returns why a form may not reach the user, as a sentence; null if nothing speaks against it.
  default @Nullable String obstacle() {
    return null;
  }

  /// Answers an event of an agent's hook as a process of its own would.
  ///
  /// @param event what the client filled in
  /// @return what that process would print; null where events are not answered
  default @Nullable String hook(Caller caller, JsonObject event) {
    return null;
  }

  /// Returns the version that the server says it has.
  String release();

  /// Is told of what should never happen.
  void bug(Throwable bug);

  /// For whom and where something is carried out.
  ///
  /// @param caller who asks for it
  /// @param folder a folder of the project; absent for the one the server was started in
  /// @param person whether a person agreed to exactly this, in a form that the client showed them
  record Errand(Caller caller, @Nullable Path folder, boolean person) {}

  /// What came of it.
  ///
  /// @param exit the exit code of the command line
  /// @param out what it printed
  /// @param err its diagnostics
  record Ran(int exit, String out, String err) {
    /// What a bug ends with.
    private static final int BUG = 70;

    boolean succeeded() {
      return exit == 0;
    }

    boolean isBug() {
      return exit == BUG;
    }
  }
}

package dev.tidemark.app.http;

import dev.tidemark.app.view.ListView.Row;
import dev.tidemark.app.view.Problem;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands behind the server: the verbs of the command line. Safe for use by many threads.
public interface Door {
  /// Carries out one line of words.
  Ran run(Errand errand, List<String> words);

  /// Carries out a line of words that somebody has typed in another process.
  ///
  /// @param line the request, as `docs/openapi.yaml` describes it
  Carried carry(User user, JsonObject line);

  /// Returns the root of the project.
  Path root();

  /// Returns what lists say of each run, ordered by id; null if there is no list to be had now.
  @Nullable List<Sight> look();

  /// Returns a short text that is another one after a change through the store, by any process;
  /// empty if nobody can tell.
  String pulse();

  /// Returns the version that the server says it has.
  String release();

  /// Is told of what should never happen.
  void bug(Throwable bug);

  /// A run as a list shows it: one that looks otherwise is not equal to it.
  ///
  /// @param row what is said of it
  /// @param stale whether something else is checked out than at its last save
  record Sight(Row row, boolean stale) {
    String run() {
      return row.glance().id().toString();
    }
  }

  /// For whom something is carried out.
  ///
  /// @param user who asks for it
  /// @param approves whether they agreed to exactly this on a page that showed it to them
  record Errand(User user, boolean approves) {}

  /// What became of a line of another process.
  sealed interface Carried {}

  /// What came of it.
  ///
  /// @param exit the exit code of the command line
  /// @param out what it printed
  /// @param err its diagnostics
  record Ran(int exit, String out, String err) implements Carried {
    boolean succeeded() {
      return exit == 0;
    }
  }

  /// A line of another process was not taken; nothing was done.
  ///
  /// @param problem why not
  record Declined(Problem problem) implements Carried {}
}

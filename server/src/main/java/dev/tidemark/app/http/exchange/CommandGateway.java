package dev.tidemark.app.http.exchange;

import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.app.view.run.ListView.Row;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command gateway of the server: executes the verbs of the command line. Safe for use by many
/// threads.
public interface CommandGateway {
  /// Executes a command.
  ///
  /// @param approves whether the user agreed to exactly this on a page that showed it to them
  CommandResult run(AuthenticatedUser user, boolean approves, CommandRequest request);

  /// Returns whether a command changes nothing, as its specification tells.
  boolean reads(CommandRequest request);

  /// Returns the root of the project.
  Path root();

  /// Returns the list entries of all runs, ordered by id; null if the list is unavailable now.
  @Nullable List<RunSnapshot> snapshots();

  /// Change token of the store: a short text that differs after every change, by any process; empty
  /// if unknown.
  String changeToken();

  /// Returns the version of the server.
  String release();

  /// Returns the log of the server.
  ServerLog log();

  /// Run snapshot as a list shows it, compared by value.
  ///
  /// @param row its list entry
  /// @param stale whether something else is checked out than at its last save
  record RunSnapshot(Row row, boolean stale) {
    public String run() {
      return row.glance().id().toString();
    }
  }
}

package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.CommandRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Verbs that a server executes for a remote command line: those that read or change runs, and need
/// neither the work tree nor the terminal of the caller.
public final class RemoteVerbs {
  private static final Set<String> READS =
      Set.of(
          "status",
          "list",
          "why",
          "history",
          "show",
          "diff",
          "workflows list",
          "workflows show",
          "question list",
          "run log",
          "archive list",
          "archive show");

  private static final Set<String> WRITES =
      Set.of(
          "start",
          "enter",
          "done",
          "fail",
          "skip",
          "finish",
          "note",
          "goal",
          "task",
          "plan",
          "resume",
          "gate",
          "question answer",
          "run stop",
          "undo",
          "restore");

  /// The options that depend on the process of the caller, or would name another one.
  private static final Set<String> OWN_PROCESS =
      Set.of("root", "verbose", "allow-network-fs", "summary-file", "plan", "as");

  private RemoteVerbs() {}

  /// Returns the scope that a verb requires; null if it is not executed for others.
  public static @Nullable Scope scope(String verb, boolean dry) {
    if (READS.contains(verb)) {
      return Scope.READ;
    }
    if (verb.equals("approve")) {
      return dry ? Scope.READ : Scope.APPROVE;
    }
    return WRITES.contains(verb) ? dry ? Scope.READ : Scope.WRITE : null;
  }

  /// Returns what of a request only the process of the caller can execute, as it is written on a
  /// command line; null if there is nothing like that.
  public static @Nullable String needsCaller(CommandRequest request) {
    for (var given : request.options()) {
      if (OWN_PROCESS.contains(given.name()) || "-".equals(given.value())) {
        return "--" + given.name();
      }
    }
    if (request.verb().equals("gate") && request.arguments().contains("ship")) {
      return "gate ship";
    }
    return request.arguments().contains("-") ? "-" : null;
  }
}

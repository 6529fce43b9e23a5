package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Aliases of verbs: former names, and words that other programs use. Only a word that is no verb
/// loads this class.
public final class Aliases {
  private Aliases() {}

  /// Returns the name of the verb that an alias stands for; null if it is none.
  public static @Nullable String verb(String alias) {
    return switch (alias) {
      case "log" -> "history";
      case "begin" -> "start";
      case "revert" -> "undo";
      case "open" -> "serve";
      case "questions" -> "question list";
      case "answer" -> "question answer";
      case "preflight" -> "context check";
      case "workflows" -> "workflows list";
      case "tokens" -> "context tokens";
      case "integrations test" -> "webhooks test";
      case "deliver" -> "webhooks retry";
      default -> null;
    };
  }

  /// Returns the verb to suggest for words of other programs that are none here; empty where none
  /// does this, null for any other words.
  static @Nullable String meant(String word) {
    return switch (word) {
      case "save", "complete", "checkpoint", "commit" -> "done";
      case "stat", "st", "task list", "edit", "phases", "summary", "decisions" -> "status";
      case "ls" -> "list";
      case "res", "next", "continue" -> "resume";
      case "retry", "reopen" -> "enter";
      case "new" -> "start";
      case "reset" -> "start --fresh";
      case "close" -> "finish";
      case "cancel", "abandon", "abort" -> "finish --abandon REASON";
      case "rm", "delete", "remove" -> "finish --abandon REASON or archive";
      case "pause" -> "note";
      case "stop" -> "run stop";
      case "uninstall" -> "install AGENT --uninstall";
      case "rename" -> "";
      case "block" -> "note --blocked-by";
      case "decide" -> "note --decision";
      default -> null;
    };
  }

  /// Returns what its user should know about an alias; null where it means exactly the same.
  static @Nullable String note(String alias) {
    return switch (alias) {
      case "log", "begin" -> null;
      case "revert" ->
          "`revert` runs `undo`, which undoes the last change; for an older state:"
              + " tidemark restore --to N";
      case "open" -> "`open` runs `serve`, which prints the address of the dashboard";
      default -> "`" + alias + "` is now `" + verb(alias) + "`";
    };
  }
}

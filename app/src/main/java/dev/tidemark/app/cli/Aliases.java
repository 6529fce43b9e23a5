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

  /// Returns the verb to suggest for words of other programs that are none here; null for any other
  /// words.
  static @Nullable String meant(String word) {
    return switch (word) {
      case "save", "complete" -> "done";
      case "stat", "st", "task list" -> "status";
      case "ls" -> "list";
      case "res", "next", "continue" -> "resume";
      case "retry", "reopen" -> "enter";
      case "cancel", "abandon", "abort", "rm", "delete" -> "finish";
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

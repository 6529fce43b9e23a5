package dev.tidemark.app.cli;

import org.jspecify.annotations.Nullable;

/// Synonyms: words of other programs, each with the verb to suggest. Only a word that is no verb
/// loads this class.
final class Synonyms {
  private Synonyms() {}

  /// Returns the verb to suggest for a word that is none; empty where no verb does this, null for
  /// any other word.
  static @Nullable String meant(String word) {
    return switch (word) {
      case "save", "complete", "checkpoint", "commit" -> "done";
      case "stat", "st", "task list", "edit", "phases", "summary", "decisions" -> "status";
      case "ls" -> "list";
      case "log" -> "history";
      case "res", "next", "continue" -> "resume";
      case "retry", "reopen" -> "enter";
      case "new", "begin" -> "start";
      case "reset" -> "start --fresh";
      case "revert" -> "undo or restore --to N";
      case "open" -> "serve";
      case "close" -> "finish";
      case "cancel", "abandon", "abort" -> "finish --abandon REASON";
      case "rm", "delete", "remove" -> "finish --abandon REASON or archive";
      case "pause" -> "note";
      case "stop", "dequeue", "worker remove" -> "run stop";
      case "queue", "worker list" -> "list --queue";
      case "drain", "worker drain" -> "worker --drain";
      case "release", "unclaim" -> "claim --release";
      case "sql", "store sql" -> "store move --sql";
      case "preview" -> "gate run preview";
      case "version" -> "--version";
      case "questions", "answer" -> "question";
      case "goal" -> "note --goal TEXT";
      case "preflight", "context", "context check" -> "status --percent P";
      case "tokens", "context tokens" -> "validate --tokens";
      case "deliver", "integrations", "integrations test" -> "webhooks";
      case "uninstall" -> "install AGENT --uninstall";
      case "rename" -> "";
      case "block" -> "note --blocked-by";
      case "decide" -> "note --decision";
      default -> null;
    };
  }
}

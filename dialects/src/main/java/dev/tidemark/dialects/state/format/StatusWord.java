package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.PhaseStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The five status words of the schema for a phase (T-002-E).
public final class StatusWord {
  /// The five, as a message lists them.
  public static final String ALL = "pending, in_progress, complete, failed, skipped";

  private StatusWord() {}

  /// Returns the word for a status.
  public static String of(PhaseStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /// Returns the status a word stands for, or null if it is none of the five.
  public static @Nullable PhaseStatus parse(String word) {
    for (var status : PhaseStatus.values()) {
      if (of(status).equals(word)) {
        return status;
      }
    }
    return null;
  }

  /// Returns which of the five was probably meant by another word; empty if none comes to mind.
  public static String meantBy(String word) {
    return switch (word) {
      case "done", "completed", "finished", "Complete", "COMPLETE", "success" -> "complete";
      case "running", "started", "active", "in-progress", "inProgress", "current" -> "in_progress";
      case "todo", "queued", "open", "waiting" -> "pending";
      case "error", "fail", "failure", "broken" -> "failed";
      case "skip", "omitted", "ignored" -> "skipped";
      default -> "";
    };
  }
}

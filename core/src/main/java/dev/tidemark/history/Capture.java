package dev.tidemark.history;

import dev.tidemark.checkpoint.PhaseName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Session snapshot, captured by a hook: the context of an agent when its conversation was
/// compacted, stopped or ended.
///
/// Captured automatically, so unverified. The caller keeps it within [#CHARS_MAX] and redacts
/// secrets.
///
/// @param at when it was captured
/// @param session the agent's own name for the session; empty where it has none
/// @param phase the phase in progress; absent if none was
/// @param prompts the latest prompts of the user, oldest first
/// @param tasks the agent's own to-do list, one line each with its state: `[in_progress] Add tests`
/// @param plan the agent's last plan; absent if it has none
/// @param error the last error of a failed command; absent if none failed
/// @param changes changed files of the work tree, one line each: `M src/A.java +10 -2`
public record Capture(
    Instant at,
    String session,
    @Nullable PhaseName phase,
    List<String> prompts,
    List<String> tasks,
    @Nullable String plan,
    @Nullable String error,
    List<String> changes) {
  /// The most characters (UTF-16 units) that all texts of a capture have together.
  public static final int CHARS_MAX = 4_000;

  /// Takes its own copies of the lists.
  public Capture {
    prompts = List.copyOf(prompts);
    tasks = List.copyOf(tasks);
    changes = List.copyOf(changes);
  }

  /// Returns the same capture of another phase.
  Capture in(@Nullable PhaseName other) {
    return new Capture(at, session, other, prompts, tasks, plan, error, changes);
  }

  /// Returns whether the other capture has the same content for the same session, ignoring the
  /// time.
  public boolean hasSameContent(Capture other) {
    return new Capture(other.at, session, phase, prompts, tasks, plan, error, changes)
        .equals(other);
  }
}

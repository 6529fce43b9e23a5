package dev.tidemark.handoff;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// Pending human action that a run waits for.
///
/// @param description the action as a noun: `approval of design`
/// @param command the words after `tidemark` that do it, without the run: `approve design`
/// @param phase the phase that cannot be worked at before; absent where the whole run waits
public record PendingHumanAction(String description, String command, @Nullable PhaseName phase) {
  /// An action that the whole run waits for.
  public PendingHumanAction(String description, String command) {
    this(description, command, null);
  }
}

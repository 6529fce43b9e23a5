package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result of a runner: why it stopped.
///
/// @param run the run
/// @param status how it ended
/// @param blockers what stands in the way, with a hint for each; none if nothing does
/// @param attempts how many attempts were made
/// @param cost what they cost together, in US dollars; absent if that of any is unknown
public record RunResult(
    CheckpointId run,
    Status status,
    List<Blocker> blockers,
    int attempts,
    @Nullable BigDecimal cost) {
  /// Takes its own copy of the blockers.
  public RunResult {
    blockers = List.copyOf(blockers);
  }

  /// The ways to end.
  public enum Status {
    /// The run, or the phase it was to go to, is complete.
    DONE("done"),
    /// An agent or the rules of the format refuse.
    REFUSED("refused"),
    /// A gate is closed.
    GATE("gate"),
    /// A person has to do something.
    WAITING("waiting"),
    /// A limit of cost or time is reached.
    BUDGET("budget");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    /// Returns its word for scripts.
    public String word() {
      return word;
    }
  }
}

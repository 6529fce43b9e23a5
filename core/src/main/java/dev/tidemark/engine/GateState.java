package dev.tidemark.engine;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Gate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Evaluated gate of a run.
///
/// @param phase the phase it stands before, or at the end of
/// @param gate the gate
/// @param blockers the reasons why it is closed; none if it is open
/// @param proof the last claim recorded for it; absent if there is none
/// @param inputs the files that the condition reads, from the project root
public record GateState(
    PhaseName phase,
    Gate gate,
    List<Blocker> blockers,
    @Nullable Proof proof,
    List<String> inputs) {
  /// Takes its own copies of the lists.
  public GateState {
    blockers = List.copyOf(blockers);
    inputs = List.copyOf(inputs);
  }

  /// Returns whether the gate is open.
  public boolean isOpen() {
    return blockers.isEmpty();
  }
}

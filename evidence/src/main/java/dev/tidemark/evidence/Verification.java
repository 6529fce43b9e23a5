package dev.tidemark.evidence;

import dev.tidemark.workflow.Gate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result of the verification of a change: one answer for each gate that a receipt can answer, and
/// the problems of the change as a whole.
///
/// @param gates the gates in the order of their workflows
/// @param problems everything that forbids the change whatever its gates say
/// @param unchecked the gates that no receipt can answer
public record Verification(List<GateAnswer> gates, List<Problem> problems, List<String> unchecked) {
  /// Takes its own copies of the lists.
  public Verification {
    gates = List.copyOf(gates);
    problems = List.copyOf(problems);
    unchecked = List.copyOf(unchecked);
  }

  /// Answer for one gate.
  ///
  /// @param workflow the workflow, with its format
  /// @param run the run whose receipts were taken; absent where none has any
  /// @param phase the phase of the gate
  /// @param gate the gate, as the base branch defines it
  /// @param receipt the receipt that was taken; absent if there is none
  /// @param axes the separate answers
  /// @param reason why it is not allowed; empty if it is
  public record GateAnswer(
      String workflow,
      @Nullable String run,
      String phase,
      Gate gate,
      @Nullable ReceiptFile receipt,
      Axes axes,
      String reason) {
    /// Returns whether the gate forbids the change: an advisory one does not.
    public boolean refuses() {
      return gate.mandatory() && !axes.allowed();
    }
  }

  /// Separate answers about one receipt.
  ///
  /// @param readable whether there is one
  /// @param signed whether and how it is signed, and by an allowed key
  /// @param fresh whether it was made for the content of the commit
  /// @param bound whether it was made for the gate as the base branch defines it
  /// @param passed whether its verdict opens the gate
  /// @param allowed whether all that the policy requires holds
  public record Axes(
      boolean readable,
      SignatureCheck.Result signed,
      boolean fresh,
      boolean bound,
      boolean passed,
      boolean allowed) {
    /// Without any receipt.
    static final Axes NOTHING =
        new Axes(false, SignatureCheck.Result.UNSIGNED, false, false, false, false);
  }

  /// Problem of a change.
  ///
  /// @param code a stable word for scripts
  /// @param path the file; empty for none
  /// @param message the problem, beginning with the file if there is one
  /// @param unreadable whether it keeps something from being checked
  public record Problem(String code, String path, String message, boolean unreadable) {}

  /// Returns whether everything could be checked.
  public boolean isComplete() {
    for (var problem : problems) {
      if (problem.unreadable()) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether nothing forbids the change.
  public boolean isAllowed() {
    for (var gate : gates) {
      if (gate.refuses()) {
        return false;
      }
    }
    return problems.isEmpty();
  }

  /// Returns the same with further problems.
  public Verification and(List<Problem> more) {
    var all = new ArrayList<>(problems);
    all.addAll(more);
    return new Verification(gates, all, unchecked);
  }
}

package dev.tidemark.evidence;

import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;

/// Policy of the base branch: which workflow needs receipts, and how approvals must be signed.
///
/// @param folder the folder of receipts, from the project root
/// @param workflows the workflows of which one run must have its gates open
/// @param approvals how approvals must be signed
public record ReceiptPolicy(
    String folder, List<WorkflowDefinition> workflows, Approvals approvals) {
  /// Takes its own copy of the workflows.
  public ReceiptPolicy {
    workflows = List.copyOf(workflows);
  }

  /// Requirement on approvals.
  public enum Approvals {
    /// Signed or not.
    ANY,
    /// Signed with a key that the base branch allows.
    SIGNED,
    /// The same, with a key whose user has touched it.
    TOUCH
  }
}

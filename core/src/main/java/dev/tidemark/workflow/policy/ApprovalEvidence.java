package dev.tidemark.workflow.policy;

import dev.tidemark.text.EnumWord;

/// Consent: evidence that an approver is a person, or acts with a person's authority.
///
/// An interface creates it after its check; without consent every approval is refused.
public enum ApprovalEvidence implements EnumWord {
  /// They typed it at a terminal, and no agent was recognised.
  TERMINAL,
  /// A program with a user before it had them confirm it.
  INTERACTION,
  /// The approver was logged in with a token that allows approvals, and confirmed the content of a
  /// page.
  LOGIN,
  /// The user has recorded, outside of any project, that agents may approve for them.
  POLICY
}

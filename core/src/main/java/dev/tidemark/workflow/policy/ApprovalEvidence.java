package dev.tidemark.workflow.policy;

/// Consent: evidence that an approver is a person, or acts with a person's authority.
///
/// An interface creates it after its check; without consent every approval is refused.
public enum ApprovalEvidence {
  /// They typed it at a terminal, and no agent was recognised.
  TERMINAL("terminal"),
  /// A program with a user before it had them confirm it.
  INTERACTION("interaction"),
  /// The approver was logged in with a token that allows approvals, and confirmed the content of a
  /// page.
  LOGIN("login"),
  /// The user has recorded, outside of any project, that agents may approve for them.
  POLICY("policy");

  private final String word;

  ApprovalEvidence(String word) {
    this.word = word;
  }

  /// Returns its stable word in journals.
  public String word() {
    return word;
  }
}

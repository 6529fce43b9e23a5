package dev.tidemark.workflow.policy;

/// Policy for secrets in recorded texts: warn, redact or refuse.
public enum SecretPolicy {
  /// The text is recorded, with a warning.
  WARN,
  /// A placeholder with the kind of the secret is recorded, with a warning.
  REDACT,
  /// Nothing is recorded.
  REFUSE
}

package dev.tidemark.workflow;

/// Policy for secrets in recorded texts: warn, redact or refuse.
public enum SecretPolicy {
  /// It is recorded, and told.
  WARN,
  /// The name of its kind is recorded in its place, and told.
  REDACT,
  /// Nothing is recorded.
  REFUSE
}

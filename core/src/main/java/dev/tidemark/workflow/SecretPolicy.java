package dev.tidemark.workflow;

/// What is done about a secret in what somebody wants recorded.
public enum SecretPolicy {
  /// It is recorded, and told.
  WARN,
  /// The name of its kind is recorded in its place, and told.
  REDACT,
  /// Nothing is recorded.
  REFUSE
}

package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;

/// Dialect: a supported checkpoint file format with its naming and rules.
///
/// @param name the name of the dialect in ids, output and history; never reused
/// @param format how it is written
/// @param rules the rules of changes
/// @param locator where its documents are, and how its runs are named
/// @param resumePolicy the resume policy
/// @param validator the schema validator of documents
/// @param onDamage how a change treats a document that cannot be read
public record Dialect<C extends Checkpoint>(
    String name,
    Format<C> format,
    Rules<C> rules,
    DocumentLocator locator,
    ResumePolicy<C> resumePolicy,
    Validator validator,
    OnDamage onDamage) {

  /// How a change treats a document that cannot be read. Nothing is ever deleted.
  public enum OnDamage {
    /// It is quarantined under a dated name, and work continues from the last good recorded state.
    SET_ASIDE,
    /// It stays as it is, and the change is not made.
    FAIL,
    /// The rules decide, as if there were no document; they may query its parse error.
    DECIDE
  }
}

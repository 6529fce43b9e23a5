package dev.tidemark.dialect;

/// One thing a validator has to say about a document.
///
/// @param severity whether the document is wrong or merely odd
/// @param path where, for example `$.phases.research.status`
/// @param rule what should hold, as one sentence
/// @param value what was found instead, as the document spells it; `undefined` if missing
public record Finding(Severity severity, String path, String rule, String value) {

  /// How bad a finding is.
  public enum Severity {
    /// The document breaks the contract of its protocol.
    ERROR,
    /// The document is usable, but probably not what somebody meant.
    WARNING
  }
}

package dev.tidemark.checkpoint;

/// One thing that is wrong. Code decides by [#code] and [#subject], never by the message.
///
/// @param severity how much it matters
/// @param code a stable word, for example `journal-damaged`
/// @param subject what it is about: a path from the project root, or a run; empty if the message
///   names it
/// @param message what is wrong, one sentence without a full stop
/// @param hint what would help, as an imperative sentence or a command
public record Diagnostic(
    Severity severity, String code, String subject, String message, String hint) {
  /// How much a diagnostic matters.
  public enum Severity {
    /// Information only.
    NOTE,
    /// It works, but will not always.
    WARNING,
    /// It does not work, or breaks a contract.
    ERROR
  }

  /// An error.
  public Diagnostic(String code, String subject, String message, String hint) {
    this(Severity.ERROR, code, subject, message, hint);
  }
}

package dev.tidemark.checkpoint;

/// One thing that is wrong. Code decides by [#code] and [#subject], never by the message.
///
/// @param code a stable word, for example `journal-damaged`
/// @param subject what it is about: a path from the project root, or a run
/// @param message what is wrong, one sentence without a full stop
/// @param hint what would help, as an imperative sentence or a command
public record Diagnostic(String code, String subject, String message, String hint) {}

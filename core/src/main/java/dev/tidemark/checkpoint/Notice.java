package dev.tidemark.checkpoint;

/// Something worth telling that stops nothing. Front doors print it as one line of diagnostics.
///
/// @param code a stable word for scripts, for example `stale`
/// @param text one sentence for people, without a final line break
public record Notice(String code, String text) {}

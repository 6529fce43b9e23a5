package dev.tidemark.security;

/// Detected secret: its kind and span in a text.
///
/// @param kind its kind, as a stable word: `aws-access-key`
/// @param start where it begins
/// @param end where it ends
public record Secret(String kind, int start, int end) {}

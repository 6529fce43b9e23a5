package dev.tidemark.text;

/// A part of a text that looks like a secret.
///
/// @param kind what it looks like, as a stable word: `aws-access-key`
/// @param start where it begins
/// @param end where it ends
public record Secret(String kind, int start, int end) {}

package dev.tidemark.brief;

/// Brief trimmed to a budget: a subset of the items of the full brief.
///
/// @param brief what is left
/// @param leftOut how many items are not
/// @param budget what it fits into
public record Shortened(Brief brief, LeftOut leftOut, Budget budget) {}

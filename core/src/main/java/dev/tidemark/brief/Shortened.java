package dev.tidemark.brief;

/// A brief that fits into a budget: whole items of a longer one.
///
/// @param brief what is left
/// @param leftOut how many items are not
/// @param budget what it fits into
public record Shortened(Brief brief, LeftOut leftOut, Budget budget) {}

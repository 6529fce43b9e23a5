package dev.tidemark.store;

import java.util.List;

/// The runs of a dialect, summarised.
///
/// @param runs the runs, in no particular order
/// @param left how many ended ones were left out
public record Listing(List<Summary> runs, int left) {}

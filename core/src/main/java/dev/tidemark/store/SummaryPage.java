package dev.tidemark.store;

import java.util.List;

/// Page of the runs of a dialect, with summaries.
///
/// @param runs the runs, in no particular order
/// @param omitted how many ended ones were left out
public record SummaryPage(List<StoredSummary> runs, int omitted) {}

package dev.tidemark.brief;

import dev.tidemark.brief.budget.Budget;

/// Brief trimmed to a budget: a subset of the items of the full brief.
///
/// @param brief the remaining items
/// @param omitted how many items are not
/// @param budget the budget they fit into
public record TrimmedBrief(Brief brief, OmittedCounts omitted, Budget budget) {}

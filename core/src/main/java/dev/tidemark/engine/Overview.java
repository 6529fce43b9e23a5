package dev.tidemark.engine;

import java.util.List;

/// The runs of a project at a glance.
///
/// @param runs ordered by id
/// @param left how many that have come to their end were left out
public record Overview(List<Glance> runs, int left) {}

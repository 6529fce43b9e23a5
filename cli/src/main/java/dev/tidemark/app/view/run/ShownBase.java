package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.Head;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Context of a view: clock, zone and repository state for comparisons.
///
/// @param now the present
/// @param head the git HEAD
/// @param contained whether HEAD contains a commit: is the same or a descendant
/// @param zone the zone in which people want to be shown times; absent to show how long ago it was
public record ShownBase(
    Instant now, Head head, Predicate<String> contained, @Nullable ZoneId zone) {}

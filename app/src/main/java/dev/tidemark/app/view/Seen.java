package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Head;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What shown things are compared with.
///
/// @param now the present
/// @param head what is checked out
/// @param contained tells whether HEAD contains a commit: is the same or made on top of it
/// @param zone the zone in which people want to be shown times; absent to show how long ago it was
public record Seen(Instant now, Head head, Predicate<String> contained, @Nullable ZoneId zone) {}

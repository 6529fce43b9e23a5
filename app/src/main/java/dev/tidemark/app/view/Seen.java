package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Head;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// What shown things are compared with.
///
/// @param now the present
/// @param head what is checked out
/// @param zone the zone in which people want to be shown times; absent to show how long ago it was
public record Seen(Instant now, Head head, @Nullable ZoneId zone) {}

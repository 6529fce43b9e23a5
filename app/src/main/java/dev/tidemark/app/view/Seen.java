package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Head;
import java.time.Instant;
import java.time.ZoneId;

/// What shown things are compared with.
///
/// @param now the present
/// @param head what is checked out
/// @param zone the zone in which people are shown times; files are always in UTC
public record Seen(Instant now, Head head, ZoneId zone) {}

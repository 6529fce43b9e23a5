package dev.tidemark.port;

/// Draft of an issue to be created.
///
/// @param key names the occasion, so that making it twice makes it once: a UUID of version 4
/// @param team its team, by id, key or name
/// @param title one line
/// @param description its description, as Markdown; may be empty
public record IssueDraft(String key, String team, String title, String description) {}

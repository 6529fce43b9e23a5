package dev.tidemark.world;

/// Draft of an issue to be created.
///
/// @param key names the occasion, so that making it twice makes it once: a UUID of version 4
/// @param team who it is for, by id, key or name
/// @param title one line
/// @param description what it is about, as Markdown; may be empty
public record IssueDraft(String key, String team, String title, String description) {}

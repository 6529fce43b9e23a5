package dev.tidemark.checkpoint;

/// Format-specific field, task or list entry of a document, for comparison and display.
///
/// @param name its name in the format; entries of one list share a name
/// @param text its value
public record DocumentField(String name, String text) {}

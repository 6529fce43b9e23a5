package dev.tidemark.checkpoint;

/// Format-specific field, task or list entry of a document, for comparison and display.
///
/// @param name what it is, in the words of the protocol; entries of one list share a name
/// @param text what is said
public record Detail(String name, String text) {}

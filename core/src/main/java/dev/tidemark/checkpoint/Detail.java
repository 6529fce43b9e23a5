package dev.tidemark.checkpoint;

/// Something a document says that not every dialect can say: a field, a task, an entry of a list.
///
/// @param name what it is, in the words of the protocol; entries of one list share a name
/// @param text what is said
public record Detail(String name, String text) {}

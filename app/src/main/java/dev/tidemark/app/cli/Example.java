package dev.tidemark.app.cli;

/// A command somebody could type as it stands.
///
/// @param line the whole line, beginning with the name of the program
/// @param meaning what it does, in a few words without a capital or a full stop
record Example(String line, String meaning) {}

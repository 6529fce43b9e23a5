package dev.tidemark.app.cli.spec;

/// Example of a command that works as typed.
///
/// @param line the whole line, beginning with the name of the program
/// @param meaning its description, in a few words without a capital or a full stop
public record Example(String line, String meaning) {}

package dev.tidemark.app.cli;

/// What came of the words on the command line: a call, or what is wrong with them.
public sealed interface Parsed permits Call, Usage {}

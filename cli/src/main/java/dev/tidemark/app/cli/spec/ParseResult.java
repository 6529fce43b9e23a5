package dev.tidemark.app.cli.spec;

/// Parse result of a command line: a call, or a usage error.
public sealed interface ParseResult permits ParsedCommand, UsageError {}

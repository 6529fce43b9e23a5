/// The command line: one table of verbs, with the parser, help and completion derived from it.
///
/// [dev.tidemark.app.cli.CommandTable] defines the verbs as data. Parsing, help, completion and the
/// pages under `docs/cli` are all made from it, so they cannot disagree.
/// [dev.tidemark.app.cli.Screen] is the only place that prints.
package dev.tidemark.app.cli;

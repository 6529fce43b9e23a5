/// The command line: one table of verbs, and everything that follows from it.
///
/// [dev.tidemark.app.cli.CommandTable] says as data which verbs there are. Parsing, help,
/// completion and the pages under `docs/cli` are all made from it, so they cannot disagree.
/// [dev.tidemark.app.cli.Screen] is the only place that prints.
package dev.tidemark.app.cli;

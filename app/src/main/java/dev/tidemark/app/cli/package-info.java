/// Command line: command table, argument parser, help, completion, terminal output.
///
/// [dev.tidemark.app.cli.CommandRegistry] lists the verbs as data. Parsing, help, completion and
/// the pages under `docs/cli` are made from it. [dev.tidemark.app.cli.terminal.Console] is the only
/// place that prints.
package dev.tidemark.app.cli;

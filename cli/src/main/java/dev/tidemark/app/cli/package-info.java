/// Command line: command table, argument parser, help, completion, terminal output.
///
/// Parsing, help, completion, manual pages and `docs/cli/README.md` are made from the verbs as
/// data, a [dev.tidemark.app.cli.spec.CommandTable]. [dev.tidemark.app.cli.terminal.Console] is the
/// only place that prints.
package dev.tidemark.app.cli;

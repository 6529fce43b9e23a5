/// Command specification: arguments, options, value kinds, the parsed command.
package dev.tidemark.app.cli.spec;

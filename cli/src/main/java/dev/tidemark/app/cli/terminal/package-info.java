/// Terminal output: colour, columns, escaping, prompts, progress, full screen.
package dev.tidemark.app.cli.terminal;

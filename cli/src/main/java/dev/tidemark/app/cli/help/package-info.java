/// Help texts, as text and JSON.
package dev.tidemark.app.cli.help;

/// Edits of settings files of agents: JSON with comments, TOML, marked blocks.
package dev.tidemark.app.install.edit;

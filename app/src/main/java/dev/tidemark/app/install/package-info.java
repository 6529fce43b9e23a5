/// Puts hooks and status line into the settings of coding agents, and takes them out again.
package dev.tidemark.app.install;

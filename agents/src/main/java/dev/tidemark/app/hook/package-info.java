/// Hooks and status line of coding agents.
package dev.tidemark.app.hook;

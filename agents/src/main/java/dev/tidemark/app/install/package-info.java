/// Installer of hooks, MCP server, skill and instructions for coding agents.
package dev.tidemark.app.install;

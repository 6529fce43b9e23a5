/// Projection of results to JSON and text, shared by command line, MCP, HTTP and hooks.
package dev.tidemark.app.view;

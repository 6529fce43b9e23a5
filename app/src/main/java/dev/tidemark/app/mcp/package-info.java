/// MCP server: the Model Context Protocol for agents, over standard input and output.
///
/// It translates and decides nothing: a tool call becomes the same words that the command line
/// takes, and its answer is the document that `--json` prints.
package dev.tidemark.app.mcp;

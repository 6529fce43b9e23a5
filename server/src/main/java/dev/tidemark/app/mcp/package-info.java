/// MCP server: JSON-RPC, tools, resources, prompts, elicitation.
///
/// It translates only: a tool call becomes the arguments of a command line, and the result is the
/// JSON document that `--json` prints.
package dev.tidemark.app.mcp;

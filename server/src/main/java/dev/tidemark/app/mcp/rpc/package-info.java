/// JSON-RPC 2.0: messages, errors, pending requests, ordered execution.
package dev.tidemark.app.mcp.rpc;

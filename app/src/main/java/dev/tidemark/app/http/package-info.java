/// HTTP server: dashboard, REST routes, server-sent events, and MCP.
///
/// It translates and decides nothing: a request becomes the same words that the command line takes,
/// and its answer is the document that `--json` prints.
package dev.tidemark.app.http;

/// HTTP server: dashboard, REST interface, server-sent events, MCP over HTTP.
///
/// It translates only: a request becomes the arguments of a command line, and the response is the
/// JSON document that `--json` prints.
package dev.tidemark.app.http;

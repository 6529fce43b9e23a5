import org.jspecify.annotations.NullMarked;

/// The servers: HTTP with the dashboard, MCP, and the socket of calls.
@NullMarked
@SuppressWarnings("requires-automatic") // the libraries of the metrics have no descriptors
module dev.tidemark.server {
  requires transitive dev.tidemark;
  requires transitive dev.tidemark.cli;
  requires io.prometheus.metrics.core;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires jdk.httpserver;
  requires static transitive org.jspecify;

  exports dev.tidemark.app.http;
  exports dev.tidemark.app.http.exchange;
  exports dev.tidemark.app.mcp;
  exports dev.tidemark.app.socket;
}

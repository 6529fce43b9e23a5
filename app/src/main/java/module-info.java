import org.jspecify.annotations.NullMarked;

/// The application: command line, HTTP and MCP servers, hooks, and their wiring; the only module
/// with a main method.
@NullMarked
@SuppressWarnings("requires-automatic") // the libraries of the metrics have no descriptors
module dev.tidemark.app {
  requires dev.tidemark;
  requires dev.tidemark.dialects;
  requires dev.tidemark.integrations;
  requires dev.tidemark.library;
  requires dev.tidemark.evidence;
  requires dev.tidemark.runner;
  requires dev.tidemark.stores;
  requires io.prometheus.metrics.core;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires dev.tidemark.worker;
  requires jdk.httpserver;
  requires jdk.unsupported;
  requires static org.jspecify;
}

import org.jspecify.annotations.NullMarked;

/// The application: command line, HTTP and MCP servers, hooks, and their wiring; the only module
/// with a main method.
@NullMarked
module dev.tidemark.app {
  requires dev.tidemark;
  requires dev.tidemark.dialects;
  requires dev.tidemark.integrations;
  requires dev.tidemark.library;
  requires dev.tidemark.evidence;
  requires dev.tidemark.runner;
  requires dev.tidemark.stores;
  requires dev.tidemark.worker;
  requires jdk.httpserver;
  requires jdk.unsupported;
  requires static org.jspecify;
}

import org.jspecify.annotations.NullMarked;

/// The application: the registry of verbs and the wiring; the only module with a main method.
@NullMarked
module dev.tidemark.app {
  requires dev.tidemark;
  requires dev.tidemark.dialects;
  requires dev.tidemark.stores;
  requires dev.tidemark.integrations;
  requires dev.tidemark.library;
  requires dev.tidemark.runner;
  requires dev.tidemark.worker;
  requires dev.tidemark.settings;
  requires dev.tidemark.cli;
  requires dev.tidemark.server;
  requires dev.tidemark.commands;
  requires dev.tidemark.agents;
  requires jdk.unsupported;
  requires static org.jspecify;
}

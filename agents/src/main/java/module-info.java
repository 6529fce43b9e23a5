import org.jspecify.annotations.NullMarked;

/// Coding agents: their hooks, and their installation.
@NullMarked
module dev.tidemark.agents {
  requires transitive dev.tidemark;
  requires dev.tidemark.stores;
  requires dev.tidemark.integrations;
  requires dev.tidemark.library;
  requires dev.tidemark.settings;
  requires transitive dev.tidemark.cli;
  requires dev.tidemark.commands;
  requires static transitive org.jspecify;

  exports dev.tidemark.app.hook;
  exports dev.tidemark.app.hook.event;
  exports dev.tidemark.app.install;
}

import org.jspecify.annotations.NullMarked;

/// The verbs of the command line.
@NullMarked
module dev.tidemark.commands {
  requires transitive dev.tidemark;
  requires dev.tidemark.dialects;
  requires dev.tidemark.stores;
  requires dev.tidemark.integrations;
  requires dev.tidemark.library;
  requires dev.tidemark.runner;
  requires dev.tidemark.evidence;
  requires dev.tidemark.worker;
  requires dev.tidemark.settings;
  requires transitive dev.tidemark.cli;
  requires dev.tidemark.server;
  requires static transitive org.jspecify;

  exports dev.tidemark.app.command;
  exports dev.tidemark.app.command.change;
  exports dev.tidemark.app.command.history;
  exports dev.tidemark.app.command.plan;
  exports dev.tidemark.app.command.run;
  exports dev.tidemark.app.command.session;
  exports dev.tidemark.app.command.setup;
  exports dev.tidemark.app.command.store;
  exports dev.tidemark.app.command.verify;
}

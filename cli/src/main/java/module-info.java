import org.jspecify.annotations.NullMarked;

/// The command line: its words, help, completion and terminal, and the views of answers.
@NullMarked
module dev.tidemark.cli {
  requires transitive dev.tidemark;
  requires static transitive org.jspecify;

  exports dev.tidemark.app.cli;
  exports dev.tidemark.app.cli.completion;
  exports dev.tidemark.app.cli.help;
  exports dev.tidemark.app.cli.spec;
  exports dev.tidemark.app.cli.terminal;
  exports dev.tidemark.app.view;
  exports dev.tidemark.app.view.history;
  exports dev.tidemark.app.view.run;
  exports dev.tidemark.app.view.text;
}

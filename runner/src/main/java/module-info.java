import org.jspecify.annotations.NullMarked;

/// The runner: drives the phases of a run with agents, one process for each attempt.
@NullMarked
module dev.tidemark.runner {
  requires transitive dev.tidemark;
  requires transitive dev.tidemark.library;
  requires dev.tidemark.dialects;
  requires static transitive org.jspecify;

  exports dev.tidemark.runner;
}

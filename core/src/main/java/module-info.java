import org.jspecify.annotations.NullMarked;

/// The domain model of resumable workflows, the engine that applies changes, and the ports to
/// stores and services. Depends on nothing but the JDK.
@NullMarked
module dev.tidemark {
  requires static transitive org.jspecify;

  exports dev.tidemark.brief;
  exports dev.tidemark.checkpoint;
  exports dev.tidemark.dialect;
  exports dev.tidemark.engine;
  exports dev.tidemark.json;
  exports dev.tidemark.handoff;
  exports dev.tidemark.store;
  exports dev.tidemark.text;
  exports dev.tidemark.workflow;
  exports dev.tidemark.port;
}

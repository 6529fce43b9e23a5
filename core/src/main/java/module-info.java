import org.jspecify.annotations.NullMarked;

/// The domain model of resumable workflows, the engine that applies changes, and the ports to
/// stores and services. Depends on nothing but the JDK.
@NullMarked
module dev.tidemark {
  requires static transitive org.jspecify;

  exports dev.tidemark.brief;
  exports dev.tidemark.brief.budget;
  exports dev.tidemark.brief.check;
  exports dev.tidemark.checkpoint;
  exports dev.tidemark.dialect;
  exports dev.tidemark.dialect.merge;
  exports dev.tidemark.engine;
  exports dev.tidemark.engine.context;
  exports dev.tidemark.engine.delivery;
  exports dev.tidemark.engine.diff;
  exports dev.tidemark.engine.run;
  exports dev.tidemark.handoff;
  exports dev.tidemark.history;
  exports dev.tidemark.json;
  exports dev.tidemark.port;
  exports dev.tidemark.security;
  exports dev.tidemark.store;
  exports dev.tidemark.store.maintenance;
  exports dev.tidemark.text;
  exports dev.tidemark.workflow;
  exports dev.tidemark.workflow.change;
  exports dev.tidemark.workflow.fact;
  exports dev.tidemark.workflow.policy;
}

import org.jspecify.annotations.NullMarked;

/// The supported checkpoint file formats.
@NullMarked
module dev.tidemark.dialects {
  requires transitive dev.tidemark;
  requires org.snakeyaml.engine;
  requires static transitive org.jspecify;

  exports dev.tidemark.dialects;
  exports dev.tidemark.dialects.definition;
  exports dev.tidemark.dialects.flow;
  exports dev.tidemark.dialects.flow.format;
  exports dev.tidemark.dialects.item;
  exports dev.tidemark.dialects.item.format;
  exports dev.tidemark.dialects.markdown;
  exports dev.tidemark.dialects.phase;
  exports dev.tidemark.dialects.phase.format;
  exports dev.tidemark.dialects.state;
  exports dev.tidemark.dialects.state.format;
  exports dev.tidemark.dialects.state.ship;
}

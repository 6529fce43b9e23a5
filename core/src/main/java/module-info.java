import org.jspecify.annotations.NullMarked;

/// The vocabulary of resumable workflows, the engine that moves them, and the ports through which
/// the world reaches them. Depends on nothing but the JDK.
@NullMarked
module dev.tidemark {
  requires static transitive org.jspecify;

  exports dev.tidemark.checkpoint;
  exports dev.tidemark.json;
  exports dev.tidemark.text;
}

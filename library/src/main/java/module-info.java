import org.jspecify.annotations.NullMarked;

/// The published API for embedders.
@NullMarked
module dev.tidemark.library {
  requires transitive dev.tidemark;
  requires transitive dev.tidemark.dialects;
  requires transitive dev.tidemark.integrations;
  requires transitive dev.tidemark.stores;
  requires static transitive org.jspecify;

  exports dev.tidemark.library;
  exports dev.tidemark.library.store;
}

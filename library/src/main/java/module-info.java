import org.jspecify.annotations.NullMarked;

/// The published API for embedders.
@NullMarked
module dev.tidemark.library {
  requires dev.tidemark;
  requires dev.tidemark.dialects;
  requires dev.tidemark.integrations;
  requires dev.tidemark.stores;
  requires static org.jspecify;
}

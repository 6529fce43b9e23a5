import org.jspecify.annotations.NullMarked;

/// Where documents live.
@NullMarked
module dev.tidemark.stores {
  requires transitive dev.tidemark;
  requires java.sql;
  requires static transitive org.jspecify;

  exports dev.tidemark.stores.file;
  exports dev.tidemark.stores.journal;
  exports dev.tidemark.stores.postgres;
}

import org.jspecify.annotations.NullMarked;

/// The stores: plain files with a journal, and PostgreSQL.
@NullMarked
module dev.tidemark.stores {
  requires transitive dev.tidemark;
  requires java.sql;
  requires static transitive org.jspecify;

  exports dev.tidemark.stores.file;
  exports dev.tidemark.stores.journal;
  exports dev.tidemark.stores.postgres;
}

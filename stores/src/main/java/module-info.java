import org.jspecify.annotations.NullMarked;

/// Where documents live.
@NullMarked
@SuppressWarnings("requires-automatic") // the PostgreSQL driver has no descriptor
module dev.tidemark.stores {
  requires transitive dev.tidemark;
  requires java.sql;
  requires org.postgresql.jdbc;
  requires static transitive org.jspecify;

  exports dev.tidemark.stores.file;
  exports dev.tidemark.stores.journal;
  exports dev.tidemark.stores.postgres;
}

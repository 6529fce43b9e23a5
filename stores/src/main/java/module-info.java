import org.jspecify.annotations.NullMarked;

/// The stores: plain files with a journal, and PostgreSQL.
@NullMarked
module dev.tidemark.stores {
  requires transitive dev.tidemark;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports dev.tidemark.stores.file;
  exports dev.tidemark.stores.file.io;
  exports dev.tidemark.stores.file.path;
  exports dev.tidemark.stores.journal;
  exports dev.tidemark.stores.journal.record;
  exports dev.tidemark.stores.postgres;
  exports dev.tidemark.stores.postgres.connection;
}

package dev.tidemark.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Callback that runs on a connection.
interface ConnectionCallback<T extends @Nullable Object> {
  /// Does it.
  T on(Connection connection) throws SQLException;
}

package dev.tidemark.stores.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Callback that runs on a connection.
public interface ConnectionCallback<T extends @Nullable Object> {
  /// Runs on a connection.
  T run(Connection connection) throws SQLException;
}

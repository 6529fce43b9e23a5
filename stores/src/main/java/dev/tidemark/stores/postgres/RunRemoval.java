package dev.tidemark.stores.postgres;

import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// Removes runs that were migrated elsewhere.
final class RunRemoval {
  private static final String FIND =
      "select id from run where dialect = ? and path = ? and head = ? for update";
  private static final List<String> DELETE =
      List.of(
          "delete from summary where run = ?",
          "delete from fragment where run = ?",
          "delete from record where run = ?",
          "delete from segment where run = ?",
          "delete from run where id = ?");

  private final Database database;

  RunRemoval(Database database) {
    this.database = database;
  }

  boolean forget(Named named, long newest) {
    return database.change(
        named.id() + " was not removed",
        named.id(),
        connection -> {
          long key = key(connection, named, newest);
          for (var sql : key == 0 ? List.<String>of() : DELETE) {
            try (var statement = connection.prepareStatement(sql)) {
              statement.setLong(1, key);
              statement.executeUpdate();
            }
          }
          return key != 0;
        });
  }

  private static long key(Connection connection, Named named, long newest) throws SQLException {
    try (var statement = connection.prepareStatement(FIND)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
      statement.setLong(3, newest);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }
}

package dev.tidemark.stores.postgres.connection;

import dev.tidemark.store.StoreException.ForbiddenException;
import java.sql.Connection;
import java.sql.SQLException;

/// Server requirements: checks that a database can keep the store's guarantees, before its first
/// use.
public final class ServerRequirements {
  private static final String SETTINGS =
      """
      select current_setting('fsync'), current_setting('full_page_writes'),
        current_setting('synchronous_commit'), current_setting('server_encoding')
      """;
  private static final String UNLOGGED =
      """
      select c.relname from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relpersistence = 'u' order by c.relname
      """;
  private static final String VERSIONS =
      "select coalesce(max(version), 0), coalesce(max(reader), 0) from migration";

  private final StoreAddress address;

  public ServerRequirements(StoreAddress address) {
    this.address = address;
  }

  /// Checks that the server can keep the promises of the store.
  ///
  /// @throws ForbiddenException if it cannot; nothing was done
  public void check(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(SETTINGS)) {
      found.next();
      checkSetting("fsync", found.getString(1), "on");
      checkSetting("full_page_writes", found.getString(2), "on");
      if ("off".equals(found.getString(3))) {
        checkSetting("synchronous_commit", "off", "on");
      }
      checkSetting("server_encoding", found.getString(4), "UTF8");
    }
    logged(connection);
    if (version(connection) < Migrations.VERSION) {
      Migrations.apply(connection, address.schema());
    }
  }

  /// A crash of the server empties tables that are not in its log.
  private void logged(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(UNLOGGED)) {
      if (found.next()) {
        var table = found.getString(1);
        throw new ForbiddenException(
            address
                + " has the table "
                + table
                + " as UNLOGGED, which a crash of the server empties",
            "Run in that database: alter table " + table + " set logged; nothing was done.");
      }
    }
  }

  private void checkSetting(String name, String value, String wanted) {
    if (!wanted.equals(value)) {
      throw new ForbiddenException(
          address
              + " has "
              + name
              + " = "
              + value
              + ", which loses acknowledged changes in a crash",
          "Set " + name + " = " + wanted + "; see `tidemark help postgres`.");
    }
  }

  private int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(VERSIONS)) {
      found.next();
      if (found.getInt(2) > Migrations.VERSION) {
        throw new ForbiddenException(
            address + " was changed by a newer version of Tidemark",
            "Install that version; nothing was done.");
      }
      return found.getInt(1);
    } catch (SQLException failure) {
      if (SqlErrors.isAbsent(failure)) {
        return 0;
      }
      throw failure;
    }
  }
}

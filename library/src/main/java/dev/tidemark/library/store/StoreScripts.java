package dev.tidemark.library.store;

import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import java.util.Map;

/// SQL scripts for the administrator of a database.
public final class StoreScripts {
  private StoreScripts() {}

  /// Returns the SQL that makes the tables and roles of a shared store. Nothing is connected to.
  ///
  /// @param address the value of the setting `store`
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if that is no address
  public static String sql(String address) {
    return PostgresStore.script(StoreAddress.of(address, Map.of()).schema());
  }
}

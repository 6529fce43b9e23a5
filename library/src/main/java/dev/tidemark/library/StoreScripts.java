package dev.tidemark.library;

import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.stores.postgres.StoreAddress;
import java.util.Map;

/// What whoever looks after a database wants to read before it is used.
public final class StoreScripts {
  private StoreScripts() {}

  /// Returns the SQL that makes the tables and roles of a shared store. Nothing is connected to.
  ///
  /// @param address as the setting `store` says it
  /// @throws dev.tidemark.store.ForbiddenException if that is no address
  public static String sql(String address) {
    return PostgresStore.script(StoreAddress.of(address, Map.of()).schema());
  }
}

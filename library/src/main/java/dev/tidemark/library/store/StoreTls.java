package dev.tidemark.library.store;

import dev.tidemark.stores.postgres.connection.StoreAddress;
import java.util.Map;

/// The TLS policy for addresses of shared stores that files of a project hold.
public final class StoreTls {
  private StoreTls() {}

  /// Checks that an address does not weaken TLS beyond the user's `PGSSLMODE`.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if it does, or if it is no
  ///   address
  public static void check(String address, Map<String, String> environment) {
    StoreAddress.of(address, environment).requireTls(environment);
  }
}

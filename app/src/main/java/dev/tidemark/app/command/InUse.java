package dev.tidemark.app.command;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/// The dialects that matter in a project: its usual one, and those that have runs.
final class InUse {
  private InUse() {}

  static List<Dialect<?>> of(Session session) {
    var usual = session.usualDialect();
    var used = new ArrayList<Dialect<?>>();
    for (var dialect : session.project().runs().dialects()) {
      if (has(session, dialect) || dialect.name().equals(usual)) {
        used.add(dialect);
      }
    }
    return used;
  }

  /// One that cannot be listed may have runs.
  private static boolean has(Session session, Dialect<?> dialect) {
    try {
      return !session.project().store().list(dialect.name()).isEmpty();
    } catch (StoreException closed) {
      Found.keep(closed, session.project(), new ArrayList<>());
      return true;
    }
  }
}

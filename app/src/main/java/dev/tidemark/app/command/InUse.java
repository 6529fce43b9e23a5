package dev.tidemark.app.command;

import dev.tidemark.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;

/// The dialects that matter in a project: its usual one, and those that have runs.
final class InUse {
  private InUse() {}

  static List<Dialect<?>> of(Session session) {
    var usual = session.usualDialect();
    var used = new ArrayList<Dialect<?>>();
    for (var dialect : session.project().runs().dialects()) {
      boolean has = !session.project().store().list(dialect.name()).isEmpty();
      if (has || dialect.name().equals(usual)) {
        used.add(dialect);
      }
    }
    return used;
  }
}

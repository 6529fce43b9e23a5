package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The dialects that a project uses: those that have runs and the configured one; without either,
/// the default.
final class DialectsInUse {
  private DialectsInUse() {}

  static List<Dialect<?>> of(Session session) {
    var settingValue = session.settings().of(SettingKey.DIALECT);
    var configured = settingValue.origin().equals("default") ? null : settingValue.value();
    var used = of(session, configured);
    return used.isEmpty() ? of(session, settingValue.value()) : used;
  }

  /// Returns those that have runs, and one that has been chosen.
  static List<Dialect<?>> of(Session session, @Nullable String chosen) {
    var used = new ArrayList<Dialect<?>>();
    for (var dialect : session.project().runs().dialects()) {
      if (has(session, dialect) || dialect.name().equals(chosen)) {
        used.add(dialect);
      }
    }
    return used;
  }

  /// A dialect that cannot be listed may have runs.
  private static boolean has(Session session, Dialect<?> dialect) {
    try {
      return !session.project().store().list(dialect.name()).isEmpty();
    } catch (StoreException closed) {
      FoundRuns.keep(closed, session.project(), new ArrayList<>());
      return true;
    }
  }
}

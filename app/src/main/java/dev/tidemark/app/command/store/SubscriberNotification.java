package dev.tidemark.app.command.store;

import dev.tidemark.app.command.session.Session;
import java.nio.file.Files;

/// Post-change step: notifies subscribers after the result of a change is printed.
public final class SubscriberNotification {
  private static final String CONFIGURATION = ".claude/config";

  private SubscriberNotification() {}

  /// Notifies the subscribers of the changes of a call. Without configured subscribers it costs one
  /// file system call, and only after a change.
  public static void tell(Session session) {
    var changedRuns = session.changes();
    if (changedRuns != null && !changedRuns.runs().isEmpty()) {
      for (var warning : changedRuns.warnings()) {
        session.screen().note(warning);
      }
      var folder = session.project().root().resolve(CONFIGURATION);
      if (Files.isDirectory(folder)) {
        new DeliverCommand(session).tell(changedRuns);
      }
    }
  }
}

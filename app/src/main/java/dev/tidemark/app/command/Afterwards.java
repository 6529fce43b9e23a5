package dev.tidemark.app.command;

import java.nio.file.Files;

/// Post-change step: notifies subscribers after the result of a change is printed.
public final class Afterwards {
  private static final String CONFIGURATION = ".claude/config";

  private Afterwards() {}

  /// Notifies the subscribers of the changes of a call. Without configured subscribers it costs one
  /// file system call, and only after a change.
  public static void tell(Session session) {
    var changes = session.changes();
    if (changes != null && !changes.runs().isEmpty()) {
      for (var warning : changes.warnings()) {
        session.screen().note(warning);
      }
      var folder = session.project().root().resolve(CONFIGURATION);
      if (Files.isDirectory(folder)) {
        new Delivering(session).tell(changes);
      }
    }
  }
}

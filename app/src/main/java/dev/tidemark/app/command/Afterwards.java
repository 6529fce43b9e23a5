package dev.tidemark.app.command;

import java.nio.file.Files;

/// What comes after a change, once its result is shown.
public final class Afterwards {
  private static final String CONFIGURATION = ".claude/config";

  private Afterwards() {}

  /// Tells listeners of the changes that a call has made. Where nobody has configured anything,
  /// that is one look at the disk, and only after a change.
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

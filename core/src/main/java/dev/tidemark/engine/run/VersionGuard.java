package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.UnknownVersionException;
import dev.tidemark.store.Document;

/// Version guard: prevents older states from overwriting a document of a newer version (R-USR-21).
public final class VersionGuard {
  private VersionGuard() {}

  /// Returns whether a newer version has written a document.
  static boolean wrote(Dialect<?> dialect, CheckpointId id, Document document) {
    try {
      check(dialect, id, document);
      return false;
    } catch (UnknownVersionException newer) {
      return true;
    }
  }

  /// Accepts everything but a document of a newer version: a damaged one may be replaced.
  ///
  /// @throws UnknownVersionException if a newer version has written the document
  public static void check(Dialect<?> dialect, CheckpointId id, Document document) {
    var text = document.text();
    if (!document.exists() || text == null) {
      return;
    }
    try {
      dialect.format().decode(id, text);
    } catch (UnknownVersionException unknown) {
      if (unknown.isNewer()) {
        throw unknown;
      }
    } catch (FormatException damaged) {
      // A state that was readable once takes precedence.
    }
  }
}

package dev.tidemark.store;

import dev.tidemark.checkpoint.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/// The diagnostics of [HistoryStore#verify].
public final class HistoryDiagnostics {
  /// The journal contradicts itself, or it or the document cannot be read.
  public static final String DAMAGED = "journal-damaged";

  /// The journal ends in bytes that are no entry, as an interrupted writer leaves them.
  public static final String TORN = "journal-torn";

  /// The document is not the one that was recorded last: another program has changed it.
  public static final String EDITED = "document-edited";

  /// The document is the one before the last that was recorded.
  public static final String BEHIND = "document-behind";

  /// The hint for a damaged journal.
  public static final String RESTORE =
      "Restore the journal from a backup, or move it away to begin a new one.";

  private HistoryDiagnostics() {}

  /// Returns damage of a journal.
  public static Diagnostic damaged(String journal, String message) {
    return new Diagnostic(DAMAGED, journal, message, RESTORE);
  }

  /// Returns damage of a journal, one diagnostic for each message.
  public static List<Diagnostic> damaged(String journal, List<String> messages) {
    var diagnostics = new ArrayList<Diagnostic>(messages.size());
    for (var message : messages) {
      diagnostics.add(damaged(journal, message));
    }
    return diagnostics;
  }

  /// Returns that a file of a journal is torn.
  ///
  /// @param bytes how many bytes at its end are no entry
  public static Diagnostic torn(String file, long bytes) {
    return new Diagnostic(
        TORN,
        file,
        file + " ends in " + bytes + " bytes that are no record",
        "The next change puts them aside, or: tidemark doctor --fix");
  }

  /// Returns that a document was changed by another program.
  public static Diagnostic edited(String path) {
    return new Diagnostic(
        EDITED,
        path,
        path + " was changed since the last record",
        "Nothing to do: the next change records it.");
  }

  /// Returns that a document is one step behind.
  public static Diagnostic behind(String path) {
    return new Diagnostic(
        BEHIND,
        path,
        path + " is one step behind its record",
        "The next change brings it up to date, or: tidemark doctor --fix");
  }

  /// Returns whether it is about the document rather than the journal.
  public static boolean isOfDocument(Diagnostic diagnostic) {
    return diagnostic.code().equals(EDITED) || diagnostic.code().equals(BEHIND);
  }
}

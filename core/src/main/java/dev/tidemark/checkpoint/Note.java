package dev.tidemark.checkpoint;

import org.jspecify.annotations.Nullable;

/// Note about work in progress: context that the files do not show.
///
/// @param kind the purpose of the note
/// @param phase the phase it is about; absent for the run as a whole
/// @param text the words; not blank
public record Note(Kind kind, @Nullable PhaseName phase, String text) {
  /// The most characters (UTF-16 units) a note may have.
  public static final int TEXT_MAX = 2_000;

  /// The kind of note.
  public enum Kind {
    /// The current state of the work, or other information.
    NOTE("note", "Note"),
    /// An approach that failed.
    TRIED("tried", "Tried and failed"),
    /// The next action. A newer one of the same phase takes its place.
    NEXT("next", "Next action"),
    /// A blocker of the work, until it is resolved or the phase is begun again or ends.
    BLOCKED("blocked", "Blocked by"),
    /// A question without an answer, until it is resolved.
    QUESTION("question", "Open question"),
    /// A summary for the next phase, if the document has no field for it. A newer one of the same
    /// phase takes its place.
    SUMMARY("summary", "Summary"),
    /// The reason of an earlier failure of the phase, until the phase ends.
    FAILED("failed", "Failed before"),
    /// A phase that was completed on an older result of another, until it is begun again, ends
    /// again or the note is resolved. A newer one of the same phase takes its place.
    OUTDATED("outdated", "To check"),
    /// A decision, where the document has no place for decisions.
    DECISION("decision", "Decision"),
    /// The path of a file that was created, where the document has no place for files.
    CREATED("created", "Created"),
    /// The path of a file that was changed, where the document has no place for files.
    MODIFIED("modified", "Modified");

    private static final Kind[] ALL = values();
    private final String word;
    private final String label;

    Kind(String word, String label) {
      this.word = word;
      this.label = label;
    }

    /// Returns the stable word of this kind, in journals and JSON.
    public String word() {
      return word;
    }

    /// Returns the label of this kind of note in documents for people.
    public String label() {
      return label;
    }

    /// Returns the kind of that word; null if there is none.
    public static @Nullable Kind of(String word) {
      for (var kind : ALL) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      return null;
    }

    /// Returns whether a newer note of this kind takes the place of the one of the same phase.
    public boolean isSingle() {
      return this == NEXT || this == SUMMARY || this == OUTDATED;
    }

    /// Returns whether notes of this kind stay open until they are resolved.
    public boolean isResolvable() {
      return this == BLOCKED || this == QUESTION || this == OUTDATED;
    }

    /// Returns whether notes of this kind are about work in progress, so that the end of their
    /// phase ends them too.
    public boolean endsWithPhase() {
      return this == NOTE || this == NEXT || this == FAILED || endsWithStart();
    }

    /// Returns whether the beginning of their phase ends notes of this kind.
    public boolean endsWithStart() {
      return this == BLOCKED || this == OUTDATED;
    }
  }

  /// Returns the note as a line of documents for people, such as `Next action (build): Test it`.
  ///
  /// @param shown the text as the document has it
  public String labelled(String shown) {
    return kind.label + (phase == null ? "" : " (" + phase + ")") + ": " + shown;
  }

  /// Returns whether the other note has the same text, kind and phase. Documents of some dialects
  /// keep a note on one line, so white space does not count.
  public boolean isSame(Note other) {
    return kind == other.kind
        && (phase == null ? other.phase == null : phase.equals(other.phase))
        && isSameText(other.text);
  }

  /// Returns whether a text is the one of this note, but for white space.
  public boolean isSameText(String other) {
    return text.equals(other) || folded(text).equals(folded(other));
  }

  /// Returns a text without white space at its ends, and with one blank for any other white space.
  public static String folded(String text) {
    var folded = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        gap = !folded.isEmpty();
      } else {
        folded.append(gap ? " " : "").append(c);
        gap = false;
      }
    }
    return folded.toString();
  }
}

package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// Reading list entry: a file to read before continuing.
///
/// @param path its path from the project root
/// @param phase the phase it comes from; absent where it belongs to none
/// @param state how it compares with what is recorded of it
public record ToRead(String path, @Nullable PhaseName phase, State state) {

  /// Result of comparing a file with its recorded digest.
  public enum State {
    /// It is what it was when its phase was done.
    UNCHANGED("as recorded"),
    /// It has changed since.
    CHANGED("changed since"),
    /// It is not there.
    MISSING("missing"),
    /// It is there; nothing else is recorded or was looked at.
    PRESENT("there"),
    /// The comparison was not possible.
    UNKNOWN("not checked");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /// Returns it in words.
    public String words() {
      return words;
    }
  }
}

package dev.tidemark.brief.check;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// Reading list entry: a file to read before continuing.
///
/// @param path its path from the project root
/// @param phase the phase it comes from; absent where it belongs to none
/// @param state its relation to the recorded digest
public record ReadingItem(String path, @Nullable PhaseName phase, State state) {

  /// Result of comparing a file with its recorded digest.
  public enum State {
    /// It is unchanged since its phase was completed.
    UNCHANGED("as recorded"),
    /// It has changed since.
    CHANGED("changed since"),
    /// It is not there.
    MISSING("missing"),
    /// It exists; no digest is recorded, or it was not computed.
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

package dev.tidemark.workflow.change;

import dev.tidemark.text.EnumWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Write-ahead intent of one effect that follows the document: enough for a later process to make
/// it, if the one that wrote the document ends before. A dialect turns it back into an effect, see
/// `Rules#interruptedEffect`; a command line is never taken from here.
///
/// @param kind which effect it is
/// @param message the message of a commit; empty for other kinds
/// @param paths the paths of a commit, from the project root; none for other kinds
public record PendingEffect(Kind kind, String message, List<String> paths) {
  /// Takes its own copy of the paths.
  public PendingEffect {
    paths = List.copyOf(paths);
  }

  /// An effect of which only the kind is to be known.
  PendingEffect(Kind kind) {
    this(kind, "", List.of());
  }

  /// The kinds of effects that follow the document.
  public enum Kind implements EnumWord {
    /// A git commit of the document.
    COMMIT,
    /// A compressed copy in the archive.
    ARCHIVE,
    /// The command that the user configured.
    COMMAND;

    /// Returns the kind of that word; null for a word of a newer version.
    public static @Nullable Kind of(String word) {
      return EnumWord.find(values(), word);
    }
  }

  /// Returns the effect as messages name it.
  public String description() {
    return switch (kind) {
      case COMMIT -> "the git commit of " + String.join(", ", paths);
      case ARCHIVE -> "the archived copy";
      case COMMAND -> "the configured command";
    };
  }
}

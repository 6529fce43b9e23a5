package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.text.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Parser of a slash command with flags that a user typed to an agent (R-004-O1): `/design auth
/// --phase=research --force`.
///
/// Upper and lower case do not matter in commands and in the names of flags. White space ends a
/// word, quotes or not.
public final class SlashCommand {
  private static final String DASHES = "--";

  private final List<String> words;

  /// Takes the typed text.
  public SlashCommand(String text) {
    this.words = words(text);
  }

  /// Returns the command that the text starts with, as it is spelled among the known ones; null if
  /// it starts with none of them.
  ///
  /// @param known the commands there are, without slash
  public @Nullable String name(List<String> known) {
    var first = words.isEmpty() ? "" : words.getFirst();
    for (var name : known) {
      if (first.equalsIgnoreCase("/" + name)) {
        return name;
      }
    }
    return null;
  }

  /// Returns the words after the first that are no flags, for example the subject of a command.
  public List<String> arguments() {
    var arguments = new ArrayList<String>();
    for (int i = 1; i < words.size(); i++) {
      if (!words.get(i).startsWith(DASHES)) {
        arguments.add(words.get(i));
      }
    }
    return arguments;
  }

  /// Returns whether a flag stands there as a whole word: `--force-push` and `--force=yes` are not
  /// `--force`.
  ///
  /// @param flag its name, without dashes
  public boolean hasFlag(String flag) {
    for (var word : words) {
      if (word.equalsIgnoreCase(DASHES + flag)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the value of a flag: that of its first occurrence with one.
  ///
  /// @param flag its name, without dashes
  /// @param allowed the allowed values; empty for any
  public FlagValue value(String flag, List<String> allowed) {
    var start = DASHES + flag + "=";
    for (var word : words) {
      if (word.length() > start.length() && word.regionMatches(true, 0, start, 0, start.length())) {
        var value = word.substring(start.length());
        return allowed.isEmpty() || allowed.contains(value)
            ? new FlagValue(value, null)
            : new FlagValue(null, invalid(flag, value, allowed));
      }
    }
    return new FlagValue(null, null);
  }

  private static Notice invalid(String flag, String value, List<String> allowed) {
    return new Notice(
        "bad-flag",
        DASHES
            + flag.toLowerCase(Locale.ROOT)
            + " cannot be "
            + value
            + ", only one of "
            + String.join(", ", allowed));
  }

  /// The value of a flag.
  ///
  /// @param value the value; null if there is none, or it is not allowed
  /// @param warning the problem of the value; null if there is none
  public record FlagValue(@Nullable String value, @Nullable Notice warning) {}

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean space = i == text.length() || Whitespace.isEcmaScript(text.charAt(i));
      if (space && start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      } else if (!space && start < 0) {
        start = i;
      }
    }
    return words;
  }
}

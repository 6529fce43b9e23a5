package dev.tidemark.workflow.policy;

import java.util.List;

/// Formatting of names and words in sentences and commands.
public final class Wordings {
  private Wordings() {}

  public static String list(List<?> names) {
    var text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " and ").append(names.get(i));
    }
    return text.append(names.size() == 1 ? " is" : " are").toString();
  }

  /// Returns a word as a shell takes it.
  public static String quoted(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && "-_./=:,+@".indexOf(c) < 0) {
        return "'" + word.replace("'", "'\\''") + "'";
      }
    }
    return word.isEmpty() ? "''" : word;
  }

  /// Returns words as a shell takes them.
  public static String command(List<String> words) {
    var text = new StringBuilder();
    for (var word : words) {
      text.append(text.isEmpty() ? "" : " ").append(quoted(word));
    }
    return text.toString();
  }

  /// Returns the first digits of a hash.
  public static String brief(String hash) {
    return hash.length() <= 7 ? hash : hash.substring(0, 7);
  }
}

package dev.tidemark.port;

import dev.tidemark.text.PlainText;
import dev.tidemark.text.Slug;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Issue of a tracker, with its name in branches and pull requests.
///
/// @param identifier its short name, for example `BAS-6`
/// @param url the URL of the issue; absent if unknown
public record Issue(String identifier, @Nullable String url) {
  /// The words by which Linear recognizes that a pull request closes an issue.
  private static final List<String> CLOSING =
      List.of("close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves");

  /// Returns whether a text is the identifier of an issue: letters and digits, a dash, a number.
  public static boolean isIdentifier(String text) {
    int dash = text.lastIndexOf('-');
    if (dash < 1 || dash == text.length() - 1 || text.length() > 40) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean fits = i < dash ? letter || (digit && i > 0) : digit || i == dash;
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /// Returns the name of a branch for the issue: `feature/BAS-6-foundation` (R-004-62).
  ///
  /// @param slug a few words about the issue, in any form; absent for none
  public String branch(String prefix, @Nullable String slug) {
    var begin = prefix.endsWith("/") ? prefix : prefix + "/";
    var words = slug == null || slug.isBlank() ? "" : "-" + Slug.of(slug);
    return begin + identifier + words;
  }

  /// Returns the text of a pull request such that merging it ends the issue (R-004-65). A text that
  /// already has one is unchanged.
  public String closedBy(String text) {
    var lower = text.toLowerCase(Locale.ROOT);
    for (var word : CLOSING) {
      if (PlainText.hasWords(lower, word + " " + identifier.toLowerCase(Locale.ROOT))) {
        return text;
      }
    }
    var begin = text.stripTrailing();
    return (begin.isEmpty() ? "" : begin + "\n\n") + "closes " + identifier;
  }
}

package dev.tidemark.security;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Secret detector for command arguments: values after a blank, such as `--password ...`, `sshpass
/// -p ...`, `curl -u user:...`, `Bearer ...`, `login ... password ...` of a netrc, `the password is
/// ...`.
final class SecretArguments {
  private static final int NEAR = 200;

  private SecretArguments() {}

  /// Returns the secret that stands behind the blank, or null.
  static @Nullable Secret at(String text, int blank) {
    int from = blank + 1;
    if (blank < 2 || from >= text.length() || "dnytrpus".indexOf(text.charAt(blank - 1)) < 0) {
      return null;
    }
    int nameFrom = SecretAssignments.nameFrom(text, blank);
    var word = text.substring(nameFrom, blank).toLowerCase(Locale.ROOT);
    char quote = text.charAt(from);
    from += quote == '"' || quote == '\'' ? 1 : 0;
    return switch (word) {
      case "bearer" -> bearer(text, from);
      case "password", "passwd" ->
          isNear(text, nameFrom, "login ") && isNear(text, nameFrom, "machine ")
              ? SecretAssignments.secret(text, from, SecretName.PASSWORD, true, true)
              : null;
      case "is" -> stated(text, nameFrom, from);
      case "-p" ->
          isNear(text, nameFrom, "sshpass") || isNear(text, nameFrom, "docker login")
              ? SecretAssignments.secret(text, from, SecretName.PASSWORD, true, true)
              : null;
      case "-u", "--user" -> isNear(text, nameFrom, "curl ") ? user(text, from) : null;
      default -> word.startsWith("--") ? option(text, word, from) : null;
    };
  }

  private static @Nullable Secret option(String text, String word, int from) {
    var name = SecretName.of(word);
    boolean option = from < text.length() && text.charAt(from) == '-';
    return name == null || option ? null : SecretAssignments.secret(text, from, name, false, true);
  }

  private static @Nullable Secret bearer(String text, int from) {
    var found = SecretAssignments.secret(text, from, SecretName.KEY, true, true);
    return found != null && found.end() - found.start() >= 20 ? found : null;
  }

  /// Returns the value after `the password is`.
  private static @Nullable Secret stated(String text, int is, int from) {
    if (is < 1 || text.charAt(is - 1) != ' ') {
      return null;
    }
    int nameFrom = SecretAssignments.nameFrom(text, is - 1);
    var name = SecretName.of(text.substring(nameFrom, is - 1).toLowerCase(Locale.ROOT));
    return name == null ? null : SecretAssignments.secret(text, from, name, false, false);
  }

  /// Returns the password of `user:password`.
  private static @Nullable Secret user(String text, int from) {
    int colon = from;
    while (colon < text.length() && !isEnd(text.charAt(colon)) && text.charAt(colon) != ':') {
      colon++;
    }
    int end = Math.min(colon + 1, text.length());
    while (end < text.length() && !isEnd(text.charAt(end))) {
      end++;
    }
    return end - colon > 3 && !SecretValue.isPlaceholder(text, colon + 1, end)
        ? new Secret("password", colon + 1, end)
        : null;
  }

  private static boolean isEnd(char c) {
    return c <= ' ' || c == '"' || c == '\'' || c == '`';
  }

  /// Returns whether something stands shortly before.
  private static boolean isNear(String text, int at, String word) {
    for (int i = Math.max(0, at - NEAR); i < at; i++) {
      if (text.startsWith(word, i)) {
        return true;
      }
    }
    return false;
  }
}

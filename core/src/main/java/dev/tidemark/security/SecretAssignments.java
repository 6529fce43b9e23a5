package dev.tidemark.security;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Secret detector for values that a sign assigns or a word gives: `password: ...`, `api_key=...`,
/// `user:...@host`, `--password ...`, `sshpass -p ...`, `curl -u user:...`, `Bearer ...`, `login
/// ... password ...` of a netrc, `the password is ...`.
final class SecretAssignments {
  private static final int NAME_MAX = 40;

  private static final int VALUE_MAX = 512;

  private static final int NEAR = 200;

  private SecretAssignments() {}

  /// Returns the secret that a colon or equals sign assigns, or null.
  static @Nullable Secret secretAfterSign(String text, int sign) {
    if (text.startsWith("://", sign)) {
      return inAddress(text, sign + 3);
    }
    int nameEnd = nameEnd(text, sign);
    int nameFrom = nameFrom(text, nameEnd);
    var name = SecretName.of(text.substring(nameFrom, nameEnd).toLowerCase(Locale.ROOT));
    if (name == null) {
      return null;
    }
    int from = sign + 1;
    while (from < text.length() && " \t\"'`=>".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    from = afterScheme(text, from);
    boolean capitals = text.charAt(nameEnd - 1) <= 'Z' && text.charAt(nameFrom) <= 'Z';
    return secret(text, from, name, text.charAt(sign) == '=' && from == sign + 1, capitals);
  }

  /// Returns the value that begins there if it is a secret for that name, or null.
  ///
  /// @param attached whether nothing but an equals sign is between name and value
  /// @param firm whether the name is that of a variable of the environment or an option
  static @Nullable Secret secret(
      String text, int from, SecretName name, boolean attached, boolean firm) {
    int quoted = quoted(text, from);
    int end = quoted < 0 ? end(text, from) : quoted;
    var value = new SecretValue(text, from, end, quoted >= 0, attached, firm);
    boolean password = name == SecretName.PASSWORD;
    boolean is = password ? value.isPassword() : value.isKey(name == SecretName.KEY);
    if (!is) {
      return null;
    }
    // The limit of characters read for the decision; the secret itself extends to its end.
    while (quoted < 0 && end - from >= VALUE_MAX && end < text.length() && isValue(text, end)) {
      end++;
    }
    return new Secret(password ? "password" : "secret", from, end);
  }

  /// Returns where a value in quotes ends; -1 if it is not in quotes, or has blanks.
  private static int quoted(String text, int from) {
    char quote = from == 0 ? ' ' : text.charAt(from - 1);
    if (quote != '"' && quote != '\'' && quote != '`') {
      return -1;
    }
    int limit = Math.min(text.length(), from + VALUE_MAX);
    for (int i = from; i < limit && text.charAt(i) > ' '; i++) {
      if (text.charAt(i) == quote) {
        return i;
      }
    }
    return -1;
  }

  private static int end(String text, int from) {
    int end = from;
    while (end < text.length() && end - from < VALUE_MAX && isValue(text, end)) {
      end++;
    }
    // Punctuation at the end of a sentence is excluded; an equals sign is padding.
    while (end > from && ".!?".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static boolean isValue(String text, int at) {
    char c = text.charAt(at);
    return Secrets.isWordChar(c) || "-+/=.!@#$%^&*~?".indexOf(c) >= 0;
  }

  private static int afterScheme(String text, int from) {
    for (var scheme : new String[] {"Bearer ", "bearer ", "Basic ", "token "}) {
      if (text.startsWith(scheme, from)) {
        return from + scheme.length();
      }
    }
    return from;
  }

  private static int nameEnd(String text, int sign) {
    int end = sign;
    while (end > 0 && " \"'`]".indexOf(text.charAt(end - 1)) >= 0 && sign - end < 3) {
      end--;
    }
    return end;
  }

  static int nameFrom(String text, int end) {
    int from = end;
    while (from > 0
        && end - from < NAME_MAX
        && (Secrets.isWordChar(text.charAt(from - 1)) || text.charAt(from - 1) == '-')) {
      from--;
    }
    return from;
  }

  /// Returns the password of `scheme://user:password@host`, or null.
  private static @Nullable Secret inAddress(String text, int from) {
    int user = from;
    while (user < text.length()
        && user - from < VALUE_MAX
        && (Secrets.isWordChar(text.charAt(user)) || "-.%+".indexOf(text.charAt(user)) >= 0)) {
      user++;
    }
    if (user >= text.length() || text.charAt(user) != ':') {
      return null;
    }
    int end = user + 1;
    while (end < text.length() && " \t\n\"'<>/@".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    boolean password = end < text.length() && text.charAt(end) == '@' && end > user + 3;
    return password && !SecretValue.isPlaceholder(text, user + 1, end)
        ? new Secret("password-in-address", user + 1, end)
        : null;
  }

  /// Returns the secret that stands behind the blank, or null.
  public static @Nullable Secret secretAfterBlank(String text, int blank) {
    int from = blank + 1;
    if (blank < 2 || from >= text.length() || "dnytrpus".indexOf(text.charAt(blank - 1)) < 0) {
      return null;
    }
    int nameFrom = nameFrom(text, blank);
    var word = text.substring(nameFrom, blank).toLowerCase(Locale.ROOT);
    char quote = text.charAt(from);
    from += quote == '"' || quote == '\'' ? 1 : 0;
    return switch (word) {
      case "bearer" -> bearer(text, from);
      case "password", "passwd" ->
          isNear(text, nameFrom, "login ") && isNear(text, nameFrom, "machine ")
              ? secret(text, from, SecretName.PASSWORD, true, true)
              : null;
      case "is" -> stated(text, nameFrom, from);
      case "-p" ->
          isNear(text, nameFrom, "sshpass") || isNear(text, nameFrom, "docker login")
              ? secret(text, from, SecretName.PASSWORD, true, true)
              : null;
      case "-u", "--user" -> isNear(text, nameFrom, "curl ") ? user(text, from) : null;
      default -> word.startsWith("--") ? option(text, word, from) : null;
    };
  }

  private static @Nullable Secret option(String text, String word, int from) {
    var name = SecretName.of(word);
    boolean option = from < text.length() && text.charAt(from) == '-';
    return name == null || option ? null : secret(text, from, name, false, true);
  }

  private static @Nullable Secret bearer(String text, int from) {
    var found = secret(text, from, SecretName.KEY, true, true);
    return found != null && found.end() - found.start() >= 20 ? found : null;
  }

  /// Returns the value after `the password is`.
  private static @Nullable Secret stated(String text, int is, int from) {
    if (is < 1 || text.charAt(is - 1) != ' ') {
      return null;
    }
    int nameFrom = nameFrom(text, is - 1);
    var name = SecretName.of(text.substring(nameFrom, is - 1).toLowerCase(Locale.ROOT));
    return name == null ? null : secret(text, from, name, false, false);
  }

  /// Returns the password of `user:password`.
  private static @Nullable Secret user(String text, int from) {
    int colon = from;
    while (colon < text.length() && !isEnd(text.charAt(colon)) && text.charAt(colon) != ':') {
      colon++;
    }
    if (colon == text.length() || text.charAt(colon) != ':') {
      return null;
    }
    int end = colon + 1;
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

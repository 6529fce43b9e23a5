package dev.tidemark.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Secrets that are known by what stands before them: `password: ...`, `api_key=...`, `user:...@`.
final class Assignments {
  private static final String[] WORDS = {
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "accesskey",
    "access_key",
    "access-key",
    "accountkey",
    "private_key",
    "credential",
    "authorization",
    "bearer"
  };

  private static final int PASSWORD_MIN = 8;
  private static final int RANDOM_MIN = 16;
  private static final int NAME_MAX = 40;

  private Assignments() {}

  /// Returns the secret that a colon or equals sign assigns, or null.
  static @Nullable Secret at(String text, int sign) {
    if (text.startsWith("://", sign)) {
      return inAddress(text, sign + 3);
    }
    var name = name(text, sign);
    var word = word(name);
    if (word == null) {
      return null;
    }
    int from = sign + 1;
    while (from < text.length() && " \t\"'`=>".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    from = afterScheme(text, from);
    int end = Secrets.end(text, from, "-+/=.!@#$%^&*~?");
    // What ends the sentence is not of the secret; an equals sign pads it.
    while (end > from && ".!?".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    boolean password = word.startsWith("pass") || word.equals("pwd");
    return isSecret(text, from, end, password)
        ? new Secret(password ? "password" : "secret", from, end)
        : null;
  }

  private static boolean isSecret(String text, int from, int end, boolean password) {
    int length = end - from;
    if (length < PASSWORD_MIN || isPlaceholder(text.charAt(from))) {
      return false;
    }
    if (Randomness.isIdentity(text, from, end)) {
      return false;
    }
    if (password) {
      return Randomness.classes(text, from, end) >= 3;
    }
    return length >= RANDOM_MIN
        && Randomness.isMixed(text, from, end)
        && text.substring(from, end).indexOf("//") < 0;
  }

  /// `$TOKEN`, `<token>`, `{{token}}`, `%TOKEN%` and the like are no secrets.
  private static boolean isPlaceholder(char first) {
    return "$<{[%*.".indexOf(first) >= 0;
  }

  private static int afterScheme(String text, int from) {
    for (var scheme : new String[] {"Bearer ", "bearer ", "Basic ", "token "}) {
      if (text.startsWith(scheme, from)) {
        return from + scheme.length();
      }
    }
    return from;
  }

  private static String name(String text, int sign) {
    int end = sign;
    while (end > 0 && " \"'`".indexOf(text.charAt(end - 1)) >= 0 && sign - end < 3) {
      end--;
    }
    int from = end;
    while (from > 0
        && end - from < NAME_MAX
        && (Secrets.isWordChar(text.charAt(from - 1)) || text.charAt(from - 1) == '-')) {
      from--;
    }
    return text.substring(from, end).toLowerCase(Locale.ROOT);
  }

  private static @Nullable String word(String name) {
    for (var word : WORDS) {
      if (name.endsWith(word) || name.endsWith(word + "s")) {
        return word;
      }
    }
    return null;
  }

  /// Returns the password of `scheme://user:password@host`, or null.
  private static @Nullable Secret inAddress(String text, int from) {
    int user = Secrets.end(text, from, "-.%+");
    if (user >= text.length() || text.charAt(user) != ':') {
      return null;
    }
    int end = user + 1;
    while (end < text.length() && " \t\n\"'<>/@".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    boolean password = end < text.length() && text.charAt(end) == '@' && end > user + 3;
    return password && !isPlaceholder(text.charAt(user + 1))
        ? new Secret("password-in-address", user + 1, end)
        : null;
  }
}

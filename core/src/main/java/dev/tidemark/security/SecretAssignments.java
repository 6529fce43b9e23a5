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

  private static final int TOKEN_MIN = 20;

  private static final int SCHEME_MAX = 20;

  /// How far the name of a secret is before it in a sentence, in words and in characters.
  private static final int WORDS_MAX = 7;

  private static final int SENTENCE_MAX = 60;

  private static final int STATED_MIN = 8;

  private static final int STATED_MAX = 128;

  private static final String BASE64 = "base64:";

  private static final String AUTHORIZATION = "authorization";

  /// Options of one letter that give a password or key, each with a program that has it.
  private static final String[][] OPTIONS = {
    {"-p", "sshpass"},
    {"-p", "login "},
    {"-p", "twine "},
    {"-p", "mongo"},
    {"-a", "redis-cli"},
    {"-w", "ldap"},
    {"-P", "zip "},
    {"-pw", "plink"},
  };

  private static final boolean[] VALUE = valueCharacters();

  private SecretAssignments() {}

  /// Returns the secret that a colon or equals sign assigns, or the end of a tag, or null.
  static @Nullable Secret secretAfterSign(String text, int sign) {
    if (text.startsWith("://", sign)) {
      return inAddress(text, sign + 3);
    }
    int nameEnd = nameEnd(text, sign);
    int nameFrom = nameFrom(text, nameEnd);
    if (nameFrom == nameEnd || (text.charAt(sign) == '>' && !isAt(text, nameFrom - 1, '<'))) {
      return null;
    }
    if (text.startsWith("value", nameFrom) && nameEnd - nameFrom == 5) {
      nameEnd = valueNameEnd(text, nameFrom);
      nameFrom = nameFrom(text, nameEnd);
    }
    boolean attached = text.charAt(sign) == '=';
    var name = name(text, nameFrom, nameEnd, attached);
    if (name == null) {
      return null;
    }
    int from = sign + 1;
    while (from < text.length() && " \t\"'`=>\\".indexOf(text.charAt(from)) >= 0) {
      if (text.charAt(from) == '"' && isAt(text, from - 1, '"')) {
        return null;
      }
      from++;
    }
    int scheme =
        afterScheme(text, from, text.regionMatches(true, nameEnd - 13, AUTHORIZATION, 0, 13));
    boolean capitals =
        scheme > from || (text.charAt(nameEnd - 1) <= 'Z' && text.charAt(nameFrom) <= 'Z');
    return secret(text, scheme, name, attached && from == sign + 1, capitals);
  }

  private static @Nullable SecretName name(String text, int from, int end, boolean attached) {
    var word = text.substring(from, end);
    var name = SecretName.of(word);
    if (name != null && name != SecretName.SECRET) {
      return name;
    }
    if (attached && SecretName.isSession(word) && isCookie(text, from)) {
      return SecretName.KEY;
    }
    if (attached
        && word.equals("key")
        && (isAt(text, from - 1, '?') || isAt(text, from - 1, '&'))) {
      return SecretName.RANDOM;
    }
    // Two words: `API key: ...`.
    int before = from > 1 && text.charAt(from - 1) == ' ' ? nameFrom(text, from - 1) : from;
    return before < from
            && SecretName.isSecret(text.substring(before, from - 1).toLowerCase(Locale.ROOT))
        ? SecretName.of(text.substring(before, end))
        : name;
  }

  private static boolean isAt(String text, int at, char c) {
    return at >= 0 && text.charAt(at) == c;
  }

  private static boolean isCookie(String text, int at) {
    return isNear(text, at, "ookie") || isNear(text, at, "-b ");
  }

  /// Returns the end of the name that `value` belongs to: `name: DB_PASSWORD` in the line before,
  /// or `key="password"` in the same tag.
  private static int valueNameEnd(String text, int value) {
    int end = value;
    while (end > 0 && value - end < NAME_MAX && " \t\r\n\"',".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
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
    if (!value.isSecret(name)) {
      return null;
    }
    // The limit of characters read for the decision; the secret itself extends to its end.
    while (quoted < 0 && end - from >= VALUE_MAX && end < text.length() && isValue(text, end)) {
      end++;
    }
    // A key of a published format may have other characters.
    var key = KeyFormats.keyAt(text, from);
    int last = key == null ? end : Math.max(end, key.end());
    return new Secret(name == SecretName.PASSWORD ? "password" : "secret", from, last);
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
        return text.charAt(i - 1) == '\\' ? i - 1 : i;
      }
    }
    return -1;
  }

  static int end(String text, int from) {
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

  static boolean isValue(String text, int at) {
    char c = text.charAt(at);
    return c < 128 && VALUE[c];
  }

  private static boolean[] valueCharacters() {
    var is = new boolean[128];
    for (char c = 0; c < 128; c++) {
      is[c] = Secrets.isWordChar(c) || "-+/=.!@#$%^&*~?".indexOf(c) >= 0;
    }
    return is;
  }

  private static int afterScheme(String text, int from, boolean authorization) {
    for (var scheme : new String[] {"Bearer ", "bearer ", "Basic ", "token ", BASE64}) {
      if (text.startsWith(scheme, from)) {
        return from + scheme.length();
      }
    }
    int end = from;
    while (authorization
        && end < text.length()
        && end - from < SCHEME_MAX
        && (Secrets.isWordChar(text.charAt(end)) || text.charAt(end) == '-')) {
      end++;
    }
    return end > from && isAt(text, Math.min(end, text.length() - 1), ' ') ? end + 1 : from;
  }

  private static int nameEnd(String text, int sign) {
    int end = sign;
    while (end > 0 && " \"'`]\\?:".indexOf(text.charAt(end - 1)) >= 0 && sign - end < 3) {
      end--;
    }
    return end;
  }

  static int nameFrom(String text, int end) {
    int from = end;
    while (from > 0
        && end - from < NAME_MAX
        && (Secrets.isWordChar(text.charAt(from - 1))
            || text.charAt(from - 1) == '-'
            || (text.charAt(from - 1) == '.' && from < end)
            || (text.charAt(from - 1) >= 0x80 && Character.isLetter(text.charAt(from - 1))))) {
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
    if (isAt(text, Math.min(user, text.length() - 1), '@') || text.startsWith(":x-oauth", user)) {
      boolean oauth = text.charAt(user) == ':';
      var token = new SecretValue(text, from, user, false, true, true);
      return user - from >= TOKEN_MIN && token.isKey(oauth)
          ? new Secret("token-in-address", from, user)
          : null;
    }
    if (user >= text.length() || text.charAt(user) != ':') {
      return null;
    }
    int end = user + 1;
    while (end < text.length() && " \t\n\"'<>/@".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    boolean password = end < text.length() && text.charAt(end) == '@' && end > user + 3;
    boolean same = text.substring(user + 1, end).equals(text.substring(from, user));
    return password && !same && !SecretValue.isPlaceholder(text, user + 1, end)
        ? new Secret("password-in-address", user + 1, end)
        : null;
  }

  /// Returns the secret that stands behind the blank, or null.
  static @Nullable Secret secretAfterBlank(String text, int blank) {
    int from = blank + 1;
    if (blank < 2 || from >= text.length() || text.charAt(from) <= ' ') {
      return null;
    }
    if (text.startsWith("-p", from)) {
      return password(text, from + 2);
    }
    char quote = text.charAt(from);
    from += quote == '"' || quote == '\'' || quote == '`' ? 1 : 0;
    int nameFrom = nameFrom(text, blank);
    Secret secret = null;
    if (isAt(text, nameFrom, '-')) {
      secret = option(text, nameFrom, blank, from);
    } else if (text.startsWith("is", nameFrom) && blank == nameFrom + 2) {
      secret = stated(text, nameFrom, from);
    } else if (text.regionMatches(true, nameFrom, "bearer", 0, 6)) {
      secret = bearer(text, from);
    } else if (text.startsWith("passw", nameFrom)
        && isNear(text, nameFrom, "login ")
        && isNear(text, nameFrom, "machine ")) {
      secret = secret(text, from, SecretName.PASSWORD, true, true);
    }
    int value = text.startsWith(BASE64, from) ? from + BASE64.length() : from;
    if (secret == null && isTurning(text, value)) {
      secret = inSentence(text, blank, value);
    }
    // A published format has a kind of its own.
    var key = secret == null ? null : KeyFormats.keyAt(text, secret.start());
    return secret == null || key == null || key.end() < secret.end() ? secret : null;
  }

  private static @Nullable Secret option(String text, int nameFrom, int blank, int from) {
    var word = text.substring(nameFrom, blank);
    for (var option : OPTIONS) {
      if (word.equals(option[0]) && isNear(text, nameFrom, option[1])) {
        return secret(text, from, SecretName.PASSWORD, true, true);
      }
    }
    if ((word.equals("-u") || word.equals("--user") || word.equals("--proxy-user"))
        && isNear(text, nameFrom, "curl ")) {
      return user(text, from);
    }
    var name = word.length() > 4 ? SecretName.of(word) : null;
    return name == null || isAt(text, Math.min(from, text.length() - 1), '-')
        ? null
        : secret(text, from, name, false, true);
  }

  /// Returns the password of `mysql -pPASSWORD`, or null.
  private static @Nullable Secret password(String text, int from) {
    int at = from;
    while (at < text.length() && "'\"".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length()
            && text.charAt(at) > ' '
            && (isNear(text, from, "mysql")
                || isNear(text, from, "mariadb")
                || isNear(text, from, "7z "))
        ? secret(text, at, SecretName.PASSWORD, true, true)
        : null;
  }

  private static @Nullable Secret bearer(String text, int from) {
    var found = secret(text, from, SecretName.KEY, true, true);
    return found != null && found.end() - found.start() >= TOKEN_MIN ? found : null;
  }

  /// Returns the value after `the password is`.
  private static @Nullable Secret stated(String text, int is, int from) {
    if (is < 1 || text.charAt(is - 1) != ' ') {
      return null;
    }
    int nameFrom = nameFrom(text, is - 1);
    var name = name(text, nameFrom, is - 1, false);
    return name == null ? null : secret(text, from, name, false, false);
  }

  /// Returns whether the first word there has letters and digits that take turns.
  private static boolean isTurning(String text, int from) {
    int turns = 0;
    boolean digit = false;
    int limit = Math.min(text.length(), from + STATED_MAX);
    int at = from;
    while (at < limit && isValue(text, at)) {
      char c = text.charAt(at);
      boolean now = c < 'A';
      turns += at > from && now != digit ? 1 : 0;
      digit = now;
      at++;
    }
    return turns >= 2 && at - from >= STATED_MIN;
  }

  /// Returns the value if a word before it in the same sentence names it, or null: `the token of
  /// the build user is ...`, `password for staging: ...`, `| API_KEY | ... |`.
  private static @Nullable Secret inSentence(String text, int blank, int from) {
    var value = new SecretValue(text, from, end(text, from), false, false, false);
    int limit = Math.max(0, blank - SENTENCE_MAX);
    int at = blank;
    boolean near = true;
    for (int words = 0; words < WORDS_MAX && at > limit; words++) {
      while (at > limit && " :=,|\"'`(".indexOf(text.charAt(at - 1)) >= 0) {
        at--;
      }
      int nameFrom = nameFrom(text, at);
      if (nameFrom == at) {
        return null;
      }
      int before = isAt(text, nameFrom - 1, ' ') ? nameFrom(text, nameFrom - 1) : nameFrom;
      var name = SecretName.of(text.substring(before, at));
      if (name != null) {
        boolean identity = near && name == SecretName.KEY && value.isIdentity();
        return value.isStated(name) || (identity && value.isKey(true))
            ? new Secret(name == SecretName.PASSWORD ? "password" : "secret", from, value.end())
            : null;
      }
      near = words == 0 && at - nameFrom == 2;
      at = nameFrom;
    }
    return null;
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

package dev.tidemark.security;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Secret detector for values that a sign assigns or a word gives: `password: ...`, `api_key=...`,
/// `user:...@host`, `--password ...`, `sshpass -p ...`, `curl -u user:...`, `Bearer ...`, `login
/// ... password ...` of a netrc, `the password is ...`.
final class SecretAssignments {
  private static final int NAME_MAX = 40;
  private static final int VALUE_MAX = 512;
  private static final int NEAR = 200;
  private static final int TOKEN_MIN = 20;
  private static final String AUTHORIZATION = "authorization";

  /// Options of one letter that give a password or key, each after a program that has it.
  private static final LazyPattern OPTION =
      new LazyPattern(
          "(?s)(?:sshpass|login |twine |mongo).* -p|redis-cli.* -a|ldap.* -w|zip.* -P|plink.*"
              + " -pw|sqlcmd.* -P|openssl enc.* -k");

  private static final LazyPattern SCHEME = new LazyPattern("[Bb]earer |Basic |token |base64:");
  private static final LazyPattern ANY_SCHEME = new LazyPattern("base64:|[\\w-]{1,20} ");

  /// A token or a user with a password in an address.
  private static final LazyPattern ADDRESS =
      new LazyPattern("([\\w.%+,=-]{0,512}+)(?:@|:x-oauth|:([^ \t\n\"'<>/@]{3,}+)@)");

  private static final LazyPattern PAIR = new LazyPattern("[^\\s\"'`:%]*+[:%]([^\\s\"'`]{3,})");

  /// What is printed for a program that reads a password.
  private static final LazyPattern PIPED =
      new LazyPattern(
          "[^\n|]*\\| *(?:sudo -S|(?:sudo )?chpasswd|passwd --stdin|[^\n|]*--password-stdin)");

  /// A block of YAML: `password: >-` and the value in the next line.
  private static final LazyPattern BLOCK = new LazyPattern(" *[|>][-+]?\r?\n[ \t]+");

  private static final LazyPattern NEXT_LINE =
      new LazyPattern("\r?\n(?:[ \t]*\r?\n)?[ \t]*([!-~]{8,128})[ \t]*(?:\r?\n|$)");

  /// What decodes a key that stands in quotes.
  private static final LazyPattern DECODED =
      new LazyPattern(
          "[\\w.]{0,40}(?:fromhex|unhexlify|b64decode|Buffer\\.from|FromString|decode64)\\([\"']");

  private static final LazyPattern TAG =
      new LazyPattern(
          "<(?:[\\w-]+:)?([\\w.-]+)(?:\\s(?:[^<>]*?\\s)?"
              + "(?:name|key|id)=[\"']([\\w.-]+)[\"'])?[^<>]*");

  private static final Set<String> SIGNATURES =
      Set.of("signature", "x-amz-signature", "sig", "appid", "app_id", "access_key", "code");

  /// A password of an application: four times four letters.
  private static final LazyPattern FOURS = new LazyPattern("(?:[a-z]{4} ){3}[a-z]{4}(?![a-z ])");

  private static final LazyPattern QUOTED_WORDS =
      new LazyPattern("(?:[a-z]{3,12} ){3,11}[a-z]{3,12}(?=[\"'])");

  /// A user and password in the address of an Oracle database.
  private static final LazyPattern THIN = new LazyPattern("[: ]\\w+/([^\\s@/\"']{3,})@");

  /// The rest of a value with brackets and commas.
  private static final LazyPattern MORE =
      new LazyPattern("[!-~&&[^\"'`]]*[!-~&&[^\"'`;,)}\\]>.!?]]");

  private static final LazyPattern PGPASS =
      new LazyPattern("[\\w.*-]+:(\\d{3,5}|\\*):[\\w*-]+:[\\w*-]+");
  private static final int PGPASS_SIGNS = 3;
  private static final boolean[] VALUE = valueCharacters();

  private SecretAssignments() {}

  /// Returns the secret that a colon or equals sign assigns, or the end of a tag, or null.
  static @Nullable Secret secretAfterSign(String text, int sign) {
    if (text.startsWith("://", sign)) {
      return inAddress(text, sign + 3);
    }
    int nameEnd = nameEnd(text, sign);
    int nameFrom = nameFrom(text, nameEnd);
    if (text.charAt(sign) == '>' && !isAt(text, nameFrom - 1, '<')) {
      return inElement(text, sign);
    }
    if (nameFrom == nameEnd
        || text.startsWith("${", nameFrom - 2)
        || text.startsWith("--- PASS", nameFrom - 4)) {
      return null;
    }
    if (text.startsWith("value", nameFrom) && nameEnd - nameFrom == 5) {
      nameEnd = valueNameEnd(text, nameFrom);
      nameFrom = nameFrom(text, nameEnd);
    }
    boolean encoded = text.charAt(sign) == '%';
    boolean attached = encoded || text.charAt(sign) == '=';
    var name = name(text, nameFrom, nameEnd, attached);
    if (name == null) {
      return text.charAt(sign) == ':' ? inFields(text, sign) : null;
    }
    int from = sign + (encoded ? 3 : 1);
    int block = afterBlockSign(text, from);
    if (block > from) {
      return secret(text, block, name, true, name != SecretName.PASSWORD);
    }
    var next = nextLine(text, from, name);
    if (next != null) {
      return next;
    }
    while (from < text.length() && " \t\"'`=>\\".indexOf(text.charAt(from)) >= 0) {
      if (text.charAt(from) == '"' && isAt(text, from - 1, '"')) {
        return null;
      }
      from++;
    }
    if (isLetter(text, from)) {
      var call = DECODED.matcher(text).region(from, text.length());
      from = call.lookingAt() ? call.end() : from;
    }
    boolean wrapped = from + 1 < text.length() && "\"'".indexOf(text.charAt(from + 1)) >= 0;
    from += wrapped && "@$bruN".indexOf(text.charAt(from)) >= 0 ? 2 : 0;
    int first = isAt(text, Math.min(from, text.length() - 1), '[') ? from + 1 : from;
    int scheme =
        afterScheme(text, first, text.regionMatches(true, nameEnd - 13, AUTHORIZATION, 0, 13));
    scheme = scheme > first ? scheme : from;
    boolean capitals =
        scheme > from || (text.charAt(nameEnd - 1) <= 'Z' && text.charAt(nameFrom) <= 'Z');
    return secret(text, scheme, name, attached && from <= sign + (encoded ? 3 : 1), capitals);
  }

  /// Returns the secret that an element of XML holds, by its name or the name in an attribute.
  private static @Nullable Secret inElement(String text, int sign) {
    int begin = Math.max(0, sign - NEAR);
    int open = begin + text.substring(begin, sign).lastIndexOf('<');
    if (open < begin || sign + 1 >= text.length() || !isValue(text, sign + 1)) {
      return null;
    }
    var tag = TAG.matcher(text).region(open, sign);
    if (!tag.matches()) {
      return null;
    }
    var named = tag.group(2) == null ? null : SecretName.of(tag.group(2));
    var name = named == null ? SecretName.of(tag.group(1)) : named;
    return name == null ? null : secret(text, sign + 1, name, true, true);
  }

  /// Returns where the first line of a block begins, `password: >-` before it; `from` if there is
  /// none.
  private static int afterBlockSign(String text, int from) {
    int sign = from;
    while (sign < text.length() && text.charAt(sign) == ' ') {
      sign++;
    }
    if (sign == text.length() || "|>".indexOf(text.charAt(sign)) < 0) {
      return from;
    }
    var block = BLOCK.matcher(text).region(from, text.length());
    return block.lookingAt() ? block.end() : from;
  }

  /// Returns the value that stands alone in the line after `Admin password:`, if it looks random.
  private static @Nullable Secret nextLine(String text, int from, SecretName name) {
    if (from >= text.length() || "\r\n".indexOf(text.charAt(from)) < 0) {
      return null;
    }
    var line = NEXT_LINE.matcher(text).region(from, text.length());
    if (!line.lookingAt()) {
      return null;
    }
    var value = new SecretValue(text, line.start(1), line.end(1), false, false, false);
    return value.isStated(name)
        ? new Secret(
            name == SecretName.PASSWORD ? "password" : "secret", line.start(1), line.end(1))
        : null;
  }

  /// Returns the password of `user:password`, or of a line `host:port:database:user:password`.
  private static @Nullable Secret inFields(String text, int sign) {
    if (!isValue(text, Math.min(sign + 1, text.length() - 1))) {
      return null;
    }
    if (text.startsWith("thin", Math.max(0, sign - 4))) {
      return inOracleAddress(text, sign);
    }
    int from = sign;
    int signs = 0;
    while (from > 0 && sign - from < NEAR && isField(text.charAt(from - 1))) {
      from--;
      signs += text.charAt(from) == ':' ? 1 : 0;
    }
    if (from > 0 && "/@".indexOf(text.charAt(from - 1)) >= 0) {
      return null;
    }
    return signs == PGPASS_SIGNS && PGPASS.matcher(text).region(from, sign).matches()
        ? secret(text, sign + 1, SecretName.PASSWORD, true, false)
        : StatedSecrets.secretAt(text, sign);
  }

  private static @Nullable Secret inOracleAddress(String text, int sign) {
    var thin = THIN.matcher(text).region(sign, text.length());
    return thin.lookingAt() ? new Secret("password", thin.start(1), thin.end(1)) : null;
  }

  private static boolean isField(char c) {
    return Secrets.isWordChar(c) || ":.*-".indexOf(c) >= 0;
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
    if (attached && (isAt(text, from - 1, '?') || isAt(text, from - 1, '&'))) {
      boolean key = name == SecretName.SECRET || SIGNATURES.contains(word.toLowerCase(Locale.ROOT));
      return key ? SecretName.KEY : word.equals("key") ? SecretName.RANDOM : name;
    }
    if (word.length() == 1 && "dkpq".contains(word) && isNear(text, from, "\"kty\"")) {
      return SecretName.KEY;
    }
    // Two words: `API key: ...`.
    int before = from > 1 && text.charAt(from - 1) == ' ' ? nameFrom(text, from - 1) : from;
    return before < from
            && SecretName.isSecret(text.substring(before, from - 1).toLowerCase(Locale.ROOT))
        ? SecretName.of(text.substring(before, end))
        : name;
  }

  private static boolean isLetter(String text, int at) {
    return at < text.length() && Character.isLetter(text.charAt(at));
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
    if (name == SecretName.PASSWORD && isAt(text, Math.min(from + 4, text.length() - 1), ' ')) {
      var fours = FOURS.matcher(text).region(from, text.length());
      if (fours.lookingAt()) {
        return new Secret("password", from, fours.end());
      }
    }
    if (name == SecretName.PASSWORD && from > 0 && "\"'".indexOf(text.charAt(from - 1)) >= 0) {
      var words = QUOTED_WORDS.matcher(text).region(from, text.length());
      if (words.lookingAt() && SecretValue.isWithoutCommonWords(words.group())) {
        return new Secret("password", from, words.end());
      }
    }
    // A sign at the end of a line may belong to it.
    if (quoted < 0
        && !attached
        && isLastSign(text, end)
        && RandomTextCheck.changes(text, from, end) >= 1) {
      end++;
    }
    boolean open = (attached && firm) || isAt(text, Math.min(end, text.length() - 1), '(');
    if (quoted < 0 && open && RandomTextCheck.changes(text, from, end) >= 3) {
      var more = MORE.matcher(text).region(end, Math.min(text.length(), from + VALUE_MAX));
      end = more.lookingAt() ? more.end() : end;
    }
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

  private static boolean isLastSign(String text, int at) {
    return at < text.length()
        && "!?".indexOf(text.charAt(at)) >= 0
        && (at + 1 == text.length() || "\r\n".indexOf(text.charAt(at + 1)) >= 0);
  }

  /// Returns where a value in quotes ends; -1 if it is not in quotes, or has blanks.
  static int quoted(String text, int from) {
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
    return c < 128 ? VALUE[c] : Character.isLetter(c);
  }

  private static boolean[] valueCharacters() {
    var is = new boolean[128];
    for (char c = 0; c < 128; c++) {
      is[c] = Secrets.isWordChar(c) || "-+/=.!@#$%^&*~?".indexOf(c) >= 0;
    }
    return is;
  }

  private static int afterScheme(String text, int from, boolean authorization) {
    var scheme = (authorization ? ANY_SCHEME : SCHEME).matcher(text).region(from, text.length());
    return scheme.lookingAt() ? scheme.end() : from;
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
    int limit = Math.min(text.length(), from + 2 * VALUE_MAX);
    if (text.indexOf('@', from, limit) < 0 && text.indexOf(":x-oauth", from, limit) < 0) {
      return null;
    }
    var parts = ADDRESS.matcher(text).region(from, text.length());
    if (!parts.lookingAt()) {
      return null;
    }
    if (parts.group(2) == null) {
      int end = parts.end(1);
      var token = new SecretValue(text, from, end, false, true, true);
      return end - from >= TOKEN_MIN && token.isKey(text.charAt(end) == ':')
          ? new Secret("token-in-address", from, end)
          : null;
    }
    return parts.group(1).equals(parts.group(2))
            || SecretValue.isPlaceholder(text, parts.start(2), parts.end(2))
        ? null
        : new Secret("password-in-address", parts.start(2), parts.end(2));
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
    } else if (text.regionMatches(true, nameFrom, "bearer", 0, 6)) {
      secret = bearer(text, from);
    } else if (text.startsWith("passw", nameFrom)
        && isNear(text, nameFrom, "login ")
        && isNear(text, nameFrom, "machine ")) {
      secret = secret(text, from, SecretName.PASSWORD, true, true);
    } else if (text.startsWith("requirepass", nameFrom)
        || text.startsWith("masterauth", nameFrom)) {
      secret = secret(text, from, SecretName.PASSWORD, true, false);
    } else if (isPiped(text, nameFrom, blank)) {
      int limit = Math.min(text.length(), from + NEAR);
      var user = text.indexOf("chpasswd", from, limit) > 0 ? user(text, from) : null;
      secret = user == null ? secret(text, from, SecretName.PASSWORD, true, true) : user;
    } else if (text.startsWith("-U", nameFrom) && isNear(text, nameFrom, "smbclient")) {
      secret = user(text, from);
    } else if (text.startsWith("sqlplus", nameFrom)) {
      secret = inOracleAddress(text, blank);
    } else if (isAt(text, blank - 1, ',') && from > blank + 1) {
      secret = argument(text, blank, from);
    } else if (from > blank + 1 && isSql(text, nameFrom, blank)) {
      secret = secret(text, from, SecretName.PASSWORD, true, true);
    }
    if (secret == null && text.regionMatches(true, nameFrom, "password", 0, 8)) {
      var fours = FOURS.matcher(text).region(from, text.length());
      secret = fours.lookingAt() ? new Secret("password", from, fours.end()) : null;
    }
    if (secret == null) {
      secret = StatedSecrets.secretAt(text, blank);
    }
    // A published format has a kind of its own.
    var key = secret == null ? null : KeyFormats.keyAt(text, secret.start());
    return secret == null || key == null || key.end() < secret.end() ? secret : null;
  }

  /// Returns whether a word of SQL gives a password: `IDENTIFIED BY '...'`, `PASSWORD '...'`.
  private static boolean isSql(String text, int from, int end) {
    return text.startsWith("PASSWORD", from)
        || text.startsWith("SecureString", Math.max(0, end - 12))
        || text.regionMatches(true, Math.max(0, end - 13), "identified by", 0, 13);
  }

  /// Returns whether a command prints what another reads as a password.
  private static boolean isPiped(String text, int from, int end) {
    boolean prints = text.startsWith("echo", from) || text.startsWith("printf", from);
    return prints
        && end - from <= "printf".length()
        && PIPED.matcher(text).region(end, Math.min(text.length(), end + NEAR)).lookingAt();
  }

  /// Returns the second argument of a call whose first one names it: `define('AUTH_KEY', '...')`.
  private static @Nullable Secret argument(String text, int blank, int from) {
    int end = blank - 2;
    if (end < 1 || "\"'".indexOf(text.charAt(end)) < 0) {
      return null;
    }
    var name = SecretName.of(text.substring(nameFrom(text, end), end));
    int last = quoted(text, from);
    var value = new SecretValue(text, from, Math.max(from, last), true, true, false);
    boolean strong = name == SecretName.PASSWORD ? value.isMade() : value.isKey(true);
    return name == null || last < 0 || !strong ? null : secret(text, from, name, true, true);
  }

  private static @Nullable Secret option(String text, int nameFrom, int blank, int from) {
    var word = text.substring(nameFrom, blank);
    if (" -p -a -w -P -pw -k ".contains(' ' + word + ' ') && isOption(text, blank)) {
      return secret(text, from, SecretName.PASSWORD, true, true);
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

  private static boolean isOption(String text, int end) {
    var option = OPTION.matcher(text).region(Math.max(0, end - NEAR), end);
    return option.find() && option.end() == end;
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

  /// Returns the password of `user:password`.
  private static @Nullable Secret user(String text, int from) {
    var pair = PAIR.matcher(text).region(from, text.length());
    return pair.lookingAt() && !SecretValue.isPlaceholder(text, pair.start(1), pair.end(1))
        ? new Secret("password", pair.start(1), pair.end(1))
        : null;
  }

  /// Returns whether something stands shortly before.
  private static boolean isNear(String text, int at, String word) {
    return text.substring(Math.max(0, at - NEAR), at).contains(word);
  }
}

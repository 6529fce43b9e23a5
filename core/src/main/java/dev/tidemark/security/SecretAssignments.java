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
  private static final int VALUE_NEAR = 64;
  private static final int TOKEN_MIN = 20;
  private static final int SALT_MIN = 48;
  private static final int SALT_MAX = 100;
  private static final String AUTHORIZATION = "authorization";

  /// Options of one letter that give a password or key, each after a program that has it.
  private static final LazyPattern OPTION =
      new LazyPattern(
          "(?s)(?:(?:sshpass|login\\W|twine\\W|mongo).*[ \"']-p|redis-cli.*[ \"']-a|ldap.*[ \"']-w"
              + "|zip.*[ \"']-P|plink.*[ \"']-pw|sqlcmd.*[ \"']-P|openssl\\W+enc.*[ \"']-k)");

  private static final LazyPattern SCHEME = new LazyPattern("[Bb]earer |Basic |token |base64:");
  private static final LazyPattern ANY_SCHEME = new LazyPattern("base64:|[\\w-]{1,20} ");

  /// A block of YAML: `password: >-` and the value in the next line.
  private static final LazyPattern BLOCK = new LazyPattern(" *[|>][-+]?\r?\n[ \t]+");

  private static final LazyPattern NEXT_LINE =
      new LazyPattern("\r?\n(?:[ \t]*\r?\n)?[ \t]*([!-~]{8,128})[ \t]*(?:\r?\n|$)");

  /// What decodes or casts a key that stands in quotes.
  private static final LazyPattern DECODED =
      new LazyPattern(
          "(?:[\\w.\\[\\]]{0,40}(?:fromhex|unhexlify|b64decode|Buffer\\.from|FromString"
              + "|decode64|byte|bytes|[gG]etBytes|SecretStr)\\(|\\([\\w ]{1,30}\\*?\\) ?)[\"']");

  private static final LazyPattern TAG =
      new LazyPattern(
          "<(?:[\\w-]+:)?([\\w.-]+)(?:\\s(?:[^<>]*?\\s)?"
              + "(?:name|key|id)=[\"']([\\w.-]+)[\"'])?[^<>]*");

  private static final Set<String> SIGNATURES =
      Set.of("signature", "x-amz-signature", "sig", "appid", "app_id", "access_key", "code");

  /// A list of keys of wallets.
  private static final LazyPattern WALLETS =
      new LazyPattern("[\"']?\\s*[:=]\\s*\\[\\s*[\"'](?:0x)?\\p{XDigit}{64}[\"']");

  private static final LazyPattern SIBLING =
      new LazyPattern(
          "(?i)(?:^|[\\s;\"'])(?:host|server|user|username|uid|dbname|data source)=[^\\s,(]");

  /// The rest of a value with brackets and commas.
  private static final LazyPattern MORE =
      new LazyPattern("[!-~&&[^\"'`<]]*[!-~&&[^\"'`;,)}\\]<>.!?]]");

  /// The rest of a password with a comma or semicolon inside, and no further entry.
  private static final LazyPattern JOINED =
      new LazyPattern(
          "(?:[,;](?!\\w*=)[\\w+/=.!@#$%^&*~?-]*[\\w+/=@#$%^&*~-])+(?=[,;.!?]*(?:\\s|$))");

  private static final boolean[] VALUE = valueCharacters();

  private SecretAssignments() {}

  /// Returns the secret that a colon or equals sign assigns, or the end of a tag, or null.
  static @Nullable Secret secretAfterSign(String text, int sign) {
    if (text.startsWith("://", sign)) {
      return SecretAddresses.inAddress(text, sign + 3);
    }
    int nameEnd = nameEnd(text, sign);
    int nameFrom = nameFrom(text, nameEnd);
    if (text.charAt(sign) == '>'
        && (!isAt(text, nameFrom - 1, '<')
            || text.startsWith("string", nameFrom)
            || text.startsWith("Value", nameFrom))) {
      return inElement(text, sign);
    }
    boolean placeholder = text.startsWith("${", nameFrom - 2);
    if (nameFrom == nameEnd
        || (placeholder && (text.charAt(sign) != ':' || isSignOfShell(text, sign + 1)))
        || text.startsWith("--- PASS", nameFrom - 4)
        || (text.startsWith(":'", sign) && isAt(text, sign - 1, ' '))) {
      return null;
    }
    var word = text.substring(nameFrom, nameEnd);
    // The name of a secret in an address of AWS: `arn:...:1234:secret:...`.
    if (word.equals("secret") && nameFrom > 1 && Character.isDigit(text.charAt(nameFrom - 2))) {
      return null;
    }
    if (word.equals("value") || word.equals("default") || word.equals("ParameterValue")) {
      int variable = word.equals("default") ? variableEnd(text, nameFrom) : -1;
      nameEnd = variable < 0 ? valueNameEnd(text, nameFrom) : variable;
      nameFrom = nameFrom(text, nameEnd);
    }
    boolean encoded = text.charAt(sign) == '%';
    boolean attached = encoded || text.charAt(sign) == '=';
    if (attached && SecretUsers.isPairOption(word)) {
      return SecretUsers.pair(text, sign + 1);
    }
    var name = name(text, nameFrom, nameEnd, attached);
    if (name == null) {
      return SecretUsers.unnamed(text, nameFrom, nameEnd, sign);
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
    while (from < text.length()
        && (" \t\"'`=>\\".indexOf(text.charAt(from)) >= 0
            || (name != SecretName.PASSWORD
                && (text.startsWith("[\"", from) || text.startsWith("['", from))))) {
      if (text.charAt(from) == '"' && isAt(text, from - 1, '"')) {
        return null;
      }
      from++;
    }
    if (isLetter(text, from) || text.startsWith("[]", from) || text.startsWith("(", from)) {
      var call = DECODED.matcher(text).region(from, text.length());
      from = call.lookingAt() ? call.end() : from;
    }
    if (placeholder
        && !new SecretValue(text, from, end(text, from), false, true, true).isStated(name)) {
      return null;
    }
    boolean wrapped = from + 1 < text.length() && "\"'".indexOf(text.charAt(from + 1)) >= 0;
    from += wrapped && "@$bruN".indexOf(text.charAt(from)) >= 0 ? 2 : 0;
    int first = isAt(text, Math.min(from, text.length() - 1), '[') ? from + 1 : from;
    int scheme =
        afterScheme(text, first, text.regionMatches(true, nameEnd - 13, AUTHORIZATION, 0, 13));
    scheme = scheme > first ? scheme : from;
    boolean capitals =
        scheme > from
            || (text.charAt(nameEnd - 1) <= 'Z' && text.charAt(nameFrom) <= 'Z')
            || (text.charAt(nameFrom) == '-' && attached)
            || isConnection(text, nameFrom, scheme);
    var found = secret(text, scheme, name, attached && from <= sign + (encoded ? 3 : 1), capitals);
    return withEncoding(text, first, found);
  }

  /// Returns a key that is given with its encoding together with it, as it is used.
  private static @Nullable Secret withEncoding(String text, int from, @Nullable Secret found) {
    return found != null && text.startsWith("base64:", from)
        ? new Secret(found.kind(), from, found.end())
        : found;
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
    var given = tag.group(2) == null ? nameBefore(text, open) : tag.group(2);
    var named = given == null ? null : SecretName.of(given);
    var name = named == null ? SecretName.of(tag.group(1)) : named;
    return name == null ? null : secret(text, sign + 1, name, true, true);
  }

  /// Returns the name that an element is the value of: `<key>Password</key><string>`, or
  /// `<Password><Value>`.
  private static @Nullable String nameBefore(String text, int open) {
    int end = open;
    while (end > 0 && open - end < NEAR && text.charAt(end - 1) <= ' ') {
      end--;
    }
    boolean around = text.regionMatches(true, open, "<value>", 0, 7);
    end -= around ? 1 : "</key>".length();
    return end > 0 && text.startsWith(around ? ">" : "</key>", end)
        ? text.substring(nameFrom(text, end), end)
        : null;
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
    if (word.equals("key")) {
      // The name above: `encryption:` and `key: ...` in the next line.
      int nameEnd = valueNameEnd(text, from);
      int above = text.indexOf(',', nameEnd, from) < 0 ? nameEnd(text, nameEnd) : from;
      var parent = text.substring(nameFrom(text, above), above).toLowerCase(Locale.ROOT);
      boolean pair = isAt(text, from - 1, '"') && isNear(text, from, "\"username\"");
      return pair || SecretName.isSecret(parent) ? SecretName.KEY : null;
    }
    if (word.equals("accounts") && WALLETS.matcher(text).region(end, text.length()).lookingAt()) {
      return SecretName.KEY;
    }
    // Two words: `API key: ...`.
    int before = from > 1 && text.charAt(from - 1) == ' ' ? nameFrom(text, from - 1) : from;
    return before < from
            && SecretName.isSecret(text.substring(before, from - 1).toLowerCase(Locale.ROOT))
        ? SecretName.of(text.substring(before, end))
        : name;
  }

  /// Returns whether a name is one of several in a connection string: `host=db user=app password=`.
  private static boolean isConnection(String text, int name, int value) {
    if (name == 0 || " ;".indexOf(text.charAt(name - 1)) < 0) {
      return false;
    }
    int end = end(text, value);
    boolean ends = end == text.length() || " ;\"'".indexOf(text.charAt(end)) >= 0;
    return ends && SIBLING.matcher(text).region(Math.max(0, name - NEAR), name).find();
  }

  private static boolean isSignOfShell(String text, int at) {
    return at >= text.length() || "-+?=".indexOf(text.charAt(at)) >= 0;
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
    while (end > 0 && value - end < NAME_MAX && " \t\r\n\"',{".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  /// Returns the end of the name of a variable of Terraform that has a default; -1 if it has none.
  private static int variableEnd(String text, int at) {
    int begin = Math.max(0, at - NEAR);
    var before = text.substring(begin, at);
    int name = before.lastIndexOf("variable \"") + "variable \"".length();
    boolean inside = name > before.lastIndexOf("\n}") && name >= "variable \"".length();
    return inside ? text.indexOf('"', begin + name) : -1;
  }

  /// Returns the value that begins there if it is a secret for that name, or null.
  ///
  /// @param attached whether nothing but an equals sign is between name and value
  /// @param firm whether the name is that of a variable of the environment or an option
  static @Nullable Secret secret(
      String text, int from, SecretName name, boolean attached, boolean firm) {
    int quoted = quoted(text, from);
    int end = quoted < 0 ? end(text, from) : quoted;
    var phrase = SecretPhrases.assigned(text, from, name);
    if (phrase != null) {
      return phrase;
    }
    // A sign at the end of a line may belong to it.
    if (quoted < 0
        && isLastSign(text, end, attached)
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

  private static boolean isLastSign(String text, int at, boolean attached) {
    return at < text.length()
        && "!?".indexOf(text.charAt(at)) >= 0
        && (at + 1 == text.length()
            || (attached ? "\r\n \t;," : "\r\n").indexOf(text.charAt(at + 1)) >= 0);
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
    while (end < text.length()
        && end - from < VALUE_MAX
        && (isValue(text, end) || isEscape(text, end))) {
      end += isEscape(text, end) ? 2 : 1;
    }
    end = Math.min(end, text.length());
    var joined = JOINED.matcher(text).region(end, Math.min(text.length(), end + VALUE_NEAR));
    if (end < text.length()
        && ",;".indexOf(text.charAt(end)) >= 0
        && joined.lookingAt()
        && RandomTextCheck.classes(text, from, joined.end()) == 4
        && RandomTextCheck.changes(text, from, joined.end()) >= 5) {
      return joined.end();
    }
    // Punctuation at the end of a sentence is excluded; an equals sign is padding.
    while (end > from && ".!?".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  /// Returns whether a sign is escaped there, as in files of properties.
  private static boolean isEscape(String text, int at) {
    return text.charAt(at) == '\\'
        && at + 1 < text.length()
        && "!#:=".indexOf(text.charAt(at + 1)) >= 0;
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
    int first = sign;
    while (first > 0 && text.charAt(first - 1) == ' ' && sign - first < NAME_MAX) {
      first--;
    }
    int end = first;
    while (end > 0 && " \"'`]\\?:".indexOf(text.charAt(end - 1)) >= 0 && first - end < 3) {
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

  /// Returns the secret that stands behind the blank, or null.
  static @Nullable Secret secretAfterBlank(String text, int blank) {
    int from = blank + 1;
    if (blank < 2 || from >= text.length() || text.charAt(from) <= ' ') {
      return null;
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
    } else if (isAt(text, blank - 1, ',') && from > blank + 1) {
      secret = argument(text, blank - 1, from);
    } else if (from > blank + 1
        && (text.startsWith("||", blank - 2) || text.startsWith("??", blank - 2))) {
      int end = nameEnd(text, blank - 2);
      var name = SecretName.of(text.substring(nameFrom(text, end), end));
      secret = name == null ? null : secret(text, from, name, true, true);
    } else if (from > blank + 1 && isSql(text, nameFrom, blank)) {
      secret = secret(text, from, SecretName.PASSWORD, true, true);
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

  /// Returns the literal after one that names it: `define('AUTH_KEY', '...')`, `["--password",
  /// "..."]`.
  ///
  /// @param comma where the comma after the name is
  /// @param from where the literal begins
  static @Nullable Secret argument(String text, int comma, int from) {
    int end = comma - 1;
    if (end < 1 || "\"'".indexOf(text.charAt(end)) < 0) {
      return null;
    }
    int nameFrom = nameFrom(text, end);
    if (text.charAt(nameFrom) == '-') {
      return option(text, nameFrom, end, from);
    }
    var name = SecretName.of(text.substring(nameFrom, end));
    int last = quoted(text, from);
    if (name != null && last < 0) {
      return salt(text, from);
    }
    var value = new SecretValue(text, from, Math.max(from, last), true, true, false);
    boolean strong = name == SecretName.PASSWORD ? value.isMade() : value.isKey(true);
    return name == null || last < 0 || !strong ? null : secret(text, from, name, true, true);
  }

  /// Returns a long literal of random characters, blanks among them, as WordPress makes its keys.
  private static @Nullable Secret salt(String text, int from) {
    int end = text.indexOf(text.charAt(from - 1), from, Math.min(text.length(), from + SALT_MAX));
    return end - from >= SALT_MIN && RandomTextCheck.changes(text, from, end) * 3 >= end - from
        ? new Secret("secret", from, end)
        : null;
  }

  private static @Nullable Secret option(String text, int nameFrom, int blank, int from) {
    var word = text.substring(nameFrom, blank);
    if (" -p -a -w -P -pw -k ".contains(' ' + word + ' ') && isOption(text, blank)) {
      return secret(text, from, SecretName.PASSWORD, true, true);
    }
    boolean user = word.length() < 6 && !word.startsWith("--") && word.endsWith("u");
    if ((user || word.equals("--user") || word.equals("--proxy-user"))
        && isNear(text, nameFrom, "curl")) {
      return SecretUsers.pair(text, from);
    }
    if (SecretUsers.isPairOption(word)) {
      return SecretUsers.pair(text, from);
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

  private static @Nullable Secret bearer(String text, int from) {
    var found = secret(text, from, SecretName.KEY, true, true);
    return found != null && found.end() - found.start() >= TOKEN_MIN ? found : null;
  }

  /// Returns whether something stands shortly before.
  static boolean isNear(String text, int at, String word) {
    return text.substring(Math.max(0, at - NEAR), at).contains(word);
  }
}

package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Secret detector for users with their passwords: `user:password` in an option, an entry below
/// `users:`, a line of a password file.
final class SecretUsers {
  private static final int NEAR = 200;
  private static final int VALUE_NEAR = 64;
  private static final LazyPattern PAIR =
      new LazyPattern("[\"']?[^\\s\"'`:%]{0,128}+[:%]([^\\s\"'`]{3,256})");

  /// Options whose value is a user and a password.
  private static final LazyPattern PAIR_OPTION =
      new LazyPattern(
          "--(?:[\\w-]+-)?(?:creds|credentials|userpass|user-pass|(?:basic|http)-?auth)");

  /// The section or entry above a line, and other lines between, whose entries are users.
  private static final LazyPattern USERS =
      new LazyPattern(
          "(?:^|\n)[ \t{]*+[\"'\\[]?(?:[\\w.-]{0,30}?(?:users|passwords|accounts|admins|logins"
              + "|basic_?auth)|htpasswd\\w*+)[\"'\\]]?(?:[ \t]*:)?[ \t]*\\{?\\s*?\n"
              + "(?:[ \t]*+[\"']?[\\w.@-]+[\"']?[ \t]*[:=][^\n{\\[]*\n){0,8}[ \t]*+[\"']?$");

  private static final String[] ABOVE = {"users", "passw", "auth", "accounts", "admins", "logins"};

  private static final LazyPattern PGPASS =
      new LazyPattern("[\\w.*-]+:(\\d{3,5}|\\*):[\\w*-]+:[\\w*-]+");
  private static final int PGPASS_SIGNS = 3;

  private SecretUsers() {}

  static boolean isPairOption(String word) {
    return word.startsWith("--") && PAIR_OPTION.matcher(word).matches();
  }

  /// Returns the password of `user:password`.
  static @Nullable Secret pair(String text, int from) {
    var pair = PAIR.matcher(text).region(from, text.length());
    return pair.lookingAt() && !SecretValue.isPlaceholder(text, pair.start(1), pair.end(1))
        ? new Secret("password", pair.start(1), pair.end(1))
        : null;
  }

  /// Returns the password that a sign gives to a user instead of a name of passwords, or null.
  static @Nullable Secret unnamed(String text, int name, int nameEnd, int sign) {
    var listed = ofUser(text, name, sign);
    // A part of an identifier: `did:key:...`.
    boolean part = text.startsWith(":key", name - 1) && nameEnd - name == 3;
    return listed == null && text.charAt(sign) == ':' && !part ? inFields(text, sign) : listed;
  }

  /// Returns the password of an entry `user: password` below a name such as `users`, or null.
  private static @Nullable Secret ofUser(String text, int name, int sign) {
    int begin = Math.max(0, name - NEAR);
    int from = sign + 1;
    while (from < text.length() && " \"'".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    if (from == text.length()
        || !SecretAssignments.isValue(text, from)
        || !SecretPhrases.hasAny(text, begin, name, ABOVE)) {
      return null;
    }
    var found = SecretAssignments.secret(text, from, SecretName.PASSWORD, false, false);
    return found != null
            && new SecretValue(text, from, found.end(), false, false, false).isVaried()
            && USERS.matcher(text).region(begin, name).find()
        ? found
        : null;
  }

  /// Returns the password of `user:password`, or of a line `host:port:database:user:password`.
  private static @Nullable Secret inFields(String text, int sign) {
    if (!SecretAssignments.isValue(text, Math.min(sign + 1, text.length() - 1))) {
      return null;
    }
    int host = text.indexOf('@', sign, Math.min(text.length(), sign + VALUE_NEAR));
    if (host > 0 && text.startsWith("@tcp(", host)) {
      return SecretAddresses.inDataSourceName(text, sign);
    }
    if (text.startsWith("thin", Math.max(0, sign - 4))) {
      return SecretAddresses.inOracleAddress(text, sign);
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
    boolean listed =
        signs == 0 && isLineStart(text, from) && SecretAssignments.isNear(text, from, "chpasswd");
    return listed || (signs == PGPASS_SIGNS && PGPASS.matcher(text).region(from, sign).matches())
        ? SecretAssignments.secret(text, sign + 1, SecretName.PASSWORD, true, false)
        : StatedSecrets.secretAt(text, sign);
  }

  private static boolean isField(char c) {
    return Secrets.isWordChar(c) || ":.*-".indexOf(c) >= 0;
  }

  private static boolean isLineStart(String text, int at) {
    int from = at;
    while (from > 0 && " \t-".indexOf(text.charAt(from - 1)) >= 0) {
      from--;
    }
    return from == 0 || text.charAt(from - 1) == '\n';
  }
}

package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Secret detector for addresses: `scheme://user:password@host`, `scheme://token@host`,
/// `jdbc:oracle:thin:user/password@host`, `user:password@tcp(host)`.
final class SecretAddresses {
  private static final int ADDRESS_MAX = 1024;
  private static final int TOKEN_MIN = 20;

  /// A token or a user with a password in an address.
  private static final LazyPattern ADDRESS =
      new LazyPattern("([\\w.%+,=-]{0,512}+)(?:@|:x-oauth|:([^ \t\n\"'<>/@]{3,}+)@)");

  /// A user and password in the address of an Oracle database.
  private static final LazyPattern THIN = new LazyPattern("[: ]\\w+/([^\\s@/\"']{3,})@");

  /// A password in the name of a data source of Go.
  private static final LazyPattern NAMED = new LazyPattern(":([^\\s:@\"']{3,})@tcp\\(");

  private SecretAddresses() {}

  /// Returns the password of `user:password@tcp(host)`, or null.
  static @Nullable Secret inDataSourceName(String text, int sign) {
    var named = NAMED.matcher(text).region(sign, text.length());
    return named.lookingAt() && !SecretValue.isPlaceholder(text, named.start(1), named.end(1))
        ? new Secret("password", named.start(1), named.end(1))
        : null;
  }

  /// Returns the password of `scott/password@host`, or null.
  static @Nullable Secret inOracleAddress(String text, int sign) {
    var thin = THIN.matcher(text).region(sign, text.length());
    return thin.lookingAt() ? new Secret("password", thin.start(1), thin.end(1)) : null;
  }

  /// Returns the password of `scheme://user:password@host`, or null.
  static @Nullable Secret inAddress(String text, int from) {
    int limit = Math.min(text.length(), from + ADDRESS_MAX);
    if (text.indexOf('@', from, limit) < 0 && text.indexOf(":x-oauth", from, limit) < 0) {
      return null;
    }
    var parts = ADDRESS.matcher(text).region(from, text.length());
    if (!parts.lookingAt()) {
      return null;
    }
    var key = KeyFormats.keyAt(text, from);
    if (key != null && key.end() == parts.end(2)) {
      return key;
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
}

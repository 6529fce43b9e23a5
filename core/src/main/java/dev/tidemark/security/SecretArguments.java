package dev.tidemark.security;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Secret detector for literals in calls: `login("bob", "...")`, `setPassword("...")`, `new
/// SecretKeySpec("...")`, `auth=("bob", "...")`.
final class SecretArguments {
  private static final int NAME_MAX = 40;
  private static final int ARGUMENTS_MAX = 300;
  private static final int KEY_MIN = 20;

  /// Calls by the end of their name in small letters, with the number of the argument that is a
  /// password.
  private static final String PASSWORDS =
      " login:2 authenticate:2 signin:2 auth:2 basicauth:2 setbasicauth:2 basic_auth:2"
          + " httpdigestauth:2 networkcredential:2 networkcredentials:2 passwordcredential:2"
          + " passwordcredentials:2 credentials:2 plaincredentials:2 passwordauthentication:2"
          + " plainauth:3 pdo:3 mysqli:3 mysqli_connect:3 getconnection:3 connect:3 createhmac:2"
          + " secretkeyspec:1 fernet:1 algoliasearch:2 signinwithemailandpassword:3"
          + " createuserwithemailandpassword:3 jwt.encode:2 jwt.sign:2 jwt.verify:2 jwt.decode:2"
          + " signedstring:1 hmacshakeyfor:1"
          + " pgp_sym_encrypt:2 pgp_sym_decrypt:2 pgp_sym_encrypt_bytea:2 pgp_sym_decrypt_bytea:2"
          + " aes_encrypt:2 aes_decrypt:2 encrypt:2 decrypt:2 encrypt_iv:2 decrypt_iv:2 hmac:2"
          + " encryptbypassphrase:1 decryptbypassphrase:1 crypt:1 openssl_encrypt:3"
          + " openssl_decrypt:3 hash_hmac:3 hmac.hexdigest:2 hmac.digest:2 hmacsha1:2"
          + " hmacsha256:2 hmacsha512:2 createcipheriv:2 createdecipheriv:2 createsecretkey:1"
          + " aes.new:1 pbkdf2:1 pbkdf2sync:1 scryptsync:1 pbkdf2_hmac:2 cookieparser:1"
          + " newcookiestore:1 securecookie.new:1 timestampsigner:1 timedserializer:1"
          + " urlsafetimedserializer:1 urlsafeserializer:1 messageverifier.new:1"
          + " messageencryptor.new:1 symmetricsecuritykey:1 ethers.wallet:1 privatekeytoaccount:1"
          + " from_key:1 hdwalletprovider:1 twilio:2 hashpw:1 bcrypt.hash:1 bcrypt.hashsync:1"
          + " generate_password_hash:1 password_hash:1 make_password:1 create_user:3"
          + " create_superuser:3 smbconnection:2 ldap.bind:2 simple_bind_s:2 ldap_bind:3"
          + " ftp_login:3 ssh2_auth_password:3 imap_open:3 oci_connect:2 pg.connect:3"
          + " hmac.new:1 drivermanagerdatasource:3 sequelize:3 wifi.begin:2 ";

  /// Calls of them whose argument is nearly always something else in other programs.
  private static final String OFTEN_OTHERS =
      " connect auth credentials jwt.verify jwt.decode encrypt decrypt hmac crypt pbkdf2"
          + " hash_hmac ";

  /// What converts a literal to bytes, by the last characters.
  private static final Set<String> CONVERSIONS = Set.of("byte(", "ytes(", "from(", "code(");

  private static final String CHARACTERS = ".toCharArray()";

  private SecretArguments() {}

  /// Returns the secret among the arguments that begin at a bracket, or null.
  static @Nullable Secret secretAt(String text, int bracket) {
    int sign = bracket > 0 && text.charAt(bracket - 1) == ' ' ? bracket - 1 : bracket;
    int end = sign > 0 && text.charAt(sign - 1) == '=' ? sign - 1 : bracket;
    end -= end < sign && end > 0 && text.charAt(end - 1) == ' ' ? 1 : 0;
    int from = end;
    while (from > 0 && end - from < NAME_MAX && isName(text.charAt(from - 1))) {
      from--;
    }
    if (end - from < 3) {
      return null;
    }
    var called = text.substring(from, end);
    var lower = called.toLowerCase(Locale.ROOT);
    int number = number(lower);
    var name = number > 0 ? SecretName.PASSWORD : setter(called);
    boolean client = called.endsWith("Client") || called.endsWith("Rest");
    if (name == null && !client) {
      return characters(text, bracket);
    }
    boolean strict = OFTEN_OTHERS.contains(' ' + lower.substring(lower.lastIndexOf('.') + 1) + ' ');
    return argument(text, bracket + 1, Math.max(number, 1), name, number > 0 && strict);
  }

  /// Returns the last literal that becomes an array of characters, as only passwords do.
  private static @Nullable Secret characters(String text, int bracket) {
    int limit = Math.min(text.length(), bracket + ARGUMENTS_MAX);
    int quote = text.indexOf('"', bracket, limit);
    int end = quote < 0 ? -1 : literalEnd(text, quote, limit);
    while (end > 0 && !text.startsWith(CHARACTERS, end + 1)) {
      quote = text.indexOf('"', end + 1, limit);
      end = quote < 0 ? -1 : literalEnd(text, quote, limit);
    }
    if (end < 0) {
      return null;
    }
    var value = new SecretValue(text, quote + 1, end, true, true, true);
    return value.isPassword() ? new Secret("password", quote + 1, end) : null;
  }

  private static boolean isName(char c) {
    return Secrets.isWordChar(c) || c == '.';
  }

  /// Returns the number of the argument that is a password; 0 if the call is not known.
  private static int number(String called) {
    int dot = called.lastIndexOf('.');
    int two = dot < 0 ? -1 : called.lastIndexOf('.', dot - 1);
    int number = number(called, two + 1);
    return number > 0 ? number : number(called, dot + 1);
  }

  private static int number(String called, int from) {
    var row = ' ' + called.substring(from) + ':';
    int at = PASSWORDS.indexOf(row);
    return at < 0 ? 0 : PASSWORDS.charAt(at + row.length()) - '0';
  }

  /// Returns the kind of secret that a call sets: `setPassword`, `withApiKey`, `.password`.
  private static @Nullable SecretName setter(String called) {
    var own = called.substring(called.lastIndexOf('.') + 1);
    int prefix =
        own.startsWith("set")
            ? 3
            : own.startsWith("with") ? 4 : own.length() < called.length() ? 0 : -1;
    if (prefix < 0 || own.length() - prefix < 3) {
      return null;
    }
    var rest = own.substring(prefix);
    var name = SecretName.of(rest);
    boolean whole = rest.equalsIgnoreCase("password") || rest.equalsIgnoreCase("passphrase");
    return name == SecretName.PASSWORD && !whole && prefix == 0 ? null : name;
  }

  private static @Nullable Secret argument(
      String text, int from, int wanted, @Nullable SecretName name, boolean strict) {
    int limit = Math.min(text.length(), from + ARGUMENTS_MAX);
    int number = 1;
    int depth = 0;
    boolean auth = text.regionMatches(true, from - 5, "auth(", 0, 5);
    Secret last = null;
    for (int at = from; at < limit && depth >= 0; at++) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        int end = literalEnd(text, at, limit);
        if (end < 0) {
          return null;
        }
        boolean converted =
            depth == 1 && CONVERSIONS.contains(text.substring(Math.max(0, at - 5), at));
        boolean is = (depth == 0 || converted) && text.charAt(at - 1) != '=';
        var value = new SecretValue(text, at + 1, end, true, true, true);
        boolean only = wanted == 2 && number == 1 && strict && text.startsWith(")", end + 1);
        boolean single =
            only && name != null && (value.isStated(name) || (auth && value.isKey(true)));
        boolean there = name == null || number == wanted || single;
        if (is && there && isSecret(value, name, strict)) {
          last = new Secret(name == SecretName.PASSWORD ? "password" : "secret", at + 1, end);
        }
        at = end;
      } else if (c == ',' && depth == 0) {
        number++;
      } else {
        depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      }
    }
    return last;
  }

  private static boolean isSecret(SecretValue value, @Nullable SecretName name, boolean strict) {
    if (name == null) {
      return value.end() - value.from() >= KEY_MIN && value.isKey(true);
    }
    return value.isGiven() || (!strict && value.isLiteral() && value.isSecret(name));
  }

  private static int literalEnd(String text, int quote, int limit) {
    for (int i = quote + 1; i < limit && text.charAt(i) != '\n'; i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == text.charAt(quote)) {
        return i;
      }
    }
    return -1;
  }
}

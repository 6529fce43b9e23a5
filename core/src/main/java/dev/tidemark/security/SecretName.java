package dev.tidemark.security;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Names that suggest a secret value, by their last word and the word before it: `DB_PASSWORD`,
/// `apiKey`, `client-key-data`, `access token`.
enum SecretName {
  /// A password, usually chosen by a person.
  PASSWORD,
  /// A key or token of a service: random, and possibly hexadecimal or a UUID.
  KEY,
  /// A name whose value may be an identifier, so that a digest or a UUID does not count.
  SECRET,
  /// A name of keys of all kinds, so that only a value without any structure counts.
  RANDOM;
  private static final String PASSWORDS =
      " password passwd passphrase passcode passwort kennwort wachtwoord senha contraseña passe"
          + " pass pwd pw psk keypass storepass srcstorepass deststorepass mdp clave passord"
          + " lösenord wachtwort pswd parola hasło heslo adgangskode requirepass masterauth"
          + " sshpass adminpass userpass dbpass rootpass smtppass mailpass ftppass ldappass"
          + " proxypass sudopass becomepass authpass privpass wifipass mysqlpass pgpass vncpass"
          + " rpcpass rocommunity rwcommunity ";

  private static final String OTHER_KEYS =
      " authorization totp mfa 2fa hmac pepper keyfile passwordsalt hashsalt ";

  /// Words that others are joined to without a sign between: `dbpassword`, `apikey`.
  private static final String[] NOUNS = {
    "password",
    "passwd",
    "passphrase",
    "passwort",
    "storepass",
    "wachtwoord",
    "kennwort",
    "pwd",
    "token",
    "secret",
    "credential",
    "schlüssel",
    "key"
  };

  /// Words after the one that counts: `SECRET_KEY_BASE`, `client-key-data`, `API_KEY_V2`.
  private static final String SUFFIXES =
      " base data value v primary secondary salt db bdd content contents material plain plaintext"
          + " raw hex b string literal ";

  /// Environments after the word that counts: `TOKEN_STAGING`, `keyDev`.
  private static final String STAGES =
      " prod production live staging stage dev development test old new qa uat preprod sandbox ci"
          + " eu us local demo preview ";

  /// Words that make a key a secret one.
  private static final String SECRETS =
      " api secret access private unseal validation admin account auth app application client"
          + " consumer shared preshared signing sign signature encryption encrypt decryption cipher"
          + " crypto master service role license integration subscription webhook session cookie"
          + " jwt hmac aes root server write ingest ingestion deploy personal bot refresh oauth sas"
          + " function chiffrement cifrado cifratura zugriffs zugangs signatur verschlüsselungs"
          + " routing network geheimer geheime geheimen secrète secreta segreta"
          + " partner merchant update firmware ota ";

  /// Words that make a key the password of a radio network, chosen by a person.
  private static final String RADIOS =
      " wifi wlan wpa wpa2 wireless fi ssid netzwerk réseau red rete ";

  /// Words that make a community the password of SNMP.
  private static final String AGENTS = " snmp snmpv2 snmpv2c v2c ro rw read write trap ";

  /// Words that make a key or token a public one, or one of a table, a page or a text.
  private static final String PUBLIC =
      " public publishable pub site i18n l10n socket cache primary foreign sort partition"
          + " idempotency translation i n row object s redis storage query registry lookup map hash"
          + " dedup dedupe group message event item list unique composite index range react"
          + " artifact build host image file issue locale label metric flag config setting property"
          + " json column document entity record state store restore fingerprint digest content"
          + " commit merge limit lock mutex task run workflow request trace correlation sync node"
          + " binding field form tag env shard bucket path page next prev previous continuation"
          + " cancel cancellation pagination cursor start end eos bos pad unk max min total input"
          + " output prompt completion stop design fence fencing lease lexer parser sentence key"
          + " gpg pgp ";

  /// Words before a name that are no part of it.
  private static final String ARTICLES =
      " the a an this that my our your its his her new old with use for of to via per each any no"
          + " and or in on is valid invalid expired der das die dein mein le la mon un ein kein ";

  /// Names of session cookies.
  private static final String SESSIONS = " session sessionid sid sess sessid jsessionid phpsessid ";

  /// Returns the kind of secret for that name; null if it is none.
  static @Nullable SecretName of(String name) {
    int end = lettersEnd(name, name.length());
    int from = wordFrom(name, end);
    boolean staged = false;
    for (int i = 0; i < 2 && from > 0 && isIn(SUFFIXES + STAGES, name, from, end); i++) {
      staged |= isIn(STAGES, name, from, end);
      end = lettersEnd(name, from);
      from = wordFrom(name, end);
    }
    // The placeholder of a secret is no name.
    if (end - from < 2 || name.startsWith("redacted-")) {
      return null;
    }
    var word = name.substring(from, end).toLowerCase(Locale.ROOT);
    if (word.endsWith("s") && !word.endsWith("ss")) {
      word = word.substring(0, word.length() - 1);
    }
    int before = lettersEnd(name, from);
    int beforeFrom = wordFrom(name, before);
    // A name with a digit inside is one word: `K3S_TOKEN`.
    while (beforeFrom > 0 && Character.isDigit(name.charAt(beforeFrom - 1))) {
      beforeFrom = wordFrom(name, beforeFrom - 1);
    }
    var qualifier = name.substring(beforeFrom, before).toLowerCase(Locale.ROOT);
    boolean dotted = before < from && name.charAt(from - 1) == '.';
    boolean spaced = before < from && name.charAt(from - 1) == ' ';
    if ((dotted && isPublic(qualifier)) || (spaced && ARTICLES.contains(' ' + qualifier + ' '))) {
      qualifier = "";
    }
    if (staged && qualifier.isEmpty()) {
      qualifier = "stage";
    }
    boolean joined = false;
    for (var noun : NOUNS) {
      if (word.endsWith(noun) && word.length() > noun.length()) {
        qualifier = word.substring(0, word.length() - noun.length());
        word = noun;
        joined = true;
        break;
      }
    }
    if (word.equals("hash") && name.regionMatches(true, name.length() - 4, "salt", 0, 4)) {
      return KEY;
    }
    var kind = of(word, qualifier, joined, isCapitals(name, end));
    boolean header = kind == RANDOM && name.regionMatches(true, 0, "x-", 0, 2);
    return header ? KEY : kind;
  }

  private static @Nullable SecretName of(
      String word, String qualifier, boolean joined, boolean capitals) {
    boolean alone = qualifier.isEmpty();
    return switch (word) {
      case "key", "schlüssel", "clé", "chiave" ->
          alone || isPublic(qualifier)
              ? null
              : isRadio(qualifier)
                  ? PASSWORD
                  : isSecret(qualifier) || (!joined && (capitals || isProvider(qualifier)))
                      ? KEY
                      : joined ? null : RANDOM;
      case "token", "jeton" -> alone ? SECRET : isPublic(qualifier) ? null : KEY;
      case "secret", "credential", "secreto", "segreto", "geheimni", "credencial" ->
          alone ? SECRET : KEY;
      case "pat" -> alone && !capitals ? null : KEY;
      case "community" -> AGENTS.contains(' ' + qualifier + ' ') && !alone ? PASSWORD : null;
      case "login" -> qualifier.endsWith("sonar") ? KEY : null;
      case "auth" -> qualifier.equals("redis") ? PASSWORD : SECRET;
      case "seed" -> "totp mfa otp 2fa".contains(qualifier) && !alone ? KEY : null;
      case "bearer" -> SECRET;
      default ->
          OTHER_KEYS.contains(' ' + word + ' ')
              ? KEY
              : PASSWORDS.contains(' ' + word + ' ') ? PASSWORD : null;
    };
  }

  private static boolean isProvider(String word) {
    return KeyFormats.TABLE.contains('\n' + word + '-');
  }

  private static boolean isPublic(String word) {
    return PUBLIC.contains(' ' + word + ' ');
  }

  static boolean isRadio(String word) {
    return !word.isEmpty() && RADIOS.contains(' ' + word + ' ');
  }

  /// Returns whether a word before `key` or `token` makes it a secret one.
  static boolean isSecret(String word) {
    return !word.isEmpty() && SECRETS.contains(' ' + word + ' ');
  }

  /// Returns whether a cookie of that name holds a session.
  static boolean isSession(String name) {
    int end = lettersEnd(name, name.length());
    return isIn(SESSIONS, name, wordFrom(name, end), end) || isIn(SESSIONS, name, 0, name.length());
  }

  private static boolean isIn(String words, String name, int from, int end) {
    return words.contains(' ' + name.substring(from, end).toLowerCase(Locale.ROOT) + ' ');
  }

  private static boolean isCapitals(String name, int end) {
    for (int i = 0; i < end; i++) {
      if (Character.isLowerCase(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int lettersEnd(String name, int end) {
    int to = end;
    while (to > 0 && !Character.isLetter(name.charAt(to - 1))) {
      to--;
    }
    return to;
  }

  /// Returns where the word begins that ends there: after a sign or digit, or at a capital letter.
  private static int wordFrom(String name, int end) {
    int from = end;
    while (from > 0 && Character.isLetter(name.charAt(from - 1))) {
      from--;
      if (from > 0
          && Character.isUpperCase(name.charAt(from))
          && (Character.isLowerCase(name.charAt(from - 1))
              || (from + 1 < end && Character.isLowerCase(name.charAt(from + 1))))) {
        return from;
      }
    }
    return from;
  }
}

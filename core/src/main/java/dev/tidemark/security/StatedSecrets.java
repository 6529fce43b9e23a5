package dev.tidemark.security;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Secret detector for values that a word before them in the same sentence names: `the token of the
/// build user is ...`, `password (new): ...`, `login with bob / ...`, `Passwort von Anna: „...“`.
final class StatedSecrets {
  /// How far before its value a name may be.
  private static final int SPAN = 72;

  private static final int VALUE_MIN = 8;
  private static final int VALUE_MAX = 128;
  private static final int KEY_MIN = 20;
  private static final int HEX_MIN = 24;
  private static final int COMMIT = 40;
  private static final int SHA256 = 64;
  private static final String OPENERS = "\"'`(<[«„“‚‘”|*\u00a0\u202f ";
  private static final String LINK_SIGNS = "\"'`(<[«„“‚‘”:=>→|/";
  private static final Set<String> KEYS = SecretValue.words("key keys schlüssel clé clave chiave");
  private static final Set<String> LOGINS =
      SecretValue.words(
          "login logins log logged credentials credential creds zugangsdaten anmeldung angemeldet"
              + " identifiants credenciales credenziali ssh u user username");

  /// Words between a name and its value that connect them.
  private static final Set<String> LINKS =
      SecretValue.words(
          "is are was be now to currently still being ist sind war jetzt nun lautet lauten est sont"
              + " es son è sono maintenant ahora ora typed entered used use using gave sent"
              + " pasted");

  private static final Set<String> WITH =
      SecretValue.words("with mit avec con using as pw p pass und and et");
  private static final Set<String> ARTICLES =
      SecretValue.words(
          "the a an my our your this that new old der die das den la le les el il lo und and");

  /// Words that make the value an identifier, a digest or a description.
  private static final Set<String> OTHERS =
      SecretValue.words(
          "hash hashes hashed hashing sha sha1 sha256 sha512 md5 digest checksum fingerprint commit"
              + " id ids uuid cache primary foreign sort partition public primaire primaria policy"
              + " field length min max column count type path file files docs version algorithm"
              + " format pattern rule regex pagination page trace span image artifact object row"
              + " record bucket url uri endpoint name named called prefix env variable parameter"
              + " ref provider encoder encoding fix form flow mode size longer shorter stored"
              + " mounted located introduced ticket issue branch tag revision release passes passed"
              + " passing");

  private static final LazyPattern PLAIN =
      new LazyPattern("[a-z]{3,12}(?: [a-z]{3,12}){3,11}(?=[\"'`.”“»]|\\s*(?:\n|$))");
  private final String text;
  private final int from;

  /// Whether the value follows a sign or word that gives a value, and whether nothing else is
  /// between it and the name.
  private boolean linked;

  private boolean near = true;

  /// Whether no word at all is between them.
  private boolean adjacent;

  private boolean login;

  /// Whether a word in between tells what a key is for.
  private boolean qualified;

  private StatedSecrets(String text, int from, boolean linked) {
    this.text = text;
    this.from = from;
    this.linked = linked;
  }

  /// Returns the value after a blank, or the colon of a pair, if a word before it names it, or
  // null.
  static @Nullable Secret secretAt(String text, int blank) {
    int from = blank + 1;
    while (from < text.length() && from - blank < 5 && isOpener(text.charAt(from))) {
      from++;
    }
    boolean opened = from > blank + 1 || text.charAt(blank) == ':';
    if (isTurning(text, from)) {
      return new StatedSecrets(text, from, opened).secret(blank);
    }
    boolean plain = from > blank + 1 || text.charAt(Math.max(0, blank - 1)) == ':';
    return plain && text.indexOf("phrase", Math.max(0, blank - SPAN), blank) >= 0
        ? new StatedSecrets(text, from, opened).plain(blank)
        : null;
  }

  private static boolean isOpener(char c) {
    return !Secrets.isWordChar(c) && OPENERS.indexOf(c) >= 0;
  }

  /// Returns whether letters and other characters take turns in the first word there.
  private static boolean isTurning(String text, int from) {
    int turns = 0;
    boolean digit = false;
    int limit = Math.min(text.length(), from + VALUE_MAX);
    int at = from;
    while (at < limit && SecretAssignments.isValue(text, at)) {
      char c = text.charAt(at);
      turns += at > from && (c < 'A') != (text.charAt(at - 1) < 'A') ? 1 : 0;
      digit |= c >= '0' && c <= '9';
      at++;
    }
    return turns >= (digit ? 1 : 3) && at - from >= VALUE_MIN && text.charAt(from) != '-';
  }

  /// Returns the passphrase of words with blanks.
  private @Nullable Secret plain(int blank) {
    var words = PLAIN.matcher(text).region(from, Math.min(text.length(), from + VALUE_MAX));
    return words.lookingAt()
            && name(blank) == SecretName.PASSWORD
            && SecretValue.isWithoutCommonWords(words.group())
        ? new Secret("password", from, words.end())
        : null;
  }

  private @Nullable Secret secret(int blank) {
    var name = name(blank);
    int quoted = SecretAssignments.quoted(text, from);
    int end = quoted < 0 ? SecretAssignments.end(text, from) : quoted;
    if (name == null || (login && !linked)) {
      return null;
    }
    int slash = text.indexOf('/', from);
    int start = login && slash > from && end - slash > VALUE_MIN ? slash + 1 : from;
    var value = new SecretValue(text, start, end, quoted >= 0, false, false);
    if (text.charAt(from - 1) == '<' && !value.isStated(name)) {
      return null;
    }
    boolean is = name == SecretName.PASSWORD ? isPassword(value) : isKey(value, name);
    return is ? new Secret(name == SecretName.PASSWORD ? "password" : "secret", start, end) : null;
  }

  private boolean isPassword(SecretValue value) {
    boolean given = linked || near;
    if (value.isIdentity() && !(linked && near)) {
      return false;
    }
    if (given && value.isPhrase(login ? 4 : 3)) {
      return true;
    }
    boolean identifier = !near && value.matches(SecretValue.IDENTIFIER);
    if (value.isStated(SecretName.PASSWORD) && !identifier && (near || value.isStrong())) {
      return true;
    }
    return given
        && !value.matches(SecretValue.VERSION)
        && (value.matches(SecretValue.NUMBERED) || (linked && !login))
        && value.isPassword();
  }

  private boolean isKey(SecretValue value, SecretName name) {
    int length = value.end() - from;
    boolean given = linked || near;
    boolean random = value.isStated(name);
    if (name == SecretName.RANDOM) {
      return linked && random && length >= KEY_MIN && (qualified || value.isMixedCase());
    }
    if (value.isIdentity()) {
      boolean digest = length == COMMIT || length == SHA256 || text.charAt(from + 8) == '-';
      boolean bare = adjacent && name == SecretName.SECRET && digest;
      return (linked || (near && name == SecretName.KEY))
          && !bare
          && length >= HEX_MIN
          && RandomTextCheck.isMixed(text, from, value.end());
    }
    if (linked && value.isPhrase(4)) {
      return true;
    }
    return (random && (given || length >= KEY_MIN))
        || (linked && length >= KEY_MIN && value.isKey(false));
  }

  /// Returns the kind of the nearest name before a place in the same sentence, or null.
  private @Nullable SecretName name(int place) {
    int at = place;
    int limit = Math.max(0, place - SPAN);
    SecretName key = null;
    for (int words = 0; at > limit; ) {
      int start = SecretAssignments.nameFrom(text, at);
      if (start == at) {
        char sign = text.charAt(at - 1);
        if (sign == '\n' || (".!?;".indexOf(sign) >= 0 && text.charAt(at) <= ' ')) {
          return key;
        }
        linked |= words == 0 && LINK_SIGNS.indexOf(sign) >= 0;
        at--;
        continue;
      }
      var word = text.substring(start, at).toLowerCase(Locale.ROOT);
      if (OTHERS.contains(word)) {
        return null;
      }
      login = LOGINS.contains(word) && (words > 0 || word.length() > 4);
      if (login) {
        return SecretName.PASSWORD;
      }
      int before = start > 0 && text.charAt(start - 1) == ' ' ? start - 1 : start;
      before = before < start ? SecretAssignments.nameFrom(text, before) : start;
      var name = SecretName.of(text.substring(before, at));
      adjacent = words == 0;
      if (name != null && name != SecretName.RANDOM) {
        return name;
      }
      if (name == null && KEYS.contains(word)) {
        if (before < start && !isFiller(text.substring(before, start - 1))) {
          return null;
        }
        key = qualified ? SecretName.KEY : SecretName.RANDOM;
      }
      key = name == null ? key : name;
      linked |= words == 0 && (LINKS.contains(word) || WITH.contains(word));
      near &= isFiller(word);
      qualified |= SecretName.isSecret(word);
      words++;
      at = start;
    }
    return key;
  }

  private static boolean isFiller(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    return LINKS.contains(lower) || ARTICLES.contains(lower);
  }
}

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
  private static final int MD5 = 32;
  private static final int COMMIT = 40;
  private static final int SHA256 = 64;
  private static final String OPENERS = "\"'`(<[«„“‚‘”|*\u00a0\u202f ";
  private static final String LINK_SIGNS = "\"'`(<[«„“‚‘”:=>→|/";
  private static final Set<String> KEYS = SecretValue.words("key keys schlüssel clé chiave");
  private static final Set<String> LOGINS =
      SecretValue.words(
          "login logins log logged credentials credential creds zugangsdaten anmeldung angemeldet"
              + " identifiants credenciales credenziali ssh u user username connexion accedi entra"
              + " sign console unlock unlocks entsperren");

  /// Words between a name and its value that connect them.
  private static final Set<String> LINKS =
      SecretValue.words(
          "is are was be now to currently still being ist sind war jetzt nun lautet lauten est sont"
              + " es son é è sono maintenant ahora ora typed entered used use using gave sent s"
              + " heißt heisst auf c reads equals became remains pasted");

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
      new LazyPattern(
          "(?:\\p{Ll}{3,12}(?: \\p{Ll}{3,12}){3,23}|\\p{Lu}\\p{Ll}{2,12}(?:"
              + " \\p{Lu}\\p{Ll}{2,12}){3,23})(?=[\"'`.”“»]|\\s*(?:[;(»\n"
              + "]|$))");

  /// What names a passphrase of words in the same sentence.
  private static final LazyPattern PHRASE =
      new LazyPattern(
          "(?i)(?:pass|seed|unlock|recovery|secret|mnemonic|backup|wallet)[ -]?phrase|seed"
              + " words|wallet seed|phrase (?:secr|de passe)|frase (?:de"
              + " paso|segreta|secreta)|mnemonic");

  private static final LazyPattern PIN =
      new LazyPattern("\\b(?:PIN|PUK)\\b[^.;\n]{0,24}(?: is| ist| est| es| è|:|=| lautet)[\"'`]*$");

  private static final LazyPattern DIGITS = new LazyPattern("\\d{4,8}(?![\\d.:-]\\d|\\w)");

  /// What follows a value that is named behind it: `... as the API key`.
  private static final LazyPattern BEHIND =
      new LazyPattern(
          "[!?]?[\"'`”“»)]*\\s+(as|als|for|für|into|comme|come|como)\\s([^.;:,\n]{0,48})");

  private static final LazyPattern MAIL = new LazyPattern("[\\w.+-]+@[\\w-]+(?:\\.[a-z-]{2,})+");

  private static final LazyPattern GAP = new LazyPattern("[^\\p{L}\\d-]+");
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
    if (isDigit(text, from)) {
      return new StatedSecrets(text, from, opened).pin();
    }
    boolean plain = from > blank + 1 || isPlainStart(text, blank);
    return plain ? new StatedSecrets(text, from, opened).plain(blank) : null;
  }

  private static boolean isDigit(String text, int at) {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  /// Returns whether a passphrase may begin after a blank: after a colon or a short word.
  private static boolean isPlainStart(String text, int blank) {
    int from = Math.max(0, blank - 3);
    return text.charAt(Math.max(0, blank - 1)) == ':'
        || text.startsWith(" is", from)
        || text.startsWith("est", from)
        || text.startsWith("ist", from);
  }

  /// Returns the number of a PIN.
  private @Nullable Secret pin() {
    int begin = Math.max(0, from - SPAN);
    if (text.indexOf("PIN", begin, from) < 0 && text.indexOf("PUK", begin, from) < 0) {
      return null;
    }
    var digits = DIGITS.matcher(text).region(from, text.length()).useTransparentBounds(true);
    var before = text.substring(begin, from).stripTrailing();
    return digits.lookingAt() && PIN.matcher(before).find()
        ? new Secret("password", from, digits.end())
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
    int begin = Math.max(0, blank - SPAN);
    var near = text.substring(begin, blank);
    int before = begin + Math.max(0, Math.max(near.lastIndexOf('\n'), near.lastIndexOf(". ")));
    if (text.indexOf("hrase", before, blank) < 0
        && text.indexOf("frase", before, blank) < 0
        && text.indexOf("nemonic", before, blank) < 0
        && text.indexOf("seed", before, blank) < 0) {
      return null;
    }
    var words = PLAIN.matcher(text).region(from, Math.min(text.length(), from + 2 * VALUE_MAX));
    return words.lookingAt()
            && PHRASE.matcher(text.substring(before, blank)).find()
            && SecretValue.isWithoutCommonWords(words.group())
        ? new Secret("password", from, words.end())
        : null;
  }

  private @Nullable Secret secret(int blank) {
    var name = name(blank);
    int quoted = SecretAssignments.quoted(text, from);
    int end = quoted < 0 ? SecretAssignments.end(text, from) : quoted;
    if (name == null) {
      return behind(end, quoted >= 0);
    }
    if (login && !linked) {
      return null;
    }
    int slash = text.indexOf('/', from, Math.max(from, end));
    int start = login && slash > from && end - slash > VALUE_MIN ? slash + 1 : from;
    var value = new SecretValue(text, start, end, quoted >= 0, false, false);
    if (text.charAt(from - 1) == '<' && !value.isStated(name)) {
      return null;
    }
    boolean is = name == SecretName.PASSWORD ? isPassword(value) : isKey(value, name);
    return is ? new Secret(name == SecretName.PASSWORD ? "password" : "secret", start, end) : null;
  }

  /// Returns the value if a word behind it names it: `use ... as the API key`.
  private @Nullable Secret behind(int end, boolean quoted) {
    var behind = BEHIND.matcher(text).region(end, Math.min(text.length(), end + SPAN));
    var value = new SecretValue(text, from, end, quoted, false, false);
    if (!behind.lookingAt() || value.isIdentity()) {
      return null;
    }
    boolean typed = behind.group(1).equals("into");
    int last = end < text.length() && "!?".indexOf(text.charAt(end)) >= 0 ? end + 1 : end;
    var words = GAP.split(behind.group(2));
    for (int i = 0; i < words.length; i++) {
      boolean other =
          i + 1 < words.length && OTHERS.contains(words[i + 1].toLowerCase(Locale.ROOT));
      if (!typed && (other || OTHERS.contains(words[i].toLowerCase(Locale.ROOT)))) {
        return null;
      }
      var name = SecretName.of(i == 0 ? words[i] : words[i - 1] + " " + words[i]);
      if (name == SecretName.PASSWORD && (value.isMade() || value.isStated(name))) {
        return new Secret("password", from, last);
      }
      boolean key = name == SecretName.KEY || name == SecretName.SECRET;
      if (name != null && key && end - from >= KEY_MIN && value.isStated(name)) {
        return new Secret("secret", from, end);
      }
    }
    return null;
  }

  private boolean isPassword(SecretValue value) {
    if (value.matches(MAIL)) {
      return false;
    }
    boolean given = linked || near;
    if (value.isIdentity() && !(linked && (near || value.end() - from == MD5))) {
      return false;
    }
    if (given && value.isPhrase(login ? 4 : 3)) {
      return true;
    }
    if ((adjacent || (login && linked)) && value.isMade()) {
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
      boolean large = length >= COMMIT && (linked || adjacent) && value.isUnbroken();
      return random
          && (large || (linked && length >= KEY_MIN && (qualified || value.isMixedCase())));
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
      if (OTHERS.contains(word) || text.startsWith("--- PASS", start - 4)) {
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

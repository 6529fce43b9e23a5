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
  private static final int VALUE_LEAST = 6;
  private static final int VALUE_MAX = 128;
  private static final int KEY_MIN = 20;

  private static final int HEX_MIN = 24;
  private static final int CAPITALS_MIN = 3;
  private static final int MD5 = 32;
  private static final int COMMIT = 40;
  private static final int SHA256 = 64;
  private static final String OPENERS = "\"'`(<[«„“‚‘”|*\u00a0\u202f ";
  private static final String LINK_SIGNS = "\"'`(<[«„“‚‘”:=>→|/";
  private static final Set<String> KEYS = SecretValue.words("key keys schlüssel clé chiave");
  private static final Set<String> LOGINS =
      SecretValue.words(
          "login logins log logged credentials credential creds zugangsdaten anmeldedaten anmeldung"
              + " angemeldet identifiants credenciales credenziali ssh u user username connexion"
              + " accedi entra sign console unlock unlocks entsperren decrypt entschlüsseln"
              + " déchiffrer descifrar déverrouiller desbloquear");

  /// Things that a password opens, and words that it is done with.
  private static final Set<String> LOCKED =
      SecretValue.words(
          "archive archiv archivo keystore truststore zip zip-datei pdf vault safe tresor container"
              + " volume disk laptop sauvegarde copia dump database");

  private static final Set<String> OPENS =
      SecretValue.words("open opens opened öffnen öffnet ouvrir ouvre abrir abre aprire apre");

  /// Words beside `code` that make it one for the time when another factor is lost.
  private static final Set<String> RESCUES =
      SecretValue.words(
          "recovery backup rescue emergency scratch secours récupération recuperación recupero");

  /// Words between a name and its value that connect them.
  private static final Set<String> LINKS =
      SecretValue.words(
          "is are was be now to currently still being ist sind war jetzt nun lautet lauten est sont"
              + " es son é è sono maintenant ahora ora typed entered used use using gave sent s"
              + " heißt heisst auf c reads equals shall must became remains pasted literally simply"
              + " just vaut vale ordine ser becomes wurde wird devient passe pasa diventa enter"
              + " type typing saisir taper eingeben tippe escribe teclear introducir inserire"
              + " digita je jest");

  private static final Set<String> WITH =
      SecretValue.words("with mit avec con using as pw p pass und and et");

  /// Words for what the sentence before names.
  private static final Set<String> PRONOUNS =
      SecretValue.words(
          "it one this that er sie es dieser diese dieses neue aktuelle c il elle celui celle"
              + " nouveau nouvelle el ella este esta nuevo nueva actual esso essa questo questa");

  private static final Set<String> ARTICLES =
      SecretValue.words(
          "the a an my our your this that new old der die das den la le les el il lo und and d l"
              + " dem du del");

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
              + " passing sshpass");

  private static final LazyPattern PIN =
      new LazyPattern(
          "(?:\\b(?:PIN|PUK)\\b(?:[^.;\n]{0,40}(?: is| ist| est| es| è|:|=| lautet)(?: \\p{L}+)?)?"
              + "|(?i:(?:recovery|backup) codes?|wiederherstellungscodes?|codes? de secours)"
              + "\\b[^.;\n]{0,40}(?: is| are| ist| sind| est| es|:|=|\\()"
              + "|(?:asswor[dt]|PW|ennwort|ot de passe|ontraseña)"
              + "(?: (?:for|of|on|vom|von|für|du|de|des|del|der) [^.;:\n]{1,30}?)?"
              + "(?: is| ist| est| es| lautet))[ \"'`]*$");

  private static final LazyPattern DIGITS =
      new LazyPattern("\\d{4,8}(?:[- ]\\d{4,8})?(?![\\d.:-]\\d|\\w)");

  /// What follows a value that is named behind it: `... as the API key`.
  private static final LazyPattern BEHIND =
      new LazyPattern(
          "[!?]?[\"'`”“»)]*\\s+(as|als|for|für|into|comme|come|como)\\s([^.;:,\n]{0,48})");

  /// What follows the password of something that is opened with it.
  private static final LazyPattern OPENED =
      new LazyPattern(
          "[\"'`”“»)]*\\s+(?:zu )?(?:öffnen|entsperren|entpacken|entschlüsseln|aufschließen)");

  /// A code for the time when another factor is lost.
  private static final LazyPattern CODE =
      new LazyPattern("(?=(?:\\D*\\d){3})[a-zA-Z\\d]{4,16}(?:-[a-zA-Z\\d]{4,16})*");

  /// A user before a password: `ops / ...`.
  private static final LazyPattern USER =
      new LazyPattern("(?:^|[\\s\"'`(:,])[a-z][\\w.-]{1,30} ?/ ?[\"'`]?$");

  /// A password of letters, digits and signs, as opposed to the key of a record.
  private static final LazyPattern SIGNED =
      new LazyPattern("(?=.*\\d.*\\d)(?=.*\\p{L})[^/.:=]*[!$%&*+?~^#][^/.:=]*");

  private static final LazyPattern RECORD = new LazyPattern("\\p{L}+[#+]\\d+");

  /// Letters, or a user and host, which are passwords only after a sign or word that gives one.
  private static final LazyPattern UNLINKED =
      new LazyPattern("\\p{L}+|[a-z][\\w.-]*@[a-z][\\w.-]*");

  /// A program with its version: archives are opened with it too.
  private static final LazyPattern PROGRAM = new LazyPattern("[A-Z][A-Za-z]+-?(?:20)?\\d{1,2}");

  /// An assignment of a program, which has a name of its own.
  private static final LazyPattern FIELD =
      new LazyPattern("[a-z]\\w*_\\w*=.*|[a-z]{2,}=[\\w.:/-]*");

  /// The seed of an authenticator.
  private static final LazyPattern BASE32 = new LazyPattern("(?=.*\\d)[A-Z2-7]{16,}");

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

  /// The name of a key that was passed, and whether no word is between it and the value.
  private @Nullable SecretName key;

  private boolean keyAdjacent;

  /// Whether words in between are of a radio network, of something that is opened, of opening it,
  /// or of a code for recovery.
  private boolean radio;

  private boolean locked;
  private boolean opens;
  private boolean code;
  private boolean rescue;

  /// Whether a pronoun is between them, and the name in the sentence before.
  private boolean pronoun;

  private boolean referred;

  /// Whether an article is before the name.
  private boolean article;

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
    return SecretPhrases.stated(text, blank, from, plain);
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
    if (!SecretPhrases.hasAny(
        text, begin, from, "PIN", "PUK", "PW", "code", "ass", "ennw", "ontrase")) {
      return null;
    }
    var digits = DIGITS.matcher(text).region(from, text.length()).useTransparentBounds(true);
    var before = text.substring(begin, from).stripTrailing();
    var named = PIN.matcher(before);
    return digits.lookingAt()
            && named.find()
            && (named.group().matches("P[IU].*") || digits.end() - from >= VALUE_LEAST)
            && !SecretValue.isPlaceholder(text, from, digits.end())
        ? new Secret("password", from, digits.end())
        : null;
  }

  private static boolean isOpener(char c) {
    return !Secrets.isWordChar(c) && OPENERS.indexOf(c) >= 0;
  }

  /// Returns whether letters and other characters take turns in the first word there.
  private static boolean isTurning(String text, int from) {
    int turns = 0;
    int capitals = 0;
    boolean digit = false;
    int limit = Math.min(text.length(), from + VALUE_MAX);
    int at = from;
    while (at < limit && SecretAssignments.isValue(text, at)) {
      char c = text.charAt(at);
      turns += at > from && (c < 'A') != (text.charAt(at - 1) < 'A') ? 1 : 0;
      capitals += c >= 'A' && c <= 'Z' ? 1 : 0;
      digit |= (c >= '0' && c <= '9') || "!#&".indexOf(c) >= 0;
      at++;
    }
    if (at < text.length()
        && ",;".indexOf(text.charAt(at)) >= 0
        && SecretAssignments.end(text, from) > at) {
      return true;
    }
    boolean option =
        at > from
            && text.charAt(from) == '-'
            && (at - from < KEY_MIN || RandomTextCheck.changes(text, from, at) * 6 < at - from);
    return at - from >= VALUE_LEAST
        && !option
        && (turns >= (digit ? 1 : 3)
            || (capitals >= CAPITALS_MIN && RandomTextCheck.isScrambled(text, from, at)));
  }

  private @Nullable Secret secret(int blank) {
    var name = name(blank);
    int quoted = SecretAssignments.quoted(text, from);
    int end = quoted < 0 ? SecretAssignments.end(text, from) : quoted;
    // A sign after a digit may belong to it.
    end += quoted < 0 && isDigit(text, end - 1) && text.startsWith("!", end) ? 1 : 0;
    var whole = new SecretValue(text, from, end, quoted >= 0, false, false);
    if (whole.matches(FIELD) || SecretValue.isPlaceholder(text, from, end)) {
      return null;
    }
    if (name == null) {
      return isOfUser(whole) ? new Secret("password", from, end) : behind(end, quoted >= 0);
    }
    boolean program = !whole.isMade() || whole.matches(PROGRAM);
    if ((!linked && (login || whole.matches(UNLINKED))) || (opens && locked && program)) {
      return null;
    }
    if (code && rescue) {
      boolean is = (linked || near) && whole.matches(CODE);
      return is ? new Secret("password", from, end) : null;
    }
    int slash = text.indexOf('/', from, Math.max(from, end));
    int start = login && slash > from && end - slash > VALUE_MIN ? slash + 1 : from;
    var value = new SecretValue(text, start, end, quoted >= 0, false, false);
    if (text.charAt(from - 1) == '<' && !value.isStated(name)) {
      return null;
    }
    boolean is =
        name == SecretName.PASSWORD
            ? isPassword(value)
            : end - start >= VALUE_MIN && isKey(value, name);
    return is ? new Secret(name == SecretName.PASSWORD ? "password" : "secret", start, end) : null;
  }

  /// Returns whether a value after a user and a slash is a password by its signs.
  private boolean isOfUser(SecretValue value) {
    return text.substring(Math.max(0, from - 3), from).indexOf('/') >= 0
        && value.matches(SIGNED)
        && !value.matches(RECORD)
        && value.isVaried()
        && USER.matcher(text).region(Math.max(0, from - SPAN), from).find();
  }

  /// Returns the value if a word behind it names it: `use ... as the API key`.
  private @Nullable Secret behind(int end, boolean quoted) {
    var behind = BEHIND.matcher(text).region(end, Math.min(text.length(), end + SPAN));
    var value = new SecretValue(text, from, end, quoted, false, false);
    if (isOpening(end) && value.isMade()) {
      return new Secret("password", from, end);
    }
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
      var word = words[i].toLowerCase(Locale.ROOT);
      if (LOGINS.contains(word) && !word.startsWith("user") && value.isVaried()) {
        return new Secret("password", from, last);
      }
      if (name == SecretName.PASSWORD
          && (value.isMade() || value.isStated(name) || value.isVaried())) {
        return new Secret("password", from, last);
      }
      boolean key = name == SecretName.KEY || name == SecretName.SECRET;
      if (name != null && key && end - from >= KEY_MIN && value.isStated(name)) {
        return new Secret("secret", from, end);
      }
    }
    return null;
  }

  /// Returns whether something is opened with the value: `mit ... öffnen`.
  private boolean isOpening(int end) {
    return text.regionMatches(true, from - 4, "mit ", 0, 4)
        && OPENED.matcher(text).region(end, Math.min(text.length(), end + SPAN)).lookingAt();
  }

  private boolean isPassword(SecretValue value) {
    boolean cipher = value.matches(SecretValue.TERM) && text.indexOf('-', from, value.end()) > 0;
    if (cipher || value.matches(SecretValue.MAIL)) {
      return false;
    }
    int length = value.end() - value.from();
    if (length < VALUE_MIN) {
      return adjacent && RandomTextCheck.changes(text, from, value.end()) >= 3;
    }
    boolean named = adjacent || (login && linked);
    if (named && value.isVaried()) {
      return true;
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
    if (value.isStated(SecretName.PASSWORD)
        && !identifier
        && (near || (value.isStrong() && !value.matches(SecretValue.VERSION)))) {
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
      boolean whole = value.isUnbroken() || text.charAt(value.end() - 1) == '=';
      boolean large = length >= COMMIT && (linked || adjacent) && whole;
      boolean made = (linked || adjacent) && value.matches(SIGNED) && !value.matches(RECORD);
      return (made && value.isVaried() && value.isMade())
          || (random
              && (large || (linked && length >= KEY_MIN && (qualified || value.isMixedCase()))));
    }
    if (value.isIdentity()) {
      if (referred) {
        return false;
      }
      boolean digest = length == COMMIT || length == SHA256 || text.startsWith("-", from + 8);
      boolean bare = adjacent && name == SecretName.SECRET && digest;
      boolean told = bare && article && !linked && length == COMMIT;
      return (told || linked || (near && name == SecretName.KEY))
          && (told || !bare)
          && length >= HEX_MIN
          && RandomTextCheck.isMixed(text, from, value.end());
    }
    if (linked && (value.isPhrase(4) || value.matches(BASE32))) {
      return true;
    }
    return (random && (given || length >= KEY_MIN))
        || (linked && length >= KEY_MIN && value.isKey(false));
  }

  /// Returns the kind of the nearest name before a place in the same sentence, or null.
  private @Nullable SecretName name(int place) {
    var name = nearest(place);
    if (name != null && name == key) {
      adjacent = keyAdjacent;
    }
    return name;
  }

  private @Nullable SecretName nearest(int place) {
    int at = place;
    int limit = Math.max(0, place - SPAN);
    for (int words = 0; at > limit; ) {
      int start = SecretAssignments.nameFrom(text, at);
      if (start == at) {
        char sign = text.charAt(at - 1);
        if (sign == '\n' || (".!?;".indexOf(sign) >= 0 && text.charAt(at) <= ' ')) {
          if (sign == '\n' || !linked || !pronoun || referred) {
            return key;
          }
          referred = true;
        }
        if (sign == '*' && text.startsWith("***", at - 3)) {
          return null;
        }
        linked |= words == 0 && LINK_SIGNS.indexOf(sign) >= 0;
        at--;
        continue;
      }
      if (isNumber(start, at)) {
        near = false;
        words++;
        at = start;
        continue;
      }
      var word = text.substring(start, at).toLowerCase(Locale.ROOT);
      boolean typed = words == 0 && word.equals("type") && text.charAt(at) == ' ';
      if ((OTHERS.contains(word) && !typed) || text.startsWith("--- PASS", start - 4)) {
        return null;
      }
      note(word);
      pronoun |= !referred && PRONOUNS.contains(word);
      boolean opened = opens && locked;
      login = opened || (!referred && LOGINS.contains(word) && (words > 0 || word.length() > 4));
      if (login || (code && rescue)) {
        return SecretName.PASSWORD;
      }
      int before = start > 0 && text.charAt(start - 1) == ' ' ? start - 1 : start;
      before = before < start ? SecretAssignments.nameFrom(text, before) : start;
      var name = SecretName.of(text.substring(before, at));
      adjacent = words == 0;
      if (name != null && name != SecretName.RANDOM) {
        article = before < start - 1 && isFiller(text.substring(before, start - 1));
        return name;
      }
      if (name == null && KEYS.contains(word)) {
        boolean bare = before >= start - 1 || isFiller(text.substring(before, start - 1));
        if (radio) {
          return SecretName.PASSWORD;
        }
        if (!bare) {
          return null;
        }
        key = qualified ? SecretName.KEY : SecretName.RANDOM;
      }
      keyAdjacent |= words == 0 && (name != null || key != null);
      key = name == null ? key : name;
      if (key != null && radio) {
        adjacent = keyAdjacent;
        return SecretName.PASSWORD;
      }
      linked |= words == 0 && (LINKS.contains(word) || WITH.contains(word));
      boolean qualifies = SecretName.isSecret(word);
      near &= key != null || qualifies || radio || isFiller(word);
      qualified |= qualifies;
      words++;
      at = start;
    }
    return key;
  }

  /// Notes what a word between a name and its value, or before both, tells about them.
  private void note(String word) {
    radio |= SecretName.isRadio(word.substring(word.lastIndexOf('-') + 1));
    locked |= LOCKED.contains(word);
    opens |= OPENS.contains(word);
    code |= word.startsWith("code") || word.startsWith("código") || word.endsWith("codes");
    rescue |= RESCUES.contains(word);
    if (word.startsWith("wiederherstellungs") || word.startsWith("recovery-")) {
      code = true;
      rescue = true;
    }
  }

  /// Returns whether a word is a number with one letter at most, which names nothing: long lists of
  /// them are printed.
  private boolean isNumber(int from, int to) {
    int letters = 0;
    for (int i = from; i < to; i++) {
      letters += text.charAt(i) > '9' ? 1 : 0;
    }
    return letters < Math.min(2, to - from);
  }

  private static boolean isFiller(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    return LINKS.contains(lower) || ARTICLES.contains(lower);
  }
}

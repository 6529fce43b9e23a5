package dev.tidemark.security;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Classifies an assigned value: a secret, or a placeholder, a word, a piece of code.
///
/// @param text where the value is
/// @param from where it begins
/// @param end where it ends
/// @param quoted whether it is in quotes
/// @param attached whether nothing but an equals sign is between name and value
/// @param firm whether the name is that of a variable of the environment or an option
record SecretValue(String text, int from, int end, boolean quoted, boolean attached, boolean firm) {
  private static final int PASSWORD_MIN = 8;
  private static final int FIRM_MIN = 6;
  private static final int KEY_MIN = 16;
  private static final int KEY_LEAST = 12;
  private static final int HEX_MIN = 24;
  private static final int PASSWORD_HEX_MIN = 32;
  private static final int FIRM_HEX_MIN = 16;
  private static final int UUID = 36;
  private static final int ADDRESS_MAX = 64;
  private static final int PHRASE_MIN = 14;
  private static final int READ_MAX = 80;
  private static final LazyPattern PHRASE =
      new LazyPattern(
          "[A-Za-z][a-z]{2,}(?:-[A-Za-z][a-z]{2,})+(?:-\\d{2,4})?|[a-z]{3,}(?:\\.[a-z]{3,})+");

  /// The lengths of keys of 128, 192 and 256 bits in hexadecimal digits.
  private static final Set<Integer> LENGTHS = Set.of(32, 48, 64);

  /// What is before the value of an entry of YAML.
  private static final LazyPattern ENTRY = new LazyPattern("(?s)(?:.*\n)?[ \t]+secret: ");

  private static final int LINE_MAX = 40;
  private static final String JOINT = "[-. ]";
  private static final LazyPattern DIGIT_OR_SIGN = new LazyPattern("[0-9!@#$%^&*~?+=]");
  private static final LazyPattern JOINED = new LazyPattern("[-_./]");
  private static final LazyPattern MIXED_CASE = new LazyPattern("(?=.*[a-z])(?=.*[A-Z])[^-/.]*");
  private static final LazyPattern STRONG = new LazyPattern("(?=.*\\d).*[A-Z!@#$%^&*~?+=].*");

  private static final LazyPattern MADE =
      new LazyPattern("(?=.*\\p{L}.*\\p{L})(?:.*[!#$%^&*?+=~].*|(?=.*\\d.*\\d).*[A-Z].*)");

  /// Technical terms with digits.
  static final LazyPattern TERM =
      new LazyPattern(
          "(?i)(?:hmac|sha|md5|base(?:32|58|64)|utf|aes|rsa|argon2|bcrypt|pbkdf|pkcs|http|oauth"
              + "|x509|ed25519|chacha|xchacha|poly|curve|p-|tls|ssl|iso|rfc|cve)[-_a-z]*\\d.*");

  /// A word and three digits or more.
  static final LazyPattern NUMBERED = new LazyPattern("[^-_./]*\\p{L}{3,}\\d{3,}[^-_./]*");

  /// The name of a type.
  static final LazyPattern IDENTIFIER =
      new LazyPattern("[A-Za-z][a-z]+(?:[A-Z][a-z]{2,}){2,}[A-Z]?\\d{0,2}(?:[A-Z][a-z]+)*");

  /// The number of a version, a date or a ticket.
  static final LazyPattern VERSION =
      new LazyPattern("v?\\d+[.:/-].*|.*\\d\\.\\d.*|[A-Z]+(?:-[A-Z\\d]+)+");

  /// An address of mail.
  static final LazyPattern MAIL = new LazyPattern("[\\w.+-]+@[\\w-]+(?:\\.[a-z-]{2,})+");

  /// A name or number of a program.
  private static final LazyPattern SNAKE =
      new LazyPattern("[a-z\\d]+(?:[-_.][a-z\\d]+)+|0x[\\dA-Fa-f]+");

  /// Words with blanks, and perhaps a number.
  private static final LazyPattern WORDS_GIVEN =
      new LazyPattern("\\p{L}\\p{Ll}{2,}(?: \\p{L}\\p{Ll}{2,}){2,7}(?: \\d{2,4})?");

  private static final LazyPattern PATH = new LazyPattern("(?:\\./|~/|/.{0,6}/|/.*[-_.]).*");

  /// Names that dots join.
  private static final LazyPattern CODE =
      new LazyPattern(
          "[A-Za-z_.?!][A-Za-z_?!]*\\.[A-Za-z_.?!]*|[A-Z][A-Za-z]+-[A-Z][a-z]+[A-Z][A-Za-z]+"
              + "|(?:Get|Set|Read|New|Import|Export|Invoke|Resolve|Select|Join|Format|Convert"
              + "|ConvertTo|ConvertFrom|Protect|Unprotect|Request|Find|Test|Out|Start)"
              + "-[A-Z][a-z]+");

  /// Values that stand for a secret, in small letters.
  private static final Set<String> WORDS =
      words(
          "password passwd pass pwd secret token key null none nil true false yes no string str"
              + " text required optional unset empty missing unknown invalid default hashed hidden"
              + " masked encrypted plaintext protected redacted removed omitted changed rotated"
              + " expired unchanged postgres root admin user username test testing local localhost"
              + " guest mysql redis rabbitmq undefined object number boolean integer varchar char"
              + " bytes input field value nullable label bcrypt scrypt argon2 argon2i argon2id"
              + " md5crypt base64 disabled enabled incorrect correct password1 password123 pass123"
              + " secret123 mypassword mysecret supersecret topsecret letmein passwort kennwort"
              + " contraseña senha wachtwoord motdepasse newpass newpassword newpasswd passphrase"
              + " community");

  /// Beginnings and parts of values that stand for a secret.
  private static final LazyPattern PLACEHOLDER =
      new LazyPattern(
          "^(?:[$<{\\[*.(@]|#\\{|%(?:.*%|[({s])|sha256|sha512|pbkdf2|(?=.{9}).*passw(?:or)?d)"
              + "|your|change[-_]?me|placeholder|xxxx|redacted|dummy|insert|replace|todo|sample"
              + "|^(?:ctrl|strg|cmd|alt|shift|meta|super|win)\\+(?:\\w+\\+)?\\w{1,6}$"
              // A value that a controller of Kubernetes has encrypted.
              + "|^ag[a-d][a-z\\d+/]{77}"
              // Rules of a validator.
              + "|^[a-z_]{3,}(?:[:\\[][\\w,\\]]*)?(?:\\|[a-z_]{2,}(?:[:\\[][\\w,\\]]*)?)+$"
              + "|fake|\\*{4}|\\.{4}|1234567|abcdef|not[-_]set|(?<![a-z])here"
              + "|(?:key|token|secret)here|\\$\\{|\\{\\{");

  /// Words of descriptions and of names of settings, which are in no passphrase.
  private static final Set<String> COMMON =
      words(
          "the see and for not with from this that are was one two time use used set any all out"
              + " off per via old new date test tests self config settings setting options props"
              + " env process args params value data com org net app api prod staging dev tls cert"
              + " key secret token name user vault must can will ask you least only team entry"
              + " server service host internal default required file store stored body req request"
              + " role based access control password form input state session current ctx context"
              + " is be to or if by it please enter bitte muss mindestens zeichen nicht"
              + " wird werden siehe wie steht liegt doit caractères pas être voir saisir debe"
              + " caracteres ser ver introduzca inserire deve caratteri");

  static Set<String> words(String words) {
    return Set.of(words.split(" "));
  }

  private int length() {
    return end - from;
  }

  private String value() {
    return text.substring(from, end);
  }

  /// Returns whether the value may be the secret of such a name.
  boolean isSecret(SecretName name) {
    boolean phrase = (quoted || (firm && attached)) && isPhrase(4);
    return switch (name) {
      case PASSWORD -> isPassword();
      case KEY -> isKey(true) || phrase;
      case SECRET ->
          isKey(
                  (quoted && (length() < UUID || length() == ADDRESS_MAX))
                      || (firm && attached)
                      || (isIdentity()
                          && ENTRY
                              .matcher(text)
                              .region(Math.max(0, from - LINE_MAX), from)
                              .matches()))
              || (phrase && firm && attached)
              || (attached && !isIdentity() && isKey(true))
              || (quoted && RandomTextCheck.classes(text, from, end) == 4 && isVaried());
      case RANDOM ->
          (isKey(false) && isStated(name))
              || ((quoted || end == text.length() || ends('\n'))
                  && isIdentity()
                  && LENGTHS.contains(length())
                  && isKey(true));
    };
  }

  /// Returns whether the value may be a password.
  boolean isPassword() {
    boolean all = RandomTextCheck.classes(text, from, end) == 4;
    int least = (firm || all) && (attached || quoted) ? FIRM_MIN : PASSWORD_MIN - (all ? 1 : 0);
    if (length() < least || isPlaceholder(text, from, end) || PATH.matcher(value()).matches()) {
      return false;
    }
    if (isPhrase(value().indexOf('.') < 0 ? 3 : 4)) {
      return true;
    }
    if (isCode()) {
      return false;
    }
    if (isIdentity() && length() >= PASSWORD_HEX_MIN) {
      return RandomTextCheck.isMixed(text, from, end);
    }
    int classes = RandomTextCheck.classes(text, from, end);
    if (classes >= 3 || quoted || (firm && attached)) {
      return true;
    }
    boolean two = classes == 2 && DIGIT_OR_SIGN.matcher(value()).find();
    boolean joined = JOINED.matcher(value()).find();
    boolean open = attached && ((classes == 2 && joined) || ends(';'));
    return open || (two && (attached || !joined)) || RandomTextCheck.isScrambled(text, from, end);
  }

  /// Returns whether the value may be a key or token.
  ///
  /// @param identity whether keys of this name may be hexadecimal or UUIDs
  boolean isKey(boolean identity) {
    boolean shorter = identity && RandomTextCheck.changes(text, from, end) >= (firm ? 3 : 4);
    if (length() < (shorter ? KEY_LEAST : KEY_MIN) || isPlaceholder(text, from, end)) {
      return false;
    }
    if (isIdentity()) {
      return identity
          && length() >= (firm ? FIRM_HEX_MIN : HEX_MIN)
          && RandomTextCheck.isMixed(text, from, end);
    }
    boolean padded = text.charAt(end - 1) == '=';
    boolean address = value().contains("//") && length() != 40 && length() < ADDRESS_MAX && !padded;
    int least = length() / (value().indexOf('.') < 0 ? 8 : 4);
    boolean random =
        RandomTextCheck.isMixed(text, from, end)
            ? RandomTextCheck.changes(text, from, end) >= least
            : RandomTextCheck.isScrambled(text, from, end);
    boolean path = PATH.matcher(value()).matches();
    return random && !address && !path && !isCode() && !isWords();
  }

  /// Returns whether the value is a secret even where only a word in the same sentence names it:
  /// its characters take turns as they do in no word, identifier or number of a version.
  boolean isStated(SecretName name) {
    int changes = RandomTextCheck.changes(text, from, end);
    if (name == SecretName.PASSWORD) {
      boolean random = RandomTextCheck.classes(text, from, end) >= 3 && changes >= 3;
      return (random || RandomTextCheck.isScrambled(text, from, end)) && isPassword();
    }
    int share = value().indexOf('/') >= 0 ? 3 : isMixedCase() ? 5 : 6;
    return value().indexOf('.') < 0 && isKey(false) && changes * share >= length();
  }

  boolean isUnbroken() {
    return value().indexOf('-') < 0 && value().indexOf('/') < 0;
  }

  boolean isIdentity() {
    return RandomTextCheck.isIdentity(text, from, end);
  }

  /// Returns whether the value is so many words or more that hyphens or dots join.
  boolean isPhrase(int least) {
    return length() >= PHRASE_MIN
        && PHRASE.matcher(value()).matches()
        && value().split(JOINT).length >= least
        && isWithoutCommonWords(value());
  }

  static boolean isWithoutCommonWords(String phrase) {
    var words = List.of(phrase.toLowerCase(Locale.ROOT).split(JOINT));
    return words.stream().noneMatch(w -> SecretName.of(w) == SecretName.PASSWORD)
        && Collections.disjoint(COMMON, words);
  }

  /// Returns whether the value has a digit and a capital letter or sign.
  boolean isStrong() {
    return STRONG.matcher(value()).matches();
  }

  /// Returns whether the value looks made up as a password: letters with a sign, or with capitals
  /// and two digits, and no term, version, identifier or path.
  boolean isMade() {
    return MADE.matcher(value()).matches()
        && !matches(VERSION)
        && !matches(IDENTIFIER)
        && !matches(TERM)
        && text.charAt(from) != '/'
        && !matches(PATH)
        && isPassword();
  }

  /// Returns whether a literal that is given as a password looks like one: no word, address, path,
  /// term or version.
  boolean isGiven() {
    int classes = RandomTextCheck.classes(text, from, end);
    boolean words = WORDS_GIVEN.matcher(value()).matches() && isWithoutCommonWords(value());
    return length() >= FIRM_MIN
        && (classes >= 3 || isPhrase(2) || words || (classes == 2 && isMade()) || isKey(true))
        && !isPlaceholder(text, from, end)
        && value().indexOf("://") < 0
        && !matches(MAIL)
        && !matches(VERSION)
        && !matches(TERM)
        && !matches(IDENTIFIER)
        && !PATH.matcher(value()).matches();
  }

  /// Returns whether a literal may be a password where nothing else is expected: no address, no
  /// sentence.
  boolean isLiteral() {
    return length() >= PASSWORD_MIN
        && value().indexOf(' ') < 0
        && value().indexOf("://") < 0
        && !matches(MAIL)
        && !matches(TERM)
        && !matches(VERSION)
        && !SNAKE.matcher(value()).matches();
  }

  /// Returns whether a value without quotes looks like a password, and not like names that are
  /// joined.
  boolean isVaried() {
    return RandomTextCheck.classes(text, from, end) >= 3
        && DIGIT_OR_SIGN.matcher(value()).find()
        && value().indexOf('/') < 0
        && !isCode()
        && !SNAKE.matcher(value()).matches()
        && isGiven();
  }

  boolean matches(LazyPattern pattern) {
    return pattern.matcher(value()).matches();
  }

  /// Returns whether the value has small and capital letters and no joint.
  boolean isMixedCase() {
    return MIXED_CASE.matcher(value()).matches();
  }

  /// Returns whether the value is words that are joined, as in a file name or a name of a rule.
  private boolean isWords() {
    int joints = 0;
    int digits = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        return false;
      }
      joints += "-_./:".indexOf(c) >= 0 ? 1 : 0;
      digits += c >= '0' && c <= '9' ? 1 : 0;
    }
    return joints >= 2 && digits <= 4 && digits * 5 <= length();
  }

  /// Returns whether the value is an expression of a programming language: a call, an index, or
  /// names joined by dots.
  private boolean isCode() {
    return !quoted && (ends('(') || ends('[') || CODE.matcher(value()).matches());
  }

  private boolean ends(char c) {
    return end < text.length() && text.charAt(end) == c;
  }

  /// Returns whether a value stands for a secret instead of being one: `$TOKEN`, `<token>`,
  /// `{{token}}`, `%TOKEN%`, `your-token`, `changeme`, `password`.
  static boolean isPlaceholder(String text, int from, int end) {
    if (from >= end) {
      return true;
    }
    var value = text.substring(from, Math.min(end, from + READ_MAX)).toLowerCase(Locale.ROOT);
    return WORDS.contains(value)
        || PLACEHOLDER.matcher(value).find()
        || text.substring(from, end).contains("example");
  }
}

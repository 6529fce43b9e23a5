package dev.tidemark.security;

import java.util.Locale;

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
  private static final int HEX_MIN = 32;
  private static final int FIRM_HEX_MIN = 16;
  private static final int PHRASE_WORD_MIN = 4;

  /// Values that stand for a secret, in small letters.
  private static final String[] WORDS = {
    " password passwd pass pwd secret token key null none nil true false yes no string str text ",
    "required optional unset empty missing unknown invalid default required hashed hidden masked ",
    "encrypted plaintext protected redacted removed omitted changed rotated expired unchanged ",
    "postgres root admin user username test testing local localhost guest mysql redis rabbitmq ",
    "undefined object number boolean integer varchar char bytes input field value nullable label ",
    "bcrypt scrypt argon2 argon2i argon2id md5crypt base64 disabled enabled incorrect correct ",
    "password1 password123 pass123 secret123 mypassword mysecret supersecret topsecret letmein "
  };

  /// Parts of values that stand for a secret.
  private static final String[] PARTS = {
    "your",
    "changeme",
    "change-me",
    "change_me",
    "placeholder",
    "xxxx",
    "redacted",
    "dummy",
    "insert",
    "replace",
    "todo",
    "sample",
    "fake",
    "****",
    "....",
    "1234567",
    "abcdef",
    "not-set",
    "not_set",
    "here"
  };

  private int length() {
    return end - from;
  }

  /// Returns whether the value may be the secret of such a name.
  boolean isSecret(SecretName name) {
    return switch (name) {
      case PASSWORD -> isPassword();
      case KEY -> isKey(true);
      case SECRET -> isKey(false);
      case RANDOM -> isKey(false) && isStated(name);
    };
  }

  /// Returns whether the value may be a password.
  boolean isPassword() {
    if (length() < (firm && (attached || quoted) ? FIRM_MIN : PASSWORD_MIN)
        || isPlaceholder(text, from, end)
        || isPath()
        || isCode()) {
      return false;
    }
    if (isIdentity() && length() >= HEX_MIN) {
      return RandomTextCheck.isMixed(text, from, end);
    }
    int classes = RandomTextCheck.classes(text, from, end);
    if (classes >= 3 || isPhrase() || RandomTextCheck.isScrambled(text, from, end)) {
      return true;
    }
    boolean digit = false;
    boolean sign = false;
    boolean joined = false;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      digit |= c >= '0' && c <= '9';
      sign |= "!@#$%^&*~?+=".indexOf(c) >= 0;
      joined |= c == '-' || c == '_' || c == '.' || c == '/';
    }
    if (quoted || (firm && attached)) {
      return true;
    }
    if (attached) {
      return (classes == 2 && (digit || sign || joined)) || ends(';');
    }
    return classes == 2 && (digit || sign) && !joined;
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
    boolean address = text.substring(from, end).indexOf("//") >= 0 && length() != 40;
    int least = length() / (text.substring(from, end).indexOf('.') < 0 ? 8 : 4);
    boolean random =
        RandomTextCheck.isMixed(text, from, end)
            ? RandomTextCheck.changes(text, from, end) >= least
            : RandomTextCheck.isScrambled(text, from, end);
    return random && !address && !isPath() && !isCode() && !isWords();
  }

  /// Returns whether the value is a secret even where only a word in the same sentence names it:
  /// its characters take turns as they do in no word, identifier or number of a version.
  boolean isStated(SecretName name) {
    int changes = RandomTextCheck.changes(text, from, end);
    if (name == SecretName.PASSWORD) {
      boolean random = RandomTextCheck.classes(text, from, end) >= 3 && changes >= 3;
      return (random || RandomTextCheck.isScrambled(text, from, end)) && isPassword();
    }
    var value = text.substring(from, end);
    boolean both = value.matches(".*[a-z].*") && value.matches(".*[A-Z].*");
    int share = value.indexOf('/') >= 0 ? 3 : both ? 5 : 6;
    return value.indexOf('.') < 0 && isKey(false) && changes * share >= length();
  }

  boolean isIdentity() {
    return RandomTextCheck.isIdentity(text, from, end);
  }

  private boolean isPath() {
    boolean folder = text.startsWith("./", from) || text.startsWith("~/", from);
    boolean root = text.charAt(from) == '/';
    for (int i = from; root && !folder && i < end; i++) {
      folder =
          "-_.".indexOf(text.charAt(i)) >= 0 || (i > from && i < from + 8 && text.charAt(i) == '/');
    }
    return folder;
  }

  /// Returns whether the value is three words or more that hyphens join.
  private boolean isPhrase() {
    int words = 0;
    int letters = 0;
    for (int i = from; i <= end; i++) {
      char c = i < end ? text.charAt(i) : '-';
      if (c == '-' && letters >= PHRASE_WORD_MIN) {
        words++;
        letters = 0;
      } else if (c >= 'a' && c <= 'z') {
        letters++;
      } else {
        return false;
      }
    }
    return words >= 3;
  }

  /// Returns whether the value is words that are joined, as in a file name or a name of a rule.
  private boolean isWords() {
    int joints = 0;
    int capitals = 0;
    int digits = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      joints += "-_./:".indexOf(c) >= 0 ? 1 : 0;
      capitals += c >= 'A' && c <= 'Z' ? 1 : 0;
      digits += c >= '0' && c <= '9' ? 1 : 0;
    }
    return joints >= 2 && capitals == 0 && digits <= 4 && digits * 5 <= length();
  }

  /// Returns whether the value is an expression of a programming language: a call, an index, or
  /// names joined by dots.
  private boolean isCode() {
    if (quoted) {
      return false;
    }
    if (ends('(') || ends('[')) {
      return true;
    }
    boolean dotted = false;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      dotted |= c == '.' && i > from;
      if (!letter && c != '.' && c != '?' && c != '!') {
        return false;
      }
    }
    return dotted;
  }

  private boolean ends(char c) {
    return end < text.length() && text.charAt(end) == c;
  }

  /// Returns whether a value stands for a secret instead of being one: `$TOKEN`, `<token>`,
  /// `{{token}}`, `%TOKEN%`, `your-token`, `changeme`, `password`.
  static boolean isPlaceholder(String text, int from, int end) {
    if (from >= end || "$<{[*.(".indexOf(text.charAt(from)) >= 0) {
      return true;
    }
    var value = text.substring(from, Math.min(end, from + 80)).toLowerCase(Locale.ROOT);
    boolean variable = value.startsWith("%") && value.length() > 1;
    if (value.startsWith("#{")
        || (variable && (value.indexOf('%', 1) > 0 || "({s".indexOf(value.charAt(1)) >= 0))) {
      return true;
    }
    for (var part : PARTS) {
      if (value.contains(part)) {
        return true;
      }
    }
    if (value.contains("${") || value.contains("{{") || isExample(text, from, end)) {
      return true;
    }
    if (value.length() > 8 && (value.contains("password") || value.contains("passwd"))) {
      return true;
    }
    if (value.startsWith("sha256") || value.startsWith("sha512") || value.startsWith("pbkdf2")) {
      return true;
    }
    var word = ' ' + value + ' ';
    for (var words : WORDS) {
      if (words.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /// The samples of providers have `EXAMPLE` in them and the form of real keys.
  private static boolean isExample(String text, int from, int end) {
    return text.substring(from, end).contains("example");
  }
}

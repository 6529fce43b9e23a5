package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Passphrase detector: words with blanks between them, and app passwords of four times four
/// letters.
final class SecretPhrases {
  /// How far before a passphrase its name may be.
  private static final int SPAN = 72;

  private static final int WORDS_MAX = 256;
  private static final int LENGTH_MIN = 12;

  /// A password of an application, as providers of mail make it.
  private static final LazyPattern FOURS = new LazyPattern("(?:[a-z]{4} ){3}[a-z]{4}(?![a-z])");

  private static final int FOURS_LENGTH = 19;
  private static final LazyPattern NO_WORD = new LazyPattern("(?:^| )[^aeiouy ]{4}");

  private static final LazyPattern FOURS_NAME =
      new LazyPattern(
          "(?i)(?:passwor[dt]|kennwort|passcode|de passe|contraseña|\\bpw)[^.;\n]{0,40}$");

  /// Words and numbers with blanks between them.
  private static final LazyPattern PHRASE =
      new LazyPattern(
          "\\p{L}\\p{Ll}{1,12}(?: (?:\\p{L}\\p{Ll}{0,12}|\\d{1,4})){2,23}[!?]?"
              + "(?=[\"'`.”“»]|\\s*(?:[;(»\n]|$))");

  private static final LazyPattern LINE_NAME =
      new LazyPattern(
          "(?:^|\n)[ \t]*(?!\\w*(?:error|label|message|msg|hint|title|text|help|form|valid|field))"
              + "[\\w.-]{0,60}[a-z] ?= ?$");

  /// What names a passphrase of words in the same sentence.
  private static final LazyPattern NAME =
      new LazyPattern(
          "(?i)(?:pass|seed|unlock|recovery|secret|mnemonic|backup|wallet)[ -]?phrase|seed"
              + " words|wallet seed|phrase (?:secr|de passe)|frase (?:de"
              + " paso|de acceso|segreta|secreta|d'accesso)|mnemonic");

  private SecretPhrases() {}

  /// Returns the passphrase that a sign, option or call gives to a name; null if there is none.
  static @Nullable Secret assigned(String text, int from, SecretName name) {
    boolean password = name == SecretName.PASSWORD;
    if (password && isFours(text, from, true)) {
      return new Secret("password", from, from + FOURS_LENGTH);
    }
    boolean quoted = from > 0 && "\"'".indexOf(text.charAt(from - 1)) >= 0;
    if (name == SecretName.RANDOM || !(quoted || (password && isLine(text, from)))) {
      return null;
    }
    return phrase(text, from, 3);
  }

  private static boolean isLine(String text, int from) {
    return from > 1
        && (text.charAt(from - 1) == '=' || text.startsWith("= ", from - 2))
        && LINE_NAME.matcher(text).region(Math.max(0, from - SPAN), from).find();
  }

  /// Returns whether four times four letters are there that are no words.
  ///
  /// @param named whether a name directly before them is enough
  private static boolean isFours(String text, int from, boolean named) {
    int end = from + FOURS_LENGTH;
    if (end > text.length() || text.charAt(from + 4) != ' ' || text.charAt(from + 9) != ' ') {
      return false;
    }
    boolean open = end < text.length() && text.charAt(end) == ' ';
    return FOURS.matcher(text).region(from, Math.min(text.length(), end + 1)).lookingAt()
        && ((named && !open) || NO_WORD.matcher(text).region(from, end).find());
  }

  /// Returns the passphrase after a blank that a word in the same sentence names, or null.
  ///
  /// @param opened whether a sign or a short word before it gives a value
  static @Nullable Secret stated(String text, int blank, int from, boolean opened) {
    int begin = Math.max(0, blank - SPAN);
    if (isFours(text, from, blank > 0 && text.charAt(blank - 1) == ':')
        && FOURS_NAME.matcher(text).region(begin, from).find()) {
      return new Secret("password", from, from + FOURS_LENGTH);
    }
    if (!opened) {
      return null;
    }
    var near = text.substring(begin, blank);
    int before = begin + Math.max(0, Math.max(near.lastIndexOf('\n'), near.lastIndexOf(". ")));
    return hasAny(text, before, blank, "hrase", "frase", "nemonic", "seed")
            && NAME.matcher(text).region(before, blank).find()
        ? phrase(text, from, 4)
        : null;
  }

  private static @Nullable Secret phrase(String text, int from, int least) {
    var words = PHRASE.matcher(text).region(from, Math.min(text.length(), from + WORDS_MAX));
    return words.lookingAt()
            && words.end() - from >= LENGTH_MIN
            && words.group().split(" ").length >= least
            && SecretValue.isWithoutCommonWords(words.group())
        ? new Secret("password", from, words.end())
        : null;
  }

  /// Returns whether one of some words is in a part of a text.
  static boolean hasAny(String text, int from, int end, String... words) {
    for (var word : words) {
      if (text.indexOf(word, from, end) >= 0) {
        return true;
      }
    }
    return false;
  }
}

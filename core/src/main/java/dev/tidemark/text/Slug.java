package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Slugs: short readable names made from free text.
public final class Slug {
  private static final int MAX_WORDS = 5;
  private static final int MAX_LENGTH = 40;
  private static final int HASH_DIGITS = 8;

  private static final Set<String> DROPPED =
      Set.of(
          "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of",
          "on", "or", "that", "the", "this", "to", "was", "when", "with");

  private Slug() {}

  /// Returns up to five words of the text, in lower case, without marks and without words like
  /// "the", joined by `-`; at most 40 UTF-16 units, cut between words (a first word that is longer
  /// is cut inside). If no word remains, `item-` and eight digits of the text's SHA-256.
  public static String of(String text) {
    var slug = new StringBuilder();
    var words = words(text);
    for (int i = 0; i < words.size() && i < MAX_WORDS; i++) {
      var word = words.get(i);
      if (i == 0) {
        slug.append(word, 0, cut(word));
      } else if (slug.length() + 1 + word.length() <= MAX_LENGTH) {
        slug.append('-').append(word);
      } else {
        break;
      }
    }
    return slug.isEmpty()
        ? "item-" + Sha256.hex(text.getBytes(UTF_8)).substring(0, HASH_DIGITS)
        : slug.toString();
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    var plain = Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    for (int i = 0; i < plain.length(); ) {
      int c = plain.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isLetterOrDigit(c)) {
        word.appendCodePoint(c);
      } else if (!isMark(c)) {
        endWord(word, words);
      }
    }
    endWord(word, words);
    return words;
  }

  private static void endWord(StringBuilder word, List<String> words) {
    if (!word.isEmpty() && !DROPPED.contains(word.toString())) {
      words.add(word.toString());
    }
    word.setLength(0);
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  private static int cut(String word) {
    int end = Math.min(word.length(), MAX_LENGTH);
    return end < word.length() && Character.isLowSurrogate(word.charAt(end)) ? end - 1 : end;
  }
}

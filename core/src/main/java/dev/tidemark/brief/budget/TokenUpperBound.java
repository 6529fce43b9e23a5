package dev.tidemark.brief.budget;

import org.jspecify.annotations.Nullable;

/// Upper bound of the tokens of a text in the encoding o200k, without its tables.
///
/// The bound is never too low: the encoding splits a text into pieces and merges adjacent parts
/// until no adjacent pair is a token. So where two bytes certainly belong to one piece and together
/// are a token, they do not end as two tokens; nearly all pairs of small letters are such. Under
/// that condition we count the most tokens there can be. Two facts tighten the bound: up to three
/// digits are one token, and so are [CommonWords]. A test looks all of this up in the encoding
/// itself.
public final class TokenUpperBound {
  /// Pairs of small letters that are no token.
  private static final String RARE =
      "bq gk gq jv jz kq kz lq nq qf qg qj qk qv qz rj tq wq wz xg xj xk xq xv xw yq zj zq zv";

  /// Each of these pairs has one of j, k, q, x and z, a bit for each letter: nearly all pairs of a
  /// text need no search.
  private static final int SELDOM =
      1 << ('j' - 'a') | 1 << ('k' - 'a') | 1 << ('q' - 'a') | 1 << ('x' - 'a') | 1 << ('z' - 'a');

  /// Behind an apostrophe a piece may end within the next letters: `'re|ally`.
  private static final int AFTER_APOSTROPHE = 3;

  private static final int DIGITS_PER_TOKEN = 3;

  private static @Nullable CommonWords words;

  /// An array, because charAt() costs four calls as long as bytecode is interpreted.
  private final char[] text;

  /// The most tokens that end here, the last of which is one byte; and longer.
  private int single;

  private int longer;

  /// The most tokens that end one byte before.
  private int before = -1;

  private int lastApostrophe = -AFTER_APOSTROPHE - 1;

  private TokenUpperBound(String text) {
    this.text = text.toCharArray();
  }

  /// Returns a number that the text's tokens do not exceed.
  public static int of(String text) {
    var bound = new TokenUpperBound(text);
    int at = 0;
    while (at < bound.text.length) {
      at = bound.step(at);
    }
    return bound.upperBound();
  }

  private int step(int at) {
    char c = text[at];
    if (c >= '0' && c <= '9') {
      return digits(at);
    }
    if (c == ' ') {
      int end = word(at);
      if (end > at) {
        addWholePieces(1);
        return end;
      }
    }
    if (c >= 'a' && c <= 'z') {
      return letters(at);
    }
    if (c >= 0x80) {
      return addNonAscii(at, c);
    }
    add(false);
    if (c == '\'') {
      lastApostrophe = at;
    }
    return at + 1;
  }

  /// Counts small letters, of which most texts are made: without a call for each of them.
  private int letters(int from) {
    int alone = single;
    int joined = longer;
    int earlier = before;
    char previous = from == 0 ? '\0' : text[from - 1];
    int at = from;
    for (; at < text.length; at++) {
      char c = text[at];
      if (c < 'a' || c > 'z') {
        break;
      }
      int most = alone > joined ? alone : joined;
      alone = (joins(previous, c, at) ? joined : most) + 1;
      joined = earlier + 1;
      earlier = most;
      previous = c;
    }
    single = alone;
    longer = joined;
    before = earlier;
    return at;
  }

  private boolean joins(char previous, char c, int at) {
    if (previous == ' ') {
      return true;
    }
    return previous >= 'a'
        && previous <= 'z'
        && at - lastApostrophe > AFTER_APOSTROPHE
        && !isRare(previous, c);
  }

  private static boolean isRare(char one, char other) {
    if (((1 << (one - 'a') | 1 << (other - 'a')) & SELDOM) == 0) {
      return false;
    }
    for (int i = 0; i < RARE.length(); i += 3) {
      if (RARE.charAt(i) == one && RARE.charAt(i + 1) == other) {
        return true;
      }
    }
    return false;
  }

  /// Returns where a common word ends that begins behind this blank; the blank if there is none.
  private int word(int blank) {
    int end = blank + 1;
    while (end < text.length && text[end] >= 'a' && text[end] <= 'z') {
      end++;
    }
    if (end == blank + 1) {
      return blank;
    }
    char next = end < text.length ? text[end] : '\n';
    boolean ends = next < 0x80 && next != '\'' && !(next >= 'A' && next <= 'Z');
    return ends && words().contains(text, blank + 1, end) ? end : blank;
  }

  private static CommonWords words() {
    var known = words;
    if (known == null) {
      known = new CommonWords();
      words = known;
    }
    return known;
  }

  private int digits(int from) {
    int end = from;
    while (end < text.length && text[end] >= '0' && text[end] <= '9') {
      end++;
    }
    boolean alone =
        (from == 0 || text[from - 1] < 0x80) && (end == text.length || text[end] < 0x80);
    int count = end - from;
    addWholePieces(alone ? (count + DIGITS_PER_TOKEN - 1) / DIGITS_PER_TOKEN : count);
    return end;
  }

  /// Counts the bytes of a character beyond ASCII.
  private int addNonAscii(int at, char c) {
    if (c < 0x800) {
      add(false);
      add((c >= 0xa0 && c <= 0xda) || (c >= 0xdc && c <= 0x109) || (c >= 0x410 && c <= 0x44f));
      return at + 1;
    }
    boolean pair =
        (c >= 0x1fc0 && c <= 0x233f)
            || (c >= 0x3000 && c <= 0x317f)
            || (c >= 0x4e00 && c <= 0x5d3f)
            || (c >= 0x5dc0 && c <= 0x6abf)
            || (c >= 0x6b00 && c <= 0x877f);
    boolean four = Character.isHighSurrogate(c) && at + 1 < text.length;
    add(false);
    add(pair);
    add(false);
    if (four && Character.isLowSurrogate(text[at + 1])) {
      add(false);
      return at + 2;
    }
    return at + 1;
  }

  /// Adds a byte.
  ///
  /// @param joins whether it cannot stay alone beside a byte that stays alone
  private void add(boolean joins) {
    int most = upperBound();
    int alone = (joins ? longer : most) + 1;
    longer = before + 1;
    single = alone;
    before = most;
  }

  /// Adds whole pieces, of so many tokens.
  private void addWholePieces(int tokens) {
    single = upperBound() + tokens;
    longer = single;
    before = single - 1;
  }

  private int upperBound() {
    return Math.max(single, longer);
  }
}

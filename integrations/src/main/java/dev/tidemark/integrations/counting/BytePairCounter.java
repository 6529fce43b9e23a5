package dev.tidemark.integrations.counting;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.tidemark.workflow.policy.CountingStrategy;
import dev.tidemark.workflow.policy.TokenMeter;
import org.jspecify.annotations.Nullable;

/// Token counter with a byte-pair encoding (R-004-90).
///
/// Special tokens in the text are counted as ordinary text. The vocabulary is loaded when something
/// is counted for the first time, and kept as long as the counter: about 17 MB for cl100k_base, 33
/// MB for o200k_base. Safe for use by many threads.
///
/// Time and memory are linear in the length of any text: a text of more than 100,000 characters is
/// counted in parts, because the library needs some hundred bytes for each character of a run
/// without blanks. The parts end between words, where no token reaches across, so the count is the
/// same; where 50,000 characters hold no blank between letters, each end may add a few tokens.
public final class BytePairCounter implements TokenMeter {
  /// The most characters that are given to the library at once.
  static final int PART_MAX = 100_000;

  private final CountingStrategy strategy;
  private @Nullable Encoding loaded;

  /// Takes which encoding.
  ///
  /// @param strategy any but [CountingStrategy#WORDS], which needs no vocabulary
  public BytePairCounter(CountingStrategy strategy) {
    if (strategy == CountingStrategy.WORDS) {
      throw new IllegalArgumentException("words are no encoding");
    }
    this.strategy = strategy;
  }

  @Override
  public int count(String given) {
    var text = replaceHalfSurrogates(given);
    var encoding = encoding();
    int tokens = 0;
    int from = 0;
    while (text.length() - from > PART_MAX) {
      int end = end(text, from);
      tokens += encoding.countTokensOrdinary(text.substring(from, end));
      from = end;
    }
    return tokens + encoding.countTokensOrdinary(text.substring(from));
  }

  /// Returns the text with a replacement character for every half of a surrogate pair, as encoders
  /// that are given text take it.
  private static String replaceHalfSurrogates(String text) {
    int[] points = text.codePoints().map(BytePairCounter::replaced).toArray();
    return new String(points, 0, points.length);
  }

  private static int replaced(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xfffd : point;
  }

  /// Returns where a part ends that begins there.
  private static int end(String text, int from) {
    int most = from + PART_MAX;
    for (int end = most; end > most - PART_MAX / 2; end--) {
      if (text.charAt(end) == ' ' && isLetter(text, end - 1) && isLetter(text, end + 1)) {
        return end;
      }
    }
    return Character.isLowSurrogate(text.charAt(most)) ? most - 1 : most;
  }

  private static boolean isLetter(String text, int at) {
    return at < text.length()
        && ((text.charAt(at) | 0x20) >= 'a' && (text.charAt(at) | 0x20) <= 'z');
  }

  private synchronized Encoding encoding() {
    var known = loaded;
    if (known == null) {
      known = Encodings.newLazyEncodingRegistry().getEncoding(type());
      loaded = known;
    }
    return known;
  }

  private EncodingType type() {
    return strategy == CountingStrategy.CL100K ? EncodingType.CL100K_BASE : EncodingType.O200K_BASE;
  }
}

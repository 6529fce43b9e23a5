package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.testkit.Hostile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Makes inputs of others: cut, doubled, exchanged, with pieces of each other and of what breaks
/// programs.
final class Mutations {
  private static final List<String> PIECES =
      List.of(
          "\0",
          "\n",
          "\r\n",
          "\ufeff",
          "\u2028",
          "---\n",
          "## ",
          "| ",
          "- [x] ",
          "&a [*a]",
          "\\ud800",
          "\\u0000",
          "1e999",
          "-0",
          "9007199254740993",
          "-9223372036854775809",
          "0000-00-00T24:00:00Z",
          "9999-12-31T23:59:59.999999999+18:00",
          "null",
          "{}",
          "[]",
          "\"\"",
          "../",
          "%2e%2e%2f",
          "\u001b[31m");

  private static final int LONGEST_PIECE = 200;

  private final RandomGenerator random;
  private final List<byte[]> corpus;
  private final List<byte[]> pieces = new ArrayList<>();
  private final int longest;

  /// @param corpus what is changed; at least one
  /// @param longest how many bytes an input has at most
  Mutations(RandomGenerator random, List<byte[]> corpus, int longest) {
    this.random = random;
    this.corpus = corpus;
    this.longest = longest;
    for (var piece : PIECES) {
      pieces.add(piece.getBytes(UTF_8));
    }
    for (var text : Hostile.texts()) {
      if (text.length() < LONGEST_PIECE) {
        pieces.add(text.getBytes(UTF_8));
      }
    }
  }

  /// Returns the next input.
  byte[] next() {
    var input = corpus.get(random.nextInt(corpus.size()));
    for (int hits = 1 + random.nextInt(5); hits > 0; hits--) {
      input = changed(input);
    }
    return input.length <= longest ? input : Arrays.copyOf(input, longest);
  }

  private byte[] changed(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int length = Math.min(input.length - at, 1 << random.nextInt(9));
    return switch (random.nextInt(8)) {
      case 0 -> flipped(input, at);
      case 1 -> joined(input, at, at + length, new byte[0]);
      case 2 -> joined(input, at, at, Arrays.copyOfRange(input, at, at + length));
      case 3 -> joined(input, at, at, piece());
      case 4 -> joined(input, at, at + length, piece());
      case 5 -> joined(input, at, at, ofAnother());
      case 6 -> joined(input, at, at + length, ofAnother());
      default -> joined(input, at, input.length, ofAnother());
    };
  }

  private byte[] flipped(byte[] input, int at) {
    var other = input.clone();
    if (at < other.length) {
      other[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : other[at] ^ 1 << at % 8);
    }
    return other;
  }

  private byte[] piece() {
    return pieces.get(random.nextInt(pieces.size()));
  }

  private byte[] ofAnother() {
    var other = corpus.get(random.nextInt(corpus.size()));
    int from = random.nextInt(other.length + 1);
    return Arrays.copyOfRange(other, from, Math.min(other.length, from + (1 << random.nextInt(9))));
  }

  private static byte[] joined(byte[] input, int from, int to, byte[] between) {
    var out = new byte[from + between.length + input.length - to];
    System.arraycopy(input, 0, out, 0, from);
    System.arraycopy(between, 0, out, from, between.length);
    System.arraycopy(input, to, out, from + between.length, input.length - to);
    return out;
  }
}

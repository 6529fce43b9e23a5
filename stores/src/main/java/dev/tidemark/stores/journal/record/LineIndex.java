package dev.tidemark.stores.journal.record;

import java.util.Arrays;

/// Line index of a text for lookups by content, each line with its line feed.
final class LineIndex {
  /// The limit of candidate positions tried, so that a text of equal lines costs no more.
  private static final int TRIES = 32;

  private static final int TAIL = 12;

  private final byte[] bytes;
  private final int[] starts;
  private final int count;
  private int[] heads = {};
  private int[] others = {};

  LineIndex(byte[] bytes) {
    this.bytes = bytes;
    int found = 0;
    for (byte b : bytes) {
      found += b == '\n' ? 1 : 0;
    }
    var begins = new int[found + 2];
    int lines = 0;
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        begins[lines++] = start;
        start = i + 1;
      }
    }
    if (start < bytes.length) {
      begins[lines++] = start;
    }
    begins[lines] = bytes.length;
    this.starts = begins;
    this.count = lines;
  }

  int count() {
    return count;
  }

  /// Returns where a line begins, or the end of the text after the last.
  int start(int line) {
    return starts[line];
  }

  /// Returns whether two lines are equal.
  boolean same(int line, LineIndex that, int other) {
    return Arrays.equals(
        bytes,
        starts[line],
        starts[line + 1],
        that.bytes,
        that.starts[other],
        that.starts[other + 1]);
  }

  /// Returns the first line from `from` on that, together with the next one, equals two lines of
  /// another text; -1 if there is none.
  int find(LineIndex that, int other, int from) {
    if (heads.length == 0) {
      index();
    }
    int line = heads[that.hash(other) & (heads.length - 1)];
    for (int tries = 0; line >= 0 && tries < TRIES; tries++) {
      if (line >= from && samePair(line, that, other)) {
        return line;
      }
      line = others[line];
    }
    return -1;
  }

  private boolean samePair(int line, LineIndex that, int other) {
    boolean isLast = line + 1 == count;
    return isLast == (other + 1 == that.count)
        && same(line, that, other)
        && (isLast || same(line + 1, that, other + 1));
  }

  private void index() {
    heads = new int[Math.max(2, 2 * Integer.highestOneBit(count + 1))];
    others = new int[count];
    Arrays.fill(heads, -1);
    for (int line = count - 1; line >= 0; line--) {
      int slot = hash(line) & (heads.length - 1);
      others[line] = heads[slot];
      heads[slot] = line;
    }
  }

  /// Returns a number for a line and the one after it, from their lengths and their ends: lines of
  /// a document begin alike, but end differently.
  private int hash(int line) {
    int hash = tailHash(line);
    return line + 1 < count ? 31 * hash + tailHash(line + 1) : hash;
  }

  private int tailHash(int line) {
    int hash = starts[line + 1] - starts[line];
    for (int i = Math.max(starts[line], starts[line + 1] - TAIL); i < starts[line + 1]; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash ^ hash >>> 15;
  }
}

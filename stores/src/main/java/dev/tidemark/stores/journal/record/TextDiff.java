package dev.tidemark.stores.journal.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Diff of two states of a document, line by line and then within the lines. An instance is one of
/// the two texts, with an index of its lines for lookups by content; a line includes its line feed.
///
/// It need not be the smallest difference: it only must separate a change at the top from one at
/// the bottom. Its cost is linear in the documents.
final class TextDiff {
  /// The limit of candidate positions tried, so that a text of equal lines costs no more.
  private static final int TRIES = 32;

  private static final int TAIL = 12;

  private final byte[] bytes;

  /// Where each line begins; after the last one, the end of the text.
  private final int[] starts;

  private final int count;
  private int[] heads = {};
  private int[] others = {};

  private TextDiff(byte[] bytes) {
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

  /// Returns the splices that lead from one valid UTF-8 text to another, in ascending order.
  static List<TextEdit> of(byte[] before, byte[] after) {
    int prefix = commonLines(before, after);
    int suffix = commonEnd(before, after, prefix);
    var old = Arrays.copyOfRange(before, prefix, before.length - suffix);
    var fresh = Arrays.copyOfRange(after, prefix, after.length - suffix);
    return new TextDiff(old).edits(new TextDiff(fresh), prefix);
  }

  /// Returns how many bytes of whole lines both begin with.
  private static int commonLines(byte[] before, byte[] after) {
    int same = Arrays.mismatch(before, after);
    int end = same < 0 ? before.length : same;
    while (end > 0 && before[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /// Returns the length of the whole lines at the common end, after the common beginning.
  private static int commonEnd(byte[] before, byte[] after, int prefix) {
    int limit = Math.min(before.length, after.length) - prefix;
    int from = before.length - TextEdit.commonEnd(before, after, limit);
    while (from < before.length && before[from] != '\n') {
      from++;
    }
    return from < before.length ? before.length - 1 - from : 0;
  }

  /// Returns the splices that lead from this text to another.
  ///
  /// @param shift added to each offset
  private List<TextEdit> edits(TextDiff fresh, int shift) {
    var splices = new ArrayList<TextEdit>();
    int oldEnd = count;
    int freshEnd = fresh.count;
    int from = 0;
    int to = 0;
    while (from < oldEnd && to < freshEnd && isSameLine(from, fresh, to)) {
      from++;
      to++;
    }
    while (from < oldEnd && to < freshEnd && isSameLine(oldEnd - 1, fresh, freshEnd - 1)) {
      oldEnd--;
      freshEnd--;
    }
    while (from < oldEnd || to < freshEnd) {
      if (from < oldEnd && to < freshEnd && isSameLine(from, fresh, to)) {
        from++;
        to++;
        continue;
      }
      int toNext = to;
      int fromNext = -1;
      boolean few = oldEnd - from <= 1 || freshEnd - to <= 1;
      while (!few && toNext < freshEnd && fromNext < 0) {
        fromNext = find(fresh, toNext, from);
        toNext += fromNext < 0 ? 1 : 0;
      }
      if (fromNext < 0 || fromNext > oldEnd) {
        fromNext = oldEnd;
        toNext = freshEnd;
      }
      var removed = Arrays.copyOfRange(bytes, starts[from], starts[fromNext]);
      var added = Arrays.copyOfRange(fresh.bytes, fresh.starts[to], fresh.starts[toNext]);
      splices.add(TextEdit.between(removed, added).moved(shift + starts[from]));
      from = fromNext;
      to = toNext;
    }
    return splices;
  }

  /// Returns whether two lines are equal.
  private boolean isSameLine(int line, TextDiff that, int other) {
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
  private int find(TextDiff that, int other, int from) {
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

  private boolean samePair(int line, TextDiff that, int other) {
    boolean isLast = line + 1 == count;
    return isLast == (other + 1 == that.count)
        && isSameLine(line, that, other)
        && (isLast || isSameLine(line + 1, that, other + 1));
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

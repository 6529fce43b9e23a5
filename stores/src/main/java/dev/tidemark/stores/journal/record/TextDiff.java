package dev.tidemark.stores.journal.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Diff of two states of a document, line by line and then within the lines.
///
/// It need not be the smallest difference: it only must separate a change at the top from one at
/// the bottom. Its cost is linear in the documents.
final class TextDiff {
  private final int shift;
  private final byte[] before;
  private final byte[] after;
  private final LineIndex old;
  private final LineIndex fresh;
  private final List<TextEdit> splices = new ArrayList<>();

  private TextDiff(byte[] before, byte[] after, int shift) {
    this.shift = shift;
    this.before = before;
    this.after = after;
    this.old = new LineIndex(before);
    this.fresh = new LineIndex(after);
  }

  /// Returns the splices that lead from one valid UTF-8 text to another, in ascending order.
  static List<TextEdit> of(byte[] before, byte[] after) {
    int prefix = commonLines(before, after);
    int suffix = commonEnd(before, after, prefix);
    var old = Arrays.copyOfRange(before, prefix, before.length - suffix);
    var textDiff =
        new TextDiff(old, Arrays.copyOfRange(after, prefix, after.length - suffix), prefix);
    textDiff.run();
    return textDiff.splices;
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

  private void run() {
    int oldEnd = old.count();
    int freshEnd = fresh.count();
    int from = 0;
    int to = 0;
    while (from < oldEnd && to < freshEnd && old.same(from, fresh, to)) {
      from++;
      to++;
    }
    while (from < oldEnd && to < freshEnd && old.same(oldEnd - 1, fresh, freshEnd - 1)) {
      oldEnd--;
      freshEnd--;
    }
    while (from < oldEnd || to < freshEnd) {
      if (from < oldEnd && to < freshEnd && old.same(from, fresh, to)) {
        from++;
        to++;
        continue;
      }
      int toNext = to;
      int fromNext = -1;
      boolean few = oldEnd - from <= 1 || freshEnd - to <= 1;
      while (!few && toNext < freshEnd && fromNext < 0) {
        fromNext = old.find(fresh, toNext, from);
        toNext += fromNext < 0 ? 1 : 0;
      }
      if (fromNext < 0 || fromNext > oldEnd) {
        fromNext = oldEnd;
        toNext = freshEnd;
      }
      add(from, fromNext, to, toNext);
      from = fromNext;
      to = toNext;
    }
  }

  private void add(int from, int fromEnd, int to, int toEnd) {
    int offset = old.start(from);
    var removed = Arrays.copyOfRange(before, offset, old.start(fromEnd));
    var added = Arrays.copyOfRange(after, fresh.start(to), fresh.start(toEnd));
    var textEdit = TextEdit.between(removed, added);
    splices.add(
        new TextEdit(shift + offset + textEdit.offset(), textEdit.length(), textEdit.insert()));
  }
}

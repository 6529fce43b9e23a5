package dev.tidemark.stores.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds what differs between two states of a document, line by line and then within the lines.
///
/// It need not be the smallest difference: a change at the top and one at the bottom must not drag
/// along all that lies between, and that is all. It looks ahead a limited number of lines, so its
/// cost is linear in the documents.
final class Diff {
  private static final int LOOK_AHEAD = 40;

  private final byte[] before;
  private final byte[] after;
  private final List<Splice> splices = new ArrayList<>();
  private int from;
  private int to;

  private Diff(byte[] before, byte[] after) {
    this.before = before;
    this.after = after;
  }

  /// Returns the splices that lead from one valid UTF-8 text to another, in ascending order.
  static List<Splice> of(byte[] before, byte[] after) {
    var diff = new Diff(before, after);
    diff.run();
    return diff.splices;
  }

  private void run() {
    while (from < before.length || to < after.length) {
      int fromEnd = lineEnd(before, from);
      int toEnd = lineEnd(after, to);
      if (Arrays.equals(before, from, fromEnd, after, to, toEnd)) {
        from = fromEnd;
        to = toEnd;
      } else {
        change();
      }
    }
  }

  /// Takes in the lines that differ, up to the nearest that agree again.
  private void change() {
    int fromAhead = from;
    int toAhead = to;
    for (int ahead = 0; ahead < LOOK_AHEAD; ahead++) {
      fromAhead = lineEnd(before, fromAhead);
      toAhead = lineEnd(after, toAhead);
      if (agree(fromAhead, toAhead)) {
        add(fromAhead, toAhead);
        return;
      }
      if (agree(fromAhead, to)) {
        add(fromAhead, to);
        return;
      }
      if (agree(from, toAhead)) {
        add(from, toAhead);
        return;
      }
    }
    add(before.length, after.length);
  }

  /// Returns whether the lines that begin there are the same, and long enough to mean something.
  private boolean agree(int fromStart, int toStart) {
    int fromEnd = lineEnd(before, fromStart);
    int toEnd = lineEnd(after, toStart);
    return Arrays.equals(before, fromStart, fromEnd, after, toStart, toEnd);
  }

  private void add(int fromEnd, int toEnd) {
    var old = Arrays.copyOfRange(before, from, fromEnd);
    var splice = Splice.between(old, Arrays.copyOfRange(after, to, toEnd));
    splices.add(new Splice(from + splice.offset(), splice.length(), splice.insert()));
    from = fromEnd;
    to = toEnd;
  }

  private static int lineEnd(byte[] bytes, int start) {
    int end = start;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, bytes.length);
  }
}

package dev.tidemark.app.view.history;

import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Unified diff of two texts, in the format that `patch` and `git apply` read.
public final class UnifiedDiff {
  /// The number of context lines around a change.
  private static final int AROUND = 3;

  /// From how many changed lines on no shortest difference is looked for: a whole block is shown as
  /// replaced instead. Bounds time and memory.
  private static final int LONGEST = 2_000;

  private final List<String> was;
  private final List<String> is;
  private final boolean[] gone;
  private final boolean[] come;

  private UnifiedDiff(List<String> was, List<String> is) {
    this.was = was;
    this.is = is;
    this.gone = new boolean[was.size()];
    this.come = new boolean[is.size()];
  }

  /// Returns the difference, headed by the names of both sides; empty for equal texts.
  ///
  /// @param before the name of the old text
  /// @param after the name of the new text
  public static List<StyledLine> of(String before, String old, String after, String text) {
    if (old.equals(text)) {
      return List.of();
    }
    var diff = new UnifiedDiff(lines(old), lines(text));
    diff.mark();
    var lines = new ArrayList<StyledLine>();
    lines.add(StyledLine.of(Style.STRONG, "--- " + before));
    lines.add(StyledLine.of(Style.STRONG, "+++ " + after));
    diff.write(lines);
    return lines;
  }

  /// A last line without a line feed is another line than the same one with it.
  private static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    int begin = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      lines.add(text.substring(begin, end));
      begin = end + 1;
    }
    if (begin < text.length()) {
      lines.add(text.substring(begin) + "\n\\ No newline at end of file");
    }
    return lines;
  }

  private void mark() {
    int from = 0;
    int least = Math.min(was.size(), is.size());
    while (from < least && was.get(from).equals(is.get(from))) {
      from++;
    }
    int tail = 0;
    while (tail < least - from
        && was.get(was.size() - 1 - tail).equals(is.get(is.size() - 1 - tail))) {
      tail++;
    }
    int oldEnd = was.size() - tail;
    int end = is.size() - tail;
    Arrays.fill(gone, from, oldEnd, true);
    Arrays.fill(come, from, end, true);
    var steps = new ArrayList<int[]>();
    if (shortest(from, oldEnd - from, end - from, steps)) {
      keep(from, oldEnd - from, end - from, steps);
    }
  }

  /// Looks for the shortest way from one text to the other (Myers 1986): after each number of
  /// changes, how far each diagonal got.
  ///
  /// @return whether one was found within bounds
  private boolean shortest(int from, int old, int now, List<int[]> steps) {
    int most = Math.min(old + now, LONGEST);
    int[] reached = new int[2 * most + 3];
    for (int changes = 0; changes <= most; changes++) {
      steps.add(reached.clone());
      for (int k = -changes; k <= changes; k += 2) {
        int at = k + most + 1;
        boolean down = k == -changes || (k != changes && reached[at - 1] < reached[at + 1]);
        int x = down ? reached[at + 1] : reached[at - 1] + 1;
        while (x < old && x - k < now && was.get(from + x).equals(is.get(from + x - k))) {
          x++;
        }
        reached[at] = x;
        if (x >= old && x - k >= now) {
          return true;
        }
      }
    }
    return false;
  }

  /// Goes that way back and takes the mark from every line that stays.
  private void keep(int from, int old, int now, List<int[]> steps) {
    int most = Math.min(old + now, LONGEST);
    int x = old;
    int y = now;
    for (int changes = steps.size() - 1; changes >= 0; changes--) {
      int[] reached = steps.get(changes);
      int k = x - y;
      int at = k + most + 1;
      boolean down = k == -changes || (k != changes && reached[at - 1] < reached[at + 1]);
      int before = down ? k + 1 : k - 1;
      int startX = changes == 0 ? 0 : reached[before + most + 1];
      int startY = changes == 0 ? 0 : startX - before;
      while (x > startX && y > startY && was.get(from + x - 1).equals(is.get(from + y - 1))) {
        gone[from + --x] = false;
        come[from + --y] = false;
      }
      x = startX;
      y = startY;
    }
  }

  private void write(List<StyledLine> lines) {
    int i = 0;
    int j = 0;
    while (true) {
      int equal = equal(i, j);
      if (i + equal == was.size() && j + equal == is.size()) {
        return;
      }
      int begin = Math.max(0, equal - AROUND);
      var hunk = new Hunk(i + begin, j + begin);
      hunk.collect();
      lines.addAll(hunk.lines());
      i = hunk.i;
      j = hunk.j;
    }
  }

  /// Returns how many lines from there on are in both.
  private int equal(int i, int j) {
    int equal = 0;
    while (i + equal < was.size()
        && j + equal < is.size()
        && !gone[i + equal]
        && !come[j + equal]) {
      equal++;
    }
    return equal;
  }

  /// Changes that are so near each other that they are shown together.
  private final class Hunk {
    private final int oldBegin;
    private final int begin;
    private final List<StyledLine> body = new ArrayList<>();
    private int i;
    private int j;

    Hunk(int oldBegin, int begin) {
      this.oldBegin = oldBegin;
      this.begin = begin;
      this.i = oldBegin;
      this.j = begin;
    }

    void collect() {
      addUnchanged(equal(i, j));
      while (true) {
        while (i < was.size() && gone[i]) {
          add(Style.BAD, "-" + was.get(i++));
        }
        while (j < is.size() && come[j]) {
          add(Style.GOOD, "+" + is.get(j++));
        }
        int equal = equal(i, j);
        boolean ends = i + equal == was.size() && j + equal == is.size();
        if (ends || equal > 2 * AROUND) {
          addUnchanged(Math.min(equal, AROUND));
          return;
        }
        addUnchanged(equal);
      }
    }

    private void addUnchanged(int count) {
      for (int n = 0; n < count; n++) {
        add(Style.PLAIN, " " + was.get(i++));
        j++;
      }
    }

    /// The remark that a last line has no line feed stands below the line.
    private void add(Style style, String line) {
      int end = line.indexOf('\n');
      body.add(StyledLine.of(style, end < 0 ? line : line.substring(0, end)));
      if (end >= 0) {
        body.add(new StyledLine().add(line.substring(end + 1)));
      }
    }

    List<StyledLine> lines() {
      var lines = new ArrayList<StyledLine>();
      lines.add(new StyledLine().add("@@ -" + range(oldBegin, i) + " +" + range(begin, j) + " @@"));
      lines.addAll(body);
      return lines;
    }

    private static String range(int begin, int end) {
      int count = end - begin;
      int first = count == 0 ? begin : begin + 1;
      return count == 1 ? Integer.toString(first) : first + "," + count;
    }
  }
}

package dev.tidemark.workflow.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Selection of phases or tasks by numbers: `2`, `1,2`, `2+`, `T001`, `T001,T003`, `T001-T005`
/// (R-004-O6).
public final class PhaseSelection {
  private static final Pattern ONE = Pattern.compile("(T?)0*(\\d{1,6})");
  private static final Pattern FROM = Pattern.compile("(T?)0*(\\d{1,6})\\+");
  private static final Pattern SPAN = Pattern.compile("(T?)0*(\\d{1,6})-\\1?0*(\\d{1,6})");

  private final List<int[]> spans;

  private PhaseSelection(List<int[]> spans) {
    this.spans = spans;
  }

  /// Parses a selection of phases; null if the text is none.
  public static @Nullable PhaseSelection phases(String text) {
    return parsed(text, "");
  }

  /// Parses a selection of tasks; null if the text is none.
  public static @Nullable PhaseSelection tasks(String text) {
    return parsed(text, "T");
  }

  private static @Nullable PhaseSelection parsed(String text, String letter) {
    var spans = new ArrayList<int[]>();
    for (var part : text.toUpperCase(Locale.ROOT).split(",", -1)) {
      int[] span = span(part.strip(), letter);
      if (span == null) {
        return null;
      }
      spans.add(span);
    }
    return new PhaseSelection(spans);
  }

  private static int @Nullable [] span(String part, String letter) {
    var one = ONE.matcher(part);
    if (one.matches() && one.group(1).equals(letter)) {
      int number = Integer.parseInt(one.group(2));
      return new int[] {number, number};
    }
    var from = FROM.matcher(part);
    if (from.matches() && from.group(1).equals(letter)) {
      return new int[] {Integer.parseInt(from.group(2)), Integer.MAX_VALUE};
    }
    var span = SPAN.matcher(part);
    if (span.matches() && span.group(1).equals(letter)) {
      int first = Integer.parseInt(span.group(2));
      int last = Integer.parseInt(span.group(3));
      return first <= last ? new int[] {first, last} : null;
    }
    return null;
  }

  /// Returns whether the thing of that number is picked.
  public boolean includes(int number) {
    for (int[] span : spans) {
      if (number >= span[0] && number <= span[1]) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the task is picked, by the number in its id: `T007`.
  public boolean includes(String task) {
    var one = ONE.matcher(task.toUpperCase(Locale.ROOT));
    return one.matches() && includes(Integer.parseInt(one.group(2)));
  }
}

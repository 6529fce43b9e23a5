package dev.tidemark.workflow.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Selection of phases or tasks by numbers: `2`, `1,2`, `2+`, `T001`, `T001,T003`, `T001-T005`
/// (R-004-O6). A number with parts, `3.1`, `T005a` or the phase `N`, is picked by itself, and by a
/// range that its first number lies in.
public final class PhaseSelection {
  private static final Pattern ONE = Pattern.compile("(T?)0*(\\d{1,6})");
  private static final Pattern FROM = Pattern.compile("(T?)0*(\\d{1,6})\\+");
  private static final Pattern SPAN = Pattern.compile("(T?)0*(\\d{1,6})-\\1?0*(\\d{1,6})");

  private static final Pattern PARTS = Pattern.compile("(T?)0*(\\d{1,6})(?:\\.\\d{1,6})*[A-Z]?");
  private static final Pattern LETTER = Pattern.compile("[A-Z]");

  private final List<int[]> spans;
  private final Set<String> names;

  private PhaseSelection(List<int[]> spans, Set<String> names) {
    this.spans = spans;
    this.names = names;
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
    var names = new HashSet<String>();
    for (var part : text.toUpperCase(Locale.ROOT).split(",", -1)) {
      var name = part.strip();
      int[] span = span(name, letter);
      if (span != null) {
        spans.add(span);
      } else if (isName(name, letter)) {
        names.add(name);
      } else {
        return null;
      }
    }
    return new PhaseSelection(spans, names);
  }

  private static boolean isName(String part, String letter) {
    var parts = PARTS.matcher(part);
    return parts.matches()
        ? parts.group(1).equals(letter)
        : letter.isEmpty() && LETTER.matcher(part).matches();
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

  /// Returns whether the phase of that number or the task of that id is picked: `3.1`, `T007`.
  public boolean includes(String id) {
    var name = id.toUpperCase(Locale.ROOT);
    var one = ONE.matcher(name);
    if (one.matches()) {
      return includes(Integer.parseInt(one.group(2)));
    }
    var parts = PARTS.matcher(name);
    return names.contains(name) || (parts.matches() && isInRange(Integer.parseInt(parts.group(2))));
  }

  private boolean isInRange(int number) {
    for (int[] span : spans) {
      if (span[0] < span[1] && number >= span[0] && number <= span[1]) {
        return true;
      }
    }
    return false;
  }
}

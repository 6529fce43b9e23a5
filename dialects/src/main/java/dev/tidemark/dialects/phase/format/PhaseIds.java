package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.PhaseName;
import java.util.List;

/// Phase ids as documents spell them, and their normal form (T-000-A).
public final class PhaseIds {
  public static final String COMPLETE = "complete";
  public static final String ACTIVATE = "activate";
  public static final String BUILD = "3-build";
  public static final String REVIEW = "4-review";
  public static final String FINALIZE = "5-finalize";
  static final String OPERATE = "6-operate";
  private static final String PARTIAL = "-partial";

  private PhaseIds() {}

  /// Returns whether a phase builds, so that it can be left in part and reviewed afterwards.
  public static boolean isBuild(String id) {
    return id.equals(BUILD) || id.equals("kw-2-execute");
  }

  /// Returns whether a phase reviews, so that it has a result.
  public static boolean isReview(String id) {
    return id.equals(REVIEW) || id.equals("kw-3-review");
  }

  /// Returns whether a phase begins a workflow by looking for a checkpoint.
  public static boolean isStart(String id) {
    return id.equals("0-start") || id.equals("kw-0-start");
  }

  /// Returns whether a phase comes after the mandatory review.
  public static boolean isBehindReview(String id) {
    return id.equals(FINALIZE) || id.equals(OPERATE);
  }

  public static boolean isPartial(String id) {
    return id.endsWith(PARTIAL);
  }

  /// Returns the id of a phase left in part.
  public static String partial(String id) {
    return id + PARTIAL;
  }

  /// Returns the id of the phase itself, in part or not.
  public static String withoutPartial(String id) {
    return isPartial(id) ? id.substring(0, id.length() - PARTIAL.length()) : id;
  }

  /// Returns the number in texts: `3` of `3-build`, `kw-2` of `kw-2-execute`, all of `complete`.
  public static String number(String id) {
    var whole = withoutPartial(id);
    int end = numberEnd(whole);
    return end == 0 ? whole : whole.substring(0, end);
  }

  /// Returns the part after the number in lower case: `build`.
  public static String word(String id) {
    var whole = withoutPartial(id);
    int end = numberEnd(whole);
    return end > 0 && end + 1 < whole.length() ? whole.substring(end + 1) : whole;
  }

  /// Returns the name in texts: `Build`.
  static String name(String id) {
    var word = word(id);
    return word.isEmpty() ? "" : Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /// Returns how headings name a phase: `Phase 3 (Build)`.
  public static String title(String id) {
    return "Phase " + number(id) + " (" + name(id) + ")";
  }

  /// Returns the purpose of the next phase's command, in the words of the source's examples: `start
  /// code review`, `continue implementation`, `start Build`.
  public static String purpose(String completed, String next) {
    if (isPartial(completed)) {
      return "continue " + (next.equals(BUILD) ? "implementation" : name(next));
    }
    return "start " + (next.equals(REVIEW) ? "code review" : name(next));
  }

  /// Returns where the number ends, 0 if there is none.
  private static int numberEnd(String id) {
    int at = 0;
    while (at < id.length() && !isDigit(id.charAt(at))) {
      at++;
    }
    int end = at;
    while (end < id.length() && (isDigit(id.charAt(end)) || id.charAt(end) == '.')) {
      end++;
    }
    return end > at ? end : 0;
  }

  /// Returns the place of a phase in a table; -1 if it is not there.
  public static int place(List<PhaseName> table, String id) {
    for (int i = 0; i < table.size(); i++) {
      if (table.get(i).value().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}

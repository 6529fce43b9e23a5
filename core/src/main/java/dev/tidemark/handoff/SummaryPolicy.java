package dev.tidemark.handoff;

import dev.tidemark.text.Whitespace;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;

/// Policy of an orchestrator for a worker's summary that is too long (R-004-54, R-004-55).
public enum SummaryPolicy {
  /// Take it with a warning. It cannot be applied to a run as long as it is.
  ACCEPT,
  /// Keep its beginning.
  TRUNCATE,
  /// Reject the response.
  REJECT;

  /// Returns the longest beginning of a text that is within the limit and ends with a whole word.
  /// White space stays as it is, and nothing is appended.
  public static String truncated(String text, SummaryLimit limit) {
    var ends = new ArrayList<Integer>();
    for (int i = 0; i < text.length(); i++) {
      boolean last = i + 1 == text.length() || Whitespace.isEcmaScript(text.charAt(i + 1));
      if (last && !Whitespace.isEcmaScript(text.charAt(i))) {
        ends.add(i + 1);
      }
    }
    int fits = 0;
    int over = ends.size() + 1;
    while (over - fits > 1) {
      int middle = (fits + over) >>> 1;
      var beginning = text.substring(0, ends.get(middle - 1));
      if (limit.counter().count(beginning) <= limit.tokens()) {
        fits = middle;
      } else {
        over = middle;
      }
    }
    return fits == 0 ? "" : text.substring(0, ends.get(fits - 1));
  }
}

package dev.tidemark.dialects.phase.format;

import dev.tidemark.dialects.markdown.FrontMatter;
import org.jspecify.annotations.Nullable;

/// Gate file: the result of a review or a test run (T-000-F).
///
/// @param file which file, from the project root
/// @param branch the branch it is about; absent if it names none
/// @param status the result: PASS, FAIL or the text in its place; absent if there is none
/// @param problem why the file is of no use; absent if it is, and where there is none
public record GateFile(
    String file, @Nullable String branch, @Nullable String status, @Nullable String problem) {
  public static final String REVIEW = ".review-gate.md";
  public static final String TEST = ".test-gate.md";
  public static final String PASS = "PASS";
  public static final String FAIL = "FAIL";

  /// Reads a gate.
  ///
  /// @param text its content; null if there is none
  public static GateFile of(String file, @Nullable String text) {
    if (text == null) {
      return new GateFile(file, null, null, null);
    }
    var front = FrontMatter.of(text);
    var status = front.text("status");
    var problem = front.problem();
    if (problem == null && !PASS.equals(status) && !FAIL.equals(status)) {
      problem = "its status is neither PASS nor FAIL";
    }
    return new GateFile(file, front.text("branch"), status, problem);
  }

  /// Returns whether it has that result for a branch.
  public boolean hasStatus(String result, String onBranch) {
    return hasStatus(result) && onBranch.equals(branch);
  }

  /// Returns whether it has that result, for any branch.
  public boolean hasStatus(String result) {
    return problem == null && result.equals(status);
  }
}

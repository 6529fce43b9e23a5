package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.workflow.policy.DialectOptions;

/// Advice whether to clear the conversation before the next phase, with the reason (T-000-D).
///
/// @param clear whether it is recommended
/// @param reason why, or why not
public record ClearAdvice(boolean clear, String reason) {
  private static final ClearAdvice GO_ON =
      new ClearAdvice(false, "low context — continuing is fine");

  /// Returns the table's advice for a transition.
  static ClearAdvice of(String completed, String next) {
    if (next.equals(PhaseIds.ACTIVATE)) {
      return new ClearAdvice(true, "specs completed — fresh context for next feature");
    }
    return switch (completed + " " + next) {
      case "2-plan 3-build", "kw-1-plan kw-2-execute" ->
          new ClearAdvice(
              true,
              "Planning explored alternatives and research. "
                  + (completed.equals("2-plan") ? "The build" : "The execution")
                  + " needs only the plan.");
      case "3-build 4-review" ->
          new ClearAdvice(
              true,
              "Review should run with fresh context to avoid self-confirmation bias from the build"
                  + " conversation.");
      case "kw-2-execute kw-3-review" ->
          new ClearAdvice(
              true,
              "Review should run with fresh context to avoid self-confirmation bias from the"
                  + " execute conversation.");
      case "4-review 5-finalize" ->
          new ClearAdvice(
              true, "Deploy checks are independent of the review. Its findings are in the report.");
      case "kw-3-review kw-4-publish" ->
          new ClearAdvice(
              true, "Publishing is independent of the review. Its findings are in the report.");
      case "4-review 4-review", "kw-3-review kw-3-review" ->
          new ClearAdvice(false, "Fixes need the review findings in context.");
      default -> GO_ON;
    };
  }

  /// Returns the advice at the end of a long session (R-000-27).
  ///
  /// @param command the command that resumes the build
  static ClearAdvice longSession(String command) {
    return new ClearAdvice(
        true,
        "Long build session — context window is filling up. Clear and resume with "
            + command
            + " to continue with fresh context.");
  }

  /// Returns this advice with the caller's override (R-000-26).
  ClearAdvice withOverride(DialectOptions dialectOptions) {
    var word = dialectOptions.value("clear");
    boolean wanted = word == null ? clear : word.equals("yes");
    var why = dialectOptions.value("why");
    if (why != null && !why.isBlank()) {
      return new ClearAdvice(wanted, why);
    }
    if (wanted == clear) {
      return this;
    }
    return wanted ? new ClearAdvice(true, "The next phase shall start with fresh context.") : GO_ON;
  }
}

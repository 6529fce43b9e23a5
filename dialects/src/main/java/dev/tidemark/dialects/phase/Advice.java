package dev.tidemark.dialects.phase;

import dev.tidemark.workflow.Details;

/// Advice whether to clear the conversation before the next phase, with the reason (T-000-D).
///
/// @param clear whether it is recommended
/// @param reason why, or why not
record Advice(boolean clear, String reason) {
  private static final Advice GO_ON = new Advice(false, "low context — continuing is fine");

  /// Returns the table's advice for a transition.
  static Advice of(String completed, String next) {
    if (next.equals(PhaseIds.ACTIVATE)) {
      return new Advice(true, "specs completed — fresh context for next feature");
    }
    return switch (completed + " " + next) {
      case "2-plan 3-build", "kw-1-plan kw-2-execute" ->
          new Advice(
              true,
              "Planning explored alternatives and research. "
                  + (completed.equals("2-plan") ? "The build" : "The execution")
                  + " needs only the plan.");
      case "3-build 4-review" ->
          new Advice(
              true,
              "Review should run with fresh context to avoid self-confirmation bias from the build"
                  + " conversation.");
      case "kw-2-execute kw-3-review" ->
          new Advice(
              true,
              "Review should run with fresh context to avoid self-confirmation bias from the"
                  + " execute conversation.");
      case "4-review 5-finalize" ->
          new Advice(
              true, "Deploy checks are independent of the review. Its findings are in the report.");
      case "kw-3-review kw-4-publish" ->
          new Advice(
              true, "Publishing is independent of the review. Its findings are in the report.");
      case "4-review 4-review", "kw-3-review kw-3-review" ->
          new Advice(false, "Fixes need the review findings in context.");
      default -> GO_ON;
    };
  }

  /// Returns the advice at the end of a long session (R-000-27).
  ///
  /// @param command the command that resumes the build
  static Advice longSession(String command) {
    return new Advice(
        true,
        "Long build session — context window is filling up. Clear and resume with "
            + command
            + " to continue with fresh context.");
  }

  /// Returns this advice with the caller's override (R-000-26).
  Advice as(Details details) {
    var word = details.value("clear");
    boolean wanted = word == null ? clear : word.equals("yes");
    var why = details.value("why");
    if (why != null && !why.isBlank()) {
      return new Advice(wanted, why);
    }
    if (wanted == clear) {
      return this;
    }
    return wanted ? new Advice(true, "The next phase shall start with fresh context.") : GO_ON;
  }
}

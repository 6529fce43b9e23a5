package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import java.util.ArrayList;
import java.util.List;

/// The fixed texts of the protocol, line by line (T-000-E, T-000-G).
final class Banners {
  private static final String RULE = "━".repeat(55);

  private final PhaseSettings settings;

  Banners(PhaseSettings settings) {
    this.settings = settings;
  }

  /// A checkpoint was saved (B1, B2).
  List<String> saved(String completed, String command, ClearAdvice clearAdvice) {
    var what = completed.equals(PhaseIds.COMPLETE) ? "Spec" : "Phase " + PhaseIds.number(completed);
    var lines = new ArrayList<>(List.of(RULE, what + " complete. Checkpoint saved.", RULE));
    if (clearAdvice.clear()) {
      lines.addAll(
          List.of(
              "Recommended: Clear the conversation to give the next phase",
              "a fresh context window.",
              "/clear",
              "Then start the next phase:",
              command,
              "Why: " + YamlScalar.oneLine(clearAdvice.reason())));
    } else {
      lines.addAll(
          List.of(
              "Next step: " + command,
              "(Context is small enough to continue in this conversation,",
              "or you can /clear and resume — checkpoint is saved either way.)"));
    }
    lines.add(RULE);
    return lines;
  }

  /// A review is missing (B3).
  List<String> reviewMissing() {
    var review = settings.command(PhaseIds.REVIEW);
    return List.of(
        RULE,
        "BLOCKED: Code review required before deployment",
        RULE,
        "The checkpoint indicates " + review + " has not been completed.",
        "Code review is mandatory before deployment.",
        "Run " + review + " first.",
        RULE);
  }

  /// A review failed (B4).
  List<String> reviewFailed() {
    var review = settings.command(PhaseIds.REVIEW);
    return List.of(
        RULE,
        "BLOCKED: Review gate did not pass",
        RULE,
        "The last " + review + " resulted in FAIL status.",
        "Fix the issues and re-run " + review + ".",
        RULE);
  }

  /// Another phase was expected (B5).
  List<String> advisory(String expected, String entered) {
    var here = settings.command(entered);
    var there = settings.command(expected);
    return List.of(
        "⚠ Checkpoint suggests " + there + ", but you're running " + here + ".",
        "Options:",
        "1. Continue with " + here + " anyway",
        "2. Run " + there + " instead");
  }

  /// Resuming (B6).
  List<String> resuming(PhaseCheckpoint checkpoint) {
    var spec = checkpoint.value(PhaseFormat.ACTIVE_SPEC);
    var lines =
        new ArrayList<>(
            List.of(
                RULE,
                "Resuming from checkpoint",
                RULE,
                "Last phase: "
                    + checkpoint.value(PhaseFormat.COMPLETED_PHASE)
                    + " ("
                    + checkpoint.value(PhaseFormat.COMPLETED_AT)
                    + ")",
                "Branch: " + checkpoint.value(PhaseFormat.BRANCH),
                "Active Spec: " + (spec.isEmpty() ? "none" : spec) + " (from branch)"));
    var context = checkpoint.context();
    for (int at = 0; at < context.length(); at = Lines.after(context, at)) {
      lines.add(context.substring(at, Lines.endOf(context, at)));
    }
    lines.add(RULE);
    return lines;
  }

  /// A start found a checkpoint (B7).
  List<String> detected(PhaseCheckpoint checkpoint) {
    var completed = checkpoint.value(PhaseFormat.COMPLETED_PHASE);
    var command = checkpoint.value(PhaseFormat.NEXT_COMMAND);
    return List.of(
        RULE,
        "Checkpoint detected",
        RULE,
        "Last completed: Phase "
            + PhaseIds.number(completed)
            + " ("
            + PhaseIds.word(completed)
            + ") at "
            + checkpoint.value(PhaseFormat.COMPLETED_AT),
        "Suggested next: " + command,
        "Would you like to continue with " + command + "?",
        RULE);
  }

  /// No review has been run (W-REVIEW).
  List<String> reviewWarning() {
    return List.of(
        "> ⚠ Review has not been run for this branch.",
        "> Run "
            + settings.command(PhaseIds.REVIEW)
            + " (or "
            + settings.command("kw-3-review")
            + ") before creating a PR.",
        "> Security review is mandatory per Constitution Principle I.");
  }

  /// There was no plan (W-PLAN).
  List<String> planWarning() {
    var plan = settings.command("2-plan");
    return List.of(
        "> ⚠ Build proceeded without a plan from " + plan + ".",
        "> Consider running " + plan + " retroactively and documenting architecture decisions.",
        "> Plan before build is required per Constitution Principle II.");
  }

  /// Returns the branch as documents name it (R-000-09).
  static String branch(Head head) {
    var branch = head.branch();
    if (branch != null) {
      return branch;
    }
    var commit = head.commit();
    return commit == null ? "not a git repo" : "detached at " + Head.abbreviated(commit);
  }
}

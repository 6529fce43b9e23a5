package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Mandatory gates, which no option of a caller opens (R-000-42, R-000-43, R-000-54).
final class MandatoryGates {
  private final PhaseSettings settings;

  MandatoryGates(PhaseSettings settings) {
    this.settings = settings;
  }

  /// Returns the files that the gates read before a phase.
  List<String> files(String id) {
    var files = new ArrayList<String>();
    boolean tested = settings.testGate() && (isReview(id) || id.equals(PhaseIds.FINALIZE));
    if (PhaseIds.isBehindReview(id)) {
      files.add(GateFile.REVIEW);
    }
    if (tested) {
      files.add(GateFile.TEST);
    }
    return files;
  }

  /// Returns why a phase cannot be entered or left, or null.
  ///
  /// @param before the checkpoint there is, damaged or not; absent if there is none
  @Nullable Refusal<PhaseCheckpoint> refusal(
      @Nullable PhaseCheckpoint before, String id, ProjectFacts projectFacts) {
    var next = before == null ? null : before.next();
    boolean ends = PhaseIds.isBehindReview(id) || id.equals(PhaseIds.COMPLETE);
    if (ends && (PhaseIds.REVIEW.equals(next) || projectFacts.isReviewDue())) {
      return missing(id);
    }
    boolean finalizing = id.equals(PhaseIds.FINALIZE);
    if (finalizing
        && id.equals(next)
        && GateFile.FAIL.equals(projectFacts.gate(GateFile.REVIEW).status())) {
      return closed(
          "review-failed", "the last review did not pass", new Banners(settings).reviewFailed());
    }
    return settings.testGate() && (finalizing || isReview(id)) ? tests(id, projectFacts) : null;
  }

  /// Returns why a phase cannot be left for the end of the workflow, or null.
  ///
  /// @param passed whether the phase is a review that has passed
  @Nullable Refusal<PhaseCheckpoint> refusalAtEnd(
      @Nullable PhaseCheckpoint before, String id, boolean passed, ProjectFacts projectFacts) {
    if (id.equals(PhaseIds.REVIEW) && passed) {
      return null;
    }
    boolean due = before != null && PhaseIds.REVIEW.equals(before.next());
    return due || id.equals(PhaseIds.BUILD) || projectFacts.isReviewDue()
        ? missing(PhaseIds.ACTIVATE)
        : null;
  }

  private Refusal<PhaseCheckpoint> missing(String id) {
    return closed(
        "review-missing", id + " needs a review first", new Banners(settings).reviewMissing());
  }

  private @Nullable Refusal<PhaseCheckpoint> tests(String id, ProjectFacts projectFacts) {
    var branch = projectFacts.branch();
    if (!projectFacts.gate(GateFile.TEST).hasStatus(GateFile.PASS, branch)) {
      return refused(
          "tests-missing",
          id + " needs tests that passed on " + branch + ", by " + GateFile.TEST,
          "Run the tests on this branch",
          List.of());
    }
    if (id.equals(PhaseIds.FINALIZE)
        && !projectFacts.gate(GateFile.REVIEW).hasStatus(GateFile.PASS, branch)) {
      return refused(
          "review-missing",
          id + " needs a review that passed on " + branch + ", by " + GateFile.REVIEW,
          "Run " + settings.command(PhaseIds.REVIEW),
          List.of());
    }
    return null;
  }

  private Refusal<PhaseCheckpoint> closed(String code, String reason, List<String> formatLines) {
    return refused(code, reason, "Run " + settings.command(PhaseIds.REVIEW), formatLines);
  }

  private static Refusal<PhaseCheckpoint> refused(
      String code, String reason, String hint, List<String> formatLines) {
    var blocker = new Blocker(Blocker.Kind.GATE, code, reason, hint);
    return new Refusal<>(List.of(blocker), List.of(), formatLines);
  }

  private static boolean isReview(String id) {
    return id.equals(PhaseIds.REVIEW);
  }
}

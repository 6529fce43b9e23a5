package dev.tidemark.dialects.phase;

import static dev.tidemark.workflow.Blocker.refused;

import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Exit transition: resolves the phases before and after an exit, from the caller's request and the
/// transitions that the protocol allows.
final class ExitTransition {
  /// The number of messages of a long session.
  private static final int LONG = 30;

  private static final String HINT_RESULT = "Give the result: --result pass or --result fail";

  private final PhaseWorkflows workflows;
  private final String id;
  private final DialectOptions dialectOptions;
  private final List<Blocker> blockers = new ArrayList<>();
  private boolean partial;
  private boolean longSession;
  private @Nullable Boolean passed;

  /// Begins with a phase whose id was resolved.
  ExitTransition(PhaseWorkflows workflows, String resolved, DialectOptions dialectOptions) {
    this.workflows = workflows;
    this.id = PhaseIds.withoutPartial(resolved);
    this.dialectOptions = dialectOptions;
    this.partial = PhaseIds.isPartial(resolved) || dialectOptions.has("partial");
  }

  /// Returns the phase that is left.
  String id() {
    return id;
  }

  /// Returns whether it is a build that has come to its end.
  boolean isBuilt() {
    return PhaseIds.isBuild(id) && !partial;
  }

  /// Returns whether the session was long, and the build not at its end.
  boolean isLongSession() {
    return longSession;
  }

  /// Returns whether the phase was a review that failed.
  boolean hasFailed() {
    return Boolean.FALSE.equals(passed);
  }

  /// Returns whether the phase was a review that passed.
  boolean hasPassed() {
    return Boolean.TRUE.equals(passed);
  }

  /// Returns everything that the protocol does not allow.
  List<Blocker> blockers() {
    return blockers;
  }

  /// Finds out whether a build is left in part (R-000-27, R-000-28).
  ///
  /// @param specSteps the steps of its spec, if it has any
  void checkPartial(@Nullable SpecSteps specSteps) {
    boolean build = PhaseIds.isBuild(id);
    if (partial && !build) {
      blockers.add(
          refused(
              "not-a-build", "only a build can be left in part, not " + id, "Leave --partial out"));
    }
    if (partial && dialectOptions.has("complete")) {
      blockers.add(
          new Blocker(
              Blocker.Kind.USAGE,
              "contradiction",
              "a phase cannot be left both in part and complete",
              "Use either --partial or --complete"));
    }
    boolean ahead = specSteps == null ? !dialectOptions.has("complete") : !specSteps.done();
    if (build && messages() > LONG && (partial || ahead)) {
      partial = true;
      longSession = true;
    }
  }

  private int messages() {
    var option = dialectOptions.value("messages");
    if (option == null) {
      return 0;
    }
    int count = 0;
    for (int i = 0; i < option.length(); i++) {
      int digit = option.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        blockers.add(
            refused(
                "bad-number", "\"" + option + "\" is no number of messages", "Use --messages N"));
        return 0;
      }
      count = Math.min(count * 10 + digit, 100_000_000);
    }
    return count;
  }

  /// Determines the result of a review (R-000-05).
  void checkReview(GateFile gateFile, String branch) {
    var option = dialectOptions.value("result");
    if (!PhaseIds.isReview(id)) {
      if (option != null) {
        blockers.add(refused("not-a-review", id + " is no review", "Leave --result out"));
      }
      return;
    }
    boolean failed = gateFile.hasStatus(GateFile.FAIL, branch);
    if (option == null && (failed || gateFile.hasStatus(GateFile.PASS, branch))) {
      passed = !failed;
    } else if ("pass".equals(option) && failed) {
      blockers.add(
          refused(
              "review-failed",
              GateFile.REVIEW + " records FAIL for " + branch + ", so the review has not passed",
              "Fix the issues and review again, or use --result fail"));
    } else if ("pass".equals(option) || "fail".equals(option)) {
      passed = "pass".equals(option);
    } else {
      var why =
          option == null
              ? "no result is given for " + id
              : "\"" + option + "\" is no result of a review";
      blockers.add(refused("no-result", why, HINT_RESULT));
    }
  }

  /// Returns the id under which the phase is written down.
  String completed() {
    return partial ? PhaseIds.partial(id) : id;
  }

  /// Returns the phase to come (R-000-04).
  String next() {
    var usual = partial || hasFailed() ? id : workflows.next(id);
    var wanted = successor();
    if (wanted == null) {
      return usual;
    }
    var next = workflows.resolve(wanted);
    if (next == null || PhaseIds.isPartial(next) || next.equals(PhaseIds.COMPLETE)) {
      blockers.add(unknown(workflows, wanted));
      return usual;
    }
    boolean bound = partial || id.equals(PhaseIds.COMPLETE);
    if (bound && !next.equals(usual)) {
      blockers.add(refused("bound", completed() + " is followed by " + usual, "Leave --next out"));
    } else if (jumps(next)) {
      blockers.add(
          refused(
              "jumps-over-review",
              next + " cannot follow " + completed() + ": a review is mandatory before it",
              "Review first, or leave --next out"));
    }
    return next;
  }

  private @Nullable String successor() {
    String wanted = null;
    for (var value : dialectOptions.values("next")) {
      wanted = isSentence(value) ? wanted : value;
    }
    return wanted;
  }

  /// Returns the sentences of `--next` about the next step (T-000-C): texts of several words that
  /// name no phase.
  List<String> nextStep() {
    var sentences = new ArrayList<String>();
    for (var value : dialectOptions.values("next")) {
      if (isSentence(value)) {
        sentences.add(value);
      }
    }
    return sentences;
  }

  private boolean isSentence(String value) {
    return value.strip().contains(" ") && workflows.resolve(value) == null;
  }

  /// Returns whether a review would be left out, or left behind although it failed.
  private boolean jumps(String next) {
    var table = workflows.table(id);
    int review = PhaseIds.place(table, PhaseIds.REVIEW);
    int from = PhaseIds.place(table, id);
    boolean behind = PhaseIds.isBehindReview(next);
    if (hasFailed()) {
      return behind || next.equals(PhaseIds.ACTIVATE) || PhaseIds.place(table, next) > from;
    }
    // A phase of another workflow comes without the review that precedes it there.
    boolean elsewhere = PhaseIds.place(table, next) < 0;
    return behind && (elsewhere || from < review);
  }

  /// Returns the refusal of a phase that no workflow has.
  static Blocker unknown(PhaseWorkflows workflows, String word) {
    var near = NearestWord.find(word, workflows.ids());
    return refused(
        "no-phase",
        "there is no phase " + word,
        (near == null ? "" : "Did you mean " + near + "? ")
            + "Name one of "
            + String.join(", ", workflows.ids()));
  }
}

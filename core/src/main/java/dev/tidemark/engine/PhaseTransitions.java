package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Phase transitions of a change, in whatever form it was requested.
final class PhaseTransitions {
  private PhaseTransitions() {}

  /// Transition of one phase: it begins, ends or is skipped.
  ///
  /// @param status in progress, complete or skipped
  record Step(PhaseKey key, PhaseStatus status) {
    boolean ended() {
      return status == PhaseStatus.COMPLETE;
    }

    boolean skipped() {
      return status == PhaseStatus.SKIPPED;
    }
  }

  /// Returns the phases in the order of the events, an approved phase first.
  static <C extends Checkpoint> List<Step> of(
      Gatekeeper gates,
      Dialect<C> dialect,
      ChangeRequest request,
      LoadedState<C> loadedState,
      Transition<C> transition) {
    var before = loadedState.checkpoint();
    var names = new ArrayList<PhaseName>();
    var statuses = new ArrayList<PhaseStatus>();
    if (request.change() instanceof Change.ApprovePhase approve) {
      names.add(approve.phase());
      statuses.add(PhaseStatus.IN_PROGRESS);
    }
    for (var event : transition.events()) {
      if (event instanceof Event.PhaseStarted started && begins(request.change())) {
        names.add(started.phase());
        statuses.add(PhaseStatus.IN_PROGRESS);
      } else if (event instanceof Event.PhaseCompleted completed) {
        names.add(completed.phase());
        statuses.add(PhaseStatus.COMPLETE);
      } else if (event instanceof Event.PhaseSkipped skipped) {
        names.add(skipped.phase());
        statuses.add(PhaseStatus.SKIPPED);
      } else if (event instanceof Event.DocumentSaved) {
        compare(before, transition.after(), names, statuses);
      }
    }
    if (names.isEmpty()) {
      requested(gates, dialect, request, before, names, statuses);
    }
    var steps = new ArrayList<Step>(names.size());
    for (int i = 0; i < names.size(); i++) {
      steps.add(
          new Step(dialect.rules().phaseKey(request.id(), before, names.get(i)), statuses.get(i)));
    }
    return steps;
  }

  private static void compare(
      @Nullable Checkpoint before,
      @Nullable Checkpoint after,
      List<PhaseName> names,
      List<PhaseStatus> statuses) {
    var earlier = before == null ? List.<Phase>of() : before.phases();
    var later = after == null ? List.<Phase>of() : after.phases();
    for (var phase : later) {
      var status = phase.status();
      boolean moves = status != PhaseStatus.PENDING && status != PhaseStatus.FAILED;
      if (moves && status(earlier, phase.name()) != status) {
        names.add(phase.name());
        statuses.add(status);
      }
    }
  }

  private static @Nullable PhaseStatus status(List<Phase> phases, PhaseName name) {
    for (var phase : phases) {
      if (phase.name().equals(name)) {
        return phase.status();
      }
    }
    return null;
  }

  /// Where the rules record no event, the request itself counts: a gate is not bypassed because
  /// there is no document.
  private static <C extends Checkpoint> void requested(
      Gatekeeper gates,
      Dialect<C> dialect,
      ChangeRequest request,
      @Nullable C before,
      List<PhaseName> names,
      List<PhaseStatus> statuses) {
    var change = request.change();
    var word = word(dialect, before, change);
    if (word == null) {
      return;
    }
    boolean ended = change instanceof Change.CompletePhase;
    var phases = before == null ? List.<Phase>of() : before.phases();
    var key = dialect.rules().phaseKey(request.id(), before, word);
    var status = status(phases, key.phase());
    if (!ended || status != PhaseStatus.COMPLETE || gates.isUnproven(key)) {
      names.add(word);
      statuses.add(ended ? PhaseStatus.COMPLETE : PhaseStatus.IN_PROGRESS);
    }
  }

  /// A phase that begins because another one ended has its gates evaluated when it is entered, or
  /// else when it ends: the evidence for them may depend on the end of the other.
  private static boolean begins(Change change) {
    return change instanceof Change.StartPhase || change instanceof Change.MergePhase;
  }

  /// A task belongs to the phase in progress, which has to have passed its gates.
  private static <C extends Checkpoint> @Nullable PhaseName word(
      Dialect<C> dialect, @Nullable C before, Change change) {
    if (change instanceof Change.CompletePhase done) {
      return done.phase();
    }
    if (change instanceof Change.ChangeTask && before != null) {
      var current = dialect.resumePolicy().resumePoint(before).phase();
      for (var phase : before.phases()) {
        boolean begun = current == null && phase.status() == PhaseStatus.IN_PROGRESS;
        current = begun ? phase.name() : current;
      }
      return current;
    }
    return change instanceof Change.StartPhase start ? start.phase() : null;
  }
}

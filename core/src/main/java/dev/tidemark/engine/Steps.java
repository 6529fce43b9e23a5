package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.PhaseKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which phases a change begins or ends, whatever words it was asked for in.
final class Steps {
  private Steps() {}

  /// One phase that begins or ends.
  record Step(PhaseKey key, boolean ended) {}

  /// Returns the phases; where somebody approves of one, that one comes first.
  static <C extends Checkpoint> List<Step> of(
      Dialect<C> dialect, Making.Asking asking, Reading<C> reading, Transition<C> yes) {
    var before = reading.checkpoint();
    var names = new ArrayList<PhaseName>();
    var ends = new ArrayList<Boolean>();
    if (asking.change() instanceof Change.ApprovePhase approve) {
      names.add(approve.phase());
      ends.add(false);
    }
    for (var event : yes.events()) {
      if (event instanceof Event.PhaseStarted started && begins(asking.change())) {
        names.add(started.phase());
        ends.add(false);
      } else if (event instanceof Event.PhaseCompleted completed) {
        names.add(completed.phase());
        ends.add(true);
      } else if (event.kind() == Event.Kind.DOCUMENT_SAVED) {
        compare(before, yes.after(), names, ends);
      }
    }
    if (names.isEmpty()) {
      said(dialect, asking, before, names, ends);
    }
    var steps = new ArrayList<Step>(names.size());
    for (int i = 0; i < names.size(); i++) {
      steps.add(new Step(dialect.rules().key(asking.id(), before, names.get(i)), ends.get(i)));
    }
    return steps;
  }

  private static void compare(
      @Nullable Checkpoint before,
      @Nullable Checkpoint after,
      List<PhaseName> names,
      List<Boolean> ends) {
    var earlier = before == null ? List.<Phase>of() : before.phases();
    var later = after == null ? List.<Phase>of() : after.phases();
    for (var phase : later) {
      boolean ended = phase.status() == PhaseStatus.COMPLETE;
      boolean moved = ended || phase.status() == PhaseStatus.IN_PROGRESS;
      if (moved && status(earlier, phase.name()) != phase.status()) {
        names.add(phase.name());
        ends.add(ended);
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

  /// Where rules have nothing to record, what was said counts: nobody passes a gate because there
  /// is no document that could say so.
  private static <C extends Checkpoint> void said(
      Dialect<C> dialect,
      Making.Asking asking,
      @Nullable C before,
      List<PhaseName> names,
      List<Boolean> ends) {
    var change = asking.change();
    var word = word(change);
    if (word == null) {
      return;
    }
    boolean ended = change instanceof Change.CompletePhase;
    var phases = before == null ? List.<Phase>of() : before.phases();
    var status = status(phases, dialect.rules().key(asking.id(), before, word).phase());
    if (!ended || status != PhaseStatus.COMPLETE) {
      names.add(word);
      ends.add(ended);
    }
  }

  /// A phase that begins because another one ended has its gates asked when somebody enters it, or
  /// else when it ends: what opens them may have to follow the end of the other.
  private static boolean begins(Change change) {
    return change instanceof Change.StartPhase || change instanceof Change.MergePhase;
  }

  private static @Nullable PhaseName word(Change change) {
    if (change instanceof Change.CompletePhase done) {
      return done.phase();
    }
    return change instanceof Change.StartPhase start ? start.phase() : null;
  }
}

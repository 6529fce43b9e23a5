package dev.tidemark.engine;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.GateModel.Action;
import dev.tidemark.engine.GateRun.Seen;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Specification of gates, beside one state of the model: which gates were open when something
/// behind them was allowed. It knows nothing of how the engine decides, and reports a violation
/// where something behind a mandatory gate is allowed that was open neither now nor before in the
/// same run.
final class GateMonitor {
  private final List<GateShape> shapes;
  final boolean[] proved;
  final boolean[] entered;
  final boolean[] ended;
  final boolean[] openAtEnter;
  final boolean[] openAtDone;

  GateMonitor(List<GateShape> shapes) {
    int phases = shapes.size();
    this.shapes = shapes;
    this.proved = new boolean[phases];
    this.entered = new boolean[phases];
    this.ended = new boolean[phases];
    this.openAtEnter = new boolean[phases];
    this.openAtDone = new boolean[phases];
  }

  private GateMonitor(GateMonitor other) {
    this.shapes = other.shapes;
    this.proved = other.proved.clone();
    this.entered = other.entered.clone();
    this.ended = other.ended.clone();
    this.openAtEnter = other.openAtEnter.clone();
    this.openAtDone = other.openAtDone.clone();
  }

  GateMonitor copy() {
    return new GateMonitor(this);
  }

  /// A run begins: nothing of an earlier one counts. A verdict of the ship gate is one of another
  /// run.
  void forget() {
    for (var known : List.of(entered, ended, openAtEnter, openAtDone)) {
      Arrays.fill(known, false);
    }
    for (int i = 0; i < proved.length; i++) {
      proved[i] &= shapes.get(i).kind() == GateShape.Kind.SHIP;
    }
  }

  /// Judges a step with a phase that was allowed.
  @Nullable String step(Seen before, Seen after, boolean[] fit, int phase, Action action) {
    var was = before.status(phase);
    boolean skips = action == Action.SKIP;
    boolean ends = action == Action.DONE || action == Action.MERGE;
    boolean same = ends && was == PhaseStatus.COMPLETE;
    if ((same && (action == Action.MERGE || ended[phase]))
        || (skips && was == PhaseStatus.SKIPPED)) {
      return null; // nothing moved
    }
    boolean begins = !entered[phase];
    var wrong = required(fit, phase, begins, ends || skips);
    if (skips) {
      skipped(phase);
    } else {
      moved(phase, begins, ends);
    }
    // A step that leaves the run finished finishes it once more.
    return after.finished() && wrong == null ? finished(fit) : wrong;
  }

  private void skipped(int phase) {
    if (shapes.get(phase).gated()) {
      entered[phase] = false;
      ended[phase] = true; // all its gates were asked
    }
  }

  private void moved(int phase, boolean begins, boolean ends) {
    if (begins) {
      for (int i = phase + 1; i < shapes.size(); i++) {
        entered[i] = false;
        openAtEnter[i] = false;
        openAtDone[i] = false;
      }
    }
    entered[phase] = !ends;
    ended[phase] = ends;
    if (!ends) {
      openAtDone[phase] = false;
    }
  }

  /// Judges the end of the run.
  @Nullable String finished(boolean[] fit) {
    return required(fit, shapes.size(), false, false);
  }

  /// Judges a document that was saved with every phase complete.
  @Nullable String saved(Seen before, boolean[] fit) {
    boolean over = before.finished();
    for (int i = 0; i < shapes.size(); i++) {
      over &= before.status(i) == PhaseStatus.COMPLETE;
    }
    if (over) {
      return null;
    }
    for (int i = 0; i < shapes.size(); i++) {
      if (before.status(i) != PhaseStatus.COMPLETE) {
        moved(i, !entered[i], true);
      }
    }
    return finished(fit);
  }

  /// Judges that a phase was reached: each gate before it is open now, or was when it was passed.
  private @Nullable String required(boolean[] fit, int phase, boolean begins, boolean ends) {
    for (int i = 0; i < shapes.size() && i <= phase; i++) {
      var shape = shapes.get(i);
      boolean earlier = i < phase;
      if (earlier && shape.gated() && !entered[i]) {
        ended[i] = true; // its gates were asked instead
      }
      boolean open = isOpen(fit, i);
      if (shape.enter() && (earlier || begins)) {
        if (i == phase) {
          openAtEnter[i] = false;
        }
        openAtEnter[i] |= open;
        if (!openAtEnter[i]) {
          return "behind the gate of p" + i + " (enter)";
        }
      }
      if (shape.done() && (earlier || ends)) {
        if (i == phase) {
          openAtDone[i] = false;
        }
        openAtDone[i] |= open;
        if (!openAtDone[i]) {
          return "behind the gate of p" + i + " (done)";
        }
      }
    }
    return null;
  }

  private boolean isOpen(boolean[] fit, int phase) {
    return switch (shapes.get(phase).kind()) {
      case ARTIFACT, CLEAN, HEAD -> fit[phase];
      case REVIEW, COMMAND, APPROVAL, SHIP -> fit[phase] && proved[phase];
      case PHASES -> {
        for (int i = 0; i < phase; i++) {
          if (!ended[i]) {
            yield false;
          }
        }
        yield true;
      }
    };
  }
}

package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.engine.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.resume.ResumePoint;
import java.util.ArrayList;
import java.util.List;

/// What somebody who takes over needs to know: done, decided, to read, next.
public final class ResumeView {
  private final Run run;
  private final RunView view;
  private final ResumePoint point;

  /// Takes the run, and what to compare it with.
  public ResumeView(Run run, Seen seen) {
    this.run = run;
    this.view = new RunView(run, seen);
    this.point = run.resume();
  }

  /// Returns the resume point with all that is handed over (R-004-45, -46, -97).
  public JsonObject json() {
    var done = new ArrayList<JsonObject>();
    for (var phase : point.done()) {
      done.add(PhaseView.json(phase));
    }
    var phase = point.phase();
    var next = point.next();
    var waiting = run.waiting();
    return JsonObject.builder()
        .add("run", run.id().toString())
        .add("state", view.state())
        .add("progress", view.done() + "/" + view.total())
        .addOrNull("phase", phase == null ? null : phase.value())
        .addOrNull("summary", point.summary())
        .addOrNull("next_phase", next == null ? null : next.value())
        .addOrNull("waiting_for", waiting == null ? null : waiting.what())
        .add("done", JsonArray.of(done))
        .add("decisions", JsonArray.of(decisions()))
        .addOrNull("branch", view.branch())
        .add("notices", Views.notices(Views.withStaleness(run.notices(), view.staleness())))
        .build();
  }

  /// Returns the same as lines for people and agents.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    var next = point.next();
    if (!run.open()) {
      lines.add(run.id() + " is complete; nothing to resume");
      return lines;
    }
    lines.add(
        "Resuming "
            + run.id()
            + (next == null ? "" : " at " + next)
            + "  ("
            + view.done()
            + " of "
            + view.total()
            + " phases done)");
    for (var phase : point.done()) {
      lines.add("done: " + phase.name() + said(phase));
    }
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      unfinished(checkpoint, lines);
      for (var decision : checkpoint.decisions()) {
        lines.add("decided: [" + decision.phase() + "] " + decision.text());
      }
      files(checkpoint, lines);
    }
    var waiting = run.waiting();
    if (waiting != null) {
      lines.add("waits for " + waiting.what());
      lines.add("next: tidemark " + waiting.command() + " --run " + run.id());
    } else if (next == null) {
      lines.add("next: nothing is left; tidemark finish --run " + run.id());
    } else {
      var verb = next.equals(point.phase()) ? "done" : "enter";
      lines.add("next: " + next + "  (tidemark " + verb + " " + next + " --run " + run.id() + ")");
    }
    return lines;
  }

  private static void unfinished(Checkpoint checkpoint, List<String> lines) {
    for (var phase : checkpoint.phases()) {
      if (phase.failure() != null) {
        lines.add("failed: " + phase.name() + ": " + phase.failure());
      } else if (phase.status().isOpen() && phase.summary() != null) {
        lines.add("so far: " + phase.name() + said(phase));
      }
    }
  }

  private static void files(Checkpoint checkpoint, List<String> lines) {
    for (var phase : checkpoint.phases()) {
      for (var artifact : phase.artifacts()) {
        lines.add("read: " + artifact.path());
      }
    }
  }

  private static String said(Phase phase) {
    var summary = phase.summary();
    return summary == null ? "" : ": " + summary.text();
  }

  private List<JsonObject> decisions() {
    var all = new ArrayList<JsonObject>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var decision : checkpoint.decisions()) {
        all.add(
            JsonObject.builder()
                .add("phase", decision.phase().value())
                .add("decision", decision.text())
                .build());
      }
    }
    return all;
  }
}

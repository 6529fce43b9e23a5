package dev.tidemark.app.view;

import dev.tidemark.app.view.history.EventView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.brief.Verdict;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of the result of a change.
public final class ChangeView {
  private ChangeView() {}

  /// Result of a change.
  ///
  /// @param id which run it was about
  /// @param path where its document is
  /// @param next the resume point
  /// @param yes the transition of the rules
  /// @param nextAction the next action; absent where the format defines none
  /// @param dryRun whether nothing was written
  /// @param named whether a command has to name the run, because it is not the only open one
  /// @param waiting what a person has to do before the next phase; absent if nothing is known of it
  /// @param verdict the verdict of the run after the change; absent if nothing can stand in the way
  /// @param files the files that the change reports beside the end of a phase
  public record Made(
      CheckpointId id,
      String path,
      ResumePoint next,
      Transition<?> yes,
      @Nullable NextAction nextAction,
      boolean dryRun,
      boolean named,
      @Nullable PendingHumanAction waiting,
      @Nullable Verdict verdict,
      List<Artifact> files) {

    /// Returns whether the run was begun by this change and its first phase is known.
    public boolean hasBegunRun() {
      return next.next() != null
          && !yes.events().isEmpty()
          && yes.events().getFirst() instanceof Event.WorkflowStarted;
    }

    /// Returns whether this change marked a phase as failed, even if its document has no field for
    /// it.
    boolean fails(PhaseName phase) {
      for (var event : yes.events()) {
        if (event instanceof Event.PhaseFailed failed && failed.phase().equals(phase)) {
          return true;
        }
      }
      return false;
    }

    /// Returns whether the run was abandoned, by this change or before.
    boolean abandoned() {
      for (var event : yes.events()) {
        if (event instanceof Event.WorkflowAbandoned) {
          return true;
        }
      }
      for (var notice : yes.notices()) {
        if (notice.code().equals("already-abandoned")) {
          return true;
        }
      }
      return false;
    }

    /// Returns whether nothing is left to do: a run that was archived has no document any more.
    boolean finished() {
      if (abandoned()) {
        return true;
      }
      var after = yes.after();
      if (after != null) {
        return after.finished();
      }
      boolean ended = false;
      for (var event : yes.events()) {
        ended |= event instanceof Event.WorkflowCompleted;
      }
      return ended && !hasBegunRun();
    }
  }

  /// Returns `{"ok": true, ...}`.
  public static JsonObject json(Made made, List<Notice> notices) {
    var next = made.abandoned() ? null : made.next().next();
    var json = JsonObject.builder();
    json.add("ok", true)
        .add("run", made.id().toString())
        .add("path", made.path())
        .add("dry_run", made.dryRun())
        .add("events", Views.events(made.yes().events()))
        .addOrNull("next_phase", next == null ? null : next.value())
        .add("finished", made.finished())
        .add("said", made.yes().formatLines())
        .add("notices", Views.notices(notices));
    var nextAction = made.nextAction();
    if (nextAction != null) {
      json.add("errand", nextAction(nextAction));
    }
    return json.build();
  }

  private static JsonObject nextAction(NextAction nextAction) {
    return JsonObject.builder()
        .add("action", nextAction.action())
        .add("phase", nextAction.phase().value())
        .add("reason", nextAction.reason())
        .add("files", nextAction.files())
        .build();
  }

  /// Returns `{"ok": false, "blockers": [...]}`.
  public static JsonObject refusal(String run, Refusal<?> no) {
    return JsonObject.builder()
        .add("ok", false)
        .add("run", run)
        .add("blockers", Views.blockers(no.blockers()))
        .add("said", no.formatLines())
        .add("notices", Views.notices(no.notices()))
        .build();
  }

  /// Returns the events and the next step, for people. The output of a command is shown below the
  /// line about the dry run.
  public static List<String> lines(Made made) {
    var lines = new ArrayList<String>();
    if (!made.dryRun()) {
      lines.addAll(made.yes().formatLines());
    }
    var what = new StringBuilder();
    for (var event : made.yes().events()) {
      what.append(what.isEmpty() ? "" : "; ").append(EventView.text(event, made.files()));
    }
    boolean unnoticed = made.yes().after() == null && made.yes().events().isEmpty();
    if ((unnoticed || !made.yes().formatLines().isEmpty()) && !made.dryRun()) {
      if (made.hasBegunRun()) {
        lines.add(outlook(made));
      }
      return lines;
    }
    lines.add(
        (made.dryRun() ? "would record for " : "")
            + made.id()
            + ": "
            + (what.isEmpty() ? "nothing to change" : what));
    if (made.dryRun()) {
      var said = made.yes().formatLines();
      lines.add(said.isEmpty() ? "nothing was written" : "nothing was written; it would print:");
      lines.addAll(said);
    } else if (made.abandoned()) {
      lines.add("kept as it is; to open it again: " + CommandLines.of("enter PHASE", made.id()));
    } else if (!made.finished() && (made.yes().after() != null || made.next().next() != null)) {
      lines.add(outlook(made));
    }
    return lines;
  }

  private static String outlook(Made made) {
    var point = made.next();
    var next = point.next();
    var id = made.id();
    if (next == null && point.done().isEmpty()) {
      return "next: "
          + (made.named() ? CommandLines.of("enter PHASE", id) : "tidemark enter PHASE");
    }
    if (next == null) {
      return "next: every phase is done; "
          + (made.named() ? CommandLines.of("finish", id) : "tidemark finish");
    }
    if (next.equals(point.phase()) && !made.fails(next)) {
      return "in progress: "
          + next
          + (made.hasBegunRun() ? "  (when finished: " + CommandLines.done(next, id) + ")" : "");
    }
    var verdict = made.verdict();
    var judged = verdict == null || verdict.phase() == null ? next : verdict.phase();
    var waiting = made.waiting();
    if (waiting != null) {
      var approve =
          made.named() ? CommandLines.of(waiting.command(), id) : "tidemark " + waiting.command();
      return "next: " + judged + "  (waits for " + waiting.description() + ": " + approve + ")";
    }
    var cause = verdict == null ? null : verdict.cause();
    if (verdict != null && cause != null && verdict.kind() == Verdict.Kind.ASK) {
      return "next: "
          + judged
          + "  ("
          + PlainText.line(cause.text())
          + ": "
          + verdict.command()
          + ")";
    }
    var command = made.named() ? CommandLines.enter(judged, id) : CommandLines.enter(judged);
    return "next: " + judged + "  (" + command + ")";
  }
}

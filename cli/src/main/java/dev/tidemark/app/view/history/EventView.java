package dev.tidemark.app.view.history;

import dev.tidemark.app.view.run.Views;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.history.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// View of an event, as a clause for people. Scripts see [dev.tidemark.history.EventJson].
public final class EventView {
  private EventView() {}

  /// Returns the event, as a short clause.
  public static String text(Event event) {
    return switch (event) {
      case Event.WorkflowStarted _ -> "run started";
      case Event.PhaseStarted it -> it.phase() + " started";
      case Event.PhaseCompleted it -> it.phase() + " complete";
      case Event.PhaseQueued it -> it.phase() + " queued";
      case Event.PhaseAmended it -> it.phase() + " amended";
      case Event.PhaseFailed it -> it.phase() + " failed" + reasonSuffix(it.reason());
      case Event.PhaseSkipped it -> it.phase() + " skipped" + reasonSuffix(it.reason());
      case Event.DecisionRecorded it -> "decided: " + it.decision().text();
      case Event.EvidenceRecorded it -> Views.claim(it.claim());
      case Event.DocumentSaved _ -> "document saved as a whole";
      case Event.WorkflowCompleted _ -> "run complete";
      case Event.WorkflowAbandoned it -> "run abandoned" + reasonSuffix(it.reason());
      case Event.WorkflowReopened _ -> "run re-opened";
      case Event.EditedOutside _ -> "edited outside Tidemark";
      case Event.RemovedOutside _ -> "removed outside Tidemark";
      case Event.Rewound it -> "put back outside Tidemark to entry " + it.sequence();
      case Event.SetAside it -> "unreadable file kept as " + it.path();
      case Event.Restored it -> "restored to entry " + it.sequence();
      case Event.MergeSideRecorded it -> {
        var commit = it.commit().isEmpty() ? "" : " (" + it.commit() + ")";
        yield it.side() + commit + " of a git merge " + (it.taken() ? "taken" : "recorded");
      }
      case Event.MergeRecorded it -> {
        int open = it.conflicts().size();
        yield "both sides of a git merge merged"
            + (it.taken() == null ? "" : ", conflicts decided for " + it.taken())
            + (open == 0 ? "" : ", " + open + (open == 1 ? " conflict" : " conflicts") + " open");
      }
      case Event.Archived it -> "archived as " + it.path();
      case Event.Redacted it ->
          "a secret removed from "
              + it.states().size()
              + " states and the notes of "
              + it.notes().size()
              + " entries";
      case Event.SessionSealed it ->
          "session sealed (" + it.cause() + ")" + (it.phase() == null ? "" : " in " + it.phase());
      case Event.SessionCaptured it -> captured(it);
      case Event.GoalStated it ->
          (it.goal().captured() ? "goal captured: " : "goal: ") + it.goal().text();
      case Event.NoteRecorded it -> note(it.note());
      case Event.NoteResolved it ->
          (it.note().kind() == Note.Kind.DECISION ? "withdrawn: " : "resolved: ")
              + it.note().text();
      case Event.PlanChanged it -> plan(it);
      case Event.TaskChanged it -> task(it.task());
      case Event.HandoffApplied it -> "response to " + it.task() + " applied: " + it.decision();
      case Event.ReportKept it -> it.source() + ": " + it.text();
      case Event.LeaseAcquired it -> acquired(it);
      case Event.LeaseReleased it -> "released by " + it.owner() + " (fence " + it.fence() + ")";
      case Event.AttemptStarted it -> {
        var agent = it.details().string("agent");
        yield attempt(it.number(), it.phase()) + " started" + (agent == null ? "" : " by " + agent);
      }
      case Event.AttemptEnded it -> attempt(it.number(), it.phase()) + " ended: " + it.outcome();
      case Event.RunnerEnded it ->
          "runner ended" + (it.phase() == null ? "" : " at " + it.phase()) + ": " + it.status();
      case Event.UnknownEvent it -> it.word() + " (by a newer Tidemark)";
    };
  }

  private static String plan(Event.PlanChanged changed) {
    var parts = new ArrayList<String>();
    for (var name : changed.renamed().entrySet()) {
      parts.add(name.getKey() + " is " + name.getValue() + " now");
    }
    for (var phase : changed.removed()) {
      parts.add(phase + " is taken out");
    }
    if (parts.isEmpty()) {
      changed.phases().forEach(phase -> parts.add(phase.value()));
    }
    return "plan changed: " + String.join(", ", parts);
  }

  /// Returns the event of a change that reports files, as a short clause; where only the fields of
  /// a phase changed, these files.
  public static String text(Event event, List<Artifact> files) {
    boolean amended = event instanceof Event.PhaseAmended;
    if (files.isEmpty() || (!amended && !(event instanceof Event.PhaseQueued))) {
      return text(event);
    }
    var text = new StringBuilder();
    for (var file : files) {
      text.append(text.isEmpty() ? event.phase() + ": " : ", ")
          .append(file.kind().name().toLowerCase(Locale.ROOT))
          .append(' ')
          .append(file.path());
    }
    return text.toString();
  }

  private static String attempt(int number, PhaseName phase) {
    return "attempt " + number + " at " + phase;
  }

  private static String captured(Event.SessionCaptured event) {
    var phase = event.capture().phase();
    return "session captured (" + event.cause() + ")" + (phase == null ? "" : " in " + phase);
  }

  private static String note(Note note) {
    return switch (note.kind()) {
          case NOTE -> "noted: ";
          case TRIED -> "tried and failed: ";
          case NEXT -> "next action: ";
          case BLOCKED -> "blocked by: ";
          case QUESTION -> "open question: ";
          case FAILED -> "failed before: ";
          case OUTDATED -> "to check: ";
          case SUMMARY -> "summary: ";
          case DECISION -> "decided: ";
          case CREATED -> "created: ";
          case MODIFIED -> "modified: ";
        }
        + note.text();
  }

  private static String task(PlannedTask task) {
    var word =
        switch (task.status()) {
          case PENDING -> "added";
          case IN_PROGRESS -> "started";
          case COMPLETE -> "done";
          case FAILED -> "failed";
          case BLOCKED -> "blocked";
          case SKIPPED -> "skipped";
        };
    var reason = task.reason();
    return "task " + task.title() + ": " + word + (reason == null ? "" : ", " + reason);
  }

  private static String acquired(Event.LeaseAcquired taken) {
    var from = taken.from() == null ? "" : ", taken over from " + taken.from();
    return "claimed by " + taken.owner() + " (fence " + taken.fence() + ")" + from;
  }

  private static String reasonSuffix(String reason) {
    return reason.isEmpty() ? "" : ": " + reason;
  }
}

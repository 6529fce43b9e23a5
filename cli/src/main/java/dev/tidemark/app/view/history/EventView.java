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
    return switch (event.kind()) {
      case WORKFLOW_STARTED -> "run started";
      case PHASE_STARTED -> event.phase() + " started";
      case PHASE_COMPLETED -> event.phase() + " complete";
      case PHASE_QUEUED -> event.phase() + " queued";
      case PHASE_AMENDED -> event.phase() + " amended";
      case PHASE_FAILED -> {
        var failed = (Event.PhaseFailed) event;
        yield failed.phase() + " failed" + reasonSuffix(failed.reason());
      }
      case PHASE_SKIPPED -> {
        var skipped = (Event.PhaseSkipped) event;
        yield skipped.phase() + " skipped" + reasonSuffix(skipped.reason());
      }
      case DECISION_RECORDED -> "decided: " + ((Event.DecisionRecorded) event).decision().text();
      case EVIDENCE_RECORDED -> Views.claim(((Event.EvidenceRecorded) event).claim());
      case DOCUMENT_SAVED -> "document saved as a whole";
      case WORKFLOW_COMPLETED -> "run complete";
      case WORKFLOW_ABANDONED ->
          "run abandoned" + reasonSuffix(((Event.WorkflowAbandoned) event).reason());
      case WORKFLOW_REOPENED -> "run re-opened";
      case EDITED_OUTSIDE -> "edited outside Tidemark";
      case REMOVED_OUTSIDE -> "removed outside Tidemark";
      case REWOUND -> "put back outside Tidemark to entry " + ((Event.Rewound) event).sequence();
      case SET_ASIDE -> "unreadable file kept as " + ((Event.SetAside) event).path();
      case RESTORED -> "restored to entry " + ((Event.Restored) event).sequence();
      case MERGE_SIDE_RECORDED -> {
        var side = (Event.MergeSideRecorded) event;
        var commit = side.commit().isEmpty() ? "" : " (" + side.commit() + ")";
        yield side.side() + commit + " of a git merge " + (side.taken() ? "taken" : "recorded");
      }
      case MERGE_RECORDED -> {
        var merged = (Event.MergeRecorded) event;
        int open = merged.conflicts().size();
        yield "both sides of a git merge merged"
            + (merged.taken() == null ? "" : ", conflicts decided for " + merged.taken())
            + (open == 0 ? "" : ", " + open + (open == 1 ? " conflict" : " conflicts") + " open");
      }
      case ARCHIVED -> "archived as " + ((Event.Archived) event).path();
      case REDACTED -> {
        var redacted = (Event.Redacted) event;
        yield "a secret removed from "
            + redacted.states().size()
            + " states and the notes of "
            + redacted.notes().size()
            + " entries";
      }
      case SESSION_SEALED -> {
        var sealed = (Event.SessionSealed) event;
        yield "session sealed ("
            + sealed.cause()
            + ")"
            + (sealed.phase() == null ? "" : " in " + sealed.phase());
      }
      case SESSION_CAPTURED -> captured((Event.SessionCaptured) event);
      case GOAL_STATED -> {
        var goal = ((Event.GoalStated) event).goal();
        yield (goal.captured() ? "goal captured: " : "goal: ") + goal.text();
      }
      case NOTE_RECORDED -> note(((Event.NoteRecorded) event).note());
      case NOTE_RESOLVED -> {
        var note = ((Event.NoteResolved) event).note();
        yield (note.kind() == Note.Kind.DECISION ? "withdrawn: " : "resolved: ") + note.text();
      }
      case PLAN_CHANGED -> plan((Event.PlanChanged) event);
      case TASK_CHANGED -> task(((Event.TaskChanged) event).task());
      case HANDOFF_APPLIED -> {
        var applied = (Event.HandoffApplied) event;
        yield "response to " + applied.task() + " applied: " + applied.decision();
      }
      case REPORT_KEPT -> {
        var kept = (Event.ReportKept) event;
        yield kept.source() + ": " + kept.text();
      }
      case LEASE_ACQUIRED -> acquired((Event.LeaseAcquired) event);
      case LEASE_RELEASED -> {
        var given = (Event.LeaseReleased) event;
        yield "released by " + given.owner() + " (fence " + given.fence() + ")";
      }
      case ATTEMPT_STARTED -> {
        var started = (Event.AttemptStarted) event;
        var agent = started.details().string("agent");
        yield attempt(started.number(), started.phase())
            + " started"
            + (agent == null ? "" : " by " + agent);
      }
      case ATTEMPT_ENDED -> {
        var ended = (Event.AttemptEnded) event;
        yield attempt(ended.number(), ended.phase()) + " ended: " + ended.outcome();
      }
      case RUNNER_ENDED -> {
        var ended = (Event.RunnerEnded) event;
        var phase = ended.phase();
        yield "runner ended" + (phase == null ? "" : " at " + phase) + ": " + ended.status();
      }
      case UNFAMILIAR -> ((Event.UnknownEvent) event).word() + " (by a newer Tidemark)";
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
    boolean amended = event.kind() == Event.Kind.PHASE_AMENDED;
    if (files.isEmpty() || (!amended && event.kind() != Event.Kind.PHASE_QUEUED)) {
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

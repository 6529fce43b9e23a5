package dev.tidemark.history;

import static dev.tidemark.history.Fields.addPhase;
import static dev.tidemark.history.Fields.object;
import static dev.tidemark.history.Fields.part;
import static dev.tidemark.history.Fields.phase;
import static dev.tidemark.history.Fields.phaseIfPresent;
import static dev.tidemark.history.Fields.required;
import static dev.tidemark.history.Fields.text;
import static dev.tidemark.history.Fields.whole;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event.Kind;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// JSON codec of events, in journals and output: `{"kind": "phase.failed", "phase": "design",
/// ...}`.
public final class EventJson {
  private static final int DIGITS_MAX = 18;

  private EventJson() {}

  /// Returns the event as JSON, with all its fields.
  public static JsonObject of(Event event) {
    if (event instanceof Event.UnknownEvent unknown) {
      return (JsonObject) JsonText.parse(unknown.details());
    }
    var json = JsonObject.builder().add("kind", event.kind().word());
    write(json, event);
    return json.build();
  }

  /// Adds the fields of an event. Hooks execute this, so no `switch` over types, which is linked at
  /// run time.
  private static void write(JsonObject.Builder json, Event event) {
    switch (event.kind()) {
      case WORKFLOW_STARTED -> started(json, (Event.WorkflowStarted) event);
      case PHASE_STARTED, PHASE_COMPLETED, PHASE_QUEUED, PHASE_AMENDED ->
          addPhase(json, event.phase());
      case PHASE_FAILED ->
          addPhase(json, event.phase()).add("reason", ((Event.PhaseFailed) event).reason());
      case PHASE_SKIPPED ->
          addPhase(json, event.phase()).add("reason", ((Event.PhaseSkipped) event).reason());
      case PLAN_CHANGED -> planChanged(json, (Event.PlanChanged) event);
      case DECISION_RECORDED -> {
        var decision = ((Event.DecisionRecorded) event).decision();
        addPhase(json, decision.phase()).add("text", decision.text());
      }
      case EVIDENCE_RECORDED ->
          json.add("evidence", ClaimJson.of(((Event.EvidenceRecorded) event).claim()));
      case WORKFLOW_ABANDONED -> json.add("reason", ((Event.WorkflowAbandoned) event).reason());
      case REWOUND -> json.add("entry", ((Event.Rewound) event).sequence());
      case RESTORED -> json.add("entry", ((Event.Restored) event).sequence());
      case SET_ASIDE -> json.add("path", ((Event.SetAside) event).path());
      case ARCHIVED -> json.add("path", ((Event.Archived) event).path());
      case MERGE_SIDE_RECORDED -> {
        var it = (Event.MergeSideRecorded) event;
        json.add("side", it.side()).add("commit", it.commit()).add("taken", it.taken());
      }
      case MERGE_RECORDED -> {
        var it = (Event.MergeRecorded) event;
        json.add("ours", parent(it.ours())).add("theirs", parent(it.theirs()));
        json.addIfPresent("taken", it.taken()).add("conflicts", it.conflicts());
      }
      case REDACTED -> redacted(json, (Event.Redacted) event);
      case SESSION_SEALED -> {
        var it = (Event.SessionSealed) event;
        addPhase(json.add("session", it.session()).add("cause", it.cause()), it.phase());
      }
      case SESSION_CAPTURED -> {
        var it = (Event.SessionCaptured) event;
        json.add("cause", it.cause()).add("capture", WorklogJson.of(it.capture()));
      }
      case GOAL_STATED -> json.add("goal", WorklogJson.of(((Event.GoalStated) event).goal()));
      case NOTE_RECORDED -> WorklogJson.add(json, ((Event.NoteRecorded) event).note());
      case NOTE_RESOLVED -> WorklogJson.add(json, ((Event.NoteResolved) event).note());
      case TASK_CHANGED -> WorklogJson.add(json, ((Event.TaskChanged) event).task());
      case REPORT_KEPT -> {
        var it = (Event.ReportKept) event;
        json.add("source", it.source()).add("text", it.text());
      }
      case LEASE_ACQUIRED -> {
        var it = (Event.LeaseAcquired) event;
        json.add("owner", it.owner()).add("fence", it.fence()).addIfPresent("from", it.from());
      }
      case LEASE_RELEASED -> {
        var it = (Event.LeaseReleased) event;
        json.add("owner", it.owner()).add("fence", it.fence());
      }
      case HANDOFF_APPLIED, ATTEMPT_STARTED, ATTEMPT_ENDED, RUNNER_ENDED ->
          attempt(addPhase(json, event.phase()), event);
      case DOCUMENT_SAVED,
          WORKFLOW_COMPLETED,
          WORKFLOW_REOPENED,
          EDITED_OUTSIDE,
          REMOVED_OUTSIDE,
          UNFAMILIAR -> {}
    }
  }

  /// Adds the fields of an attempt, of its response or of the runner, after the phase.
  private static void attempt(JsonObject.Builder json, Event event) {
    if (event instanceof Event.HandoffApplied it) {
      json.add("task", it.task()).add("decision", it.decision()).add("digest", it.digest());
    } else if (event instanceof Event.AttemptStarted it) {
      json.add("attempt", it.number()).add("details", it.details());
    } else if (event instanceof Event.AttemptEnded it) {
      json.add("attempt", it.number()).add("outcome", it.outcome()).add("details", it.details());
    } else if (event instanceof Event.RunnerEnded it) {
      json.add("status", it.status()).add("details", it.details());
    }
  }

  /// Returns the event that was written so. An unknown kind, or one that lacks a field, is read as
  /// [Event.UnknownEvent] and written back unchanged.
  ///
  /// @return null if its kind is missing
  public static @Nullable Event read(JsonObject json) {
    var word = json.string("kind");
    if (word == null) {
      return null;
    }
    try {
      return read(kind(word), json);
    } catch (Fields.Missing newer) {
      return new Event.UnknownEvent(word, JsonText.compact(json));
    }
  }

  private static Kind kind(String word) {
    for (var kind : Kind.values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    return Kind.UNFAMILIAR;
  }

  private static Event read(Kind kind, JsonObject json) {
    return switch (kind) {
      case WORKFLOW_STARTED ->
          new Event.WorkflowStarted(phases(json, "phases"), json.string("item"), words(json));
      case PHASE_STARTED -> new Event.PhaseStarted(phase(json));
      case PHASE_COMPLETED -> new Event.PhaseCompleted(phase(json));
      case PHASE_QUEUED -> new Event.PhaseQueued(phase(json));
      case PHASE_AMENDED -> new Event.PhaseAmended(phase(json));
      case PHASE_FAILED -> new Event.PhaseFailed(phase(json), text(json, "reason"));
      case PHASE_SKIPPED -> new Event.PhaseSkipped(phase(json), text(json, "reason"));
      case PLAN_CHANGED -> planChanged(json);
      case DECISION_RECORDED ->
          new Event.DecisionRecorded(new Decision(phase(json), text(json, "text")));
      case DOCUMENT_SAVED -> new Event.DocumentSaved();
      case EVIDENCE_RECORDED ->
          new Event.EvidenceRecorded(required(ClaimJson.read(part(json, "evidence"))));
      case WORKFLOW_COMPLETED -> new Event.WorkflowCompleted();
      case WORKFLOW_ABANDONED -> new Event.WorkflowAbandoned(text(json, "reason"));
      case WORKFLOW_REOPENED -> new Event.WorkflowReopened();
      case EDITED_OUTSIDE -> new Event.EditedOutside();
      case REMOVED_OUTSIDE -> new Event.RemovedOutside();
      case REWOUND -> new Event.Rewound(whole(json, "entry"));
      case RESTORED -> new Event.Restored(whole(json, "entry"));
      case SET_ASIDE -> new Event.SetAside(text(json, "path"));
      case ARCHIVED -> new Event.Archived(text(json, "path"));
      case MERGE_SIDE_RECORDED ->
          new Event.MergeSideRecorded(
              text(json, "side"), text(json, "commit"), json.isTrue("taken"));
      case MERGE_RECORDED ->
          new Event.MergeRecorded(
              parent(part(json, "ours")),
              parent(part(json, "theirs")),
              json.string("taken"),
              json.strings("conflicts"));
      case REDACTED -> redacted(json);
      case SESSION_SEALED ->
          new Event.SessionSealed(text(json, "session"), text(json, "cause"), phaseIfPresent(json));
      case SESSION_CAPTURED ->
          new Event.SessionCaptured(
              text(json, "cause"), required(WorklogJson.capture(part(json, "capture"))));
      case GOAL_STATED -> new Event.GoalStated(required(WorklogJson.goal(part(json, "goal"))));
      case NOTE_RECORDED -> new Event.NoteRecorded(required(WorklogJson.note(json)));
      case NOTE_RESOLVED -> new Event.NoteResolved(required(WorklogJson.note(json)));
      case TASK_CHANGED -> new Event.TaskChanged(required(WorklogJson.task(json)));
      case HANDOFF_APPLIED ->
          new Event.HandoffApplied(
              phase(json), text(json, "task"), text(json, "decision"), text(json, "digest"));
      case REPORT_KEPT -> new Event.ReportKept(text(json, "source"), text(json, "text"));
      case LEASE_ACQUIRED ->
          new Event.LeaseAcquired(text(json, "owner"), whole(json, "fence"), json.string("from"));
      case LEASE_RELEASED -> new Event.LeaseReleased(text(json, "owner"), whole(json, "fence"));
      case ATTEMPT_STARTED ->
          new Event.AttemptStarted(
              phase(json), (int) whole(json, "attempt"), object(json, "details"));
      case ATTEMPT_ENDED ->
          new Event.AttemptEnded(
              phase(json),
              (int) whole(json, "attempt"),
              text(json, "outcome"),
              object(json, "details"));
      case RUNNER_ENDED ->
          new Event.RunnerEnded(
              phaseIfPresent(json), text(json, "status"), object(json, "details"));
      case UNFAMILIAR -> throw new Fields.Missing();
    };
  }

  private static void started(JsonObject.Builder json, Event.WorkflowStarted event) {
    json.add("phases", names(event.phases())).addIfPresent("item", event.item());
    if (!event.words().isEmpty()) {
      var words = JsonObject.builder();
      for (var entry : new TreeMap<>(event.words()).entrySet()) {
        words.add(entry.getKey(), entry.getValue());
      }
      json.add("words", words.build());
    }
  }

  private static Map<String, List<String>> words(JsonObject json) {
    var words = new HashMap<String, List<String>>();
    var object = part(json, "words");
    for (var member : object.members()) {
      words.put(member.key(), object.strings(member.key()));
    }
    return words;
  }

  private static void planChanged(JsonObject.Builder json, Event.PlanChanged event) {
    var renamed = JsonObject.builder();
    for (var entry : event.renamed().entrySet()) {
      renamed.add(entry.getKey().value(), entry.getValue().value());
    }
    json.add("phases", names(event.phases()));
    json.add("renamed", renamed.build()).add("removed", names(event.removed()));
  }

  private static Event planChanged(JsonObject json) {
    var renamed = new LinkedHashMap<PhaseName, PhaseName>();
    for (var member : object(json, "renamed").members()) {
      var name = text(member.value());
      renamed.put(new PhaseName(member.key()), new PhaseName(name));
    }
    return new Event.PlanChanged(phases(json, "phases"), renamed, phases(json, "removed"));
  }

  private static List<String> names(List<PhaseName> phases) {
    var names = new ArrayList<String>(phases.size());
    for (int i = 0; i < phases.size(); i++) {
      names.add(phases.get(i).value());
    }
    return names;
  }

  private static List<PhaseName> phases(JsonObject json, String key) {
    var phases = new ArrayList<PhaseName>();
    for (var name : json.strings(key)) {
      if (!name.isBlank()) {
        phases.add(new PhaseName(name));
      }
    }
    return phases;
  }

  private static JsonObject parent(Event.MergeRecorded.Parent parent) {
    return JsonObject.builder()
        .add("commit", parent.commit())
        .add("digest", parent.digest())
        .build();
  }

  private static Event.MergeRecorded.Parent parent(JsonObject json) {
    return new Event.MergeRecorded.Parent(text(json, "commit"), text(json, "digest"));
  }

  /// Redactions: `"states":[2,3],"notes":{"3":"digest"}`.
  private static void redacted(JsonObject.Builder json, Event.Redacted event) {
    var states = new ArrayList<Json>();
    for (long state : event.states()) {
      states.add(JsonNumber.of(state));
    }
    var notes = JsonObject.builder();
    for (var note : new TreeMap<>(event.notes()).entrySet()) {
      notes.add(Long.toString(note.getKey()), note.getValue());
    }
    json.add("states", JsonArray.of(states)).add("notes", notes.build());
  }

  private static Event redacted(JsonObject json) {
    var states = new ArrayList<Long>();
    for (var element : required(json.array("states")).elements()) {
      states.add(whole(element));
    }
    var notes = new HashMap<Long, String>();
    for (var member : object(json, "notes").members()) {
      notes.put(entry(member.key()), text(member.value()));
    }
    return new Event.Redacted(states, notes);
  }

  private static long entry(String digits) {
    boolean number = !digits.isEmpty() && digits.length() <= DIGITS_MAX;
    for (int i = 0; number && i < digits.length(); i++) {
      number = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
    }
    return Long.parseLong(required(number ? digits : null));
  }
}

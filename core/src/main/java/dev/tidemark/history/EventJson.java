package dev.tidemark.history;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
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
  private static final String KIND = "kind";

  private static final String PHASE = "phase";

  private static final String PHASES = "phases";

  private static final String REASON = "reason";

  private static final String TEXT = "text";

  private static final String ENTRY = "entry";

  private static final String PATH = "path";

  private static final String ITEM = "item";

  private static final String WORDS = "words";

  private static final String SESSION = "session";

  private static final String CAUSE = "cause";

  private static final String TASK = "task";

  private static final String DECISION = "decision";

  private static final String DIGEST = "digest";

  private static final String EVIDENCE = "evidence";

  private static final String SOURCE = "source";

  private static final String SIDE = "side";

  private static final String COMMIT = "commit";

  private static final String TAKEN = "taken";

  private static final String OURS = "ours";

  private static final String THEIRS = "theirs";

  private static final String CONFLICTS = "conflicts";

  private static final String OWNER = "owner";

  private static final String FENCE = "fence";

  private static final String FROM = "from";

  private static final String ATTEMPT = "attempt";

  private static final String OUTCOME = "outcome";

  private static final String DETAILS = "details";

  private static final String STATUS = "status";

  private static final String STATES = "states";

  private static final String NOTES = "notes";

  private static final String RENAMED = "renamed";

  private static final String REMOVED = "removed";

  private static final int DIGITS_MAX = 18;

  private EventJson() {}

  /// Returns the event as JSON, with all its fields.
  public static JsonObject of(Event event) {
    var json = JsonObject.builder().add(KIND, event.kind().word());
    switch (event.kind()) {
      case WORKFLOW_STARTED -> start(json, (Event.WorkflowStarted) event);
      case PHASE_STARTED -> json.add(PHASE, ((Event.PhaseStarted) event).phase().value());
      case PHASE_COMPLETED -> json.add(PHASE, ((Event.PhaseCompleted) event).phase().value());
      case PHASE_QUEUED -> json.add(PHASE, ((Event.PhaseQueued) event).phase().value());
      case PHASE_AMENDED -> json.add(PHASE, ((Event.PhaseAmended) event).phase().value());
      case PLAN_CHANGED -> planChanged(json, (Event.PlanChanged) event);
      case PHASE_FAILED -> {
        var failed = (Event.PhaseFailed) event;
        json.add(PHASE, failed.phase().value()).add(REASON, failed.reason());
      }
      case PHASE_SKIPPED -> {
        var skipped = (Event.PhaseSkipped) event;
        json.add(PHASE, skipped.phase().value()).add(REASON, skipped.reason());
      }
      case WORKFLOW_ABANDONED -> json.add(REASON, ((Event.WorkflowAbandoned) event).reason());
      case DECISION_RECORDED -> {
        var decision = ((Event.DecisionRecorded) event).decision();
        json.add(PHASE, decision.phase().value()).add(TEXT, decision.text());
      }
      case REWOUND -> json.add(ENTRY, ((Event.Rewound) event).sequence());
      case RESTORED -> json.add(ENTRY, ((Event.Restored) event).sequence());
      case MERGE_SIDE_RECORDED -> {
        var side = (Event.MergeSideRecorded) event;
        json.add(SIDE, side.side()).add(COMMIT, side.commit()).add(TAKEN, side.taken());
      }
      case MERGE_RECORDED -> merged(json, (Event.MergeRecorded) event);
      case SET_ASIDE -> json.add(PATH, ((Event.SetAside) event).path());
      case ARCHIVED -> json.add(PATH, ((Event.Archived) event).path());
      case REDACTED -> redacted(json, (Event.Redacted) event);
      case SESSION_SEALED -> seal(json, (Event.SessionSealed) event);
      case GOAL_STATED, NOTE_RECORDED, NOTE_RESOLVED, TASK_CHANGED, SESSION_CAPTURED ->
          WorklogJson.writeEvent(json, event);
      case HANDOFF_APPLIED -> handoff(json, (Event.HandoffApplied) event);
      case REPORT_KEPT -> {
        var kept = (Event.ReportKept) event;
        json.add(SOURCE, kept.source()).add(TEXT, kept.text());
      }
      case LEASE_ACQUIRED, LEASE_RELEASED -> lease(json, event);
      case ATTEMPT_STARTED, ATTEMPT_ENDED -> attempt(json, event);
      case RUNNER_ENDED -> {
        var ended = (Event.RunnerEnded) event;
        var phase = ended.phase();
        json.addIfPresent(PHASE, phase == null ? null : phase.value())
            .add(STATUS, ended.status())
            .add(DETAILS, ended.details());
      }
      case EVIDENCE_RECORDED ->
          json.add(EVIDENCE, ClaimJson.of(((Event.EvidenceRecorded) event).claim()));
      case UNFAMILIAR -> {
        return (JsonObject) JsonText.parse(((Event.UnknownEvent) event).details());
      }
      case DOCUMENT_SAVED,
          WORKFLOW_COMPLETED,
          WORKFLOW_REOPENED,
          EDITED_OUTSIDE,
          REMOVED_OUTSIDE -> {}
    }
    return json.build();
  }

  /// Returns the event that was written so. An unknown kind, or one that lacks a field, is read as
  /// [Event.UnknownEvent] and written back unchanged.
  ///
  /// @return null if its kind is missing
  public static @Nullable Event read(JsonObject json) {
    var word = json.string(KIND);
    if (word == null) {
      return null;
    }
    var event = parseKnownKind(word, json);
    return event == null ? new Event.UnknownEvent(word, JsonText.compact(json)) : event;
  }

  private static @Nullable Event parseKnownKind(String word, JsonObject json) {
    for (var kind : Event.Kind.values()) {
      if (kind.word().equals(word)) {
        return parseKnownKind(kind, json);
      }
    }
    return null;
  }

  private static @Nullable Event parseKnownKind(Event.Kind kind, JsonObject json) {
    return switch (kind) {
      case WORKFLOW_STARTED ->
          new Event.WorkflowStarted(phases(json, PHASES), json.string(ITEM), words(json));
      case EVIDENCE_RECORDED -> {
        var evidence = json.object(EVIDENCE);
        var claim = evidence == null ? null : ClaimJson.read(evidence);
        yield claim == null ? null : new Event.EvidenceRecorded(claim);
      }
      case DOCUMENT_SAVED -> new Event.DocumentSaved();
      case WORKFLOW_COMPLETED -> new Event.WorkflowCompleted();
      case WORKFLOW_ABANDONED -> {
        var reason = json.string(REASON);
        yield reason == null ? null : new Event.WorkflowAbandoned(reason);
      }
      case WORKFLOW_REOPENED -> new Event.WorkflowReopened();
      case EDITED_OUTSIDE -> new Event.EditedOutside();
      case REMOVED_OUTSIDE -> new Event.RemovedOutside();
      case REWOUND, RESTORED -> pointing(kind, json);
      case MERGE_SIDE_RECORDED -> {
        var side = json.string(SIDE);
        var commit = json.string(COMMIT);
        yield side == null || commit == null
            ? null
            : new Event.MergeSideRecorded(side, commit, json.isTrue(TAKEN));
      }
      case MERGE_RECORDED -> merged(json);
      case SET_ASIDE, ARCHIVED -> {
        var path = json.string(PATH);
        yield path == null
            ? null
            : kind == Event.Kind.ARCHIVED ? new Event.Archived(path) : new Event.SetAside(path);
      }
      case SESSION_SEALED -> sealed(json);
      case RUNNER_ENDED -> runnerEnded(json);
      case GOAL_STATED, NOTE_RECORDED, NOTE_RESOLVED, TASK_CHANGED, SESSION_CAPTURED ->
          WorklogJson.event(kind, json);
      case REPORT_KEPT -> {
        var source = json.string(SOURCE);
        var text = json.string(TEXT);
        yield source == null || text == null ? null : new Event.ReportKept(source, text);
      }
      case REDACTED -> redacted(json);
      case PLAN_CHANGED -> planChanged(json);
      case LEASE_ACQUIRED, LEASE_RELEASED -> lease(kind, json);
      case PHASE_STARTED,
          PHASE_COMPLETED,
          PHASE_FAILED,
          PHASE_SKIPPED,
          PHASE_QUEUED,
          PHASE_AMENDED,
          HANDOFF_APPLIED,
          ATTEMPT_STARTED,
          ATTEMPT_ENDED,
          DECISION_RECORDED ->
          ofPhase(kind, json);
      case UNFAMILIAR -> null;
    };
  }

  private static void planChanged(JsonObject.Builder json, Event.PlanChanged changed) {
    var renamed = JsonObject.builder();
    for (var entry : changed.renamed().entrySet()) {
      renamed.add(entry.getKey().value(), entry.getValue().value());
    }
    json.add(PHASES, names(changed.phases()));
    json.add(RENAMED, renamed.build()).add(REMOVED, names(changed.removed()));
  }

  private static @Nullable Event planChanged(JsonObject json) {
    var names = json.object(RENAMED);
    var renamed = new LinkedHashMap<PhaseName, PhaseName>();
    for (var member : names == null ? List.<JsonMember>of() : names.members()) {
      if (!(member.value() instanceof JsonString name)) {
        return null;
      }
      renamed.put(new PhaseName(member.key()), new PhaseName(name.value()));
    }
    return names == null
        ? null
        : new Event.PlanChanged(phases(json, PHASES), renamed, phases(json, REMOVED));
  }

  private static void merged(JsonObject.Builder json, Event.MergeRecorded merged) {
    json.add(OURS, parent(merged.ours())).add(THEIRS, parent(merged.theirs()));
    json.addIfPresent(TAKEN, merged.taken()).add(CONFLICTS, merged.conflicts());
  }

  private static JsonObject parent(Event.MergeRecorded.Parent parent) {
    return JsonObject.builder().add(COMMIT, parent.commit()).add(DIGEST, parent.digest()).build();
  }

  private static @Nullable Event merged(JsonObject json) {
    var ours = parent(json.object(OURS));
    var theirs = parent(json.object(THEIRS));
    return ours == null || theirs == null
        ? null
        : new Event.MergeRecorded(ours, theirs, json.string(TAKEN), json.strings(CONFLICTS));
  }

  private static Event.MergeRecorded.@Nullable Parent parent(@Nullable JsonObject json) {
    var commit = json == null ? null : json.string(COMMIT);
    var digest = json == null ? null : json.string(DIGEST);
    return commit == null || digest == null ? null : new Event.MergeRecorded.Parent(commit, digest);
  }

  private static void seal(JsonObject.Builder json, Event.SessionSealed sealed) {
    var phase = sealed.phase();
    json.add(SESSION, sealed.session()).add(CAUSE, sealed.cause());
    json.addIfPresent(PHASE, phase == null ? null : phase.value());
  }

  private static @Nullable Event sealed(JsonObject json) {
    var session = json.string(SESSION);
    var cause = json.string(CAUSE);
    var phase = json.string(PHASE);
    return session == null || cause == null || (phase != null && phase.isBlank())
        ? null
        : new Event.SessionSealed(session, cause, phase == null ? null : new PhaseName(phase));
  }

  private static @Nullable Event runnerEnded(JsonObject json) {
    var phase = json.string(PHASE);
    var status = json.string(STATUS);
    var details = json.object(DETAILS);
    return status == null || details == null || (phase != null && phase.isBlank())
        ? null
        : new Event.RunnerEnded(phase == null ? null : new PhaseName(phase), status, details);
  }

  private static @Nullable Event pointing(Event.Kind kind, JsonObject json) {
    var number = json.number(ENTRY);
    if (number == null || number.wholeValue().isEmpty()) {
      return null;
    }
    long entry = number.wholeValue().getAsLong();
    if (kind == Event.Kind.REWOUND) {
      return new Event.Rewound(entry);
    }
    return new Event.Restored(entry);
  }

  private static @Nullable Event ofPhase(Event.Kind kind, JsonObject json) {
    var name = json.string(PHASE);
    if (name == null || name.isBlank()) {
      return null;
    }
    var phase = new PhaseName(name);
    var reason = json.string(REASON);
    var text = json.string(TEXT);
    return switch (kind) {
      case PHASE_STARTED -> new Event.PhaseStarted(phase);
      case PHASE_COMPLETED -> new Event.PhaseCompleted(phase);
      case PHASE_QUEUED -> new Event.PhaseQueued(phase);
      case PHASE_AMENDED -> new Event.PhaseAmended(phase);
      case PHASE_FAILED -> reason == null ? null : new Event.PhaseFailed(phase, reason);
      case PHASE_SKIPPED -> reason == null ? null : new Event.PhaseSkipped(phase, reason);
      case DECISION_RECORDED ->
          text == null ? null : new Event.DecisionRecorded(new Decision(phase, text));
      case HANDOFF_APPLIED -> handoff(phase, json);
      case ATTEMPT_STARTED, ATTEMPT_ENDED -> attempt(kind, phase, json);
      default -> throw new IllegalArgumentException(kind + " is not about a phase");
    };
  }

  private static void handoff(JsonObject.Builder json, Event.HandoffApplied event) {
    json.add(PHASE, event.phase().value())
        .add(TASK, event.task())
        .add(DECISION, event.decision())
        .add(DIGEST, event.digest());
  }

  private static @Nullable Event handoff(PhaseName phase, JsonObject json) {
    var task = json.string(TASK);
    var decision = json.string(DECISION);
    var digest = json.string(DIGEST);
    return task == null || decision == null || digest == null
        ? null
        : new Event.HandoffApplied(phase, task, decision, digest);
  }

  /// Attempts: `"phase":"code","attempt":2,"outcome":"applied","details":{"exit":0}`.
  private static void attempt(JsonObject.Builder json, Event event) {
    if (event instanceof Event.AttemptStarted started) {
      json.add(PHASE, started.phase().value())
          .add(ATTEMPT, started.number())
          .add(DETAILS, started.details());
    } else if (event instanceof Event.AttemptEnded ended) {
      json.add(PHASE, ended.phase().value())
          .add(ATTEMPT, ended.number())
          .add(OUTCOME, ended.outcome())
          .add(DETAILS, ended.details());
    }
  }

  private static @Nullable Event attempt(Event.Kind kind, PhaseName phase, JsonObject json) {
    var number = json.number(ATTEMPT);
    var details = json.object(DETAILS);
    if (number == null || number.wholeValue().isEmpty() || details == null) {
      return null;
    }
    int attempt = (int) number.wholeValue().getAsLong();
    if (kind == Event.Kind.ATTEMPT_STARTED) {
      return new Event.AttemptStarted(phase, attempt, details);
    }
    var outcome = json.string(OUTCOME);
    return outcome == null ? null : new Event.AttemptEnded(phase, attempt, outcome, details);
  }

  private static void start(JsonObject.Builder json, Event.WorkflowStarted event) {
    json.add(PHASES, names(event.phases())).addIfPresent(ITEM, event.item());
    if (!event.words().isEmpty()) {
      var words = JsonObject.builder();
      for (var entry : new TreeMap<>(event.words()).entrySet()) {
        words.add(entry.getKey(), entry.getValue());
      }
      json.add(WORDS, words.build());
    }
  }

  private static Map<String, List<String>> words(JsonObject json) {
    var words = new HashMap<String, List<String>>();
    var object = json.object(WORDS);
    if (object != null) {
      for (var member : object.members()) {
        words.put(member.key(), object.strings(member.key()));
      }
    }
    return words;
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

  /// Claims and releases: `"owner":"ann@host:/work","fence":3,"from":"..."`.
  private static void lease(JsonObject.Builder json, Event event) {
    if (event instanceof Event.LeaseAcquired taken) {
      json.add(OWNER, taken.owner()).add(FENCE, taken.fence()).addIfPresent(FROM, taken.from());
    } else if (event instanceof Event.LeaseReleased given) {
      json.add(OWNER, given.owner()).add(FENCE, given.fence());
    }
  }

  private static @Nullable Event lease(Event.Kind kind, JsonObject json) {
    var owner = json.string(OWNER);
    var number = json.number(FENCE);
    if (owner == null || number == null || number.wholeValue().isEmpty()) {
      return null;
    }
    long fence = number.wholeValue().getAsLong();
    if (kind == Event.Kind.LEASE_ACQUIRED) {
      return new Event.LeaseAcquired(owner, fence, json.string(FROM));
    }
    return new Event.LeaseReleased(owner, fence);
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
    json.add(STATES, JsonArray.of(states)).add(NOTES, notes.build());
  }

  private static Event.@Nullable Redacted redacted(JsonObject json) {
    var array = json.array(STATES);
    var object = json.object(NOTES);
    if (array == null || object == null) {
      return null;
    }
    var states = new ArrayList<Long>();
    for (var element : array.elements()) {
      if (!(element instanceof JsonNumber number) || number.wholeValue().isEmpty()) {
        return null;
      }
      states.add(number.wholeValue().getAsLong());
    }
    var notes = new HashMap<Long, String>();
    for (var member : object.members()) {
      long entry = entry(member.key());
      if (entry < 0 || !(member.value() instanceof JsonString digest)) {
        return null;
      }
      notes.put(entry, digest.value());
    }
    return new Event.Redacted(states, notes);
  }

  private static long entry(String digits) {
    if (digits.isEmpty() || digits.length() > DIGITS_MAX) {
      return -1;
    }
    long entry = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      entry = 10 * entry + c - '0';
    }
    return entry;
  }
}

package dev.tidemark.history;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON codec of work logs and their events, in journals and output.
///
/// `{"goal": {"text", "captured"}, "notes": [{"note": KIND, "phase", "text"}], "phase": {"name",
/// "at", "commit"}, "failure": {"name", "reason"}, "stuck": {"name", "reason"}, "capture": {...},
/// "tasks": [{"task", "phase", "status", "description", "reason"}]}`; empty parts are omitted.
/// Reading is lenient: a note or capture that a newer version writes in another form is passed
/// over.
public final class WorklogJson {
  private static final String GOAL = "goal";
  private static final String CAPTURED = "captured";
  private static final String TEXT = "text";
  private static final String NOTES = "notes";
  private static final String NOTE = "note";
  private static final String PHASE = "phase";
  private static final String NAME = "name";
  private static final String AT = "at";
  private static final String COMMIT = "commit";
  private static final String FAILURE = "failure";
  private static final String STUCK = "stuck";
  private static final String REASON = "reason";
  private static final String CAPTURE = "capture";
  private static final String CAUSE = "cause";
  private static final String SESSION = "session";
  private static final String PROMPTS = "prompts";
  private static final String TASKS = "tasks";
  private static final String PLAN = "plan";
  private static final String ERROR = "error";
  private static final String CHANGES = "changes";
  private static final String TASK = "task";
  private static final String STATUS = "status";
  private static final String DESCRIPTION = "description";
  private static final String ABANDONED = "abandoned";

  private WorklogJson() {}

  /// Returns a work log as JSON.
  public static JsonObject of(Worklog worklog) {
    var json = JsonObject.builder();
    if (worklog.goal() != null) {
      json.add(GOAL, of(worklog.goal()));
    }
    if (!worklog.notes().isEmpty()) {
      var notes = new ArrayList<Json>(worklog.notes().size());
      for (var note : worklog.notes()) {
        notes.add(of(note));
      }
      json.add(NOTES, JsonArray.of(notes));
    }
    var phase = worklog.phase();
    if (phase != null) {
      var start = JsonObject.builder().add(NAME, phase.name().value());
      start.add(AT, Timestamps.millis(phase.at())).addIfPresent(COMMIT, phase.commit());
      json.add(PHASE, start.build());
    }
    add(json, FAILURE, worklog.failure());
    add(json, STUCK, worklog.stuck());
    if (worklog.capture() != null) {
      json.add(CAPTURE, of(worklog.capture()));
    }
    if (!worklog.tasks().isEmpty()) {
      var tasks = new ArrayList<Json>(worklog.tasks().size());
      for (var task : worklog.tasks()) {
        tasks.add(of(task));
      }
      json.add(TASKS, JsonArray.of(tasks));
    }
    return json.addIfPresent(ABANDONED, worklog.abandoned()).build();
  }

  private static void add(
      JsonObject.Builder json, String key, Worklog.@Nullable PhaseFailure failure) {
    if (failure != null) {
      var failed = JsonObject.builder().add(NAME, failure.name().value());
      json.add(key, failed.add(REASON, failure.reason()).build());
    }
  }

  /// Returns a task as JSON.
  public static JsonObject of(PlannedTask task) {
    var json = JsonObject.builder().add(TASK, task.id()).add(PHASE, task.phase().value());
    json.add(STATUS, task.word());
    json.addIfPresent(DESCRIPTION, task.description().isEmpty() ? null : task.description());
    return json.addIfPresent(REASON, task.reason()).build();
  }

  private static JsonObject of(Goal goal) {
    var json = JsonObject.builder().add(TEXT, goal.text());
    return goal.captured() ? json.add(CAPTURED, true).build() : json.build();
  }

  /// Returns a note as JSON.
  public static JsonObject of(Note note) {
    var json = JsonObject.builder().add(NOTE, note.kind().word());
    json.addIfPresent(PHASE, note.phase() == null ? null : note.phase().value());
    return json.add(TEXT, note.text()).build();
  }

  /// Returns a capture as JSON.
  public static JsonObject of(Capture capture) {
    var json = JsonObject.builder().add(AT, Timestamps.millis(capture.at()));
    json.add(SESSION, capture.session());
    json.addIfPresent(PHASE, capture.phase() == null ? null : capture.phase().value());
    list(json, PROMPTS, capture.prompts());
    list(json, TASKS, capture.tasks());
    json.addIfPresent(PLAN, capture.plan()).addIfPresent(ERROR, capture.error());
    list(json, CHANGES, capture.changes());
    return json.build();
  }

  private static void list(JsonObject.Builder json, String key, List<String> texts) {
    if (!texts.isEmpty()) {
      json.add(key, texts);
    }
  }

  /// Reads a work log; [Worklog#EMPTY] where there is none.
  public static Worklog worklog(@Nullable JsonObject json) {
    if (json == null) {
      return Worklog.EMPTY;
    }
    var notes = new ArrayList<Note>();
    var array = json.array(NOTES);
    for (int i = 0; array != null && i < array.size(); i++) {
      var note = array.get(i) instanceof JsonObject object ? note(object) : null;
      if (note != null) {
        notes.add(note);
      }
    }
    var capture = json.object(CAPTURE);
    return new Worklog(
        goal(json.object(GOAL)),
        notes,
        start(json.object(PHASE)),
        failure(json.object(FAILURE)),
        capture == null ? null : capture(capture),
        tasks(json),
        failure(json.object(STUCK)),
        json.string(ABANDONED));
  }

  private static List<PlannedTask> tasks(JsonObject json) {
    var tasks = new ArrayList<PlannedTask>();
    var array = json.array(TASKS);
    for (int i = 0; array != null && i < array.size(); i++) {
      var task = array.get(i) instanceof JsonObject object ? task(object) : null;
      if (task != null) {
        tasks.add(task);
      }
    }
    return tasks;
  }

  private static @Nullable PlannedTask task(JsonObject json) {
    var id = json.string(TASK);
    var phase = phase(json, PHASE);
    var word = json.string(STATUS);
    if (id == null || phase == null || word == null) {
      return null;
    }
    var text = json.string(DESCRIPTION);
    var description = text == null ? "" : text;
    var status = TaskStatus.of(word);
    return new PlannedTask(id, phase, word, status, description, json.string(REASON));
  }

  private static @Nullable Goal goal(@Nullable JsonObject json) {
    var text = json == null ? null : json.string(TEXT);
    return json == null || text == null ? null : new Goal(text, json.isTrue(CAPTURED));
  }

  private static Worklog.@Nullable PhaseStart start(@Nullable JsonObject json) {
    var name = json == null ? null : phase(json, NAME);
    var at = json == null ? null : json.string(AT);
    if (json == null || name == null || at == null) {
      return null;
    }
    var time = Timestamps.parse(at);
    return time.isEmpty() ? null : new Worklog.PhaseStart(name, time.get(), json.string(COMMIT));
  }

  private static Worklog.@Nullable PhaseFailure failure(@Nullable JsonObject json) {
    var name = json == null ? null : phase(json, NAME);
    var reason = json == null ? null : json.string(REASON);
    return name == null ? null : new Worklog.PhaseFailure(name, reason == null ? "" : reason);
  }

  private static @Nullable Note note(JsonObject json) {
    var word = json.string(NOTE);
    var kind = word == null ? null : Note.Kind.of(word);
    var text = json.string(TEXT);
    return kind == null || text == null ? null : new Note(kind, phase(json, PHASE), text);
  }

  private static @Nullable Capture capture(JsonObject json) {
    var at = json.string(AT);
    var time = at == null ? null : Timestamps.parse(at).orElse(null);
    var session = json.string(SESSION);
    return time == null || session == null
        ? null
        : new Capture(
            time,
            session,
            phase(json, PHASE),
            json.strings(PROMPTS),
            json.strings(TASKS),
            json.string(PLAN),
            json.string(ERROR),
            json.strings(CHANGES));
  }

  private static @Nullable PhaseName phase(JsonObject json, String key) {
    var name = json.string(key);
    return name == null || name.isBlank() ? null : new PhaseName(name);
  }

  /// Writes the fields of a work log event.
  static void writeEvent(JsonObject.Builder json, Event event) {
    switch (event.kind()) {
      case GOAL_STATED -> json.add(GOAL, of(((Event.GoalStated) event).goal()));
      case NOTE_RECORDED -> writeNote(json, ((Event.NoteRecorded) event).note());
      case NOTE_RESOLVED -> writeNote(json, ((Event.NoteResolved) event).note());
      case TASK_CHANGED -> writeMembers(json, of(((Event.TaskChanged) event).task()));
      case SESSION_CAPTURED -> {
        var captured = (Event.SessionCaptured) event;
        json.add(CAUSE, captured.cause()).add(CAPTURE, of(captured.capture()));
      }
      default -> throw new IllegalArgumentException(event.kind() + " changes no work log");
    }
  }

  private static void writeNote(JsonObject.Builder json, Note note) {
    writeMembers(json, of(note));
  }

  private static void writeMembers(JsonObject.Builder json, JsonObject members) {
    for (var member : members.members()) {
      json.add(member.key(), member.value());
    }
  }

  /// Reads an event of the work log; null if a field is missing or unknown here.
  static @Nullable Event event(Event.Kind kind, JsonObject json) {
    if (kind == Event.Kind.GOAL_STATED) {
      var goal = goal(json.object(GOAL));
      return goal == null ? null : new Event.GoalStated(goal);
    }
    if (kind == Event.Kind.TASK_CHANGED) {
      var task = task(json);
      return task == null ? null : new Event.TaskChanged(task);
    }
    if (kind == Event.Kind.SESSION_CAPTURED) {
      var cause = json.string(CAUSE);
      var captured = json.object(CAPTURE);
      var capture = captured == null ? null : capture(captured);
      return cause == null || capture == null ? null : new Event.SessionCaptured(cause, capture);
    }
    var note = note(json);
    if (note == null) {
      return null;
    }
    if (kind == Event.Kind.NOTE_RECORDED) {
      return new Event.NoteRecorded(note);
    }
    return new Event.NoteResolved(note);
  }
}

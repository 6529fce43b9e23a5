package dev.tidemark.history;

import static dev.tidemark.history.Fields.addPhase;
import static dev.tidemark.history.Fields.part;
import static dev.tidemark.history.Fields.phase;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// JSON codec of work logs and their parts, in journals and output.
///
/// `{"goal": {"text", "captured"}, "notes": [{"note": KIND, "phase", "text"}], "phase": {"name",
/// "at", "commit"}, "failure": {"name", "reason"}, "stuck": {"name", "reason"}, "capture": {...},
/// "tasks": [{"task", "phase", "status", "description", "reason"}]}`; empty parts are omitted.
/// Reading is lenient: a note or capture that a newer version writes in another form is passed
/// over.
public final class WorklogJson {
  private WorklogJson() {}

  /// Returns a work log as JSON.
  public static JsonObject of(Worklog worklog) {
    var json = JsonObject.builder();
    if (worklog.goal() != null) {
      json.add("goal", of(worklog.goal()));
    }
    var notes = new ArrayList<Json>(worklog.notes().size());
    for (var note : worklog.notes()) {
      notes.add(of(note));
    }
    add(json, "notes", JsonArray.of(notes));
    var phase = worklog.phase();
    if (phase != null) {
      var start = JsonObject.builder().add("name", phase.name().value());
      start.add("at", Timestamps.millis(phase.at())).addIfPresent("commit", phase.commit());
      json.add("phase", start.build());
    }
    add(json, "failure", worklog.failure());
    add(json, "stuck", worklog.stuck());
    if (worklog.capture() != null) {
      json.add("capture", of(worklog.capture()));
    }
    var tasks = new ArrayList<Json>(worklog.tasks().size());
    for (var task : worklog.tasks()) {
      tasks.add(add(JsonObject.builder(), task).build());
    }
    add(json, "tasks", JsonArray.of(tasks));
    return json.addIfPresent("abandoned", worklog.abandoned()).build();
  }

  private static void add(
      JsonObject.Builder json, String key, Worklog.@Nullable PhaseFailure failure) {
    if (failure != null) {
      var failed = JsonObject.builder().add("name", failure.name().value());
      json.add(key, failed.add("reason", failure.reason()).build());
    }
  }

  private static void add(JsonObject.Builder json, String key, JsonArray array) {
    if (array.size() > 0) {
      json.add(key, array);
    }
  }

  /// Adds the fields of a task.
  static JsonObject.Builder add(JsonObject.Builder json, PlannedTask task) {
    addPhase(json.add("task", task.id()), task.phase()).add("status", task.word());
    json.addIfPresent("description", task.description().isEmpty() ? null : task.description());
    return json.addIfPresent("reason", task.reason());
  }

  static JsonObject of(Goal goal) {
    var json = JsonObject.builder().add("text", goal.text());
    return goal.captured() ? json.add("captured", true).build() : json.build();
  }

  /// Returns a note as JSON.
  public static JsonObject of(Note note) {
    return add(JsonObject.builder(), note).build();
  }

  /// Adds the fields of a note.
  static JsonObject.Builder add(JsonObject.Builder json, Note note) {
    return addPhase(json.add("note", note.kind().word()), note.phase()).add("text", note.text());
  }

  /// Returns a capture as JSON.
  public static JsonObject of(Capture capture) {
    var json = JsonObject.builder().add("at", Timestamps.millis(capture.at()));
    addPhase(json.add("session", capture.session()), capture.phase());
    add(json, "prompts", JsonArray.ofStrings(capture.prompts()));
    add(json, "tasks", JsonArray.ofStrings(capture.tasks()));
    json.addIfPresent("plan", capture.plan()).addIfPresent("error", capture.error());
    add(json, "changes", JsonArray.ofStrings(capture.changes()));
    return json.build();
  }

  /// Reads a work log; [Worklog#EMPTY] where there is none.
  public static Worklog worklog(@Nullable JsonObject json) {
    if (json == null) {
      return Worklog.EMPTY;
    }
    var notes = new ArrayList<Note>();
    for (var object : json.objects("notes")) {
      var note = note(object);
      if (note != null) {
        notes.add(note);
      }
    }
    var tasks = new ArrayList<PlannedTask>();
    for (var object : json.objects("tasks")) {
      var task = task(object);
      if (task != null) {
        tasks.add(task);
      }
    }
    return new Worklog(
        goal(part(json, "goal")),
        notes,
        start(part(json, "phase")),
        failure(part(json, "failure")),
        capture(part(json, "capture")),
        tasks,
        failure(part(json, "stuck")),
        json.string("abandoned"));
  }

  static @Nullable PlannedTask task(JsonObject json) {
    var id = json.string("task");
    var phase = phase(json, "phase");
    var word = json.string("status");
    if (id == null || phase == null || word == null) {
      return null;
    }
    var text = json.string("description");
    var description = text == null ? "" : text;
    var status = TaskStatus.of(word);
    return new PlannedTask(id, phase, word, status, description, json.string("reason"));
  }

  static @Nullable Goal goal(JsonObject json) {
    var text = json.string("text");
    return text == null ? null : new Goal(text, json.isTrue("captured"));
  }

  private static Worklog.@Nullable PhaseStart start(JsonObject json) {
    var name = phase(json, "name");
    var at = time(json);
    return name == null || at == null
        ? null
        : new Worklog.PhaseStart(name, at, json.string("commit"));
  }

  private static @Nullable Instant time(JsonObject json) {
    var at = json.string("at");
    return at == null ? null : Timestamps.parse(at).orElse(null);
  }

  private static Worklog.@Nullable PhaseFailure failure(JsonObject json) {
    var name = phase(json, "name");
    var reason = json.string("reason");
    return name == null ? null : new Worklog.PhaseFailure(name, reason == null ? "" : reason);
  }

  static @Nullable Note note(JsonObject json) {
    var word = json.string("note");
    var kind = word == null ? null : Note.Kind.of(word);
    var text = json.string("text");
    return kind == null || text == null ? null : new Note(kind, phase(json, "phase"), text);
  }

  static @Nullable Capture capture(JsonObject json) {
    var at = time(json);
    var session = json.string("session");
    return at == null || session == null
        ? null
        : new Capture(
            at,
            session,
            phase(json, "phase"),
            json.strings("prompts"),
            json.strings("tasks"),
            json.string("plan"),
            json.string("error"),
            json.strings("changes"));
  }
}

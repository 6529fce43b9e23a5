package dev.tidemark.dialect.merge;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lost-update check of a three-way merge: finds what a side has recorded since the common ancestor
/// and the merged document lacks.
///
/// A text that the document has anywhere, for example as a note or in a conflict, is not lost. Nor
/// is a status that a conflict names.
public final class LostRecords {
  /// The records of a document by their names, each with the note that keeps it.
  private final Map<String, Note> notes = new LinkedHashMap<>();

  /// The reasons of blocked tasks. That of a contradiction has those of both sides in parentheses.
  private final StringBuilder reasons = new StringBuilder();

  private LostRecords(Checkpoint checkpoint) {
    for (var phase : checkpoint.phases()) {
      var name = phase.name();
      if (phase.status() == PhaseStatus.COMPLETE) {
        notes.put(complete(name), note(name, "Completed on one side of a git merge"));
      }
      if (phase.summary() != null) {
        add(name, "", phase.summary().text());
      }
      if (phase.failure() != null) {
        notes.put(Note.folded(phase.failure()), new Note(Note.Kind.TRIED, name, phase.failure()));
      }
      for (var artifact : phase.artifacts()) {
        boolean changed = artifact.kind() == Artifact.Kind.MODIFIED;
        var kind = changed ? Note.Kind.MODIFIED : Note.Kind.CREATED;
        add(name, kind.label() + ": ", artifact.path());
      }
    }
    for (var decision : checkpoint.decisions()) {
      add(decision.phase(), Note.Kind.DECISION.label() + ": ", decision.text());
    }
    for (var note : checkpoint.notes()) {
      // A phase has one next action.
      boolean single = note.kind().isSingle();
      notes.putIfAbsent(Note.folded(note.text()), single ? note(note.phase(), note.text()) : note);
    }
    checkpoint.tasks().forEach(this::add);
  }

  private void add(PlannedTask task) {
    var reason = task.reason() == null ? "" : task.reason();
    var why = reason.isBlank() ? "" : ": " + reason;
    // An open question stays in the brief when its phase is over.
    var kind = task.status().isDone() ? Note.Kind.NOTE : Note.Kind.QUESTION;
    var text = "Task " + task.title() + ": " + task.word() + why;
    var note = new Note(kind, task.phase(), text);
    notes.put("task " + task.id(), note);
    if (task.status() == TaskStatus.COMPLETE) {
      notes.put(complete(task), note);
    }
    for (var part : List.of(task.description(), reason)) {
      if (!part.isBlank()) {
        notes.putIfAbsent(Note.folded(part), note);
      }
    }
  }

  private void add(PhaseName phase, String label, String text) {
    if (!text.isBlank()) {
      notes.putIfAbsent(Note.folded(text), note(phase, label + text));
    }
  }

  private static Note note(@Nullable PhaseName phase, String text) {
    return new Note(Note.Kind.NOTE, phase, text);
  }

  private static String complete(PhaseName phase) {
    return "phase " + phase + " complete";
  }

  private static String complete(PlannedTask task) {
    return "task " + task.id() + " complete";
  }

  /// Returns what the sides have recorded since the base and a merged document lacks, as notes.
  ///
  /// @param base the common ancestor; absent if there is none
  public static List<Note> of(
      @Nullable Checkpoint base, List<? extends Checkpoint> sides, Checkpoint merged) {
    var known = new LostRecords(merged);
    known.addConflicts(merged);
    if (base != null) {
      known.notes.putAll(new LostRecords(base).notes);
    }
    var lost = new ArrayList<Note>();
    for (var side : sides) {
      for (var entry : new LostRecords(side).notes.entrySet()) {
        var note = entry.getValue();
        var text = Note.folded(note.text());
        if (!known.has(entry.getKey()) && !known.has(text)) {
          lost.add(note);
          known.notes.put(text, note);
        }
      }
    }
    return lost;
  }

  private boolean has(String name) {
    return notes.containsKey(name) || reasons.indexOf("(" + name + ")") >= 0;
  }

  private void addConflicts(Checkpoint merged) {
    for (var conflict : merged.conflicts()) {
      var phase = conflict.phase();
      if (phase != null) {
        notes.put(complete(phase), note(phase, conflict.text()));
      }
      addTexts(conflict, conflict.ours());
      addTexts(conflict, conflict.theirs());
    }
    for (var task : merged.tasks()) {
      var reason = task.reason();
      if (task.status() == TaskStatus.BLOCKED && reason != null) {
        notes.put(complete(task), note(task.phase(), reason));
        reasons.append(Note.folded(reason)).append('\n');
      }
    }
  }

  private void addTexts(MergeConflict conflict, Json value) {
    if (value instanceof JsonString text) {
      notes.put(Note.folded(text.value()), note(conflict.phase(), text.value()));
    } else if (value instanceof JsonObject object) {
      object.members().forEach(member -> addTexts(conflict, member.value()));
    }
  }
}

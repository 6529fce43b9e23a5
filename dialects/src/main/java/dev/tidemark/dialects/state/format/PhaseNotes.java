package dev.tidemark.dialects.state.format;

import static dev.tidemark.checkpoint.Note.Kind.BLOCKED;
import static dev.tidemark.checkpoint.Note.Kind.NEXT;
import static dev.tidemark.checkpoint.Note.Kind.NOTE;
import static dev.tidemark.checkpoint.Note.Kind.QUESTION;
import static dev.tidemark.checkpoint.Note.Kind.TRIED;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Worklog;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The notes in the entry of a phase. The schema is open: other tools carry these keys along.
public final class PhaseNotes {
  private static final List<Note.Kind> KINDS = List.of(NOTE, TRIED, NEXT, BLOCKED, QUESTION);
  private static final List<String> KEYS =
      List.of(
          SchemaFields.NOTES,
          SchemaFields.TRIED,
          SchemaFields.NEXT_ACTION,
          SchemaFields.BLOCKED_BY,
          SchemaFields.OPEN_QUESTIONS);

  private PhaseNotes() {}

  /// Returns all notes of a document, by phase and kind.
  static List<Note> of(StateCheckpoint checkpoint) {
    var notes = new ArrayList<Note>();
    for (var member : checkpoint.entries().members()) {
      if (member.value() instanceof JsonObject entry && !member.key().isBlank()) {
        var phase = new PhaseName(member.key());
        for (int i = 0; i < KINDS.size(); i++) {
          for (var text : texts(entry.find(KEYS.get(i)))) {
            notes.add(new Note(KINDS.get(i), phase, text));
          }
        }
      }
    }
    return notes;
  }

  private static List<String> texts(@Nullable Json value) {
    var texts = new ArrayList<String>();
    if (value instanceof JsonString text && !text.value().isBlank()) {
      texts.add(text.value());
    } else if (value instanceof JsonArray array) {
      for (var text : array.strings()) {
        if (!text.isBlank()) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  /// Returns the data that records notes, decisions and files in the entry of a phase.
  public static JsonObject data(AmendPhase amend, PhaseName phase, JsonObject entry) {
    var data = JsonObject.EMPTY;
    for (int i = 0; i < KINDS.size(); i++) {
      data = put(data, KEYS.get(i), after(entry.find(KEYS.get(i)), amend, phase, i), entry);
    }
    var created = new ArrayList<>(entry.strings(SchemaFields.FILES_CREATED));
    var modified = new ArrayList<>(entry.strings(SchemaFields.FILES_MODIFIED));
    for (var artifact : amend.report().artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        created.remove(artifact.path());
        modified.remove(artifact.path());
      } else {
        addOnce(artifact.kind() == Artifact.Kind.MODIFIED ? modified : created, artifact.path());
      }
    }
    var decisions = new ArrayList<>(entry.strings(SchemaFields.DECISIONS));
    for (var note : amend.resolved()) {
      if (note.kind() == Note.Kind.DECISION && phase.equals(note.phase())) {
        decisions.remove(note.text());
      }
    }
    for (var decision : amend.report().decisions()) {
      addOnce(decisions, decision);
    }
    data = putTexts(data, SchemaFields.FILES_CREATED, created, entry);
    data = putTexts(data, SchemaFields.FILES_MODIFIED, modified, entry);
    return putTexts(data, SchemaFields.DECISIONS, decisions, entry);
  }

  /// Returns a checkpoint with a note more, in the entry of its phase, else in the first one; null
  /// if there is none.
  static @Nullable StateCheckpoint with(StateCheckpoint checkpoint, Note note) {
    var entries = checkpoint.entries();
    var about = note.phase() == null ? "" : note.phase().value();
    for (var member : entries.members()) {
      boolean own = member.key().equals(about) || entries.object(about) == null;
      if (own && member.value() instanceof JsonObject entry && !member.key().isBlank()) {
        var phase = new PhaseName(member.key());
        var amend = new AmendPhase(phase, PhaseReport.NONE, List.of(note), List.of());
        var next = DocumentHeader.overlaid(entry, data(amend, phase, entry));
        var phases = entries.with(member.key(), next);
        return new StateCheckpoint(
            checkpoint.id(), checkpoint.root().with(SchemaFields.PHASES, phases));
      }
    }
    return null;
  }

  /// Returns the value of a kind afterwards; null for none.
  private static @Nullable Json after(
      @Nullable Json now, AmendPhase amend, PhaseName phase, int at) {
    var kind = KINDS.get(at);
    var texts = texts(now);
    boolean changed = false;
    for (var note : amend.resolved()) {
      changed |=
          note.kind() == kind
              && phase.equals(note.phase())
              && texts.removeIf(text -> note.isSameText(text));
    }
    for (var note : amend.notes()) {
      if (note.kind() == kind) {
        if (kind == NEXT) {
          texts.clear();
        }
        addOnce(texts, note.text());
        changed = true;
      }
    }
    if (!changed) {
      return now;
    }
    if (kind == NOTE || kind == TRIED) {
      // The journal keeps all; a document that every change reads and writes does not grow with
      // them.
      texts = texts.subList(Math.max(0, texts.size() - Worklog.NOTES_MAX), texts.size());
    }
    if (kind == NEXT) {
      return JsonString.of(texts.getLast());
    }
    return array(texts);
  }

  private static @Nullable Json array(List<String> texts) {
    return texts.isEmpty() ? null : JsonArray.ofStrings(texts);
  }

  private static void addOnce(List<String> texts, String text) {
    if (!texts.contains(text)) {
      texts.add(text);
    }
  }

  /// Adds a changed value; one of notes that is none any more is removed.
  private static JsonObject put(
      JsonObject data, String key, @Nullable Json value, JsonObject entry) {
    var known = entry.find(key);
    if (value == null) {
      return known != null && KEYS.contains(key) ? data.with(key, JsonNull.NULL) : data;
    }
    return value.equals(known) ? data : data.with(key, value);
  }

  /// Adds changed files or decisions; an empty list only in place of another.
  private static JsonObject putTexts(
      JsonObject data, String key, List<String> texts, JsonObject entry) {
    return texts.isEmpty() && entry.strings(key).isEmpty()
        ? data
        : put(data, key, JsonArray.ofStrings(texts), entry);
  }

  /// Returns data that also removes the notes that the beginning or the end of a phase clears:
  /// blockers, and at the end the next action.
  public static JsonObject cleared(JsonObject data, JsonObject entry, boolean ended) {
    var cleared = data;
    if (entry.has(SchemaFields.BLOCKED_BY)) {
      cleared = cleared.with(SchemaFields.BLOCKED_BY, JsonNull.NULL);
    }
    if (ended && entry.has(SchemaFields.NEXT_ACTION)) {
      cleared = cleared.with(SchemaFields.NEXT_ACTION, JsonNull.NULL);
    }
    return cleared;
  }
}

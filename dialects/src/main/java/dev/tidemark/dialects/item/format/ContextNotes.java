package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Goal and notes as entries of the section Key Context: `Goal: ...`, `[Phase 2] Note: ...`,
/// `[Phase 2] Blocked by: ...`. Each stands on one line.
public final class ContextNotes {
  private static final String GOAL = "Goal: ";
  private static final String PHASE = "[Phase ";
  private static final List<Note.Kind> KINDS =
      List.of(
          Note.Kind.NOTE, Note.Kind.TRIED, Note.Kind.NEXT, Note.Kind.BLOCKED, Note.Kind.QUESTION);

  private ContextNotes() {}

  /// Returns whether an entry is a goal or a note, and so none of the references to read again.
  public static boolean isNote(String entry) {
    return entry.startsWith(GOAL) || note(entry, Map.of()) != null;
  }

  /// Returns the goal; null if none is there.
  static @Nullable String goal(List<String> entries) {
    for (var entry : entries) {
      if (entry.startsWith(GOAL)) {
        return entry.substring(GOAL.length());
      }
    }
    return null;
  }

  /// Returns the notes, oldest first.
  static List<Note> of(List<String> entries, List<PhaseRow> rows) {
    var notes = new ArrayList<Note>();
    var numbers = PhaseRows.byNumber(rows);
    for (var entry : entries) {
      var note = note(entry, numbers);
      if (note != null) {
        notes.add(note);
      }
    }
    return notes;
  }

  private static @Nullable Note note(String entry, Map<String, PhaseName> numbers) {
    int end = entry.startsWith(PHASE) ? entry.indexOf("] ") : -1;
    if (end < 0) {
      return null;
    }
    var number = entry.substring(PHASE.length(), end);
    var rest = entry.substring(end + 2);
    for (var kind : KINDS) {
      var label = kind.label() + ": ";
      if (rest.startsWith(label) && rest.length() > label.length()) {
        return new Note(kind, phase(number, numbers), rest.substring(label.length()));
      }
    }
    return null;
  }

  private static PhaseName phase(String number, Map<String, PhaseName> numbers) {
    var phase = numbers.get(number);
    return phase == null ? new PhaseName("Phase " + number) : phase;
  }

  /// Returns the entries with another goal, which stands first.
  public static List<String> withGoal(List<String> entries, String goal) {
    var all = new ArrayList<String>(entries.size() + 1);
    all.add(GOAL + MarkdownSafeText.line(goal));
    for (var entry : entries) {
      if (!entry.startsWith(GOAL)) {
        all.add(entry);
      }
    }
    return all;
  }

  /// Returns the entries after notes were added to a phase and others resolved.
  public static List<String> after(
      List<String> entries, List<PhaseRow> rows, AmendPhase amend, PhaseRow phaseRow) {
    var all = new ArrayList<>(entries);
    var numbers = PhaseRows.byNumber(rows);
    for (var note : amend.resolved()) {
      all.removeIf(entry -> isSame(note(entry, numbers), note));
    }
    for (var note : amend.notes()) {
      var line = entry(phaseRow, note.kind(), MarkdownSafeText.line(note.text()));
      if (note.kind() == Note.Kind.NEXT) {
        var begin = entry(phaseRow, note.kind(), "");
        all.removeIf(entry -> entry.startsWith(begin));
      }
      if (!all.contains(line)) {
        all.add(line);
      }
    }
    return all;
  }

  /// Returns the entries of a checkpoint with a note more, about its phase.
  static List<String> with(ItemCheckpoint checkpoint, Note note) {
    var rows = checkpoint.rows();
    var about = note.phase() == null ? null : PhaseRows.named(rows, note.phase().value());
    var amend = new AmendPhase(note.phase(), PhaseReport.NONE, List.of(note), List.of());
    return after(checkpoint.body().context(), rows, amend, about == null ? rows.getFirst() : about);
  }

  /// Returns the entry of a note, whose text is on one line.
  static String entry(PhaseRow phaseRow, Note.Kind kind, String text) {
    return PHASE + phaseRow.number() + "] " + kind.label() + ": " + text;
  }

  /// Returns the entries without those that the beginning or the end of a phase clears: blockers,
  /// and at the end the next action.
  public static List<String> cleared(List<String> entries, PhaseRow phaseRow, boolean ended) {
    var left = new ArrayList<String>(entries.size());
    var numbers = Map.of(phaseRow.number(), phaseRow.phase());
    for (var entry : entries) {
      var note = note(entry, numbers);
      boolean over = note != null && isVoid(note, phaseRow, ended);
      if (!over) {
        left.add(entry);
      }
    }
    return left;
  }

  private static boolean isVoid(Note note, PhaseRow phaseRow, boolean ended) {
    boolean kind = note.kind() == Note.Kind.BLOCKED || (ended && note.kind() == Note.Kind.NEXT);
    return kind && phaseRow.phase().equals(note.phase());
  }

  private static boolean isSame(@Nullable Note one, Note other) {
    return one != null && one.isSame(other);
  }
}

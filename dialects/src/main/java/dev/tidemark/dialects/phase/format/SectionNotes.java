package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.markdown.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Notes as lines of two sections: `- Note (3-build): ...` of the context for the next phase, and
/// `- [ ] Blocked by (3-build): ...` of the open items. The next exit writes a new document; the
/// history keeps the old one.
public final class SectionNotes {
  private static final String ITEM = "- ";
  private static final String OPEN = "- [ ] ";
  private static final List<Note.Kind> KINDS =
      List.of(
          Note.Kind.NOTE, Note.Kind.TRIED, Note.Kind.NEXT, Note.Kind.BLOCKED, Note.Kind.QUESTION);

  private SectionNotes() {}

  /// Returns the notes of a body, those of the context first.
  static List<Note> of(String body) {
    var sections = Sections.of(body);
    var notes = new ArrayList<Note>();
    for (var line : sections.lines(Sections.CONTEXT)) {
      add(notes, line, ITEM);
    }
    for (var line : sections.lines(Sections.OPEN)) {
      add(notes, line, OPEN);
    }
    return notes;
  }

  private static void add(List<Note> notes, String line, String mark) {
    if (line.startsWith(mark)) {
      var note = read(line.substring(mark.length()));
      if (note != null) {
        notes.add(note);
      }
    }
  }

  private static @Nullable Note read(String text) {
    for (var kind : KINDS) {
      var begin = kind.label() + " (";
      int end = text.startsWith(begin) ? text.indexOf("): ", begin.length()) : -1;
      if (end > begin.length() && end + 3 < text.length()) {
        var phase = new PhaseName(text.substring(begin.length(), end));
        return new Note(kind, phase, text.substring(end + 3));
      }
    }
    return null;
  }

  /// Returns a body with a note added. A next action takes the place of the one before.
  public static String with(String body, Note note) {
    var now = body;
    if (note.kind() == Note.Kind.NEXT) {
      for (var known : of(body)) {
        boolean same = known.kind() == note.kind() && isAbout(known, note);
        now = same ? without(now, known) : now;
      }
    }
    var sections = Sections.of(now);
    var line = line(note);
    return sections.lines(heading(note)).contains(line)
        ? now
        : sections.adding(heading(note), line);
  }

  /// Returns a body without a note.
  public static String without(String body, Note note) {
    for (var known : of(body)) {
      if (known.isSame(note)) {
        return Sections.of(body).removing(heading(known), line(known));
      }
    }
    return body;
  }

  private static boolean isAbout(Note one, Note other) {
    return one.phase() != null && one.phase().equals(other.phase());
  }

  private static String heading(Note note) {
    return note.kind().isResolvable() ? Sections.OPEN : Sections.CONTEXT;
  }

  private static String line(Note note) {
    var mark = note.kind().isResolvable() ? OPEN : ITEM;
    return mark + note.labelled(YamlScalar.oneLine(note.text()));
  }
}

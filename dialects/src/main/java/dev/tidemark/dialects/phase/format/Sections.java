package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.MarkdownMerge;
import dev.tidemark.dialects.markdown.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parser of the sections of a body, split at its headings of the second level (T-000-C). Notes are
/// lines of two sections: `- Note (3-build): ...` of the context for the next phase, and `- [ ]
/// Blocked by (3-build): ...` of the open items. The next exit writes a new document; the history
/// keeps the old one.
public final class Sections {
  public static final String TITLE = "# Phase Checkpoint";
  public static final String COMPLETED = "## Completed: ";
  public static final String OUTCOMES = "## Key Outcomes";
  public static final String STEPS = "## Step Progress";
  public static final String CONTEXT = "## Context for Next Phase";
  public static final String OPEN = "## Open Items";
  public static final String READY = "## Ready Work (Beads)";
  public static final String NEXT = "## Next Step";
  static final String CONFLICTS = "## " + MarkdownMerge.CONFLICTS;

  /// The placeholder of empty outcomes.
  public static final String NO_OUTCOMES = "- None recorded.";

  /// The placeholder of an empty section.
  static final String NOTHING = "None.";

  private static final String HEADING = "## ";
  private static final List<String> KNOWN =
      List.of(OUTCOMES, STEPS, CONTEXT, OPEN, READY, NEXT, CONFLICTS);
  private static final String ITEM_MARK = "- ";
  private static final String OPEN_MARK = "- [ ] ";
  private static final List<Note.Kind> KINDS =
      List.of(
          Note.Kind.NOTE, Note.Kind.TRIED, Note.Kind.NEXT, Note.Kind.BLOCKED, Note.Kind.QUESTION);

  private final String body;
  private final List<Section> all = new ArrayList<>();

  private Sections(String body) {
    this.body = body;
  }

  /// One section.
  ///
  /// @param heading its line, without blanks at its end
  /// @param start where its heading begins
  /// @param content where its content begins
  /// @param end where its content ends
  private record Section(String heading, int start, int content, int end) {}

  public static Sections of(String body) {
    var sections = new Sections(body);
    int start = -1;
    for (int at = 0; at < body.length(); at = Lines.after(body, at)) {
      if (body.startsWith(HEADING, at)) {
        sections.addSection(start, at);
        start = at;
      }
    }
    sections.addSection(start, body.length());
    return sections;
  }

  private void addSection(int start, int end) {
    if (start >= 0) {
      int line = Lines.endOf(body, start);
      var heading = body.substring(start, line).stripTrailing();
      all.add(new Section(heading, start, Lines.after(body, line), end));
    }
  }

  /// Returns the text of a section without blanks around it; null if there is no such section.
  ///
  /// @param heading its line, or how that begins
  @Nullable
  public String text(String heading) {
    var section = find(heading);
    return section == null
        ? null
        : unguarded(body.substring(section.content(), section.end()).strip());
  }

  /// Returns the sections, list entries one by one; without the summary, which phases have.
  List<DocumentField> details() {
    var details = new ArrayList<DocumentField>();
    for (var section : all) {
      if (section.heading().startsWith(COMPLETED)) {
        continue;
      }
      var name = section.heading().substring(HEADING.length() - 1).strip();
      var prose = new StringBuilder();
      for (var line : body.substring(section.content(), section.end()).lines().toList()) {
        if (line.startsWith("- ")) {
          details.add(new DocumentField(name, line.substring(2).strip()));
        } else {
          prose.append(prose.isEmpty() ? "" : "\n").append(line);
        }
      }
      if (!prose.toString().isBlank()) {
        details.add(new DocumentField(name, prose.toString().strip()));
      }
    }
    return details;
  }

  /// Returns the headings that no phase checkpoint has of itself.
  public List<String> foreign() {
    var foreign = new ArrayList<String>();
    for (var section : all) {
      if (!isKnown(section.heading())) {
        foreign.add(section.heading());
      }
    }
    return foreign;
  }

  /// Returns the body with a line added to its outcomes; the rest stays unchanged.
  String withOutcome(String line) {
    return withLine(OUTCOMES, line);
  }

  /// Returns the body without a line of its outcomes.
  String withoutOutcome(String line) {
    var left = withoutLine(OUTCOMES, line);
    boolean empty = String.join("", Sections.of(left).lines(OUTCOMES)).isEmpty();
    return empty && !left.equals(body) ? Sections.of(left).withLine(OUTCOMES, NO_OUTCOMES) : left;
  }

  /// Returns the body with a line added to a section; the rest stays unchanged.
  String withLine(String heading, String line) {
    var eol = body.contains("\r\n") ? "\r\n" : "\n";
    var none = heading.equals(OUTCOMES) ? NO_OUTCOMES : NOTHING;
    var section = find(heading);
    if (section == null) {
      var gap = body.isEmpty() || body.endsWith("\n") ? "" : eol;
      return body + gap + eol + heading + eol + eol + line + eol;
    }
    int last = section.end();
    while (last > section.content() && body.charAt(last - 1) <= ' ') {
      last--;
    }
    if (last == section.content()) {
      int end = Lines.endOf(body, section.start());
      return body.substring(0, end) + eol + line + body.substring(end);
    }
    int end = Lines.endOf(body, last);
    var content = body.substring(section.content(), last).strip();
    var before =
        content.equals(none)
            ? body.substring(0, last - none.length())
            : body.substring(0, end) + eol;
    return before + line + body.substring(end);
  }

  /// Returns the lines of a section, without blanks around them; none if there is no such section.
  List<String> lines(String heading) {
    var section = find(heading);
    var lines = new ArrayList<String>();
    if (section != null) {
      for (int at = section.content(); at < section.end(); at = Lines.after(body, at)) {
        lines.add(body.substring(at, Math.min(Lines.after(body, at), section.end())).strip());
      }
    }
    return lines;
  }

  /// Returns the body without the first such line of a section; the body itself if there is none.
  String withoutLine(String heading, String line) {
    var section = find(heading);
    if (section != null) {
      for (int at = section.content(); at < section.end(); at = Lines.after(body, at)) {
        int next = Lines.after(body, at);
        if (body.substring(at, next).strip().equals(line)) {
          return body.substring(0, at) + body.substring(next);
        }
      }
    }
    return body;
  }

  /// Returns the body with another text in a section, which is added if there is none, or without
  /// the section.
  ///
  /// @param text its content; absent to remove the section
  String withText(String heading, @Nullable String text) {
    var section = find(heading);
    if (section == null) {
      // The heading of a summary ends with the name of its phase, which is not known here.
      return text == null || heading.equals(COMPLETED) ? body : withLine(heading, guarded(text));
    }
    var eol = body.contains("\r\n") ? "\r\n" : "\n";
    if (text == null) {
      int from = section.start() - eol.length();
      boolean gap = from >= 0 && body.substring(0, from).endsWith(eol);
      return body.substring(0, gap ? from : section.start()) + body.substring(section.end());
    }
    var gap = section.end() < body.length() ? eol : "";
    return body.substring(0, section.content())
        + eol
        + guarded(text)
        + eol
        + gap
        + body.substring(section.end());
  }

  /// Returns whether a format has a section of that heading.
  static boolean isKnown(String heading) {
    return KNOWN.contains(heading) || heading.startsWith(COMPLETED);
  }

  private @Nullable Section find(String heading) {
    for (var section : all) {
      boolean open = heading.equals(COMPLETED);
      if (open ? section.heading().startsWith(heading) : section.heading().equals(heading)) {
        return section;
      }
    }
    return null;
  }

  /// Returns a text of which no line looks like a heading of the second level.
  public static String guarded(String text) {
    return text.contains(HEADING) ? eachLine(text, true) : text;
  }

  private static String unguarded(String text) {
    return text.contains(HEADING) ? eachLine(text, false) : text;
  }

  /// Adds a backslash to lines that look like headings behind any number of them, or takes it away.
  private static String eachLine(String text, boolean more) {
    var out = new StringBuilder(text.length() + 8);
    for (int at = 0; at < text.length(); ) {
      int next = Lines.after(text, at);
      int slashes = at;
      while (slashes < next && text.charAt(slashes) == '\\') {
        slashes++;
      }
      boolean heading = text.startsWith(HEADING, slashes);
      if (heading && more) {
        out.append('\\');
      }
      out.append(text, heading && !more && slashes > at ? at + 1 : at, next);
      at = next;
    }
    return out.toString();
  }

  /// Returns the notes of a body, those of the context first.
  public static List<Note> notes(String body) {
    var sections = Sections.of(body);
    var notes = new ArrayList<Note>();
    for (var line : sections.lines(Sections.CONTEXT)) {
      addNote(notes, line, ITEM_MARK);
    }
    for (var line : sections.lines(Sections.OPEN)) {
      addNote(notes, line, OPEN_MARK);
    }
    return notes;
  }

  private static void addNote(List<Note> notes, String line, String mark) {
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
      var phase = end < 0 ? "" : text.substring(begin.length(), end);
      if (!phase.isBlank()) {
        return new Note(kind, new PhaseName(phase), text.substring(end + 3));
      }
    }
    return null;
  }

  /// Returns a body with a note added. A next action takes the place of the one before.
  public static String withNote(String body, Note note) {
    var now = body;
    if (note.kind() == Note.Kind.NEXT) {
      for (var known : notes(body)) {
        boolean same = known.kind() == note.kind() && isAbout(known, note);
        now = same ? withoutNote(now, known) : now;
      }
    }
    var sections = Sections.of(now);
    var line = line(note, YamlScalar.oneLine(note.text()));
    return sections.lines(heading(note)).contains(line)
        ? now
        : sections.withLine(heading(note), line);
  }

  /// Returns a body without a note.
  public static String withoutNote(String body, Note note) {
    for (var known : notes(body)) {
      if (known.isSame(note)) {
        return Sections.of(body).withoutLine(heading(known), line(known, known.text()));
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

  private static String line(Note note, String text) {
    var mark = note.kind().isResolvable() ? OPEN_MARK : ITEM_MARK;
    return mark + note.labelled(text);
  }
}

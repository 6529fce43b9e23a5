package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import dev.tidemark.text.EscapedText;
import java.util.ArrayList;
import java.util.List;

/// The elicitation form of an approval: the subject for the user, within [#LINES_MAX] lines of at
/// most [#LINE_MAX] characters. A client shows a form in a box of its own; more would hide the
/// question.
///
/// The first three lines hold the summary, external edits, the decisions and the files, because
/// Claude Code 2.1.330 shows no more rows than that; the details follow.
final class ApprovalForm {
  private static final int LINES_MAX = 40;
  private static final int LINE_MAX = 200;
  private static final int SUMMARY_LINES = 8;
  private static final int CHANGES = 6;
  private static final int DECISIONS = 6;
  private static final int FILES = 8;
  private static final int FILE_LINES = 5;

  private final List<String> lines = new ArrayList<>();

  private ApprovalForm() {}

  /// Returns the text of the form.
  ///
  /// @param question the first line
  /// @param digest the digest of the approved content
  /// @param rehearsal the notices of the approval's dry run
  static String text(String question, String digest, JsonObject rehearsal) {
    var form = new ApprovalForm();
    var told = rehearsal.string("summary");
    var summary = told == null ? List.<String>of() : told.strip().lines().toList();
    var changes = rehearsal.strings("changes");
    var decisions = rehearsal.strings("decisions");
    var files = rehearsal.objects("files");
    form.add(summary.isEmpty() ? question : question + " Summary: " + String.join(" ", summary));
    if (!changes.isEmpty()) {
      form.add("! " + String.join("; ", changes));
    }
    form.overview(decisions, files);
    form.block("Summary:", summary, SUMMARY_LINES);
    form.block("Changes:", changes, CHANGES);
    form.block("Decisions:", decisions, DECISIONS);
    form.files(files);
    int left = form.lines.size() - LINES_MAX;
    if (left > 0) {
      form.lines.subList(LINES_MAX, form.lines.size()).clear();
      form.add("(" + left + " more lines: tidemark approve shows them)");
    }
    form.add("Digest: " + digest);
    return String.join("\n", form.lines);
  }

  private void overview(List<String> decisions, List<JsonObject> files) {
    var parts = new ArrayList<String>();
    if (!decisions.isEmpty()) {
      parts.add("Decisions: " + String.join("; ", decisions));
    }
    if (!files.isEmpty()) {
      var names = files.stream().map(ApprovalForm::described).toList();
      parts.add("Files: " + String.join(", ", names));
    }
    if (!parts.isEmpty()) {
      add(String.join(". ", parts));
    }
  }

  /// Adds lines that the first ones show joined; one alone is there already.
  private void block(String title, List<String> content, int most) {
    if (content.size() < 2) {
      return;
    }
    add(title);
    for (var line : content.subList(0, Math.min(most, content.size()))) {
      add("  " + line);
    }
    if (content.size() > most) {
      add("  (" + (content.size() - most) + " more)");
    }
  }

  private void files(List<JsonObject> files) {
    for (var file : files.subList(0, Math.min(FILES, files.size()))) {
      content(file);
    }
    if (files.size() > FILES) {
      add("(" + (files.size() - FILES) + " more files)");
    }
  }

  private static String described(JsonObject file) {
    var size = file.number("size");
    var note = file.string("note");
    return file.string("path")
        + (size == null ? "" : " (" + size.spelling() + " bytes)")
        + (note == null || note.isEmpty() ? "" : " (" + note + ")");
  }

  private void content(JsonObject file) {
    var content = file.string("content");
    var text = content == null ? List.<String>of() : content.lines().toList();
    if (text.isEmpty()) {
      return;
    }
    add(file.string("path") + ":");
    for (var line : text.subList(0, Math.min(FILE_LINES, text.size()))) {
      add("  | " + line);
    }
    if (text.size() > FILE_LINES) {
      add("  | (" + (text.size() - FILE_LINES) + " more lines)");
    }
  }

  /// Adds one line, cut before it is escaped, so that no escape is cut in two.
  private void add(String line) {
    int room = Math.min(line.length(), LINE_MAX);
    int end = room > 0 && Character.isHighSurrogate(line.charAt(room - 1)) ? room - 1 : room;
    lines.add(EscapedText.line(line.substring(0, end)) + (end < line.length() ? "..." : ""));
  }
}

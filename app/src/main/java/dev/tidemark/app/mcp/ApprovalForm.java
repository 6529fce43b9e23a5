package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Escaped;
import java.util.ArrayList;
import java.util.List;

/// The elicitation form of an approval: what the user is asked to approve, within [#LINES_MAX]
/// lines of at most [#LINE_MAX] characters. A client shows a form in a box of its own; more would
/// hide the question.
final class ApprovalForm {
  private static final int LINES_MAX = 40;
  private static final int LINE_MAX = 200;
  private static final int SUMMARY_LINES = 8;
  private static final int DECISIONS = 6;
  private static final int FILES = 8;
  private static final int FILE_LINES = 5;

  private final List<String> lines = new ArrayList<>();

  private ApprovalForm() {}

  /// Returns the text of the form.
  ///
  /// @param question the first line
  /// @param digest names exactly what is approved
  /// @param rehearsal what a dry run of the approval told
  static String text(String question, String digest, JsonObject rehearsal) {
    var form = new ApprovalForm();
    form.add(question);
    for (var change : rehearsal.strings("changes")) {
      form.add("! " + change);
    }
    var summary = rehearsal.string("summary");
    form.block("Summary:", summary == null ? List.of() : summary.lines().toList(), SUMMARY_LINES);
    form.block("Decisions:", rehearsal.strings("decisions"), DECISIONS);
    form.files(rehearsal.array("files"));
    int left = form.lines.size() - LINES_MAX;
    if (left > 0) {
      form.lines.subList(LINES_MAX, form.lines.size()).clear();
      form.add("(" + left + " more lines: tidemark approve shows them)");
    }
    form.add("Digest: " + digest);
    return String.join("\n", form.lines);
  }

  private void block(String title, List<String> content, int most) {
    if (content.isEmpty() || (content.size() == 1 && content.getFirst().isBlank())) {
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

  private void files(@org.jspecify.annotations.Nullable JsonArray files) {
    if (files == null || files.size() == 0) {
      return;
    }
    add("Files:");
    int shown = 0;
    for (var each : files.elements()) {
      if (each instanceof JsonObject file && shown++ < FILES) {
        file(file);
      }
    }
    if (shown > FILES) {
      add("  (" + (shown - FILES) + " more)");
    }
  }

  private void file(JsonObject file) {
    var size = file.number("size");
    var note = file.string("note");
    add(
        "  "
            + file.string("path")
            + (size == null ? "" : "  " + size.spelling() + " bytes")
            + (note == null || note.isEmpty() ? "" : ": " + note));
    var content = file.string("content");
    var text = content == null ? List.<String>of() : content.lines().toList();
    for (var line : text.subList(0, Math.min(FILE_LINES, text.size()))) {
      add("    | " + line);
    }
    if (text.size() > FILE_LINES) {
      add("    | (" + (text.size() - FILE_LINES) + " more lines)");
    }
  }

  /// Adds one line, cut before it is escaped, so that no escape is cut in two.
  private void add(String line) {
    int room = Math.min(line.length(), LINE_MAX);
    int end = room > 0 && Character.isHighSurrogate(line.charAt(room - 1)) ? room - 1 : room;
    lines.add(Escaped.line(line.substring(0, end)) + (end < line.length() ? "..." : ""));
  }
}

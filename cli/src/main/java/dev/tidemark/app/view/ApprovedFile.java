package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file that an approval covers, with as much of its content as is shown.
///
/// @param path from the project root
/// @param size in bytes; negative if it is not known
/// @param content the text, or its beginning; absent where it is not shown
/// @param note why the content is not shown, or not all of it; empty if all of it is
public record ApprovedFile(String path, long size, @Nullable String content, String note) {
  /// The most characters of a file that are shown.
  static final int SHOWN = 20_000;

  /// Returns a file with known text, secrets redacted, bounded in length.
  public static ApprovedFile of(String path, long size, String text) {
    return of(path, size, text, SHOWN);
  }

  /// The same with another limit.
  ///
  /// @param most the most characters that are shown
  public static ApprovedFile of(String path, long size, String text, int most) {
    var safe = Secrets.redacted(text);
    if (safe.length() <= most) {
      return new ApprovedFile(path, size, safe, "");
    }
    int end = Character.isHighSurrogate(safe.charAt(most - 1)) ? most - 1 : most;
    var note = "the first " + end + " of " + safe.length() + " characters are shown";
    return new ApprovedFile(path, size, safe.substring(0, end), note);
  }

  /// Returns a file as lines for a terminal.
  static List<String> lines(JsonObject file) {
    var lines = new ArrayList<String>();
    var size = file.number("size");
    var note = String.valueOf(file.string("note"));
    var bytes = size == null ? "" : "  (" + size.spelling() + " bytes)";
    lines.add("  " + file.string("path") + bytes + (note.isEmpty() ? "" : ": " + note));
    var content = file.string("content");
    if (content != null) {
      content.lines().forEach(line -> lines.add("    | " + line));
    }
    return lines;
  }

  /// Returns the file as JSON.
  public JsonObject json() {
    var json = JsonObject.builder().add("path", path);
    if (size >= 0) {
      json.add("size", size);
    }
    return json.addOrNull("content", content).add("note", note).build();
  }
}

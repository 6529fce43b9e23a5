package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Segment header: the first line of each file of a journal, with its run and its position.
///
/// @param run the run of the record
/// @param path where the document is kept, from the project root
/// @param first the sequence of the first record in this file
public record SegmentHeader(CheckpointId run, String path, long first) {

  /// Returns the line, with its line feed.
  public byte[] bytes() {
    var id = JsonObject.builder().add("dialect", run.dialect()).add("workflow", run.workflow());
    id.addIfPresent("item", run.item());
    var json = JsonObject.builder().add("run", id.build()).add("path", path).add("first", first);
    var text = JsonText.compact(json.build());
    return ChecksummedLine.line(Utf8.encode(text.substring(0, text.length() - 1)));
  }

  /// Reads the first line of a file.
  ///
  /// @return null if the bytes do not begin with a whole line that is a header
  public static @Nullable SegmentHeader read(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (end == bytes.length || ChecksummedLine.payloadEnd(bytes, 0, end) < 0) {
      return null;
    }
    var text = Utf8.decode(Arrays.copyOf(bytes, end));
    if (text.isEmpty()) {
      return null;
    }
    try {
      return JsonText.parse(text.get()) instanceof JsonObject json ? of(json) : null;
    } catch (JsonException damaged) {
      return null;
    }
  }

  private static @Nullable SegmentHeader of(JsonObject json) {
    var run = json.object("run");
    var path = json.string("path");
    var first = json.number("first");
    if (run == null || path == null || first == null || first.wholeValue().isEmpty()) {
      return null;
    }
    var dialect = run.string("dialect");
    var workflow = run.string("workflow");
    if (dialect == null || workflow == null) {
      return null;
    }
    var id = new CheckpointId(dialect, workflow, run.string("item"));
    return new SegmentHeader(id, path, first.wholeValue().getAsLong());
  }
}

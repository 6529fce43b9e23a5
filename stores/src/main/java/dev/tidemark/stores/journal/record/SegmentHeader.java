package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Segment of a journal: its name, when it is full, and its header, which is its first line, with
/// its run and its position.
///
/// @param run the run of the record
/// @param path where the document is kept, from the project root
/// @param first the sequence of the first record in this file
public record SegmentHeader(CheckpointId run, String path, long first) {
  /// The end of the name of a segment.
  public static final String SUFFIX = ".jsonl";

  private static final int DIGITS = 6;
  private static final long MAX_BYTES = 4L * 1024 * 1024;
  private static final long MAX_RECORDS = 1_000;

  /// Returns the name of the segment of that number: `000001.jsonl`.
  public static String name(int number) {
    var digits = Integer.toString(number);
    return "0".repeat(Math.max(0, DIGITS - digits.length())) + digits + SUFFIX;
  }

  /// Returns the number of the segment of that name; 0 if it is none.
  public static int number(String name) {
    int length = name.length() - SUFFIX.length();
    if (length < DIGITS || length > DIGITS + 3 || !name.endsWith(SUFFIX)) {
      return 0;
    }
    int number = 0;
    for (int i = 0; i < length; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /// Returns whether the next record begins a new segment.
  ///
  /// @param bytes the length of the newest segment
  /// @param first the sequence of its first record; 0 if it has none
  /// @param sequence the sequence of the next record
  public static boolean isFull(long bytes, long first, long sequence) {
    return bytes >= MAX_BYTES || (first > 0 && sequence - first >= MAX_RECORDS);
  }

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
    int end = JournalLine.end(bytes, 0);
    if (end < 0 || ChecksummedLine.payloadEnd(bytes, 0, end) < 0) {
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

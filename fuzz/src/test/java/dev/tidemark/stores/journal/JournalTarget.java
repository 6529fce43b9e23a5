package dev.tidemark.stores.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Target;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.journal.record.ChecksummedLine;
import dev.tidemark.stores.journal.record.DocumentState;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.stores.journal.record.RecordBody;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.util.Arrays;
import java.util.Set;

/// The lines of a journal. The checksum is put right, because no fuzzer guesses it: what is tried
/// is what stands behind it.
public final class JournalTarget implements Target {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");
  private static final byte[] BEFORE = "{\"version\":\"2.0\"}\n".getBytes(UTF_8);

  @Override
  public void read(byte[] input) {
    whole(input);
    SegmentHeader.read(input);
    var text = Claims.text(input);
    int end = text.lastIndexOf(",\"crc\":\"");
    var line = ChecksummedLine.line((end < 0 ? text : text.substring(0, end)).getBytes(UTF_8));
    var header = SegmentHeader.read(line);
    if (header != null) {
      Claims.same(SegmentHeader.read(header.bytes()), header, "a header");
    }
    whole(Arrays.copyOf(line, line.length - 1));
    var cursor = CursorState.of(text, after -> {});
    if (cursor != null) {
      cursor.lastDelivered(ID);
    }
    ArchiveName.of(text);
  }

  private static void whole(byte[] line) {
    JournalLine record;
    try {
      record = JournalLine.read(line, 0, line.length);
    } catch (MalformedException expected) {
      Claims.explains(expected);
      return;
    }
    if (record != null) {
      var again = record.bytes();
      Claims.holds(
          Arrays.equals(again, 0, again.length - 1, line, 0, line.length), "a record as it was");
      record.headHash();
      record.hasValidDigest();
      noted(record);
      var stateReconstructor =
          new StateReconstructor("a journal", Set.of(record.head().sequence()));
      try {
        stateReconstructor.accept(record);
        StateReconstructor.after("a journal", record, BEFORE);
      } catch (DamagedException expected) {
        Claims.explains(expected);
      }
      JournalLine.read(record.pruned().bytes(), 0, record.pruned().bytes().length - 1);
    }
  }

  private static void noted(JournalLine record) {
    try {
      StateReconstructor.entry("a journal", ID, record);
      var recordNotes = record.body().notes();
      var text = recordNotes.text();
      Claims.same(
          RecordBody.of(new byte[12], recordNotes, DocumentState.none()).notesText(),
          text,
          "what is noted");
    } catch (DamagedException | MalformedException expected) {
      Claims.explains(expected);
    }
  }
}

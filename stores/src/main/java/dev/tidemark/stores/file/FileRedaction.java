package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.RecordRedactor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Redaction of journal files: replaces a secret in the entries of a run. A head is never
/// rewritten.
final class FileRedaction implements Redaction {
  private final FileStoreContext fileStoreContext;
  private final SegmentReader segmentReader;
  private final JournalReader journalReader;

  FileRedaction(
      FileStoreContext fileStoreContext, SegmentReader segmentReader, JournalReader journalReader) {
    this.fileStoreContext = fileStoreContext;
    this.segmentReader = segmentReader;
    this.journalReader = journalReader;
  }

  @Override
  public Traces find(CheckpointId id, RedactedSecret secret) {
    try (var _ = InterruptShield.begin()) {
      fileStoreContext.home().check();
      var runPaths = fileStoreContext.targets().forJournal(id);
      var walk = new RecordRedactor(runPaths.journal().toString(), secret, Map.of());
      journalReader.walk(runPaths, walk);
      return walk.traces(torn(runPaths, secret).size());
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes) {
    try (var _ = InterruptShield.begin()) {
      fileStoreContext.home().check();
      var runPaths = fileStoreContext.targets().forWriting(id);
      try (var _ = fileStoreContext.lock(id, runPaths.path())) {
        fileStoreContext.publisher().sweepRecord(runPaths);
        erase(runPaths, secret, notes);
      }
    } catch (IOException failure) {
      throw IoFailures.unprunable(id, failure);
    }
  }

  void erase(RunPaths runPaths, RedactedSecret secret, Map<Long, String> notes) throws IOException {
    var walk = new RecordRedactor(runPaths.journal().toString(), secret, notes);
    journalReader.walk(runPaths, walk);
    // The newest first: a rewritten full copy must exist before the state it depended on is
    // dropped.
    var numbers = segmentReader.numbers(runPaths.journal());
    for (int i = numbers.length - 1; i >= 0; i--) {
      var file = SegmentReader.file(runPaths.journal(), numbers[i]);
      var bytes = journalReader.read(file);
      var clean = rewritten(file, bytes, walk);
      if (!Arrays.equals(clean, bytes)) {
        segmentReader.replace(file, clean);
      }
    }
    for (var torn : torn(runPaths, secret)) {
      fileStoreContext.io().unlink(torn);
      fileStoreContext.io().forceDir(runPaths.journal());
    }
  }

  private static byte[] rewritten(Path file, byte[] bytes, RecordRedactor walk) {
    var out = new ByteArrayOutputStream(bytes.length);
    boolean isHeader = true;
    int begin = 0;
    for (int end = SegmentReader.lineEnd(bytes, 0);
        end >= 0;
        end = SegmentReader.lineEnd(bytes, begin)) {
      var line = isHeader ? null : SegmentReader.read(file, bytes, begin, end);
      var clean = line == null ? null : walk.rewritten(line);
      if (clean == null) {
        out.write(bytes, begin, end + 1 - begin);
      } else {
        out.writeBytes(clean.bytes());
      }
      isHeader = false;
      begin = end + 1;
    }
    out.write(bytes, begin, bytes.length - begin);
    return out.toByteArray();
  }

  /// Lines torn by a crash are kept in files beside the journal.
  private List<Path> torn(RunPaths runPaths, RedactedSecret secret) throws IOException {
    var torn = new ArrayList<Path>();
    for (var name : fileStoreContext.io().list(runPaths.journal())) {
      var file = runPaths.journal().resolve(name);
      if (name.contains(".jsonl.") && secret.isIn(journalReader.read(file))) {
        torn.add(file);
      }
    }
    return torn;
  }
}

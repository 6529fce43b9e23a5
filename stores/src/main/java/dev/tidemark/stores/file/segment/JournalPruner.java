package dev.tidemark.stores.file.segment;

import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.journal.PrunePlanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// Prune: drops recorded states beyond the retention. Entries and evidence stay; a head is never
/// rewritten.
public final class JournalPruner {
  private final SegmentReader segmentReader;
  private final JournalReader journalReader;

  public JournalPruner(SegmentReader segmentReader, JournalReader journalReader) {
    this.segmentReader = segmentReader;
    this.journalReader = journalReader;
  }

  /// Computes the states that could be dropped.
  public PrunePlan plan(RunPaths runPaths, int keepNewest, Instant before) throws IOException {
    return walked(runPaths).plan(keepNewest, before);
  }

  private PrunePlanner walked(RunPaths runPaths) throws IOException {
    var prunePlanner = new PrunePlanner(runPaths.id());
    journalReader.walk(runPaths, prunePlanner);
    return prunePlanner;
  }

  /// Drops the states of the plan. The caller holds the lock of the run.
  ///
  /// @throws ConflictException if the plan does not fit any more
  public void prune(RunPaths runPaths, PrunePlan plan) throws IOException {
    walked(runPaths).check(plan);
    var numbers = segmentReader.numbers(runPaths.journal());
    for (int number : numbers) {
      var file = SegmentReader.file(runPaths.journal(), number);
      var bytes = journalReader.read(file);
      var pruned = pruned(file, bytes, plan);
      if (pruned.length != bytes.length) {
        segmentReader.replace(file, pruned);
      }
    }
  }

  private static byte[] pruned(Path file, byte[] bytes, PrunePlan plan) {
    var pruned = new ByteArrayOutputStream(bytes.length);
    boolean isHeader = true;
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      var line = isHeader ? null : SegmentReader.read(file, bytes, begin, i);
      if (line != null && PrunePlanner.isDue(line, plan)) {
        pruned.writeBytes(line.pruned().bytes());
      } else {
        pruned.write(bytes, begin, i + 1 - begin);
      }
      isHeader = false;
      begin = i + 1;
    }
    pruned.write(bytes, begin, bytes.length - begin);
    return pruned.toByteArray();
  }
}

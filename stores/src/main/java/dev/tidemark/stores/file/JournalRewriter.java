package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.PrunePlanner;
import dev.tidemark.stores.journal.RecordRedactor;
import dev.tidemark.stores.journal.record.JournalLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Journal rewriter: drops recorded states beyond the retention (prune), and replaces a secret in
/// the entries of a run (redaction). Entries and evidence stay; a head is never rewritten.
final class JournalRewriter implements Redaction {
  private final FileStoreContext context;
  private final SegmentReader segmentReader;
  private final JournalReader journalReader;

  JournalRewriter(FileStoreContext context) {
    this.context = context;
    this.segmentReader = new SegmentReader(context.io());
    this.journalReader = new JournalReader(context.io());
  }

  /// Computes the states that could be dropped.
  PrunePlan plan(RunPaths runPaths, int keepNewest, Instant before) throws IOException {
    return readPlanner(runPaths).plan(keepNewest, before);
  }

  private PrunePlanner readPlanner(RunPaths runPaths) throws IOException {
    var prunePlanner = new PrunePlanner(runPaths.id());
    journalReader.walk(runPaths, prunePlanner);
    return prunePlanner;
  }

  /// Drops the states of the plan. The caller holds the lock of the run.
  ///
  /// @throws dev.tidemark.store.StoreException.ConflictException if the plan does not fit any more
  void prune(RunPaths runPaths, PrunePlan plan) throws IOException {
    readPlanner(runPaths).check(plan);
    for (int number : segmentReader.numbers(runPaths.journal())) {
      rewrite(
          SegmentReader.file(runPaths.journal(), number),
          line -> PrunePlanner.isDue(line, plan) ? line.pruned() : null);
    }
  }

  @Override
  public Traces find(CheckpointId id, RedactedSecret secret) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forJournal(id);
      var walk = new RecordRedactor(runPaths.journal().toString(), secret, Map.of());
      journalReader.walk(runPaths, walk);
      return walk.traces(tornFilesWith(runPaths, secret).size());
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        segmentReader.sweep(runPaths.journal());
        erase(runPaths, secret, notes);
      }
    } catch (IOException failure) {
      throw IoFailures.unprunable(id, failure);
    }
  }

  private void erase(RunPaths runPaths, RedactedSecret secret, Map<Long, String> notes)
      throws IOException {
    var walk = new RecordRedactor(runPaths.journal().toString(), secret, notes);
    journalReader.walk(runPaths, walk);
    // The newest first: a rewritten full copy must exist before the state it depended on is
    // dropped.
    var numbers = segmentReader.numbers(runPaths.journal());
    for (int i = numbers.length - 1; i >= 0; i--) {
      rewrite(SegmentReader.file(runPaths.journal(), numbers[i]), walk::rewritten);
    }
    for (var torn : tornFilesWith(runPaths, secret)) {
      context.io().unlink(torn);
      context.io().forceDir(runPaths.journal());
    }
  }

  /// Replaces those lines of a file for which there is another.
  private void rewrite(Path file, Function<JournalLine, @Nullable JournalLine> other)
      throws IOException {
    var bytes = journalReader.read(file);
    var out = new ByteArrayOutputStream(bytes.length);
    boolean changed = false;
    int begin = JournalLine.end(bytes, 0) + 1;
    out.write(bytes, 0, begin);
    for (int end = JournalLine.end(bytes, begin); end >= 0; end = JournalLine.end(bytes, begin)) {
      var line = SegmentReader.read(file, bytes, begin, end);
      var replacement = line == null ? null : other.apply(line);
      if (replacement == null) {
        out.write(bytes, begin, end + 1 - begin);
      } else {
        out.writeBytes(replacement.bytes());
        changed = true;
      }
      begin = end + 1;
    }
    out.write(bytes, begin, bytes.length - begin);
    if (changed) {
      segmentReader.replace(file, out.toByteArray());
    }
  }

  /// Lines torn by a crash are kept in files beside the journal.
  private List<Path> tornFilesWith(RunPaths runPaths, RedactedSecret secret) throws IOException {
    var torn = new ArrayList<Path>();
    for (var name : context.io().list(runPaths.journal())) {
      var file = runPaths.journal().resolve(name);
      if (name.contains(".jsonl.") && secret.isIn(journalReader.read(file))) {
        torn.add(file);
      }
    }
    return torn;
  }
}

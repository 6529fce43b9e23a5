package dev.tidemark.stores.file;

import dev.tidemark.store.ConflictException;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.stores.journal.Pruning;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// Prune: drops recorded states beyond the retention. Entries and evidence stay; a head is never
/// rewritten.
final class Pruner {
  private final Segments segments;
  private final Chain chain;

  Pruner(Segments segments, Chain chain) {
    this.segments = segments;
    this.chain = chain;
  }

  /// Computes the states that could be dropped.
  PrunePlan plan(Target target, int keepNewest, Instant before) throws IOException {
    return walked(target).plan(keepNewest, before);
  }

  private Pruning walked(Target target) throws IOException {
    var pruning = new Pruning(target.id());
    chain.walk(target, pruning);
    return pruning;
  }

  /// Drops the states of the plan. The caller holds the lock of the run.
  ///
  /// @throws ConflictException if the plan does not fit any more
  void prune(Target target, PrunePlan plan) throws IOException {
    walked(target).check(plan);
    var numbers = segments.numbers(target.journal());
    for (int number : numbers) {
      var file = Segments.file(target.journal(), number);
      var bytes = chain.read(file);
      var pruned = pruned(file, bytes, plan);
      if (pruned.length != bytes.length) {
        segments.replace(file, pruned);
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
      var line = isHeader ? null : Segments.read(file, bytes, begin, i);
      if (line != null && Pruning.isDue(line, plan)) {
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

package dev.tidemark.stores.file;

import dev.tidemark.store.ConflictException;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.stores.journal.JournalLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Drops recorded states that nobody wants any more. What happened, when and by whom stays, and so
/// does the evidence; a head is never rewritten.
final class Pruner {
  private final Segments segments;
  private final Chain chain;

  Pruner(Segments segments, Chain chain) {
    this.segments = segments;
    this.chain = chain;
  }

  /// What a plan needs to know of a record.
  private record Item(long sequence, Instant at, boolean alone, boolean pruned, int length) {}

  /// Says what could be dropped.
  PrunePlan plan(Target target, int keepNewest, Instant before) throws IOException {
    if (keepNewest < 1) {
      throw new IllegalArgumentException("the newest state is always kept");
    }
    var items = items(target);
    int first = Math.max(0, items.size() - keepNewest);
    for (int i = 0; i < first; i++) {
      if (!items.get(i).at().isBefore(before)) {
        first = i;
      }
    }
    // What stays is told by patches against the full copy before it, so that has to stay too.
    while (first > 0 && !items.get(first).alone()) {
      first--;
    }
    return plan(target, items, first);
  }

  private static PrunePlan plan(Target target, List<Item> items, int first) {
    int entries = 0;
    long bytes = 0;
    for (int i = 0; i < first; i++) {
      if (!items.get(i).pruned()) {
        entries++;
        bytes += items.get(i).length();
      }
    }
    return new PrunePlan(target.id(), entries, first + 1L, bytes);
  }

  private List<Item> items(Target target) throws IOException {
    var items = new ArrayList<Item>();
    chain.walk(
        target,
        line -> {
          var head = line.head();
          var body = line.body();
          items.add(
              new Item(
                  head.sequence(),
                  head.at(),
                  body.standsAlone(),
                  body.isPruned(),
                  body.stateLength()));
        });
    return items;
  }

  /// Drops what the plan says. The caller holds the lock of the run.
  ///
  /// @throws ConflictException if the plan does not fit any more
  void prune(Target target, PrunePlan plan) throws IOException {
    var items = items(target);
    int first = (int) plan.first() - 1;
    boolean fits = first == 0 || (first > 0 && first < items.size() && items.get(first).alone());
    if (!fits || !plan(target, items, first).equals(plan)) {
      throw new ConflictException(plan.id());
    }
    var numbers = segments.numbers(target.journal());
    for (int number : numbers) {
      var file = Segments.file(target.journal(), number);
      var bytes = chain.read(file);
      var pruned = pruned(file, bytes, plan.first());
      if (pruned.length != bytes.length) {
        segments.replace(target, file, pruned);
      }
    }
  }

  private static byte[] pruned(Path file, byte[] bytes, long first) {
    var pruned = new ByteArrayOutputStream(bytes.length);
    boolean isHeader = true;
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      var line = isHeader ? null : Segments.read(file, bytes, begin, i);
      if (line != null && isDue(line, first)) {
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

  private static boolean isDue(JournalLine line, long first) {
    return line.head().sequence() < first && !line.body().isPruned();
  }
}

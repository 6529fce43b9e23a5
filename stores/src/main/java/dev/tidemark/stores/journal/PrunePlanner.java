package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.stores.journal.record.JournalLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Prune planner: collects the required properties of the records, and computes the plan.
public final class PrunePlanner implements Consumer<JournalLine> {
  private final CheckpointId id;
  private final List<Item> items = new ArrayList<>();

  /// Takes the run of the record.
  public PrunePlanner(CheckpointId id) {
    this.id = id;
  }

  /// Properties of one record for the plan.
  private record Item(Instant at, boolean alone, boolean pruned, int length) {}

  @Override
  public void accept(JournalLine line) {
    var head = line.head();
    var recordBody = line.body();
    items.add(
        new Item(
            head.at(),
            recordBody.isSelfContained(),
            recordBody.isPruned(),
            recordBody.stateLength()));
  }

  /// Computes the plan, after all records were visited.
  public PrunePlan plan(int keepNewest, Instant before) {
    if (keepNewest < 1) {
      throw new IllegalArgumentException("the newest state is always kept");
    }
    int first = Math.max(0, items.size() - keepNewest);
    for (int i = 0; i < first; i++) {
      if (!items.get(i).at().isBefore(before)) {
        first = i;
      }
    }
    // A kept state may be a patch on an earlier full copy, so that copy is kept too.
    while (first > 0 && !items.get(first).alone()) {
      first--;
    }
    return plan(first);
  }

  private PrunePlan plan(int first) {
    int entries = 0;
    long bytes = 0;
    for (int i = 0; i < first; i++) {
      if (!items.get(i).pruned()) {
        entries++;
        bytes += items.get(i).length();
      }
    }
    return new PrunePlan(id, entries, first + 1L, bytes);
  }

  /// Makes sure that a plan still fits, after all records were seen.
  ///
  /// @throws ConflictException if it does not
  public void check(PrunePlan plan) {
    int first = (int) plan.firstKept() - 1;
    boolean fits = first == 0 || (first > 0 && first < items.size() && items.get(first).alone());
    if (!fits || !plan(first).equals(plan)) {
      throw new ConflictException(plan.id());
    }
  }

  /// Returns whether a record loses its state.
  public static boolean isDue(JournalLine line, PrunePlan plan) {
    return line.head().sequence() < plan.firstKept() && !line.body().isPruned();
  }
}

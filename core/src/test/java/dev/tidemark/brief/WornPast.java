package dev.tidemark.brief;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.TailCheck;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A record of which parts do not hold any more: a store in memory cannot be damaged.
///
/// @param entries how many entries it has
/// @param newest what is wrong with the newest of them
/// @param whole what is wrong with all of it
/// @param unreachable why it cannot be read at all; absent if it can
record WornPast(
    long entries, List<Diagnostic> newest, List<Diagnostic> whole, @Nullable String unreachable)
    implements HistoryStore {
  private static final String JOURNAL = ".tidemark/journal";

  static WornPast newest(String... problems) {
    return new WornPast(3, HistoryDiagnostics.damaged(JOURNAL, List.of(problems)), List.of(), null);
  }

  static WornPast whole(long entries, String... problems) {
    return new WornPast(
        entries, List.of(), HistoryDiagnostics.damaged(JOURNAL, List.of(problems)), null);
  }

  static WornPast away(String why) {
    return new WornPast(0, List.of(), List.of(), why);
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int wanted) {
    if (unreachable != null) {
      throw new StoreUnavailableException(unreachable, null);
    }
    return new TailCheck(entries, (int) Math.min(wanted, entries), newest);
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return whole;
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return List.of();
  }

  @Override
  public Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences) {
    return Map.of();
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    throw new AssertionError("a brief drops nothing");
  }

  @Override
  public void prune(PrunePlan plan) {
    throw new AssertionError("a brief drops nothing");
  }
}

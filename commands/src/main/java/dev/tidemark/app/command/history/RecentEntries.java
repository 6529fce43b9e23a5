package dev.tidemark.app.command.history;

import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.library.Project;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.store.StoreException.DamagedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Merge of the newest journal entries of all runs, by time.
///
/// The cached summaries tell when each run was last changed, so only journals are read that can
/// contribute. Memory and the number of journals read are bounded by the limit, unless entries are
/// filtered.
///
/// @param entries at most as many as wanted, the newest last
/// @param more whether older ones were left out because of the limit
/// @param damaged the runs whose journal cannot be read
record RecentEntries(List<HistoryEntry> entries, boolean more, List<String> damaged) {
  private static final Comparator<HistoryEntry> BY_TIME =
      Comparator.comparing(HistoryEntry::at)
          .thenComparing(it -> it.run().toString())
          .thenComparingLong(HistoryEntry::sequence);

  /// How many entries of a run are read first.
  private static final int FIRST = 16;

  /// Reads them.
  ///
  /// @param limit how many, at least 1
  /// @param since no older ones; absent for all
  /// @param filter which of them; absent for all
  static RecentEntries of(
      Project project,
      int limit,
      @Nullable Instant since,
      @Nullable Predicate<HistoryEntry> filter) {
    var kept = new PriorityQueue<>(BY_TIME);
    var damaged = new ArrayList<String>();
    boolean more = false;
    for (var run : newestFirst(project)) {
      var last = at(run);
      boolean full = kept.size() == limit;
      if ((since != null && last.isBefore(since))
          || (full && more && last.isBefore(kept.element().at()))) {
        break;
      }
      var oldest = full ? kept.element().at() : since == null ? Instant.MIN : since;
      try {
        for (var entry : filter == null ? newest(project, run, limit, oldest) : all(project, run)) {
          if ((since == null || !entry.at().isBefore(since))
              && (filter == null || filter.test(entry))) {
            kept.add(entry);
          }
        }
      } catch (DamagedException unreadable) {
        damaged.add(run.id().toString());
      }
      while (kept.size() > limit) {
        kept.remove();
        more = true;
      }
    }
    var entries = new ArrayList<>(kept);
    entries.sort(BY_TIME);
    return new RecentEntries(entries, more, damaged);
  }

  private static List<HistoryEntry> all(Project project, RunSummary runSummary) {
    return project.history().history(runSummary.id());
  }

  /// Returns the newest entries of a run, as many as can be wanted.
  private static List<HistoryEntry> newest(
      Project project, RunSummary runSummary, int limit, Instant oldest) {
    for (int count = FIRST; ; count *= 4) {
      var entries = project.history().newest(runSummary.id(), Math.min(count, limit + 1));
      if (entries.size() < count || count > limit || entries.getFirst().at().isBefore(oldest)) {
        return entries;
      }
    }
  }

  private static List<RunSummary> newestFirst(Project project) {
    var runs = new ArrayList<>(project.runs().overview(true).runs());
    runs.sort(Comparator.comparing(RecentEntries::at).reversed());
    return runs;
  }

  private static Instant at(RunSummary runSummary) {
    LastEntry last = runSummary.last();
    return last == null ? Instant.EPOCH : last.at();
  }
}

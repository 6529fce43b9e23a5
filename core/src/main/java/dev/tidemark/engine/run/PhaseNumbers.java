package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.store.HistoryStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ordinal numbers of phases, where a format has none of its own.
///
/// A document lists phases in the order they were begun, so a number counts in the plan that the
/// run was started with: `2` is the same phase before and after it was entered.
public final class PhaseNumbers {
  private PhaseNumbers() {}

  /// Returns the phases in the order of their numbers, which count from 1: those of the plan, then
  /// those that the document has beside it.
  ///
  /// @throws dev.tidemark.store.StoreException.StoreUnavailableException if the medium cannot be
  ///   reached
  /// @throws dev.tidemark.store.StoreException.DamagedException if the record contradicts itself
  public static List<PhaseName> planned(
      HistoryStore historyStore, CheckpointId id, @Nullable Checkpoint checkpoint) {
    var names = new LinkedHashSet<PhaseName>();
    var begun = historyStore.newestStart(id);
    if (begun.isPresent()) {
      names.addAll(begun.get().event().phases());
    }
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        names.add(phase.name());
      }
    }
    return new ArrayList<>(names);
  }

  /// Returns the number that means a phase; null if there is none, or if it is the name of a phase.
  public static @Nullable String of(PhaseName phase, List<PhaseName> planned) {
    int place = planned.indexOf(phase);
    var number = String.valueOf(place + 1);
    return place < 0 || planned.contains(new PhaseName(number)) ? null : number;
  }
}

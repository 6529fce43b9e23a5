package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ordinal numbers of phases, where a format has none of its own.
///
/// A document lists phases in the order they were begun, so a number counts in the plan that the
/// run was started with: `2` is the same phase before and after it was entered.
public final class PhaseNumbers {
  private PhaseNumbers() {}

  /// Returns the phases of a run in the order of their numbers, which count from 1: those of the
  /// plan, those that its definition has got since at their place there, then the others; those of
  /// the document where no plan is recorded. Views list them in this order.
  public static List<Phase> ordered(HistoryStore historyStore, Run run) {
    var phases = new ArrayList<Phase>(run.phases());
    var planned =
        run.dialect().rules().numbersPhases() ? List.<PhaseName>of() : plan(historyStore, run.id());
    if (planned.isEmpty()) {
      return phases;
    }
    var added = new LinkedHashMap<PhaseName, Phase>();
    for (var phase : phases) {
      added.put(phase.name(), phase);
    }
    phases.clear();
    for (var name : planned) {
      var phase = added.remove(name);
      if (phase != null) {
        phases.add(phase);
      }
    }
    var definition = run.definition();
    var defined = definition == null ? List.<PhaseName>of() : definition.phaseNames();
    for (var phase : added.values()) {
      phases.add(place(phase.name(), phases, defined), phase);
    }
    return phases;
  }

  /// Returns the place of a phase that the plan has not: beside its neighbors in the definition,
  /// else at the end.
  private static int place(PhaseName name, List<Phase> phases, List<PhaseName> defined) {
    int own = defined.indexOf(name);
    for (int i = own - 1; i >= 0; i--) {
      int before = indexOf(phases, defined.get(i));
      if (before >= 0) {
        return before + 1;
      }
    }
    for (int i = own + 1; own >= 0 && i < defined.size(); i++) {
      int after = indexOf(phases, defined.get(i));
      if (after >= 0) {
        return after;
      }
    }
    return phases.size();
  }

  private static int indexOf(List<Phase> phases, PhaseName name) {
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /// Returns the names of the phases in the order of their [numbers][#ordered]; those of the plan
  /// where the document cannot be read.
  public static List<PhaseName> planned(HistoryStore historyStore, Run run) {
    var names = new ArrayList<PhaseName>();
    for (var phase : ordered(historyStore, run)) {
      names.add(phase.name());
    }
    return names.isEmpty() ? plan(historyStore, run.id()) : names;
  }

  private static List<PhaseName> plan(HistoryStore historyStore, CheckpointId id) {
    try {
      var begun = historyStore.newestStart(id);
      return begun.isPresent() ? begun.get().event().phases() : List.of();
    } catch (StoreException unreadable) {
      // Reported by the check of the journal.
      return List.of();
    }
  }

  /// Returns the number that means a phase; null if there is none, or if it is the name of a phase.
  public static @Nullable String of(PhaseName phase, List<PhaseName> planned) {
    int place = planned.indexOf(phase);
    var number = String.valueOf(place + 1);
    return place < 0 || planned.contains(new PhaseName(number)) ? null : number;
  }
}

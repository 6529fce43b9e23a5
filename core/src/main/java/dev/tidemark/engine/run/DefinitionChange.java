package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Difference between a run and the definition of its workflow: phases and gates that were added,
/// removed or renamed while the run was open. A renamed phase is one removed and one added.
///
/// @param added the phases that the definition has got since the start of the run, in its order
/// @param removed the phases of the run that the definition does not have
/// @param redefined the phases whose gates were passed by another definition of these
public record DefinitionChange(List<PhaseName> added, List<Phase> removed, List<String> redefined) {
  /// The code of the notice about a difference.
  public static final String CODE = "definition-differs";

  /// Takes its own copies.
  public DefinitionChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    redefined = List.copyOf(redefined);
  }

  /// Compares a run with the definition of its workflow. The phases of a run that was started with
  /// phases of its own are not compared, and nothing is added to one that was not started here.
  ///
  /// @param definition the definition; absent for a workflow that is not defined
  /// @throws dev.tidemark.store.StoreException if the journal cannot be read
  public static DefinitionChange of(
      HistoryStore historyStore,
      Checkpoint checkpoint,
      Document document,
      @Nullable WorkflowDefinition definition) {
    var evidence = document.evidence();
    var id = checkpoint.id();
    var known =
        definition == null ? WorkflowDefinition.undefined(id.dialect(), id.workflow()) : definition;
    var redefined = new ArrayList<>(known.redefined(evidence));
    if (checkpoint.finished() && known.hasGates() && historyStore.newestStart(id).isPresent()) {
      for (var phase : withoutPassage(checkpoint, evidence, known)) {
        if (!redefined.contains(phase)) {
          redefined.add(phase);
        }
      }
    }
    var added = new ArrayList<>(known.phaseNames());
    var removed = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (!added.remove(phase.name())) {
        removed.add(phase);
      }
    }
    boolean open = !checkpoint.finished() && evidence.worklog().abandoned() == null;
    boolean same = added.isEmpty() && removed.isEmpty();
    if (same || !open || known.phases().isEmpty()) {
      return new DefinitionChange(List.of(), List.of(), redefined);
    }
    boolean shares = added.size() < known.phases().size();
    var start = historyStore.newestStart(id).orElse(null);
    var planned = start == null ? List.<PhaseName>of() : start.event().phases();
    if (start != null && start.event().isGiven()) {
      return new DefinitionChange(List.of(), List.of(), redefined);
    }
    if (planned.isEmpty()) {
      return new DefinitionChange(List.of(), shares ? removed : List.of(), redefined);
    }
    added.removeAll(planned);
    return new DefinitionChange(added, removed, redefined);
  }

  /// Returns the phases that have gates now and were completed without passing any, and those with
  /// mandatory gates that the run never had: it was started, too, while the definition had none.
  private static List<String> withoutPassage(
      Checkpoint checkpoint, Evidence evidence, WorkflowDefinition definition) {
    var passed = new HashSet<PhaseName>();
    for (var proof : evidence.proofs()) {
      if (proof.claim() instanceof Claim.GatePassed it && it.phase() != null) {
        passed.add(it.phase());
      } else if (proof.claim() instanceof Claim.GateCleared it) {
        passed.add(it.phase());
      }
    }
    var without = new ArrayList<String>();
    for (var defined : definition.phases()) {
      boolean part = false;
      for (var phase : checkpoint.phases()) {
        part |= phase.name().equals(defined.name());
      }
      if (!part && defined.hasMandatoryGate()) {
        without.add(defined.name().value());
      }
    }
    for (var phase : checkpoint.phases()) {
      var defined = definition.find(phase.name());
      boolean gated = defined != null && !defined.gates().isEmpty();
      boolean complete = phase.status() == PhaseStatus.COMPLETE;
      if (gated && complete && !passed.contains(phase.name())) {
        without.add(phase.name().value());
      }
    }
    return without;
  }

  /// Returns the difference of a run, in which the phases added are pending already.
  ///
  /// @param definition as for the other
  public static DefinitionChange of(
      HistoryStore historyStore, Run run, @Nullable WorkflowDefinition definition) {
    var checkpoint = run.checkpoint();
    if (checkpoint == null) {
      return new DefinitionChange(List.of(), List.of(), List.of());
    }
    var change = of(historyStore, checkpoint, run.document(), definition);
    return new DefinitionChange(run.planned(), change.removed, change.redefined);
  }

  /// Returns the notices of a run about its definition.
  public static List<Notice> notices(Run run) {
    var notices = new ArrayList<>(run.notices());
    notices.removeIf(notice -> !notice.code().equals(CODE));
    return notices;
  }

  /// Returns whether there is no difference.
  public boolean isNone() {
    return added.isEmpty() && removed.isEmpty() && redefined.isEmpty();
  }

  /// Returns the numbers of phases, in a few words: `1 phase added, 2 removed`.
  public String counts() {
    var text = new StringBuilder();
    count(text, added.size(), "added");
    count(text, removed.size(), "removed");
    count(text, redefined.size(), "passed by other gates");
    return text.toString();
  }

  private static void count(StringBuilder text, int number, String what) {
    if (number > 0) {
      var unit = text.isEmpty() ? (number == 1 ? " phase " : " phases ") : " ";
      text.append(text.isEmpty() ? "" : ", ").append(number).append(unit).append(what);
    }
  }

  /// Returns the notice about the difference.
  ///
  /// @param workflow the name of the workflow
  /// @param phases the phases of the run, with those added
  public Notice notice(String workflow, List<Phase> phases) {
    var parts = new ArrayList<String>();
    if (!added.isEmpty()) {
      parts.add("new, and part of this run now: " + addedText(phases));
    }
    if (!removed.isEmpty()) {
      var names = new ArrayList<String>();
      for (var phase : removed) {
        names.add(phase.name() + " (" + word(phase.status()) + ")");
      }
      parts.add("not in the definition: " + String.join(", ", names));
    }
    if (!redefined.isEmpty()) {
      parts.add("passed by another definition of the gates: " + String.join(", ", redefined));
    }
    return new Notice(
        CODE, "the run and the definition of " + workflow + " differ; " + String.join("; ", parts));
  }

  private static String word(PhaseStatus status) {
    return switch (status) {
      case PENDING -> "pending";
      case IN_PROGRESS -> "in progress";
      case COMPLETE -> "done";
      case FAILED -> "failed";
      case SKIPPED -> "skipped";
    };
  }

  /// A phase before one that was begun is named with it: it is ahead of the run all the same.
  private String addedText(List<Phase> phases) {
    var names = new ArrayList<String>();
    for (var name : added) {
      PhaseName later = null;
      boolean passed = false;
      for (var phase : phases) {
        boolean begun = passed && phase.status() != PhaseStatus.PENDING;
        later = later == null && begun ? phase.name() : later;
        passed |= phase.name().equals(name);
      }
      names.add(name + (later == null ? "" : " (before " + later + ", and still to be done)"));
    }
    return String.join(", ", names);
  }
}

package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resume policy of the unified schema (R-004-45, R-004-46).
public final class StateResumePolicy implements ResumePolicy<StateCheckpoint> {
  private final StateWorkflows workflows;

  StateResumePolicy(StateWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public boolean hasParallelPhases() {
    return true;
  }

  @Override
  public ResumePoint resumePoint(StateCheckpoint checkpoint) {
    var known = checkpoint.point();
    return known == null ? checkpoint.keep(computePoint(checkpoint)) : known;
  }

  private ResumePoint computePoint(StateCheckpoint checkpoint) {
    var phases = checkpoint.phases();
    var done = done(checkpoint, phases);
    if (checkpoint.finished()) {
      return new ResumePoint(null, null, null, done, true);
    }
    var current = checkpoint.currentName();
    var phase = current == null ? null : new PhaseName(current);
    var next = phase == null ? next(checkpoint, phases) : phase;
    return new ResumePoint(phase, summary(checkpoint), next, done, false);
  }

  /// A task in progress belongs to a phase in progress; without one, its state is unknown.
  @Override
  public ProtocolHandover handover(StateCheckpoint checkpoint, String path) {
    var task = checkpoint.task();
    if (checkpoint.finished() || task.isEmpty() || checkpoint.currentName() != null) {
      return ProtocolHandover.NONE;
    }
    var orphan =
        new ResumeWarning(
            ResumeWarning.Kind.NOTE,
            "task-orphaned",
            "task " + task.get() + " is in hand, and no phase is under way",
            path + ", state.current_task",
            "See how far the task has come before the next phase is begun",
            null);
    return new ProtocolHandover(List.of(), List.of(), List.of(orphan));
  }

  /// Returns the summary of the last finished phase, or null.
  private static @Nullable String summary(StateCheckpoint checkpoint) {
    var completed = checkpoint.completed();
    if (completed.isEmpty()) {
      return null;
    }
    var entry = checkpoint.entries().object(completed.getLast());
    return entry == null ? null : entry.string(SchemaFields.CONTEXT_SUMMARY);
  }

  /// Returns the next phase if none is current, or null.
  private @Nullable PhaseName next(StateCheckpoint checkpoint, List<Phase> phases) {
    var begun = first(phases, PhaseStatus.IN_PROGRESS);
    if (begun != null) {
      return begun;
    }
    var failed = first(phases, PhaseStatus.FAILED);
    if (failed != null) {
      return failed;
    }
    var table = checkpoint.byName();
    for (var name : checkpoint.pending()) {
      var phase = table.get(name);
      if (phase != null && phase.status() != PhaseStatus.SKIPPED) {
        return phase.name();
      }
    }
    return nextInTypicalOrder(checkpoint, phases);
  }

  /// If all phases of a document are in its command's typical list, that list gives the order.
  private @Nullable PhaseName nextInTypicalOrder(StateCheckpoint checkpoint, List<Phase> phases) {
    var definition = workflows.find(checkpoint.command().orElse(checkpoint.id().workflow()));
    if (definition == null) {
      return null;
    }
    var names = definition.phaseNames();
    var table = checkpoint.byName();
    for (var phase : phases) {
      if (!names.contains(phase.name())) {
        return null;
      }
    }
    for (var name : names) {
      var phase = table.get(name.value());
      if (phase == null || !isDone(phase)) {
        return name;
      }
    }
    return null;
  }

  /// Returns the phases that need no more work, in the order they were completed.
  private static List<Phase> done(StateCheckpoint checkpoint, List<Phase> phases) {
    var table = checkpoint.byName();
    var done = new LinkedHashMap<String, Phase>();
    for (var name : checkpoint.completed()) {
      var phase = table.get(name);
      if (phase != null && isDone(phase)) {
        done.putIfAbsent(name, phase);
      }
    }
    for (var phase : phases) {
      if (isDone(phase)) {
        done.putIfAbsent(phase.name().value(), phase);
      }
    }
    return new ArrayList<>(done.values());
  }

  private static boolean isDone(Phase phase) {
    return phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED;
  }

  private static @Nullable PhaseName first(List<Phase> phases, PhaseStatus status) {
    for (var phase : phases) {
      if (phase.status() == status) {
        return phase.name();
      }
    }
    return null;
  }
}

package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entry of a phase: reads the previous phase's checkpoint, and changes no document (R-000-40 to
/// R-000-50).
final class PhaseEntry {
  /// The option that overrides a suggestion.
  static final String CONTINUE = "continue";

  /// The number of journal entries read.
  private static final int ENTRIES = 5;

  private final PhaseContext phaseContext;

  PhaseEntry(PhaseContext phaseContext) {
    this.phaseContext = phaseContext;
  }

  List<FactQuery<?>> asks(@Nullable PhaseCheckpoint checkpoint, String id, Facts known) {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.HEAD);
    asks.add(FactQuery.EVIDENCE);
    for (var file : phaseContext.gates().files(id)) {
      asks.add(ProjectFacts.file(file));
    }
    if (checkpoint != null && checkpoint.damage() == null) {
      asks.add(ProjectFacts.journal());
      if (checkpoint.front().text(PhaseFormat.ACTIVE_SPEC) != null) {
        asks.add(ProjectFacts.file(ProjectFacts.DESIGN));
      }
      var spec = spec(checkpoint, known);
      if (spec != null) {
        asks.add(FactQuery.exists(spec));
      }
    }
    return asks;
  }

  /// Returns where the spec should be, as far as it is known by now.
  private static @Nullable String spec(PhaseCheckpoint checkpoint, Facts known) {
    var spec = checkpoint.front().text(PhaseFormat.ACTIVE_SPEC);
    if (spec == null || !known.has(ProjectFacts.file(ProjectFacts.DESIGN))) {
      return null;
    }
    var folder = new ProjectFacts(known).folderOf(spec);
    return folder == null ? null : folder + "/spec.md";
  }

  Outcome<PhaseCheckpoint> decide(@Nullable PhaseCheckpoint checkpoint, String id, Facts facts) {
    var projectFacts = new ProjectFacts(facts);
    boolean starting = PhaseIds.isStart(id);
    var closed = starting ? null : phaseContext.gates().refusal(checkpoint, id, projectFacts);
    if (closed != null) {
      return closed;
    }
    if (checkpoint == null) {
      return projectFacts.isStarted() ? recordPhaseStart(id) : leaveDocument();
    }
    if (checkpoint.damage() != null) {
      return facts.options().has(CONTINUE) ? leaveDocument() : damaged(checkpoint.damage());
    }
    if (starting) {
      return start(checkpoint, id, facts);
    }
    var next =
        projectFacts.isReviewDue() ? PhaseIds.REVIEW : checkpoint.value(PhaseFormat.NEXT_PHASE);
    if (!next.equals(id) && !facts.options().has(CONTINUE)) {
      return advisory(next, id);
    }
    return resumed(checkpoint, id, projectFacts, facts);
  }

  /// A run that was started and has no checkpoint yet: the journal keeps that the phase was begun.
  private static Outcome<PhaseCheckpoint> recordPhaseStart(String id) {
    var events = List.<Event>of(new Event.PhaseStarted(new PhaseName(id)));
    return new Transition<>(null, events, List.of(), List.of(), List.of(), Fate.UNTOUCHED);
  }

  /// R-000-40.
  private static Outcome<PhaseCheckpoint> leaveDocument() {
    return new Transition<>(null, List.of(), List.of(), List.of(), List.of(), Fate.UNTOUCHED);
  }

  /// R-000-49.
  private static Outcome<PhaseCheckpoint> damaged(String damage) {
    var blocker =
        new Blocker(
            Blocker.Kind.INVALID,
            "unreadable",
            PhaseFormat.FILE + ": " + damage + "; it was left as it is",
            "Put a recorded state back with `tidemark restore`, or go on without it: --continue");
    return new Refusal<>(List.of(blocker), List.of());
  }

  /// R-000-50.
  private Outcome<PhaseCheckpoint> start(PhaseCheckpoint checkpoint, String id, Facts facts) {
    if (!facts.options().has(CONTINUE)) {
      var command = checkpoint.value(PhaseFormat.NEXT_COMMAND);
      var blocker =
          new Blocker(
              Blocker.Kind.OFFER,
              CONTINUE,
              "Continue with " + command + "?",
              "Continue with it: --continue");
      return new Refusal<>(
          List.of(blocker), List.of(), phaseContext.banners().detected(checkpoint));
    }
    boolean onward = facts.options().isYes(CONTINUE);
    List<Event> events = onward ? List.of() : List.of(new Event.PhaseStarted(new PhaseName(id)));
    var formatLines =
        onward
            ? List.of(checkpoint.value(PhaseFormat.NEXT_COMMAND))
            : phaseContext.banners().detected(checkpoint);
    return new Transition<>(checkpoint, events, List.of(), formatLines, List.of(), Fate.UNTOUCHED);
  }

  /// R-000-44.
  private Outcome<PhaseCheckpoint> advisory(String expected, String id) {
    var settings = phaseContext.settings();
    var blocker =
        new Blocker(
            Blocker.Kind.ASK,
            CONTINUE,
            "Continue with " + settings.command(id) + " anyway?",
            "Run " + settings.command(expected) + " instead, or use --continue");
    var formatLines = phaseContext.banners().advisory(expected, id);
    return new Refusal<>(List.of(blocker), List.of(), formatLines);
  }

  /// R-000-41, R-000-46 to R-000-48.
  private Outcome<PhaseCheckpoint> resumed(
      PhaseCheckpoint checkpoint, String id, ProjectFacts projectFacts, Facts facts) {
    var formatLines = new ArrayList<>(phaseContext.banners().resuming(checkpoint));
    var notices = new ArrayList<Notice>();
    var branch = projectFacts.branch();
    var recorded = checkpoint.value(PhaseFormat.BRANCH);
    if (!recorded.equals(branch)) {
      notices.add(
          new Notice(
              "other-branch",
              "the checkpoint was written on " + recorded + ", but this is " + branch));
    }
    var spec = spec(checkpoint, facts);
    if (spec != null && projectFacts.exists(spec)) {
      formatLines.add(spec);
    } else if (spec != null) {
      notices.add(new Notice("no-spec", spec + " is not there"));
    }
    var entries = projectFacts.entries(null);
    formatLines.addAll(entries.subList(0, Math.min(ENTRIES, entries.size())));
    notices.addAll(projectFacts.notices());
    var events = List.<Event>of(new Event.PhaseStarted(new PhaseName(id)));
    return new Transition<>(checkpoint, events, notices, formatLines, List.of(), Fate.UNTOUCHED);
  }
}

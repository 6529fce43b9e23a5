package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.ApprovePhase;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.FinishRun;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of the phase checkpoint: the end of a phase writes it, the beginning of the next reads it,
/// and nothing gets past a missing review.
public final class PhaseRules implements Rules<PhaseCheckpoint> {
  private static final Set<String> WORDS =
      Set.of(
          "outcome",
          "context",
          "open",
          "result",
          "next",
          "clear",
          "why",
          "messages",
          "partial",
          "complete",
          PhaseEntry.CONTINUE);

  private final PhaseContext phaseContext;
  private final PhaseEntry phaseEntry;

  PhaseRules(PhaseContext phaseContext) {
    this.phaseContext = phaseContext;
    this.phaseEntry = new PhaseEntry(phaseContext);
  }

  @Override
  public Set<String> options() {
    return WORDS;
  }

  @Override
  public @Nullable Effect interruptedEffect(CheckpointId id, PendingEffect pending) {
    var command = phaseContext.settings().consolidation();
    return pending.kind() == PendingEffect.Kind.COMMAND && !command.isEmpty()
        ? new Effect.RunCommand(command)
        : null;
  }

  /// `3` is `3-build`.
  @Override
  public boolean numbersPhases() {
    return true;
  }

  @Override
  public boolean reordersPhases() {
    return false;
  }

  @Override
  public List<String> builtInGates() {
    return List.of(
        "mandatory: a review before 5-finalize and 6-operate, recorded by "
            + CommandLines.of("done 4-review --result pass", PhaseFormat.ID));
  }

  @Override
  public PhaseKey phaseKey(CheckpointId id, @Nullable PhaseCheckpoint checkpoint, PhaseName word) {
    var key = phaseContext.workflows().key(word.value());
    return key == null ? new PhaseKey(id.workflow(), word) : key;
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable PhaseCheckpoint checkpoint, Change change) {
    return List.of(FactQuery.HEAD);
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable PhaseCheckpoint checkpoint, Change change, Facts known) {
    if (!known.has(FactQuery.HEAD)) {
      return asks(checkpoint, change);
    }
    if (change instanceof StartPhase start) {
      var id = phaseContext.workflows().resolve(start.phase().value());
      return id == null ? List.of() : phaseEntry.asks(checkpoint, id, known);
    }
    if (change instanceof CompletePhase done) {
      var id = phaseContext.workflows().resolve(done.phase().value());
      return id == null ? List.of() : new PhaseExit(phaseContext, checkpoint, id, known).asks();
    }
    if (change instanceof StartRun) {
      return List.of(FactQuery.HEAD, FactQuery.EVIDENCE);
    }
    if (change instanceof FailPhase) {
      return List.of(FactQuery.HEAD, FactQuery.EVIDENCE);
    }
    if (!(change instanceof FinishRun finish)) {
      return List.of();
    }
    var asks = new PhaseExit(phaseContext, checkpoint, PhaseIds.COMPLETE, known).asks();
    if (finish.strict() && checkpoint == null) {
      asks.add(FactQuery.NEWEST_START);
    }
    return asks;
  }

  @Override
  public Outcome<PhaseCheckpoint> decide(
      CheckpointId id, @Nullable PhaseCheckpoint checkpoint, Change change, Facts facts) {
    return switch (change.kind()) {
      case COMPLETE_PHASE -> {
        var done = (CompletePhase) change;
        yield exit(checkpoint, done.phase().value(), done.report(), facts);
      }
      case START_PHASE -> enter(checkpoint, ((StartPhase) change).phase().value(), facts);
      case FINISH_RUN -> finish(checkpoint, (FinishRun) change, facts);
      case START_RUN -> start(checkpoint, (StartRun) change, new ProjectFacts(facts));
      case AMEND_PHASE -> note(checkpoint, (AmendPhase) change);
      case FAIL_PHASE -> fail(checkpoint, (FailPhase) change, new ProjectFacts(facts));
      case SET_GATE, STATE_GOAL -> Transition.untouched(checkpoint);
      case APPROVE_PHASE -> approve(checkpoint, ((ApprovePhase) change).phase().value());
      case SKIP_PHASE,
          FORCE_GATE,
          KEEP_REPORT,
          CHANGE_TASK,
          RESUME_RUN,
          MERGE_PHASE,
          SAVE_DOCUMENT ->
          unsupported(change);
    };
  }

  /// The document forgets a build with the next exit; the journal keeps it until a review has
  /// passed. A run that begins anew does not lose it either.
  @Override
  public List<Claim> evidence(
      @Nullable PhaseCheckpoint before,
      Change change,
      Transition<PhaseCheckpoint> made,
      Facts facts) {
    boolean due = new ProjectFacts(facts).isReviewDue();
    if (change instanceof StartRun) {
      return due ? List.of(ended(PhaseIds.BUILD, facts)) : List.of();
    }
    var resolved =
        change instanceof CompletePhase done
            ? phaseContext.workflows().resolve(done.phase().value())
            : null;
    if (resolved == null) {
      return List.of();
    }
    if (resolved.equals(PhaseIds.REVIEW)) {
      return completes(made) ? List.of(ended(PhaseIds.REVIEW, facts)) : List.of();
    }
    boolean expected = before != null && PhaseIds.REVIEW.equals(before.next());
    boolean built =
        PhaseIds.withoutPartial(resolved).equals(PhaseIds.BUILD)
            && phaseContext.workflows().hasReview(PhaseIds.BUILD);
    return built || (expected && !due) ? List.of(ended(PhaseIds.BUILD, facts)) : List.of();
  }

  private static boolean completes(Transition<PhaseCheckpoint> made) {
    for (var event : made.events()) {
      if (event instanceof Event.PhaseCompleted) {
        return true;
      }
    }
    return false;
  }

  private static Claim ended(String id, Facts facts) {
    var head = facts.get(FactQuery.HEAD).orElse(Head.NONE);
    return new Claim.GatePassed(new PhaseName(id), true, head.commit());
  }

  private Outcome<PhaseCheckpoint> exit(
      @Nullable PhaseCheckpoint before, String word, PhaseReport report, Facts facts) {
    var resolved = phaseContext.workflows().resolve(word);
    if (resolved == null) {
      return new Refusal<>(
          List.of(ExitTransition.unknown(phaseContext.workflows(), word)), List.of());
    }
    if (resolved.equals(PhaseIds.ACTIVATE)) {
      return Outcome.refusal(
          "no-exit",
          "activate is a choice, not a phase, and cannot be left",
          "Leave a phase: tidemark done PHASE");
    }
    return new PhaseExit(phaseContext, before, resolved, facts).decide(report);
  }

  /// Completes the spec. With phases left, it is completed on purpose only: `done complete`.
  private Outcome<PhaseCheckpoint> finish(
      @Nullable PhaseCheckpoint before, FinishRun finish, Facts facts) {
    var blockers =
        finish.strict()
            ? OpenPhases.blockers(PhaseFormat.ID, phasesLeft(before, facts))
            : List.<Blocker>of();
    var exit = exit(before, PhaseIds.COMPLETE, PhaseReport.NONE, facts);
    if (blockers.isEmpty()) {
      return exit;
    }
    var all = new ArrayList<Blocker>();
    if (exit instanceof Refusal<PhaseCheckpoint> no) {
      all.addAll(no.blockers());
    }
    all.addAll(blockers);
    return new Refusal<>(all, exit.notices());
  }

  /// Returns the phases of an open run; before its first exit only the journal has them.
  private static List<Phase> phasesLeft(@Nullable PhaseCheckpoint before, Facts facts) {
    if (before != null) {
      return before.finished() || before.damage() != null ? List.of() : before.phases();
    }
    var evidence = facts.get(FactQuery.EVIDENCE).orElse(Optional.empty()).orElse(Evidence.NONE);
    var start = facts.get(FactQuery.NEWEST_START).orElse(Optional.empty());
    var phases = new ArrayList<Phase>();
    if (evidence.startedAt() != null && start.isPresent()) {
      for (var name : start.get().event().phases()) {
        phases.add(evidence.worklog().mergedInto(Phase.pending(name)));
      }
    }
    return phases;
  }

  private Outcome<PhaseCheckpoint> enter(
      @Nullable PhaseCheckpoint before, String word, Facts facts) {
    var resolved = phaseContext.workflows().resolve(word);
    return resolved == null || PhaseIds.isPartial(resolved)
        ? new Refusal<>(List.of(ExitTransition.unknown(phaseContext.workflows(), word)), List.of())
        : phaseEntry.decide(before, resolved, facts);
  }

  /// The first phase that ends creates the checkpoint; until then only the journal has the run.
  private Outcome<PhaseCheckpoint> start(
      @Nullable PhaseCheckpoint before, StartRun start, ProjectFacts projectFacts) {
    // An abandoned run is open again where it was: its file stays until the next exit.
    boolean abandoned = projectFacts.isAbandoned();
    if ((start.fresh() && before != null && !abandoned) || !start.phases().isEmpty()) {
      return Outcome.refusal(
          "not-in-format",
          "a phase checkpoint has the phases of its workflow, and each exit begins it again",
          "Leave --fresh and --phases out");
    }
    if (before != null && !before.finished() && !abandoned) {
      var suggested = before.value(PhaseFormat.NEXT_COMMAND);
      return Outcome.refusal(
          "already-open",
          "there is a checkpoint already"
              + (suggested.isBlank() ? "" : ", which suggests " + suggested),
          "Go on with it: " + CommandLines.of("resume", PhaseFormat.ID));
    }
    var phases = phaseContext.workflows().phases(start.workflow());
    var events = List.<Event>of(new Event.WorkflowStarted(phases));
    return new Transition<>(before, events, List.of(), List.of(), List.of(), Fate.UNTOUCHED);
  }

  /// The document has no place for a failure: the journal keeps it, until the phase is begun again
  /// or ends.
  private Outcome<PhaseCheckpoint> fail(
      @Nullable PhaseCheckpoint before, FailPhase fail, ProjectFacts projectFacts) {
    var key = phaseContext.workflows().key(fail.phase().value());
    if (key == null) {
      return new Refusal<>(
          List.of(ExitTransition.unknown(phaseContext.workflows(), fail.phase().value())),
          List.of());
    }
    var phase = key.phase();
    if (before == null && !projectFacts.isStarted()) {
      return Outcome.refusal(
          "not-current",
          phase + " has not begun: there is no run",
          "Begin one: tidemark start " + CommandLines.word("phase/" + key.workflow()));
    }
    if (before != null && before.damage() == null && !isOpen(before, phase)) {
      return Outcome.refusal(
          "not-current",
          phase + " is not to be done: the next phase is " + before.value(PhaseFormat.NEXT_PHASE),
          "See how far the run has come: " + CommandLines.of("status", PhaseFormat.ID));
    }
    var events = new ArrayList<Event>();
    events.add(new Event.PhaseFailed(phase, fail.reason()));
    events.addAll(fail.report().journalEvents(phase));
    return new Transition<>(before, events, List.of(), List.of(), List.of(), Fate.UNTOUCHED);
  }

  private static boolean isOpen(PhaseCheckpoint before, PhaseName name) {
    for (var phase : before.phases()) {
      if (phase.name().equals(name)) {
        return phase.status().isOpen() || phase.status() == PhaseStatus.FAILED;
      }
    }
    return false;
  }

  /// The document has no place for it; the journal has.
  private Outcome<PhaseCheckpoint> approve(@Nullable PhaseCheckpoint before, String word) {
    return phaseContext.workflows().key(word) == null
        ? new Refusal<>(List.of(ExitTransition.unknown(phaseContext.workflows(), word)), List.of())
        : Transition.untouched(before);
  }

  /// Decisions and files stand among the outcomes, notes in the sections for the next phase. Before
  /// the first exit there is no document: the journal keeps them.
  private static Outcome<PhaseCheckpoint> note(@Nullable PhaseCheckpoint before, AmendPhase amend) {
    var report = amend.report();
    if (before == null || before.damage() != null) {
      return new Transition<>(
          before, journalled(amend), List.of(), List.of(), List.of(), Fate.UNTOUCHED);
    }
    var phase = amend.phase();
    var about = phase == null ? new PhaseName(before.value(PhaseFormat.COMPLETED_PHASE)) : phase;
    var events = new ArrayList<Event>();
    var after = before;
    for (var decision : report.decisions()) {
      after = after.withOutcome("- " + YamlScalar.oneLine(decision));
      events.add(new Event.DecisionRecorded(new Decision(about, decision)));
    }
    for (var artifact : report.artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        after = without(after, artifact.path());
      } else {
        after = after.withOutcome(outcome(artifact));
      }
    }
    if (!report.artifacts().isEmpty()) {
      events.add(new Event.PhaseAmended(about));
    }
    for (var note : amend.resolved()) {
      after =
          note.kind() == Note.Kind.DECISION
              ? after.withoutOutcome("- " + YamlScalar.oneLine(note.text()))
              : after.withBody(Sections.withoutNote(after.body(), note));
    }
    for (var note : amend.notes()) {
      after = after.withBody(Sections.withNote(after.body(), note));
    }
    return after.equals(before) ? Transition.untouched(before) : Outcome.transition(after, events);
  }

  private static PhaseCheckpoint without(PhaseCheckpoint checkpoint, String path) {
    return checkpoint
        .withoutOutcome(outcome(new Artifact(path, Artifact.Kind.CREATED)))
        .withoutOutcome(outcome(new Artifact(path, Artifact.Kind.MODIFIED)));
  }

  private static String outcome(Artifact artifact) {
    return "- " + YamlScalar.oneLine(PhaseExit.line(artifact));
  }

  private static List<Event> journalled(AmendPhase amend) {
    return amend.report().journalEvents(amend.phase());
  }

  private static Outcome<PhaseCheckpoint> unsupported(Change change) {
    if (change instanceof SkipPhase) {
      return notInFormat(
          "this format cannot skip phases",
          "Name another successor: tidemark done PHASE --next ID");
    }
    return notInFormat(
        "this format cannot save a document from data",
        "Leave a phase instead: tidemark done PHASE");
  }

  private static Outcome<PhaseCheckpoint> notInFormat(String reason, String hint) {
    return Outcome.refusal("not-in-format", reason, hint);
  }
}

package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.DocumentReadSet;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.Proof;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gate service: lists the gates of runs, and records the evidence that opens them. Safe for use by
/// many threads.
public final class GateEvaluator {
  /// The time limit for retrying after a lost compare-and-set (R-004-49).
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final CheckpointStore store;
  private final ProjectContext projectContext;
  private final FactCollector factCollector;

  /// Puts them together from the parts of the outside world that they are to use.
  public GateEvaluator(
      CheckpointStore store, HistoryStore historyStore, ProjectContext projectContext) {
    this.store = store;
    this.projectContext = projectContext;
    this.factCollector = new FactCollector(projectContext, historyStore);
  }

  /// Evaluates every gate of a run's workflow, independent of a transition.
  ///
  /// @return in the order of the definition; nothing where the workflow has no gates
  /// @throws FormatException if there is a document that cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public <C extends Checkpoint> List<GateState> states(Dialect<C> dialect, CheckpointId id) {
    var found = store.find(id).orElse(LoadedState.NOTHING);
    var checkpoint =
        found.exists() ? dialect.format().decode(id, LoadedState.text(found)).checkpoint() : null;
    var definition = definition(dialect, id, checkpoint);
    if (definition.isEmpty()) {
      return List.of();
    }
    var request = request(dialect, id, new Change.FinishRun(), found, checkpoint);
    return new Gatekeeper(projectContext, factCollector, request).states(definition.get());
  }

  /// Closed gate before the work of a run.
  ///
  /// @param phase the phase that cannot begin, or go on, before
  /// @param blocker the first reason
  public record ClosedGate(PhaseName phase, Blocker blocker) {}

  /// Returns the first closed gate before the work at a phase, by the evidence of the journal and
  /// whatever the document has of the phases; null if none is. Entering the phase is refused for
  /// that reason.
  ///
  /// @param run an open run that can be read
  /// @param phase the phase; absent for the end of the run
  public @Nullable ClosedGate firstClosed(Run run, @Nullable PhaseName phase) {
    return firstClosed(run.dialect(), run, phase);
  }

  @SuppressWarnings("unchecked") // a run's checkpoint was decoded by its own dialect
  private <C extends Checkpoint> @Nullable ClosedGate firstClosed(
      Dialect<C> dialect, Run run, @Nullable PhaseName phase) {
    var id = run.id();
    var checkpoint = (C) run.checkpoint();
    if (checkpoint == null) {
      return null;
    }
    var workflow = Gatekeeper.workflow(dialect, id, checkpoint);
    var definition =
        workflow.equals(id.workflow())
            ? run.definition()
            : projectContext.definition(dialect.name(), workflow).orElse(null);
    if (definition != null && definition.hasGates()) {
      boolean begun =
          phase != null && (phase.equals(run.resumePoint().phase()) || run.isInProgress(phase));
      var request = request(dialect, id, new Change.FinishRun(), run.document(), checkpoint);
      var closed =
          new Gatekeeper(projectContext, factCollector, request)
              .firstClosed(definition, phase, begun);
      if (closed != null) {
        return closed;
      }
    }
    if (phase == null || dialect.rules().builtInGates().isEmpty()) {
      return null;
    }
    var documents = new DocumentReadSet(store);
    documents.addLoaded(id, run.document());
    var change = new Change.StartPhase(phase, PhaseReport.NONE);
    var options = DialectOptions.NONE;
    var facts =
        factCollector.facts(dialect, id, LoadedState.<C>of(run), change, options, documents);
    if (dialect.rules().decide(id, checkpoint, change, facts) instanceof Refusal<C> no) {
      var pending = run.pendingAction();
      var gated = pending == null || pending.phase() == null ? phase : pending.phase();
      for (var blocker : no.blockers()) {
        if (blocker.kind() == Blocker.Kind.GATE || blocker.phase() != null) {
          return new ClosedGate(gated, blocker);
        }
      }
    }
    return null;
  }

  private <C extends Checkpoint> ChangeRequest request(
      Dialect<C> dialect, CheckpointId id, Change change, Document found, @Nullable C checkpoint) {
    var facts = factCollector.facts(id);
    return new ChangeRequest(
        dialect,
        id,
        change,
        Caller.of(Actor.EXTERNAL),
        facts,
        FactCollector.evidence(found, checkpoint, facts.now()),
        new DocumentReadSet(store),
        checkpoint,
        found.syncState() != SyncState.UNRECORDED);
  }

  /// Returns the current commit and work tree.
  public TreePosition position() {
    var tree = projectContext.fetch(FactQuery.TREE);
    var commit = projectContext.fetch(FactQuery.HEAD).orElse(Head.NONE).commit();
    return new TreePosition(commit, tree.isKnown() ? tree.orElse("") : null);
  }

  /// Asks the ship gate.
  ///
  /// @param item the subject of shipping; absent for none
  /// @return unknown if a record that matters cannot be read, with the reason
  public Fact<ShipJudgement> ship(@Nullable String item) {
    return projectContext.fetch(FactQuery.shipVerdict(item == null ? "" : item));
  }

  /// Records a claim about a run as proved, and leaves its document alone.
  ///
  /// @throws FormatException if there is a document that cannot be read; nothing was recorded
  /// @throws dev.tidemark.store.StoreException as for [Checkpoints#apply]
  public <C extends Checkpoint> void recordClaim(
      Dialect<C> dialect, CheckpointId id, Claim claim, Caller by) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      var found = store.find(id).orElse(LoadedState.NOTHING);
      var checkpoint =
          found.exists() ? dialect.format().decode(id, LoadedState.text(found)).checkpoint() : null;
      var now = projectContext.now();
      var proof = new Proof(now, by.actor(), claim);
      var evidence = FactCollector.evidence(found, checkpoint, now).with(List.of(proof));
      var events = List.<Event>of(new Event.EvidenceRecorded(claim));
      try {
        if (by.mode() == ChangeMode.COMMIT) {
          var recordMetadata = new RecordMetadata(now, by.actor(), events, evidence);
          store.replace(
              DocumentWrite.note(id, found.revision(), recordMetadata).ifUnchangedSince(found));
        }
        return;
      } catch (ConflictException lostRace) {
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  /// Records that a person requests changes of a phase instead of approving it. The gate stays or
  /// becomes closed, and the next brief has the comment.
  ///
  /// @param by with the consent of a person
  /// @return why nothing was recorded; nothing if it was
  public <C extends Checkpoint> List<Blocker> requestChanges(
      Dialect<C> dialect, CheckpointId id, PhaseName phase, String comment, Caller by) {
    var approvalEvidence = by.approvalEvidence();
    if (approvalEvidence == null) {
      return List.of(EvidenceRecording.needsPerson(phase));
    }
    var secretScrubber = new SecretScrubber(projectContext.secrets());
    secretScrubber.actor(by.actor());
    secretScrubber.names(phase);
    var safe = secretScrubber.text(comment);
    var blocker = secretScrubber.blocker();
    if (blocker != null) {
      return List.of(blocker);
    }
    if (safe.length() > Note.TEXT_MAX) {
      return List.of(
          Blocker.refused(
              "comment-too-long",
              "the comment has "
                  + safe.length()
                  + " characters, at most "
                  + Note.TEXT_MAX
                  + " are recorded",
              "Shorten it, or write it into a file and name the file"));
    }
    recordClaim(dialect, id, new Claim.ChangesRequested(phase, approvalEvidence.word(), safe), by);
    return List.of();
  }

  private <C extends Checkpoint> Optional<WorkflowDefinition> definition(
      Dialect<C> dialect, CheckpointId id, @Nullable C checkpoint) {
    var workflow = Gatekeeper.workflow(dialect, id, checkpoint);
    return projectContext.definition(dialect.name(), workflow).filter(WorkflowDefinition::hasGates);
  }
}

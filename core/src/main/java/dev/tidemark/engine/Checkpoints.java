package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.context.DocumentReadSet;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.InterruptedChanges;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Engine: the imperative shell that loads a checkpoint, applies the rules, and writes the result.
/// Safe for use by many threads.
public final class Checkpoints {
  /// The time limit for retrying after a lost compare-and-set (R-004-49).
  static final long PATIENCE_NANOS = 5_000_000_000L;

  /// The code of the notice about a secret that was recorded or redacted, and of the blocker where
  /// none may be.
  public static final String SECRET = "secret";

  /// The code of the blocker of a save whose document was derived from an older revision.
  public static final String CHANGED_SINCE_READ = "changed-since-read";

  private final CheckpointStore store;
  private final HistoryStore historyStore;
  private final ProjectContext projectContext;
  private final FactCollector factCollector;
  private final InterruptedChanges interrupted;

  /// The last entries that answered repeated changes, by run.
  private final Map<CheckpointId, Long> repetitions = new ConcurrentHashMap<>();

  /// Puts the engine together from the parts of the outside world it is to use.
  public Checkpoints(
      CheckpointStore store, HistoryStore historyStore, ProjectContext projectContext) {
    this.store = store;
    this.historyStore = historyStore;
    this.projectContext = projectContext;
    this.factCollector = new FactCollector(projectContext, historyStore);
    this.interrupted = new InterruptedChanges(store, historyStore, projectContext);
  }

  /// Finds a run's checkpoint; empty if it has no document.
  ///
  /// @throws FormatException if there is a document that cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public <C extends Checkpoint> Optional<LoadedCheckpoint<C>> load(
      Dialect<C> dialect, CheckpointId id) {
    var found = store.find(id);
    if (found.isEmpty() || !found.get().exists()) {
      return Optional.empty();
    }
    var document = found.get();
    var decodeResult = dialect.format().decode(id, LoadedState.text(document));
    var notices = new ArrayList<>(decodeResult.notices());
    notices.addAll(LoadedState.syncNotices(dialect, id, document));
    return Optional.of(new LoadedCheckpoint<>(decodeResult.checkpoint(), document, notices));
  }

  /// Applies a change, or reports why it cannot be applied.
  ///
  /// @throws FormatException if there is a document that cannot be read and must not be replaced;
  ///   nothing was written
  /// @throws dev.tidemark.store.StoreException if the store fails; the type tells whether anything
  ///   was written
  public <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, CheckpointId id, Change change, Caller by) {
    return apply(dialect, new Selected(dialect, id), change, by);
  }

  /// As the other, for a run that was read to choose it: it is not read again, unless something was
  /// recorded since.
  public <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, Selected run, Change change, Caller by) {
    var id = run.id();
    var secretScrubber = new SecretScrubber(projectContext.secrets());
    secretScrubber.actor(by.actor());
    var safe = secretScrubber.change(change);
    var scrubbed = by.withOptions(secretScrubber.details(by.options()));
    var tooLong = nameTooLong(change);
    var blocker = tooLong == null ? secretScrubber.blocker() : tooLong;
    var changeResult =
        blocker == null
            ? decided(dialect, run, safe, secretScrubber, scrubbed)
                .withNotices(secretScrubber.notices())
            : ChangeResult.<C>refusal(blocker);
    if (by.mode() == ChangeMode.COMMIT) {
      if (changeResult.outcome() instanceof Refusal<C> no) {
        if (secretScrubber.mayName() && tooLong == null && !isLostRace(no)) {
          projectContext.recordRefusal(
              new RefusalRecord(id, projectContext.now(), by.actor(), no.blockers()));
        }
      } else {
        projectContext.recordChange(id);
      }
    }
    return changeResult;
  }

  /// Returns whether a save lost a race, which its program repeats; `why` has no use for it.
  private static boolean isLostRace(Refusal<?> refusal) {
    for (var blocker : refusal.blockers()) {
      if (blocker.code().equals(CHANGED_SINCE_READ)) {
        return true;
      }
    }
    return false;
  }

  private <C extends Checkpoint> ChangeResult<C> decided(
      Dialect<C> dialect,
      Selected chosen,
      Change change,
      SecretScrubber secretScrubber,
      Caller by) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    var run = chosen;
    while (true) {
      try {
        return attempt(dialect, run, change, secretScrubber, by);
      } catch (ConflictException lostRace) {
        run = new Selected(dialect, chosen.id());
        // The concurrent write may change the answer, so the decision is repeated from the start.
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  /// Puts back the document as it was after an entry of the history.
  ///
  /// The present document, readable or not, stays in the history like any other state.
  ///
  /// @return the entry's document; empty if that state is not recorded, and nothing was written
  /// @throws FormatException if the recorded state is unreadable, or a newer version has written
  ///   the current document; nothing was written
  /// @throws dev.tidemark.store.StoreException as for [#apply]
  public <C extends Checkpoint> Optional<C> restore(
      Dialect<C> dialect, CheckpointId id, long sequence, Caller by) {
    var state = historyStore.stateAt(id, sequence);
    if (state.isEmpty()) {
      return Optional.empty();
    }
    var text = state.get();
    var checkpoint = dialect.format().decode(id, text).checkpoint();
    var found = store.find(id).orElse(LoadedState.NOTHING);
    LoadedState.rejectNewer(dialect, id, found);
    if (by.mode() == ChangeMode.COMMIT) {
      var events = List.<Event>of(new Event.Restored(sequence));
      var worklog = NoteRecording.restored(historyStore.history(id), sequence, checkpoint, found);
      var evidence = found.evidence().with(worklog);
      var recordMetadata = new RecordMetadata(projectContext.now(), by.actor(), events, evidence);
      store.replace(
          new DocumentWrite(id, text, found.revision(), recordMetadata).ifUnchangedSince(found));
    }
    return Optional.of(checkpoint);
  }

  /// Takes one side of a git merge. Both sides go into the history, the one taken last.
  ///
  /// @param sides the versions that the merge brings together; both must have a text
  /// @param ours whether our side is taken, not theirs
  /// @throws FormatException if the side that is taken cannot be read; nothing was written
  /// @throws dev.tidemark.store.StoreException as for [#apply]
  public void takeSide(
      Dialect<?> dialect, CheckpointId id, MergeSides sides, boolean ours, Caller by) {
    var taken = ours ? sides.ours() : sides.theirs();
    var other = ours ? sides.theirs() : sides.ours();
    dialect.format().decode(id, Objects.requireNonNull(taken.text()));
    if (by.mode() == ChangeMode.COMMIT) {
      if (other.text() != null) {
        var event = new Event.MergeSideRecorded(ours ? "theirs" : "ours", other.commit(), false);
        record(id, other, event, by);
      }
      record(
          id,
          taken,
          new Event.MergeSideRecorded(ours ? "ours" : "theirs", taken.commit(), true),
          by);
    }
  }

  private void record(CheckpointId id, MergeSides.Side side, Event event, Caller by) {
    var found = store.find(id).orElse(LoadedState.NOTHING);
    var recordMetadata =
        new RecordMetadata(projectContext.now(), by.actor(), List.of(event), found.evidence());
    var text = Objects.requireNonNull(side.text());
    store.replace(
        new DocumentWrite(id, text, found.revision(), recordMetadata).ifUnchangedSince(found));
  }

  /// Records the external state of a run's document: the document itself, if nothing is recorded
  /// yet, or its edit. Every change does so first; this does it for itself. Unreadable documents
  /// are not recorded, nor are the remains of an interrupted write.
  ///
  /// @return whether there was, or in a dry run is, anything to record
  /// @throws FormatException if the document cannot be read; nothing was recorded
  /// @throws dev.tidemark.store.StoreException as for [#apply]
  public boolean adopt(Dialect<?> dialect, CheckpointId id, ChangeMode changeMode) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      var found = store.find(id).orElse(LoadedState.NOTHING);
      boolean known =
          found.syncState() != SyncState.EDITED
              && found.syncState() != SyncState.UNRECORDED
              && found.syncState() != SyncState.JOURNAL_GONE;
      if (known || !found.exists()) {
        return false;
      }
      var checkpoint = dialect.format().decode(id, LoadedState.text(found)).checkpoint();
      try {
        if (changeMode == ChangeMode.COMMIT) {
          var now = projectContext.now();
          var revision = store.replace(DocumentWrite.adoption(id, found.revision(), now));
          var evidence = FactCollector.evidence(found, checkpoint, now);
          if (!evidence.equals(found.evidence())) {
            var recordMetadata = new RecordMetadata(now, Actor.EXTERNAL, List.of(), evidence);
            store.replace(DocumentWrite.note(id, revision, recordMetadata));
          }
        }
        return true;
      } catch (ConflictException lostRace) {
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  /// Records an event of a run beside its document, which stays as it is. One that is missing stays
  /// missing.
  ///
  /// @throws dev.tidemark.store.StoreException as for [#apply]
  public void record(CheckpointId id, Event event, Actor actor) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      var found = store.find(id).orElse(LoadedState.NOTHING);
      var now = projectContext.now();
      var worklog = found.evidence().worklog().after(event, now, null);
      var metadata = new RecordMetadata(now, actor, List.of(event), found.evidence().with(worklog));
      try {
        store.replace(DocumentWrite.note(id, found.revision(), metadata).ifUnchangedSince(found));
        return;
      } catch (ConflictException lostRace) {
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  private <C extends Checkpoint> ChangeResult<C> attempt(
      Dialect<C> dialect,
      Selected chosen,
      Change wanted,
      SecretScrubber secretScrubber,
      Caller by) {
    var id = chosen.id();
    var run = chosen.decoded();
    var found =
        run == null
            ? MissingDocument.interpreted(
                dialect, id, store.find(id).orElse(LoadedState.NOTHING), historyStore)
            : run.document();
    var missing = MissingDocument.blocker(dialect, id, found, wanted, by.options());
    boolean mayOffer = wanted instanceof Change.StartRun && !dialect.rules().recoveries().isEmpty();
    if (missing != null && !mayOffer) {
      return ChangeResult.refusal(missing);
    }
    // A program that edits the file adds no phases of its own accord.
    boolean joins = !by.countsAsEdit() && !(wanted instanceof Change.SaveDocument);
    var loadedState =
        run != null && (joins || run.planned().isEmpty())
            ? LoadedState.<C>of(run)
            : state(dialect, id, wanted, found, joins);
    if (missing != null) {
      // Rules that offer to bring the document back begin nothing anew.
      var offer =
          evaluateChange(dialect, id, loadedState, wanted, secretScrubber, by.withoutEffect());
      return offer.outcome() instanceof Refusal ? offer : ChangeResult.refusal(missing);
    }
    var diverged = Divergence.of(projectContext, historyStore, dialect, id, found);
    if (diverged != null) {
      var blockers = List.of(diverged.blocker(id));
      return refused(blockers, loadedState, new Refusal<C>(blockers, List.of()));
    }
    if (by.mode() != ChangeMode.COMMIT) {
      return evaluateChange(dialect, id, loadedState, wanted, secretScrubber, by);
    }
    var recovery = interrupted.recover(dialect, id, found);
    var published = recovery.document();
    if (published != null) {
      loadedState = state(dialect, id, wanted, published, joins);
    }
    return evaluateChange(dialect, id, loadedState, wanted, secretScrubber, by)
        .withRecovery(recovery);
  }

  private <C extends Checkpoint> LoadedState<C> state(
      Dialect<C> dialect, CheckpointId id, Change wanted, Document found, boolean joins) {
    var state = LoadedState.of(dialect, id, wanted, found, historyStore);
    var definition = projectContext.definition(dialect.name(), id.workflow()).orElse(null);
    return joins ? state.joined(dialect, historyStore, definition) : state;
  }

  private <C extends Checkpoint> ChangeResult<C> evaluateChange(
      Dialect<C> dialect,
      CheckpointId id,
      LoadedState<C> loadedState,
      Change wanted,
      SecretScrubber secretScrubber,
      Caller by) {
    var found = loadedState.document();
    var base = wanted instanceof Change.SaveDocument save ? save.base() : null;
    if (base != null && !base.equals(found.revision().value())) {
      return ChangeResult.refusal(changedSinceRead(id));
    }
    var once = by.idempotencyKey();
    if (once != null) {
      // After loading: a concurrent adoption changes the revision, and the request is repeated.
      var earlier = ChangeResult.resultOfRepeat(historyStore.history(id), once, loadedState);
      if (earlier != null) {
        return earlier;
      }
    }
    var repeated = by.mode() == ChangeMode.COMMIT ? repeated(id, by.actor()) : null;
    if (repeated != null) {
      return ChangeResult.answer(loadedState, repeated);
    }
    var notes = new NoteRecording(id, loadedState.checkpoint(), found.evidence().worklog());
    var prepared = notes.prepare(dialect, planned(dialect, id, loadedState, wanted), wanted);
    var before = loadedState.checkpoint();
    var files = new ReportedFiles(projectContext, historyStore, id, before, found.evidence());
    var change = files.prepare(dialect, prepared);
    notes.blockers().addAll(files.blockers());
    if (!notes.blockers().isEmpty()) {
      return refused(notes.blockers(), loadedState, new Refusal<C>(notes.blockers(), List.of()));
    }
    var documents = new DocumentReadSet(store);
    documents.addLoaded(id, found);
    var facts = factCollector.facts(dialect, id, loadedState, change, by.options(), documents);
    if (by.mode() == ChangeMode.COMMIT && documents.repair()) {
      return attempt(dialect, new Selected(dialect, id), wanted, secretScrubber, by);
    }
    boolean recorded = found.syncState() != SyncState.UNRECORDED;
    var branch = facts.get(FactQuery.HEAD).orElse(Head.NONE).branch();
    secretScrubber.place(found.exists() || recorded ? null : id, branch, projectContext.workTree());
    var secret = secretScrubber.blocker();
    if (secret != null) {
      return ChangeResult.refusal(secret);
    }
    var stray = by.options().except(dialect.rules().options());
    stray.removeAll(List.of(Gate.ANYWAY, ApprovalSubject.SEEN));
    boolean journaled = notes.isJournaled(dialect, change);
    var outcome =
        stray.isEmpty()
            ? journaled
                ? Transition.untouched(loadedState.checkpoint())
                : dialect.rules().decide(id, loadedState.checkpoint(), change, facts)
            : Checkpoints.<C>unknownOptions(dialect.name(), stray);
    var known = FactCollector.evidence(found, loadedState.checkpoint(), facts.now());
    var request =
        new ChangeRequest(dialect, id, change, by, facts, known, documents, before, recorded);
    var gates = new Gatekeeper(projectContext, factCollector, request);
    if (outcome instanceof Refusal<C> no) {
      return refused(gates.withClosed(no.blockers()), loadedState, no);
    }
    var recording = notes.recorded(dialect, change, (Transition<C>) outcome);
    var transition = files.recorded(dialect, change, recording);
    var missing = documents.missingPart(found, transition.effects());
    var steps = PhaseTransitions.of(gates, dialect, request, loadedState, transition);
    var passing = gates.pass(transition, steps);
    if (!passing.blockers().isEmpty()) {
      return refused(passing.blockers(), loadedState, transition);
    }
    var ended = notes.ended(change, steps);
    var noted = notes.openTasks(transition, ended);
    boolean strict = !noted.notices().isEmpty() && strict(dialect, request, steps);
    var open = strict && missing == null ? notes.strict(noted, ended) : missing;
    if (open != null) {
      return refused(List.of(open), loadedState, transition);
    }
    var claims = dialect.rules().evidence(loadedState.checkpoint(), change, transition, facts);
    if (!claims.isEmpty()) {
      passing = passing.withClaims(claims);
    }
    return new ChangeExecutor<>(store, projectContext, dialect, request, loadedState)
        .make(noted, passing);
  }

  private static Blocker changedSinceRead(CheckpointId id) {
    return Blocker.refused(
        CHANGED_SINCE_READ, id + " has changed since it was read", "Read it again and repeat");
  }

  /// Returns the entry of a change that a server made for this process before it was killed; null
  /// if there is none. Each entry is the answer to one change.
  private @Nullable HistoryEntry repeated(CheckpointId id, Actor actor) {
    var since = projectContext.repeatedSince();
    if (since == null) {
      return null;
    }
    long answered = repetitions.getOrDefault(id, 0L);
    var entry = ChangeResult.repeated(historyStore.history(id), actor, since, answered);
    if (entry != null) {
      repetitions.put(id, entry.sequence());
    }
    return entry;
  }

  /// Returns the phases of a run without a document, for a change that may be about one of them.
  private <C extends Checkpoint> List<PhaseName> planned(
      Dialect<C> dialect, CheckpointId id, LoadedState<C> loadedState, Change wanted) {
    boolean about = wanted instanceof Change.AmendPhase || wanted instanceof Change.ChangeTask;
    if (!about || loadedState.checkpoint() != null) {
      return List.of();
    }
    var definition = projectContext.definition(dialect.name(), id.workflow()).orElse(null);
    return RunRepository.planned(historyStore, id, loadedState.document(), definition);
  }

  /// Returns whether the workflow of a run, or of a phase that begins or ends, is strict.
  private boolean strict(
      Dialect<?> dialect, ChangeRequest request, List<PhaseTransitions.Step> steps) {
    var workflows = new ArrayList<String>();
    workflows.add(Gatekeeper.workflow(dialect, request.id(), request.checkpoint()));
    steps.forEach(step -> workflows.add(step.key().workflow()));
    for (var workflow : workflows) {
      var found = projectContext.definition(dialect.name(), workflow).orElse(null);
      if (found != null && found.strict()) {
        return true;
      }
    }
    return false;
  }

  /// Returns why a change is refused for the length of the name of a phase, which lists and briefs
  /// print whole; null if it is not.
  private static @Nullable Blocker nameTooLong(Change change) {
    if (change instanceof Change.StartRun start) {
      for (var phase : start.phases()) {
        var tooLong = nameTooLong(phase);
        if (tooLong != null) {
          return tooLong;
        }
      }
      return null;
    }
    var phase = namedPhase(change);
    return phase == null ? null : nameTooLong(phase);
  }

  private static @Nullable PhaseName namedPhase(Change change) {
    if (change instanceof Change.MergePhase merge) {
      return merge.phase();
    }
    // The others bring no new name of a phase.
    return change instanceof Change.PhaseStep step ? step.phase() : null;
  }

  private static @Nullable Blocker nameTooLong(PhaseName phase) {
    int length = phase.value().length();
    return length <= PhaseName.MAX_LENGTH
        ? null
        : Blocker.refused(
            "name-too-long",
            "the name of a phase has " + length + " characters, more than " + PhaseName.MAX_LENGTH,
            "Give the phase a shorter name");
  }

  private static <C extends Checkpoint> Refusal<C> unknownOptions(
      String dialect, List<String> options) {
    var blockers = new ArrayList<Blocker>();
    for (var option : options) {
      blockers.add(
          Blocker.refused(
              "not-in-format",
              "--" + option + " does not exist in the format " + dialect,
              "Leave it out; the options of each format: tidemark help formats"));
    }
    return new Refusal<>(blockers, List.of());
  }

  private static <C extends Checkpoint> ChangeResult<C> refused(
      List<Blocker> blockers, LoadedState<C> loadedState, Outcome<C> outcome) {
    var notices = new ArrayList<>(loadedState.notices());
    notices.addAll(outcome.notices());
    var refusal = new Refusal<C>(blockers, notices, outcome.formatLines());
    return new ChangeResult<>(refusal, null, List.of());
  }

  /// Caller of a change: the actor, and whether it is a dry run.
  ///
  /// @param actor the actor of the change
  /// @param mode whether the change is to be made
  /// @param options the options beyond the change
  /// @param idempotencyKey the idempotency key, an event recorded beside the change: if the history
  ///   of the current run has the same event, nothing is changed; absent for a change that is not
  ///   idempotent
  /// @param approvalEvidence the evidence of a person's consent; absent without one
  /// @param countsAsEdit whether the change counts as an edit of the file by another program: the
  ///   gates of a built-in workflow are asked at the next step that is not one
  public record Caller(
      Actor actor,
      ChangeMode mode,
      DialectOptions options,
      @Nullable Event idempotencyKey,
      @Nullable ApprovalEvidence approvalEvidence,
      boolean countsAsEdit) {
    /// Takes a caller whose changes are subject to gates.
    public Caller(
        Actor actor,
        ChangeMode mode,
        DialectOptions details,
        @Nullable Event once,
        @Nullable ApprovalEvidence consent) {
      this(actor, mode, details, once, consent, false);
    }

    /// Returns the same caller, whose change is judged and not made.
    Caller withoutEffect() {
      return new Caller(
          actor, ChangeMode.DRY_RUN, options, idempotencyKey, approvalEvidence, countsAsEdit);
    }

    /// Returns a caller without consent and without an idempotency key.
    public Caller(Actor actor, ChangeMode mode, DialectOptions details) {
      this(actor, mode, details, null, null);
    }

    /// Returns a caller without options beyond the change.
    public Caller(Actor actor, ChangeMode mode) {
      this(actor, mode, DialectOptions.NONE);
    }

    /// Returns the same caller with other options beyond the change.
    Caller withOptions(DialectOptions other) {
      return new Caller(actor, mode, other, idempotencyKey, approvalEvidence, countsAsEdit);
    }

    /// Returns a program whose changes count as edits of the file.
    public static Caller edit(Actor actor) {
      return new Caller(actor, ChangeMode.COMMIT, DialectOptions.NONE, null, null, true);
    }

    /// Returns a caller of a change that is committed.
    public static Caller of(Actor actor) {
      return new Caller(actor, ChangeMode.COMMIT);
    }
  }
}

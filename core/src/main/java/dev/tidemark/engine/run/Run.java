package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.GatePassages;
import dev.tidemark.history.Goal;
import dev.tidemark.history.Worklog.PhaseFailure;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.text.ConflictMarkers;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Run with its document, definition and resume point, readable or not: the model of lists and
/// views.
///
/// @param dialect the protocol its document is written in
/// @param id which run it is
/// @param checkpoint the decoded document; absent if there is none or it cannot be read
/// @param document the document as found
/// @param problem why the document cannot be read; absent if it can
/// @param notices the warnings about it
/// @param definition the definition of its workflow; absent if the workflow is unknown
/// @param planned the phases of a run that has no document yet; of another, those that its workflow
///   has got since it was started, which are pending and not in the document yet
/// @param parts the parts of the run in other documents, as far as they can be read
public record Run(
    Dialect<?> dialect,
    CheckpointId id,
    @Nullable Checkpoint checkpoint,
    Document document,
    @Nullable String problem,
    List<Notice> notices,
    @Nullable WorkflowDefinition definition,
    List<PhaseName> planned,
    List<Checkpoint> parts) {
  /// The phase of a decision that was made for the run as a whole.
  private static final PhaseName ANY_PHASE = new PhaseName("run");

  /// Takes its own copies of the lists.
  public Run {
    notices = List.copyOf(notices);
    planned = List.copyOf(planned);
    parts = List.copyOf(parts);
  }

  /// A run in a document of its own, or with the phases of its definition.
  public Run(
      Dialect<?> dialect,
      CheckpointId id,
      @Nullable Checkpoint checkpoint,
      Document document,
      @Nullable String problem,
      List<Notice> notices,
      @Nullable WorkflowDefinition definition) {
    this(
        dialect,
        id,
        checkpoint,
        document,
        problem,
        notices,
        definition,
        definition == null || checkpoint != null ? List.of() : definition.phaseNames(),
        List.of());
  }

  /// Returns a run as a change has just recorded it, without its parts in other documents.
  public static Run recorded(
      Dialect<?> dialect,
      CheckpointId id,
      Checkpoint state,
      Evidence evidence,
      @Nullable WorkflowDefinition definition) {
    var document = new Document(null, Revision.NONE, SyncState.RECORDED, evidence, 0, null);
    return new Run(dialect, id, state, document, null, List.of(), definition);
  }

  /// Returns this run with the state that it had before it was archived.
  public Run withState(Checkpoint state, Evidence evidence) {
    var with =
        new Document(document.text(), document.revision(), document.syncState(), evidence, 0, null);
    return new Run(dialect, id, state, with, null, List.of(), definition, List.of(), List.of());
  }

  /// Returns whether the run is unfinished, or its state is unknown.
  public boolean open() {
    if (abandoned() != null) {
      return false;
    }
    if (checkpoint != null) {
      return !checkpoint.finished();
    }
    return problem != null
        || document.exists()
        || document.isMissing()
        || document.evidence().startedAt() != null;
  }

  /// Returns why the run was abandoned; null if it was not.
  public @Nullable String abandoned() {
    return document.evidence().worklog().abandoned();
  }

  /// Returns whether its document or its journal was recorded and is gone.
  public boolean isMissing() {
    return document.isMissing() && abandoned() == null;
  }

  /// Returns the goal, as the document or else the journal has it; null if neither does.
  public @Nullable Goal goal() {
    var stated = checkpoint == null ? null : checkpoint.goal().orElse(null);
    return stated == null ? document.evidence().worklog().goal() : new Goal(stated, false);
  }

  /// Returns the notes of document and journal, oldest first as far as that is known.
  public List<Note> notes() {
    var notes = new ArrayList<Note>(checkpoint == null ? List.of() : checkpoint.notes());
    notes.addAll(document.evidence().worklog().notes());
    notes.removeIf(note -> note.kind() == Note.Kind.FAILED && hasFailed(note.phase()));
    return notes;
  }

  /// Returns the decisions of the document, and behind them those that only the journal has. One
  /// that was recorded twice appears once, where it was made last.
  public List<Decision> decisions() {
    var all = new ArrayList<Decision>(checkpoint == null ? List.of() : checkpoint.decisions());
    for (var note : notes()) {
      var phase = note.phase();
      if (note.kind() == Note.Kind.DECISION) {
        all.add(new Decision(phase == null ? ANY_PHASE : phase, note.text()));
      }
    }
    var distinct = new ArrayList<Decision>();
    var texts = new HashSet<String>();
    for (var decision : all.reversed()) {
      if (texts.add(decision.text())) {
        distinct.addFirst(decision);
      }
    }
    return distinct;
  }

  /// A phase that has failed has its reason itself.
  private boolean hasFailed(@Nullable PhaseName name) {
    for (var phase : phases()) {
      if (phase.name().equals(name)) {
        return phase.status() == PhaseStatus.FAILED;
      }
    }
    return false;
  }

  /// Returns the tasks of the document, of its parts and of the journal.
  public TaskList tasks() {
    return TaskNotes.tasks(checkpoint, parts, document.evidence().worklog());
  }

  /// Returns the phases: as the document has them, with the failure, the summaries and the
  /// beginning that only the journal has; where there is no document yet, those planned.
  public List<Phase> phases() {
    var phases = new ArrayList<Phase>();
    if (checkpoint != null) {
      var start = document.evidence().worklog().phase();
      var next = start == null ? null : resumePoint(dialect).next();
      for (var phase : checkpoint.phases()) {
        phases.add(recorded(phase, phase.name().equals(next)));
      }
    } else if (isFresh()) {
      for (var name : planned) {
        phases.add(recorded(Phase.pending(name), true));
      }
    }
    return phases;
  }

  /// Returns a phase with the fields that only the journal has.
  ///
  /// @param next whether it is the phase to work on
  private Phase recorded(Phase phase, boolean next) {
    var worklog = document.evidence().worklog();
    if (worklog.isEmpty()) {
      return phase;
    }
    var known = worklog.mergedInto(phase);
    var start = worklog.phase();
    return next
            && start != null
            && start.name().equals(phase.name())
            && known.status() == PhaseStatus.PENDING
        ? known.started(start.at())
        : known;
  }

  /// Returns whether the run was started and has no document yet: that of some dialects is written
  /// at the end of the first phase.
  private boolean isFresh() {
    return checkpoint == null
        && problem == null
        && document.evidence().startedAt() != null
        && document.syncState() != SyncState.EDITED;
  }

  /// Returns the phase to work at: the one in progress, else the next one; null if there is none.
  public @Nullable PhaseName currentPhase() {
    var point = resumePoint();
    var begun = inProgress(point);
    return begun == null ? point.next() : begun;
  }

  /// Returns the phase in progress: the one that the document names or, where a document only names
  /// the next phase, the one that the journal records as started; null if none is.
  ///
  /// @param point the resume point
  public @Nullable PhaseName inProgress(ResumePoint point) {
    var begun = point.phase();
    if (!open()) {
      return begun;
    }
    if (begun == null) {
      var start = document.evidence().worklog().phase();
      begun = start != null && start.name().equals(point.next()) ? start.name() : null;
    }
    if (begun == null) {
      return null;
    }
    for (var phase : phases()) {
      if (phase.name().equals(begun)) {
        return phase.status() == PhaseStatus.FAILED ? null : begun;
      }
    }
    return begun;
  }

  /// Returns the blocking notes of the current phase, or of the run as a whole.
  public List<Note> blockers() {
    var point = resumePoint();
    var phase = point.phase() == null ? point.next() : point.phase();
    var blockers = new ArrayList<Note>();
    for (var note : open() ? notes() : List.<Note>of()) {
      boolean own = note.phase() == null || note.phase().equals(phase);
      if (own && note.kind() == Note.Kind.BLOCKED) {
        blockers.add(note);
      }
    }
    return blockers;
  }

  /// Returns the phase in hand at which the last runner gave up, and why; null if none did.
  public @Nullable PhaseFailure stuck() {
    var stuck = document.evidence().worklog().stuck();
    return stuck != null && open() && stuck.name().equals(currentPhase()) ? stuck : null;
  }

  /// Returns whether a newer version has written the document. Only a version that supports the
  /// format can continue the run.
  public boolean isNewer() {
    return problem != null && LoadedState.isNewer(dialect, id, document);
  }

  /// Returns the command that leads to the repair of a document that cannot be read, or of a
  /// journal that cannot.
  public String repairCommand() {
    if (!document.exists()) {
      return "tidemark doctor";
    }
    if (isNewer()) {
      return CommandLines.of("show", id);
    }
    return document.sequence() > 0
        ? CommandLines.of("restore", id)
        : "tidemark validate --format "
            + dialect.name()
            + " "
            + CommandLines.word(dialect.locator().pathOf(id));
  }

  /// Returns whether git left a merge conflict in the document.
  public boolean diverged() {
    var text = document.text();
    return problem != null && text != null && ConflictMarkers.line(text) > 0;
  }

  /// Returns the resume point; without a document, the phase that was begun or failed, else the
  /// first phase of the definition.
  public ResumePoint resumePoint() {
    if (abandoned() != null) {
      return new ResumePoint(null, null, null, resumePoint(dialect).done(), true);
    }
    if (isFresh()) {
      var next = document.evidence().worklog().nextPhase(planned);
      return new ResumePoint(null, null, next, List.of(), false);
    }
    return resumePoint(dialect);
  }

  /// Returns the pending human action that blocks the run; null if there is none.
  public @Nullable PendingHumanAction pendingAction() {
    if (!open()) {
      return null;
    }
    if (isNewer()) {
      return new PendingHumanAction("a newer Tidemark", "show");
    }
    var conflicts = checkpoint == null ? List.<MergeConflict>of() : checkpoint.conflicts();
    if (!conflicts.isEmpty()) {
      return undecided(conflicts);
    }
    var own = pendingAction(dialect);
    return own == null ? unapproved() : own;
  }

  private static PendingHumanAction undecided(List<MergeConflict> conflicts) {
    var first = conflicts.getFirst();
    var phase = first.phase();
    var more = conflicts.size() - 1;
    return new PendingHumanAction(
        "decision of a merge conflict"
            + (phase == null ? "" : " in " + phase)
            + ", "
            + first.text()
            + (more == 0 ? "" : " (and " + more + " more)"),
        "merge --take ours");
  }

  /// Returns the first approval that is missing: of a phase before the next one that did not pass
  /// its gates according to the journal, whatever its status in the document; else one that the
  /// next phase needs and that can be given now. Whether a recorded approval is still valid is not
  /// checked here.
  private @Nullable PendingHumanAction unapproved() {
    if (definition == null || !definition.hasGates()) {
      return null;
    }
    var next = resumePoint().next();
    if (next == null || definition.find(next) == null) {
      return null;
    }
    var gatePassages = new GatePassages(definition.phaseNames(), document.evidence());
    for (var phase : definition.phases()) {
      boolean last = phase.name().equals(next);
      boolean passed = gatePassages.isThrough(phase.name());
      boolean begun = gatePassages.hasBegun(phase.name());
      boolean goesOn = !last || isInProgress(next) || isAt(next, PhaseStatus.FAILED);
      var found = last || !passed ? unapproved(phase, goesOn, begun) : null;
      if (found != null || last) {
        return found;
      }
    }
    return null;
  }

  /// Returns whether the document has a phase in progress.
  public boolean isInProgress(PhaseName name) {
    return isAt(name, PhaseStatus.IN_PROGRESS);
  }

  private boolean isAt(PhaseName name, PhaseStatus status) {
    for (var phase : checkpoint == null ? List.<Phase>of() : checkpoint.phases()) {
      if (phase.name().equals(name)) {
        return phase.status() == status;
      }
    }
    return false;
  }

  /// @param goesOn whether the work is behind the gates of the phase, by the document
  /// @param begun whether the phase has begun, by the journal
  private @Nullable PendingHumanAction unapproved(
      PhaseDefinition phase, boolean goesOn, boolean begun) {
    for (var gate : phase.gates()) {
      if ((gate.mandatory() || !begun)
          && gate.condition() instanceof ApprovedByPerson approval
          && approval.proof(document.evidence()) == null
          && (goesOn || isComplete(approval.approved()))) {
        return new PendingHumanAction(
            approval.awaited(document.evidence()),
            "approve " + CommandLines.word(approval.approved().value()),
            phase.name());
      }
    }
    return null;
  }

  /// Returns whether a phase is complete, by the document.
  public boolean isComplete(PhaseName name) {
    return isAt(name, PhaseStatus.COMPLETE);
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the run's own dialect
  private <C extends Checkpoint> ResumePoint resumePoint(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null ? ResumePoint.NONE : own.resumePolicy().resumePoint(known);
  }

  @SuppressWarnings("unchecked") // as above
  private <C extends Checkpoint> @Nullable PendingHumanAction pendingAction(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null
        ? null
        : own.resumePolicy().pendingAction(known, document.evidence()).orElse(null);
  }
}

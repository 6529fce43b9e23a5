package dev.tidemark.history;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.json.JsonObject;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Domain event of a checkpoint: past tense, immutable, append-only.
///
/// An event records only the change itself. Time, actor and checkpoint are the same for all events
/// of a change, so they are in the [HistoryEntry] that carries them. Long texts are not repeated: a
/// summary is found in the document as of that entry.
///
/// Events report; they are not the source of truth. For fields of its format the document is
/// authoritative, because people and other tools edit it by hand without an event. For all others,
/// the [Evidence] beside the events is authoritative.
///
/// The set is closed. Handle it with a `switch` that has no `default`, and adding one becomes a
/// list of compile errors instead of a hunt.
public sealed interface Event {
  /// Returns which of the closed set this is. Code that hooks execute switches over it, because a
  /// `switch` over types is linked at run time.
  default Kind kind() {
    return Objects.requireNonNull(Kind.BY_RECORD.get(getClass()));
  }

  /// Returns the phase it is about; null if it names none. The phase of evidence or of a capture is
  /// that of its content.
  default @Nullable PhaseName phase() {
    return null;
  }

  /// The closed set of kinds, each with its record and its word.
  enum Kind {
    /// A [WorkflowStarted].
    WORKFLOW_STARTED(WorkflowStarted.class, "workflow.started"),
    /// A [PhaseStarted].
    PHASE_STARTED(PhaseStarted.class, "phase.started"),
    /// A [PhaseCompleted].
    PHASE_COMPLETED(PhaseCompleted.class, "phase.completed"),
    /// A [PhaseFailed].
    PHASE_FAILED(PhaseFailed.class, "phase.failed"),
    /// A [PhaseSkipped].
    PHASE_SKIPPED(PhaseSkipped.class, "phase.skipped"),
    /// A [PhaseQueued].
    PHASE_QUEUED(PhaseQueued.class, "phase.queued"),
    /// A [PhaseAmended].
    PHASE_AMENDED(PhaseAmended.class, "phase.amended"),
    /// A [PlanChanged].
    PLAN_CHANGED(PlanChanged.class, "workflow.replanned"),
    /// A [DecisionRecorded].
    DECISION_RECORDED(DecisionRecorded.class, "decision.recorded"),
    /// A [DocumentSaved].
    DOCUMENT_SAVED(DocumentSaved.class, "document.saved"),
    /// An [EvidenceRecorded].
    EVIDENCE_RECORDED(EvidenceRecorded.class, "evidence.recorded"),
    /// A [WorkflowCompleted].
    WORKFLOW_COMPLETED(WorkflowCompleted.class, "workflow.completed"),
    /// A [WorkflowAbandoned].
    WORKFLOW_ABANDONED(WorkflowAbandoned.class, "workflow.abandoned"),
    /// A [WorkflowReopened].
    WORKFLOW_REOPENED(WorkflowReopened.class, "workflow.reopened"),
    /// An [EditedOutside].
    EDITED_OUTSIDE(EditedOutside.class, "document.edited"),
    /// A [Rewound].
    REWOUND(Rewound.class, "document.rewound"),
    /// A [RemovedOutside].
    REMOVED_OUTSIDE(RemovedOutside.class, "document.removed"),
    /// A [SetAside].
    SET_ASIDE(SetAside.class, "document.set-aside"),
    /// A [Restored].
    RESTORED(Restored.class, "document.restored"),
    /// A [MergeSideRecorded].
    MERGE_SIDE_RECORDED(MergeSideRecorded.class, "merge.side"),
    /// A [MergeRecorded].
    MERGE_RECORDED(MergeRecorded.class, "merge.recorded"),
    /// An [Archived].
    ARCHIVED(Archived.class, "document.archived"),
    /// A [Redacted].
    REDACTED(Redacted.class, "history.redacted"),
    /// A [SessionSealed].
    SESSION_SEALED(SessionSealed.class, "session.sealed"),
    /// A [SessionCaptured].
    SESSION_CAPTURED(SessionCaptured.class, "session.captured"),
    /// A [GoalStated].
    GOAL_STATED(GoalStated.class, "goal.stated"),
    /// A [NoteRecorded].
    NOTE_RECORDED(NoteRecorded.class, "note.recorded"),
    /// A [NoteResolved].
    NOTE_RESOLVED(NoteResolved.class, "note.resolved"),
    /// A [TaskChanged].
    TASK_CHANGED(TaskChanged.class, "task.changed"),
    /// A [HandoffApplied].
    HANDOFF_APPLIED(HandoffApplied.class, "handoff.applied"),
    /// A [ReportKept].
    REPORT_KEPT(ReportKept.class, "report.kept"),
    /// A [LeaseAcquired].
    LEASE_ACQUIRED(LeaseAcquired.class, "lease.acquired"),
    /// A [LeaseReleased].
    LEASE_RELEASED(LeaseReleased.class, "lease.released"),
    /// An [AttemptStarted].
    ATTEMPT_STARTED(AttemptStarted.class, "attempt.started"),
    /// An [AttemptEnded].
    ATTEMPT_ENDED(AttemptEnded.class, "attempt.ended"),
    /// A [RunnerEnded].
    RUNNER_ENDED(RunnerEnded.class, "runner.ended"),
    /// A [UnknownEvent]; its own word is not this one.
    UNFAMILIAR(UnknownEvent.class, "unfamiliar");

    private static final Map<Class<? extends Event>, Kind> BY_RECORD = new HashMap<>();

    static {
      for (var kind : values()) {
        BY_RECORD.put(kind.record, kind);
      }
    }

    private final Class<? extends Event> record;
    private final String word;

    Kind(Class<? extends Event> record, String word) {
      this.record = record;
      this.word = word;
    }

    /// Returns the stable word for this kind in journals, scripts and webhooks.
    public String word() {
      return word;
    }
  }

  /// Run started, with its pending phases.
  ///
  /// @param phases the phases ahead
  /// @param item the subject of the run, as the user named it, if no document has it yet
  /// @param words other options of the start, if no document has them yet
  record WorkflowStarted(
      List<PhaseName> phases, @Nullable String item, Map<String, List<String>> words)
      implements Event {
    /// Takes its own copy of the phases and words.
    public WorkflowStarted {
      phases = List.copyOf(phases);
      words = Map.copyOf(words);
    }

    /// The word that marks phases that were given at the start, instead of those of the definition.
    private static final String GIVEN = "phases";

    /// A run whose document holds all other fields.
    public WorkflowStarted(List<PhaseName> phases) {
      this(phases, null, Map.of());
    }

    /// A run with phases that were given at the start, instead of those of the definition.
    public static WorkflowStarted given(List<PhaseName> phases) {
      return new WorkflowStarted(phases, null, Map.of(GIVEN, List.of()));
    }

    /// Returns this start as if it had been given these phases.
    WorkflowStarted with(List<PhaseName> given) {
      var all = new HashMap<>(words);
      all.put(GIVEN, List.of());
      return new WorkflowStarted(given, item, all);
    }

    /// Returns whether the phases were given at the start.
    public boolean isGiven() {
      return words.containsKey(GIVEN);
    }
  }

  /// Phase started, or restarted.
  record PhaseStarted(PhaseName phase) implements Event {}

  /// Phase completed; the next phase starts from its summary, if any.
  record PhaseCompleted(PhaseName phase) implements Event {}

  /// Phase failed.
  record PhaseFailed(PhaseName phase, String reason) implements Event {}

  /// Phase skipped.
  record PhaseSkipped(PhaseName phase, String reason) implements Event {}

  /// Phase reset to pending.
  record PhaseQueued(PhaseName phase) implements Event {}

  /// Fields of a phase changed, but not its status.
  record PhaseAmended(PhaseName phase) implements Event {}

  /// Phases of an open run changed: put in, put in another order, renamed or taken out, all at
  /// once: `phase-1` may become `phase-2` while `phase-2` becomes `phase-3`. Entries before it have
  /// the earlier names.
  ///
  /// @param phases the phases of the run from now on, in their order
  /// @param renamed the earlier names with the new ones, where they differ
  /// @param removed the phases that the run does not have any more, by their earlier names
  record PlanChanged(
      List<PhaseName> phases, Map<PhaseName, PhaseName> renamed, List<PhaseName> removed)
      implements Event {
    /// Takes its own copies.
    public PlanChanged {
      phases = List.copyOf(phases);
      renamed = Collections.unmodifiableMap(new LinkedHashMap<>(renamed));
      removed = List.copyOf(removed);
    }

    /// Returns the name that a phase has now.
    public PhaseName nowNamed(PhaseName earlier) {
      return renamed.getOrDefault(earlier, earlier);
    }

    /// Returns the name that a phase has now; null for none.
    @Nullable PhaseName nameOf(@Nullable PhaseName earlier) {
      return earlier == null ? null : nowNamed(earlier);
    }
  }

  /// Decision recorded, so that later phases need not ask again.
  record DecisionRecorded(Decision decision) implements Event {
    @Override
    public PhaseName phase() {
      return decision.phase();
    }
  }

  /// The whole document was replaced by an embedding program.
  record DocumentSaved() implements Event {}

  /// Evidence for gates recorded that the document has no field for.
  record EvidenceRecorded(Claim claim) implements Event {}

  /// Run finished; the checkpoint may be archived.
  record WorkflowCompleted() implements Event {}

  /// Run given up with phases open, which stay as they are.
  record WorkflowAbandoned(String reason) implements Event {}

  /// Finished or abandoned run reopened.
  record WorkflowReopened() implements Event {}

  /// External edit: the document was replaced outside the store.
  record EditedOutside() implements Event {}

  /// External revert: an editor's undo or `git switch` put an earlier recorded state back.
  ///
  /// @param sequence the newest entry after which the document was exactly this
  record Rewound(long sequence) implements Event {}

  /// External removal: the document was deleted outside the store.
  record RemovedOutside() implements Event {}

  /// Unreadable document quarantined under another name.
  ///
  /// @param path where it is now, from the project root
  record SetAside(String path) implements Event {}

  /// Earlier recorded state restored on request.
  ///
  /// @param sequence the restored entry
  record Restored(long sequence) implements Event {}

  /// Side of a git merge recorded as a state of the document, because the user takes one of them;
  /// both are recorded, the chosen one last.
  ///
  /// @param side `ours` or `theirs`, as git names them
  /// @param commit the commit that holds it, abbreviated; empty where unknown
  /// @param taken whether this is the side that the user takes
  record MergeSideRecorded(String side, String commit, boolean taken) implements Event {}

  /// Both sides of a git merge merged into one document; each is recorded as a state before.
  ///
  /// @param ours our side, one of the two parents of this state
  /// @param theirs the other parent
  /// @param taken whose values were taken where the sides contradict each other; absent if that was
  ///   not decided
  /// @param conflicts the contradictions that the document records, in words
  record MergeRecorded(Parent ours, Parent theirs, @Nullable String taken, List<String> conflicts)
      implements Event {
    /// Takes its own copy of the conflicts.
    public MergeRecorded {
      conflicts = List.copyOf(conflicts);
    }

    /// Side of a merge.
    ///
    /// @param commit the commit that holds it, abbreviated; empty where unknown
    /// @param digest the SHA-256 of the document
    public record Parent(String commit, String digest) {}
  }

  /// Finished document moved to the archive.
  ///
  /// @param path where it is now, compressed, from the project root
  record Archived(String path) implements Event {}

  /// Secret redacted from recorded states.
  ///
  /// @param states the entries whose state was dropped
  /// @param notes the entries whose events or evidence were redacted, with the digest of the new
  ///   text, which this entry confirms
  record Redacted(List<Long> states, Map<Long, String> notes) implements Event {
    /// Takes its own copies.
    public Redacted {
      states = List.copyOf(states);
      notes = Map.copyOf(notes);
    }
  }

  /// Save before an agent's conversation is compacted or ends; nothing else changed.
  ///
  /// @param session the agent's own name for the session; empty where it has none
  /// @param cause the agent's name for the occasion, for example `auto` or `logout`
  /// @param phase the phase under way; absent if none was
  record SessionSealed(String session, String cause, @Nullable PhaseName phase) implements Event {}

  /// Session captured by a hook; the document did not change.
  ///
  /// @param cause the occasion: `prompt`, `stop`, or the agent's name for it
  record SessionCaptured(String cause, Capture capture) implements Event {}

  /// Goal of the run set, by the user or captured from a prompt.
  record GoalStated(Goal goal) implements Event {}

  /// Note recorded.
  record NoteRecorded(Note note) implements Event {
    @Override
    public @Nullable PhaseName phase() {
      return note.phase();
    }
  }

  /// Open question answered, or blocker resolved.
  record NoteResolved(Note note) implements Event {
    @Override
    public @Nullable PhaseName phase() {
      return note.phase();
    }
  }

  /// Task added, or its status changed.
  ///
  /// @param task the task as it is now
  record TaskChanged(PlannedTask task) implements Event {
    @Override
    public PhaseName phase() {
      return task.phase();
    }
  }

  /// Worker response applied to a phase; the resulting changes are separate events.
  ///
  /// @param digest the SHA-256 of the response
  record HandoffApplied(PhaseName phase, String task, String decision, String digest)
      implements Event {}

  /// Result of an external service recorded.
  ///
  /// @param source the service, for example `linear`
  /// @param text the gist of it: an issue, the state of a deployment
  record ReportKept(String source, String text) implements Event {}

  /// Attempt of an agent at a phase started: recorded before its process is.
  ///
  /// @param number which attempt of the run it is, from 1
  /// @param details what the runner knows of it: agent, digests, tree
  record AttemptStarted(PhaseName phase, int number, JsonObject details) implements Event {}

  /// Attempt of an agent at a phase ended; its response, if one was applied, is a separate event.
  ///
  /// @param number which attempt of the run it is, from 1
  /// @param outcome how it ended, in one word
  /// @param details what the runner knows of it: exit code, cost, tokens, duration, tree
  record AttemptEnded(PhaseName phase, int number, String outcome, JsonObject details)
      implements Event {}

  /// Runner ended: it drives its run no further.
  ///
  /// @param phase the next phase, or the one under way; absent where nothing is left to do
  /// @param status how it ended, in one word
  /// @param details what the runner knows of it: attempts, cost, what stands in the way
  record RunnerEnded(@Nullable PhaseName phase, String status, JsonObject details)
      implements Event {
    /// The code of what stands in the way of a runner that gave up.
    public static final String STUCK = "stuck";

    /// Returns why the runner gave up; null if it did not.
    public @Nullable String stuck() {
      for (var blocker : details.objects("blockers")) {
        if (STUCK.equals(blocker.string("code"))) {
          return blocker.string("reason");
        }
      }
      return null;
    }
  }

  /// Run claimed for exclusive work.
  ///
  /// @param owner the owner of the lease
  /// @param fence larger than every earlier one
  /// @param from the owner of the expired lease that was taken over; absent if there was none
  record LeaseAcquired(String owner, long fence, @Nullable String from) implements Event {}

  /// Run released.
  ///
  /// @param owner the previous owner of the lease
  /// @param fence under which they had it
  record LeaseReleased(String owner, long fence) implements Event {}

  /// Unknown event, written by a newer version.
  ///
  /// @param word the word
  /// @param details everything that is recorded of it, as JSON
  record UnknownEvent(String word, String details) implements Event {}
}

package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Command: a requested change of a checkpoint, in the present tense, which may be refused.
///
/// Every interface offers every change. A dialect that lacks the notion refuses, with a hint.
public sealed interface Change {
  /// Returns the kind of the change. Code that hooks execute switches over it, because a `switch`
  /// over types is linked at run time.
  default Kind kind() {
    return Objects.requireNonNull(Kind.BY_RECORD.get(getClass()));
  }

  /// Returns the change with every text as a filter lets it pass; the filter sees every name too.
  Change filtered(TextFilter filter);

  /// The kinds of changes, each with its record.
  enum Kind {
    /// [StartRun].
    START_RUN(StartRun.class),
    /// [StateGoal].
    STATE_GOAL(StateGoal.class),
    /// [StartPhase].
    START_PHASE(StartPhase.class),
    /// [CompletePhase].
    COMPLETE_PHASE(CompletePhase.class),
    /// [FailPhase].
    FAIL_PHASE(FailPhase.class),
    /// [SkipPhase].
    SKIP_PHASE(SkipPhase.class),
    /// [AmendPhase].
    AMEND_PHASE(AmendPhase.class),
    /// [ApprovePhase].
    APPROVE_PHASE(ApprovePhase.class),
    /// [SetGate].
    SET_GATE(SetGate.class),
    /// [ForceGate].
    FORCE_GATE(ForceGate.class),
    /// [KeepReport].
    KEEP_REPORT(KeepReport.class),
    /// [ChangeTask].
    CHANGE_TASK(ChangeTask.class),
    /// [ResumeRun].
    RESUME_RUN(ResumeRun.class),
    /// [FinishRun].
    FINISH_RUN(FinishRun.class),
    /// [MergePhase].
    MERGE_PHASE(MergePhase.class),
    /// [SaveDocument].
    SAVE_DOCUMENT(SaveDocument.class);

    private static final Map<Class<? extends Change>, Kind> BY_RECORD = new HashMap<>();

    static {
      for (var kind : values()) {
        BY_RECORD.put(kind.record, kind);
      }
    }

    private final Class<? extends Change> record;

    Kind(Class<? extends Change> record) {
      this.record = record;
    }
  }

  /// Transition of one phase, which may be one that the run does not have yet.
  sealed interface PhaseStep extends Change
      permits StartPhase, CompletePhase, FailPhase, SkipPhase {
    /// Returns the phase.
    PhaseName phase();
  }

  /// Start a run.
  ///
  /// @param workflow the workflow as the user named it
  /// @param item the subject of the run, as the user named it; absent if there is none
  /// @param phases the phases ahead; empty to take those of the workflow's definition
  /// @param fresh whether an unfinished run of that name may be replaced
  /// @param any whether an undefined workflow is allowed
  /// @param goal the goal in the user's own words; absent if not stated
  record StartRun(
      String workflow,
      @Nullable String item,
      List<PhaseName> phases,
      boolean fresh,
      boolean any,
      @Nullable String goal)
      implements Change {
    /// Takes its own copy of the phases.
    public StartRun {
      phases = List.copyOf(phases);
    }

    /// A start without a goal.
    public StartRun(
        String workflow,
        @Nullable String item,
        List<PhaseName> phases,
        boolean fresh,
        boolean any) {
      this(workflow, item, phases, fresh, any, null);
    }

    /// Asks for a run of a workflow that is defined.
    public StartRun(String workflow, @Nullable String item, List<PhaseName> phases, boolean fresh) {
      this(workflow, item, phases, fresh, false);
    }

    /// Returns the start of a run with its words as they were typed, which a format may store
    /// beside the normalized name.
    ///
    /// @param words workflow and item, which may follow the dialect
    public static StartRun named(String dialect, String words) {
      boolean own = words.startsWith(dialect + "/");
      var raw = own ? words.substring(dialect.length() + 1) : words;
      int cut = raw.indexOf('/');
      var workflow = cut < 0 ? raw : raw.substring(0, cut);
      return new StartRun(workflow, cut < 0 ? null : raw.substring(cut + 1), List.of(), false);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.name("the workflow", workflow);
      filter.names("the item", item);
      for (var phase : phases) {
        filter.names(phase);
      }
      return new StartRun(workflow, item, phases, fresh, any, filter.optional(goal));
    }
  }

  /// Set the goal of a run.
  ///
  /// @param goal the goal in the user's own words
  record StateGoal(String goal) implements Change {
    @Override
    public Change filtered(TextFilter filter) {
      return new StateGoal(filter.text(goal));
    }
  }

  /// Enter a phase, or re-enter it.
  record StartPhase(PhaseName phase, PhaseReport report) implements PhaseStep {
    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new StartPhase(phase, filter.report(report));
    }
  }

  /// Complete a phase.
  record CompletePhase(PhaseName phase, PhaseReport report) implements PhaseStep {
    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new CompletePhase(phase, filter.report(report));
    }
  }

  /// Mark a phase as failed.
  record FailPhase(PhaseName phase, String reason, PhaseReport report) implements PhaseStep {
    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new FailPhase(phase, filter.text(reason), filter.report(report));
    }
  }

  /// Skip a phase.
  record SkipPhase(PhaseName phase, String reason) implements PhaseStep {
    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new SkipPhase(phase, filter.text(reason));
    }
  }

  /// Record notes, decisions and files without a phase transition. Allowed at any time and in every
  /// dialect: the journal keeps what the document has no field for.
  ///
  /// The engine fills in the phase before the rules see the change: the one in progress, else the
  /// one to work on next, else the last one.
  ///
  /// @param phase the subject of decisions, files and notes; absent until the engine fills it in,
  ///   and where the run has no phases
  /// @param report decisions and files
  /// @param notes notes to add, of that phase
  /// @param resolved open questions that were answered, blockers that were cleared, phases that
  ///   were checked, and decisions that no longer hold, of any phase
  record AmendPhase(
      @Nullable PhaseName phase, PhaseReport report, List<Note> notes, List<Note> resolved)
      implements Change {
    /// Takes its own copies of the lists.
    public AmendPhase {
      notes = List.copyOf(notes);
      resolved = List.copyOf(resolved);
    }

    /// Records decisions and files only.
    public AmendPhase(PhaseReport report) {
      this(null, report, List.of(), List.of());
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new AmendPhase(
          phase, filter.report(report), filter.notes(notes), filter.notes(resolved));
    }
  }

  /// Approve a phase, as the user.
  record ApprovePhase(PhaseName phase) implements Change {
    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return this;
    }
  }

  /// Record the verdict of a review, for a gate that requires one.
  ///
  /// @param gate the name of the gate; `ship` is the one that some documents have a place for
  /// @param judgement the verdict
  /// @param blockers the reasons against it, one sentence each
  record SetGate(String gate, Judgement judgement, List<String> blockers) implements Change {
    /// The gate that documents of the unified schema have a place for.
    public static final String SHIP = "ship";

    /// Takes its own copy of the blockers.
    public SetGate {
      blockers = List.copyOf(blockers);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.name("the gate", gate);
      return new SetGate(gate, judgement, filter.texts(blockers));
    }
  }

  /// The verdicts.
  enum Judgement {
    /// The gate may open.
    PASSED,
    /// It may not.
    FAILED,
    /// It may not, for reasons that come on top of those there are.
    BLOCKED,
    /// Revokes the previous verdict.
    VOID
  }

  /// Override a closed advisory gate. Only the ship gate can be forced.
  ///
  /// @param gate the name of the gate
  /// @param reason why
  record ForceGate(String gate, String reason) implements Change {
    @Override
    public Change filtered(TextFilter filter) {
      filter.name("the gate", gate);
      return new ForceGate(gate, filter.text(reason));
    }
  }

  /// Record the result of an external service.
  ///
  /// @param source the service: one of [#SOURCES]
  /// @param report the result; merged into the previous one, key by key, except for fields of
  ///   another issue or an earlier deployment, which are dropped
  record KeepReport(String source, JsonObject report) implements Change {
    /// The services whose results documents have fields for.
    public static final List<String> SOURCES = List.of("linear", "vercel");

    @Override
    public Change filtered(TextFilter filter) {
      filter.name(source);
      return new KeepReport(source, filter.json(report));
    }
  }

  /// Add a task, or change the status of one.
  ///
  /// @param step the change
  /// @param task the id of the task, or its description
  /// @param reason why the task failed or is blocked; absent if that is not stated
  /// @param phase the phase that a new task belongs to; absent until the engine fills it in, and
  ///   where the run has no phases
  record ChangeTask(TaskStep step, String task, @Nullable String reason, @Nullable PhaseName phase)
      implements Change {
    /// Changes a task for no stated reason.
    public ChangeTask(TaskStep step, String task) {
      this(step, task, null, null);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      return new ChangeTask(step, filter.text(task), filter.optional(reason), phase);
    }
  }

  /// The changes of a task.
  enum TaskStep {
    /// Put it on the list.
    ADD(TaskStatus.PENDING),
    /// Begin it.
    START(TaskStatus.IN_PROGRESS),
    /// It is done.
    DONE(TaskStatus.COMPLETE),
    /// It was tried and failed.
    FAIL(TaskStatus.FAILED),
    /// It cannot be worked on until something else happens.
    BLOCK(TaskStatus.BLOCKED);

    private final TaskStatus status;

    TaskStep(TaskStatus status) {
      this.status = status;
    }

    /// Returns the status that the task has afterwards.
    public TaskStatus status() {
      return status;
    }
  }

  /// Resume a run: repair the remains of an interruption, and skip completed work. Only asked for
  /// where taking up a run [changes][dev.tidemark.dialect.ResumePolicy] it.
  record ResumeRun() implements Change {
    @Override
    public Change filtered(TextFilter filter) {
      return this;
    }
  }

  /// Finish the run.
  ///
  /// @param item the subject of the run, as the caller named it; absent if the id has it
  /// @param strict whether open phases and tasks refuse it
  /// @param abandoned why the run is given up with open phases, which stay; absent to complete it
  record FinishRun(@Nullable String item, boolean strict, @Nullable String abandoned)
      implements Change {
    /// Asks to complete the run that the id names.
    public FinishRun() {
      this(null, true, null);
    }

    /// Completes a run whatever is open, as the published library does.
    public FinishRun(@Nullable String item) {
      this(item, false, null);
    }

    /// Returns the request to abandon the run that the id names.
    public static FinishRun abandon(String reason) {
      return new FinishRun(null, true, reason);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.names("the item", item);
      return new FinishRun(item, strict, filter.optional(abandoned));
    }
  }

  /// Merge data into the checkpoint, key by key, as the published library does.
  ///
  /// @param data keys of the protocol and others; a null value removes an optional key
  /// @param run fields of the run rather than the phase: `current_task`, `pending_phases`
  /// @param item the subject of the run, as the caller named it; absent if the id has it
  record MergePhase(PhaseName phase, JsonObject data, JsonObject run, @Nullable String item)
      implements Change {
    /// Lays data over a phase of the run that the id names.
    public MergePhase(PhaseName phase, JsonObject data, JsonObject run) {
      this(phase, data, run, null);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.names(phase);
      filter.names("the item", item);
      return new MergePhase(phase, filter.json(data), filter.json(run), item);
    }
  }

  /// Replace the whole document, as the published library does.
  ///
  /// @param item the subject of the run, as the caller named it; absent if the id has it
  /// @param base optimistic lock: the revision that the document was derived from, empty if there
  ///   was none; the change is refused if there is another one now. Absent to replace any
  record SaveDocument(JsonObject document, @Nullable String item, @Nullable String base)
      implements Change {
    /// Replaces the document, whatever it was derived from.
    public SaveDocument(JsonObject document, @Nullable String item) {
      this(document, item, null);
    }

    /// Replaces the document of the run that the id names.
    public SaveDocument(JsonObject document) {
      this(document, null);
    }

    @Override
    public Change filtered(TextFilter filter) {
      filter.names("the item", item);
      filter.names("the base", base);
      return new SaveDocument(filter.json(document), item, base);
    }
  }
}

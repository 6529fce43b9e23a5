package dev.tidemark.library;

import dev.tidemark.brief.Brief;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.GateState;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSelection.Unclear;
import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.change.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Handle of a run by its name: the daily verbs of the command line, with the same gates, notices
/// and journal (R-USR-19).
///
/// The name is a run reference of the command line: `implement/auth`, `auth` or, with the format,
/// `state/implement/auth`. It is resolved at each call: [#start] takes it for the name of a new
/// run, every other verb for an existing run, open ones first. Nothing is read before the first
/// call or kept between calls.
///
/// A change returns a transition or a refusal with every blocker. There is no approval and no way
/// to force a gate: those take a person, at a terminal or on the dashboard, so the refusal names
/// the phase to approve. No service is called: a gate that needs one stays closed until the command
/// line has called it. Questions get the answers of a command without a terminal, see
/// [DefaultAnswers].
///
/// A broken environment throws, from every verb: a [dev.tidemark.dialect.FormatException] if the
/// document cannot be read, and a [dev.tidemark.store.StoreException] if the store fails; the type
/// tells whether anything was written.
///
/// Immutable; safe for use by many threads. Changes of one run by several threads are made one
/// after the other; each is decided on the state that the earlier ones left.
public final class RunHandle {
  private final Project project;
  private final String name;
  private final Actor actor;
  private final Map<String, List<String>> options;

  RunHandle(Project project, String name, Actor actor, Map<String, List<String>> options) {
    this.project = project;
    this.name = name;
    this.actor = actor;
    this.options = options;
  }

  /// Returns the same run for changes by another actor, for a program that acts for several.
  public RunHandle as(Actor other) {
    return new RunHandle(project, name, other, options);
  }

  /// Returns the same run for changes with an option of its format, or with `anyway`, the reason to
  /// pass closed advisory gates.
  ///
  /// @param option its name on the command line, without dashes; one that the format does not have
  ///   is refused with `not-in-format`
  /// @param values its values, in order; none for a flag
  public RunHandle with(String option, String... values) {
    var more = new HashMap<>(options);
    more.put(option, values.length == 0 ? List.of("") : List.of(values));
    return new RunHandle(project, name, actor, more);
  }

  /// Returns the handle of a phase.
  ///
  /// @param phase its name; in a format that numbers its phases, also its number
  /// @throws IllegalArgumentException if it is blank
  public PhaseHandle phase(String phase) {
    return new PhaseHandle(this, new PhaseName(phase));
  }

  /// Reads the run.
  ///
  /// @return empty if there is no such run
  /// @throws RefusedException with the blocker `which-run` if the name fits several runs
  /// @throws dev.tidemark.dialect.FormatException if the document cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public Optional<RunStatus> status() {
    return find().map(run -> new RunStatus(readable(run)));
  }

  /// Makes the brief from which a new session continues: the run, checked against its journal and
  /// the work tree. Its text is [dev.tidemark.brief.BriefText#of(Brief)]. Writes nothing: in the
  /// format `flow` it is the brief of `tidemark resume --full`, which takes no steps.
  ///
  /// @return empty if there is no such run
  /// @throws RuntimeException as [#status]; a document with a merge conflict has a brief
  public Optional<Brief> brief() {
    return find().map(run -> project.briefs().of(run.diverged() ? run : readable(run)));
  }

  /// Returns the history, oldest entry first; nothing if there is no such run.
  ///
  /// @throws RefusedException as [#status]
  /// @throws dev.tidemark.store.StoreException if the journal cannot be read
  public List<HistoryEntry> history() {
    return find().map(run -> project.history().history(run.id())).orElse(List.of());
  }

  /// Evaluates the gates of the run, in the order of the definition; nothing if it has no gates, or
  /// there is no such run. A gate that depends on the work tree reads every file of it.
  ///
  /// @throws RuntimeException as [#status]
  public List<GateState> gates() {
    return find().map(run -> project.gates().states(run.dialect(), run.id())).orElse(List.of());
  }

  /// Starts the run with the phases of its workflow.
  public ChangeResult<?> start() {
    return start(start -> {});
  }

  /// Starts the run. An unfinished run of the same name is refused with `unfinished`.
  public ChangeResult<?> start(Consumer<StartOptions> options) {
    var chosen = new StartOptions();
    options.accept(chosen);
    var words = chosen.isAnyWorkflow() ? withFormat() : name;
    return on(
        resolver().named(words),
        run -> {
          var dialect = run.dialect();
          var named = Change.StartRun.named(dialect.name(), words);
          var start =
              new Change.StartRun(
                  named.workflow(),
                  named.item(),
                  chosen.phases(),
                  chosen.isFresh(),
                  chosen.isAnyWorkflow(),
                  chosen.goal());
          return apply(dialect, run, start);
        });
  }

  /// Records the state of the work, as a note of the phase in progress: not blank, at most 2,000
  /// characters.
  public ChangeResult<?> note(String text) {
    return note(Note.Kind.NOTE, text);
  }

  /// Records a note of the phase in progress.
  ///
  /// @param kind the state of the work, what was tried and failed, the next action, a blocker or an
  ///   open question; a decision is [#decision], and other kinds are recorded by reports
  /// @param text not blank, at most 2,000 characters
  /// @throws IllegalArgumentException if notes of that kind are recorded in another way
  public ChangeResult<?> note(Note.Kind kind, String text) {
    return switch (kind) {
      case NOTE, TRIED, NEXT, BLOCKED, QUESTION ->
          amend(PhaseReport.NONE, List.of(new Note(kind, null, text)), List.of());
      case DECISION, SUMMARY, CREATED, MODIFIED, FAILED, OUTDATED ->
          throw new IllegalArgumentException(kind + " is recorded with a report");
    };
  }

  /// Ends an open question or a blocker.
  ///
  /// @param words a part of its text
  public ChangeResult<?> resolve(String words) {
    return amend(PhaseReport.NONE, List.of(), List.of(new Note(Note.Kind.QUESTION, null, words)));
  }

  /// Records decisions of the phase in progress that later phases depend on, one sentence each.
  public ChangeResult<?> decision(String... texts) {
    return amend(new PhaseReport(null, List.of(), List.of(texts), null), List.of(), List.of());
  }

  /// Sets the goal, in the user's words: not blank, at most 2,000 characters.
  public ChangeResult<?> goal(String text) {
    return change(new Change.StateGoal(text));
  }

  /// Adds a task to the phase in progress, or changes the status of one.
  ///
  /// @param task its text, with an id before it (`T004 Write the tests`) or with the next free one;
  ///   a known task by its id or its text
  public ChangeResult<?> task(TaskStep step, String task) {
    return change(new Change.ChangeTask(step, task));
  }

  /// Marks a task as failed or blocked, for a reason.
  ///
  /// @param step `FAIL` or `BLOCK`
  /// @throws IllegalArgumentException if the step is another
  public ChangeResult<?> task(TaskStep step, String task, String reason) {
    if (step != TaskStep.FAIL && step != TaskStep.BLOCK) {
      throw new IllegalArgumentException(step + " takes no reason");
    }
    return change(new Change.ChangeTask(step, task, reason, null));
  }

  /// Records the verdict of a review, for exactly the content of the work tree now. It is a
  /// statement of the actor, and opens only gates with the condition `review` of this run. No
  /// receipt is written; `tidemark gate set` does that.
  ///
  /// @param gate the name of the gate
  /// @param passed whether the review passed
  /// @param reasons the reasons against it, one sentence each; none if it passed
  /// @throws IllegalArgumentException if it passed in spite of reasons
  public ChangeResult<?> verdict(String gate, boolean passed, String... reasons) {
    if (passed && reasons.length > 0) {
      throw new IllegalArgumentException("a review that passed has no reasons against it");
    }
    var judgement = passed ? Judgement.PASSED : Judgement.FAILED;
    var change = new Change.SetGate(gate, judgement, List.of(reasons));
    return on(
        resolver().toChange(name, null),
        run -> {
          var reviews = reviews(run);
          return reviews.contains(gate)
              ? apply(run.dialect(), run, change)
              : ChangeResult.refusal(noReview(run, gate, reviews));
        });
  }

  private Set<String> reviews(Selected run) {
    var names = new LinkedHashSet<String>();
    for (var state : project.gates().states(run.dialect(), run.id())) {
      if (state.gate().condition() instanceof Reviewed) {
        names.add(state.gate().name());
      }
    }
    return names;
  }

  private static Blocker noReview(Selected run, String gate, Set<String> reviews) {
    return Blocker.refused(
        "no-gate",
        run.id() + " has no review gate " + gate,
        reviews.isEmpty()
            ? "Define one in .tidemark/workflows: tidemark help gates"
            : "There are: " + String.join(", ", reviews));
  }

  /// Ends the run. Every phase must be done or skipped, and every gate of the workflow open.
  public ChangeResult<?> finish() {
    return change(new Change.FinishRun());
  }

  /// Ends the run with open phases, which stay; work on one opens it again.
  ///
  /// @param reason not blank, at most 2,000 characters
  public ChangeResult<?> abandon(String reason) {
    return change(Change.FinishRun.abandon(reason));
  }

  /// Applies a change to the existing run of that name.
  ChangeResult<?> change(Change change) {
    return on(resolver().toChange(name, null), run -> apply(run.dialect(), run, change));
  }

  ContractCheck<HandoffRequest> request(PhaseName phase, Assignment assignment) {
    return switch (resolver().toChange(name, null)) {
      case Selected run ->
          project.handoffs().request(run.dialect(), run.id(), phase, assignment.json());
      case Nothing nothing -> new Rejected<>(List.of(nothing.blocker()), List.of());
      case Unclear unclear -> new Rejected<>(List.of(unclear.blocker()), List.of());
    };
  }

  ChangeResult<?> apply(PhaseName phase, HandoffRequest request, String response) {
    return on(
        resolver().toChange(name, null),
        run -> applyResponse(run.dialect(), run, phase, request, response));
  }

  private <C extends Checkpoint> ChangeResult<?> applyResponse(
      Dialect<C> dialect, Selected run, PhaseName phase, HandoffRequest request, String text) {
    var handoffs = project.handoffs();
    return switch (HandoffResponse.read(text, request, handoffs.limit(run.id()))) {
      case Rejected<HandoffResponse> no ->
          new ChangeResult<C>(new Refusal<>(no.blockers(), no.notices()), null, List.of());
      case Accepted<HandoffResponse> response -> {
        var returned = new Handoffs.Returned(response.value(), phase);
        yield DefaultAnswers.apply(
            actor, options, by -> handoffs.apply(dialect, run.id(), returned, by));
      }
    };
  }

  private <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, Selected run, Change change) {
    return DefaultAnswers.apply(
        actor, options, by -> project.checkpoints().apply(dialect, run.id(), change, by));
  }

  private ChangeResult<?> amend(PhaseReport report, List<Note> notes, List<Note> resolved) {
    return change(new Change.AmendPhase(null, report, notes, resolved));
  }

  private static ChangeResult<?> on(
      RunSelection selection, Function<Selected, ChangeResult<?>> change) {
    return switch (selection) {
      case Selected run -> change.apply(run);
      case Nothing nothing -> ChangeResult.refusal(nothing.blocker());
      case Unclear unclear -> ChangeResult.refusal(unclear.blocker());
    };
  }

  private Optional<Run> find() {
    return switch (resolver().existing(name)) {
      case Selected run -> Optional.of(run.read(project.runs()));
      case Nothing nothing -> Optional.empty();
      case Unclear unclear -> throw RefusedException.of(List.of(unclear.blocker()));
    };
  }

  /// Returns the run, if its document could be read; else throws why it could not.
  private Run readable(Run run) {
    if (run.problem() == null) {
      return run;
    }
    project.checkpoints().load(run.dialect(), run.id());
    // Another process has repaired the document meanwhile.
    return project.runs().inspect(run.dialect(), run.id());
  }

  private RunResolver resolver() {
    return new RunResolver(project.runs(), project.state().name());
  }

  /// An undefined workflow belongs to the default format.
  private String withFormat() {
    int cut = name.indexOf('/');
    var first = cut < 0 ? name : name.substring(0, cut);
    return project.runs().names().contains(first) ? name : project.state().name() + "/" + name;
  }

  Path root() {
    return project.root();
  }

  /// Options of the start of a run, those of `tidemark start`: by default the phases of the
  /// workflow's definition, without a goal, and an unfinished run of the same name is not replaced.
  ///
  /// Mutable, for one call and one thread.
  public static final class StartOptions {
    private final List<PhaseName> phases = new ArrayList<>();
    private @Nullable String goal;
    private boolean fresh;
    private boolean anyWorkflow;

    StartOptions() {}

    /// Sets the goal, in the user's words: not blank, at most 2,000 characters.
    public StartOptions goal(String text) {
      this.goal = text;
      return this;
    }

    /// Sets the phases, in order, in place of those of the workflow's definition. A phase with a
    /// mandatory gate cannot be left out.
    ///
    /// @throws IllegalArgumentException if a name is blank
    public StartOptions phases(String... names) {
      for (var name : names) {
        phases.add(new PhaseName(name));
      }
      return this;
    }

    /// Starts over, if the run exists: its previous state stays in the history.
    public StartOptions fresh() {
      this.fresh = true;
      return this;
    }

    /// Accepts a workflow that is not defined. Without a format in the name of the run, it gets the
    /// format `state`.
    public StartOptions anyWorkflow() {
      this.anyWorkflow = true;
      return this;
    }

    List<PhaseName> phases() {
      return phases;
    }

    @Nullable String goal() {
      return goal;
    }

    boolean isFresh() {
      return fresh;
    }

    boolean isAnyWorkflow() {
      return anyWorkflow;
    }
  }
}

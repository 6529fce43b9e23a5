package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Condition;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// In-memory project of the [toy dialect][ToyDialects]: a world that a test fills, and the engine
/// over it. Each change comes a minute after the one before.
public final class Workshop implements ProjectContext {
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  public static final CheckpointId AUTH = new CheckpointId("toy", "design", "auth");
  static final CheckpointId RELEASE = new CheckpointId("toy", "release", "v1");
  public static final PhaseName RESEARCH = new PhaseName("research");
  static final PhaseName PLAN = new PhaseName("plan");
  static final PhaseName BUILD = new PhaseName("build");
  public static final String COMMIT = "c".repeat(40);
  public static final Actor ANN = new Actor(Actor.Kind.PERSON, "ann", null, null, 0);

  public final MemoryStore store = new MemoryStore();
  public final Checkpoints checkpoints = new Checkpoints(store, store, this);
  public final Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
  final List<RefusalRecord> refused = new ArrayList<>();
  final List<CheckpointId> changed = new ArrayList<>();
  public final List<Effect> effects = new ArrayList<>();
  final List<String> archived = new ArrayList<>();
  final Map<String, String> moved = new HashMap<>();
  public final ToyDialects dialects;
  private final Workflows workflows;
  public List<Blocker> unable = List.of();
  public Instant now = START;
  SecretPolicy secrets = SecretPolicy.WARN;
  boolean trusting;
  @Nullable Instant repeatedSince;

  /// What a change that was interrupted left; absent if there was none, or it is settled.
  @Nullable PendingChange intent;

  /// Whether a process holds the intent at this moment.
  boolean intentHeld;

  public Workshop(WorkflowDefinition... defined) {
    this.workflows = ToyDialects.builtIn(defined);
    this.dialects = new ToyDialects(workflows);
    head("main", COMMIT);
  }

  /// A project with the workflow `release` of the phases `plan` and `build`, the second of which
  /// has these gates.
  static Workshop gated(Gate... gates) {
    var phases =
        List.of(new PhaseDefinition(PLAN), new PhaseDefinition(BUILD, null, List.of(gates)));
    return new Workshop(new WorkflowDefinition("toy", "release", phases, null, "x", false, ""));
  }

  static Gate enter(Condition condition) {
    return new Gate("gate", Gate.Moment.ENTER, true, condition);
  }

  static Gate done(Condition condition) {
    return new Gate("gate", Gate.Moment.DONE, true, condition);
  }

  public static Change start(CheckpointId id) {
    return new Change.StartRun(id.workflow(), id.item(), List.of(), false);
  }

  public static Change begin(PhaseName phase) {
    return new Change.StartPhase(phase, PhaseReport.NONE);
  }

  public static Change complete(PhaseName phase) {
    return new Change.CompletePhase(phase, PhaseReport.NONE);
  }

  public static Caller by(ChangeMode changeMode, String... words) {
    var details = new HashMap<String, List<String>>();
    for (int i = 0; i < words.length; i += 2) {
      details.put(words[i], List.of(words[i + 1]));
    }
    return new Caller(ANN, changeMode, new DialectOptions(details));
  }

  @Override
  public @Nullable Instant repeatedSince() {
    return repeatedSince;
  }

  public void head(String branch, String commit) {
    answers.put(FactQuery.HEAD, Fact.known(new Head(branch, commit)));
  }

  public Dialect<?> dialect(CheckpointId id) {
    return dialects.get(id.dialect());
  }

  public ChangeResult<?> ask(CheckpointId id, Change change, Caller by) {
    now = now.plusSeconds(60);
    return apply(dialect(id), id, change, by);
  }

  private <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, CheckpointId id, Change change, Caller by) {
    return checkpoints.apply(dialect, id, change, by);
  }

  public Workshop after(CheckpointId id, Change... changes) {
    for (var change : changes) {
      allowed(ask(id, change, by(ChangeMode.COMMIT)));
    }
    return this;
  }

  static Transition<?> allowed(ChangeResult<?> changeResult) {
    assertThat(changeResult.outcome()).isInstanceOf(Transition.class);
    return (Transition<?>) changeResult.outcome();
  }

  static List<String> codes(ChangeResult<?> changeResult) {
    assertThat(changeResult.outcome()).isInstanceOf(Refusal.class);
    return ((Refusal<?>) changeResult.outcome()).blockers().stream().map(Blocker::code).toList();
  }

  public static List<String> told(ChangeResult<?> changeResult) {
    return changeResult.outcome().notices().stream().map(Notice::code).toList();
  }

  public String text(CheckpointId id) {
    return String.valueOf(store.find(id).orElseThrow().text());
  }

  /// Changes a document as a user with an editor would.
  public void edit(CheckpointId id, String from, String to) {
    assertThat(text(id)).contains(from);
    store.edit(id, text(id).replace(from, to));
  }

  public List<Event> events(CheckpointId id) {
    return store.history(id).getLast().events();
  }

  public RunRepository runs() {
    return new RunRepository(dialects, store, store, () -> now, workflows, "1");
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    return workflows.find(dialect, workflow);
  }

  @Override
  public MovedFiles movedFiles() {
    return (path, size, digest) -> moved.get(path);
  }

  @Override
  public boolean trustsFiles() {
    return trusting;
  }

  @Override
  public SecretPolicy secrets() {
    return secrets;
  }

  @Override
  public void recordRefusal(RefusalRecord refusal) {
    refused.add(refusal);
  }

  @Override
  public void recordChange(CheckpointId id) {
    changed.add(id);
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return SummaryLimit.DEFAULT;
  }

  @Override
  @SuppressWarnings("unchecked") // a test puts under an Ask<T> only a Fact<T>
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    return (Fact<T>) answers.getOrDefault(factQuery, Fact.unknown("not known"));
  }

  @Override
  public List<Blocker> archive(CheckpointId id, String text, Instant at) {
    archived.add(id + " " + at + " " + text);
    return unable;
  }

  @Override
  public PendingChange.@Nullable Held takeIntent(CheckpointId id) {
    var change = intent;
    if (change == null || intentHeld || !change.id().equals(id)) {
      return null;
    }
    intentHeld = true;
    return new PendingChange.Held() {
      @Override
      public PendingChange change() {
        return change;
      }

      @Override
      public void removeIntent() {
        intent = null;
      }

      @Override
      public void close() {
        intentHeld = false;
      }
    };
  }

  @Override
  public List<CheckpointId> interrupted() {
    return intent == null ? List.of() : List.of(intent.id());
  }

  @Override
  public List<Blocker> execute(Effect effect) {
    effects.add(effect);
    return unable;
  }
}

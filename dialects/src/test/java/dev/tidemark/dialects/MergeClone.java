package dev.tidemark.dialects;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A clone of a project with one run, which random changes advance under the engine. Every text
/// that a change records is a word of its own, so that the word identifies it in any document.
final class MergeClone implements ProjectContext {
  private static final List<Note.Kind> KINDS =
      List.of(
          Note.Kind.NOTE, Note.Kind.TRIED, Note.Kind.NEXT, Note.Kind.BLOCKED, Note.Kind.QUESTION);

  final String name;
  final Dialect<?> dialect;
  final CheckpointId id;
  final MemoryStore store;
  private final Random random;

  private Instant now;
  private int number;

  private MergeClone(
      String name,
      Dialect<?> dialect,
      CheckpointId id,
      MemoryStore store,
      Random random,
      Instant now) {
    this.name = name;
    this.dialect = dialect;
    this.id = id;
    this.store = store;
    this.random = random;
    this.now = now;
  }

  /// A run whose first phase is over, so that every format has a document.
  static MergeClone begun(Dialect<?> dialect, CheckpointId id, Random random) {
    var now = Instant.parse("2026-02-27T10:00:00Z");
    var clone = new MergeClone("base", dialect, id, new MemoryStore(), random, now);
    var phases =
        dialect.name().equals("state")
            ? List.of(
                new PhaseName("a"), new PhaseName("b"), new PhaseName("c"), new PhaseName("d"))
            : List.<PhaseName>of();
    clone.apply(new Change.StartRun(id.workflow(), id.item(), phases, false, true));
    var first = Map.of("state", "a", "item", "0", "phase", "0-start");
    var phase = new PhaseName(String.valueOf(first.get(dialect.name())));
    clone.apply(new Change.CompletePhase(phase, PhaseReport.NONE));
    return clone;
  }

  MergeClone copy(String other, String document) {
    var copy = new MergeClone(other, dialect, id, store.copy(), random, now);
    copy.store.edit(id, document);
    return copy;
  }

  String text() {
    return store.find(id).map(found -> String.valueOf(found.text())).orElse("");
  }

  Checkpoint checkpoint() {
    return dialect.format().decode(id, text()).checkpoint();
  }

  MergeClone advance(int steps) {
    for (int i = 0; i < steps; i++) {
      now = now.plusSeconds(1 + random.nextInt(600));
      apply(change());
    }
    return this;
  }

  private void apply(Change change) {
    // One that the rules refuse changes nothing.
    new Checkpoints(store, store, this).apply(dialect, id, change, Caller.of(Actor.tool("test")));
  }

  private String word(String kind) {
    return kind + number++ + name;
  }

  private Change change() {
    var checkpoint = checkpoint();
    var phases = checkpoint.phases();
    var phase = phases.get(random.nextInt(phases.size())).name();
    for (var each : phases) {
      if (random.nextInt(4) > 0 && each.status().isOpen()) {
        phase = each.name();
        break;
      }
    }
    return switch (random.nextInt(14)) {
      case 0, 1 -> new Change.StartPhase(phase, PhaseReport.NONE);
      case 2, 3, 4 -> new Change.CompletePhase(phase, report());
      case 5 -> new Change.FailPhase(phase, word("reason"), PhaseReport.NONE);
      case 6 -> new Change.SkipPhase(phase, word("reason"));
      case 7, 8, 9 -> new Change.AmendPhase(phase, report(), notes(phase), resolved(checkpoint));
      case 10, 11 -> {
        var task = "T00" + (1 + random.nextInt(9)) + " " + word("task");
        yield new Change.ChangeTask(TaskStep.ADD, task, null, phase);
      }
      default -> task(checkpoint);
    };
  }

  private PhaseReport report() {
    var summary = random.nextBoolean() ? new ContextSummary(word("summary") + ".") : null;
    var decisions = random.nextInt(3) == 0 ? List.of(word("decision")) : List.<String>of();
    var kind = random.nextBoolean() ? Artifact.Kind.CREATED : Artifact.Kind.MODIFIED;
    var files =
        random.nextInt(3) == 0
            ? List.of(new Artifact("src/" + word("file") + ".java", kind))
            : List.<Artifact>of();
    return new PhaseReport(summary, files, decisions, null);
  }

  private List<Note> notes(PhaseName phase) {
    var kind = KINDS.get(random.nextInt(KINDS.size()));
    return random.nextBoolean()
        ? List.of(new Note(kind, phase, word(kind.word())))
        : List.<Note>of();
  }

  private List<Note> resolved(Checkpoint checkpoint) {
    var open = checkpoint.notes().stream().filter(note -> note.kind().isResolvable()).toList();
    return open.isEmpty() || random.nextInt(3) > 0
        ? List.of()
        : List.of(open.get(random.nextInt(open.size())));
  }

  private Change task(Checkpoint checkpoint) {
    var tasks = checkpoint.tasks();
    var task = tasks.isEmpty() ? "T001" : tasks.get(random.nextInt(tasks.size())).id();
    var steps =
        List.of(TaskStep.START, TaskStep.DONE, TaskStep.DONE, TaskStep.FAIL, TaskStep.BLOCK);
    var step = steps.get(random.nextInt(steps.size()));
    boolean bad = step == TaskStep.FAIL || step == TaskStep.BLOCK;
    return new Change.ChangeTask(step, task, bad ? word("reason") : null, null);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return SummaryLimit.DEFAULT;
  }

  @Override
  public List<Blocker> execute(Effect effect) {
    return List.of();
  }

  @Override
  @SuppressWarnings("unchecked") // each branch answers with the type of its query
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    return (Fact<T>)
        switch (factQuery.kind()) {
          case HEAD -> Fact.known(new Head("main", "0".repeat(40)));
          case IGNORED -> Fact.known(IgnoreStatus.IGNORED);
          case EXISTS -> Fact.known(factQuery.subject().endsWith(".json"));
          case TEXT -> Fact.known(Optional.empty());
          case FILES, FILES_BELOW -> Fact.known(List.of());
          case MERGE_SIDES, READY_WORK -> Fact.known(Optional.empty());
          default -> Fact.unknown("not in this test");
        };
  }
}

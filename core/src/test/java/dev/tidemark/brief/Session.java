package dev.tidemark.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.GateEvaluator;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import dev.tidemark.store.Document;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run of the workflow `design` in a world that a test makes up, and what is told to whoever
/// takes it over. At first its phase `research` is done, which left `notes.md`.
final class Session implements ProjectContext {
  static final CheckpointId ID = new CheckpointId("toy", "design", "auth");
  static final String COMMIT = "c".repeat(40);
  static final PhaseName RESEARCH = new PhaseName("research");
  static final PhaseName PLANNING = new PhaseName("planning");

  final MemoryStore store = new MemoryStore();
  final Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
  Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /// Where files are that were moved, as git has it.
  final Map<String, String> moved = new HashMap<>();

  /// This work tree, where several share the store.
  @Nullable Origin workTree;

  private final Workflows workflows = ToyDialects.builtIn();
  private final Dialect<ToyCheckpoint> dialect = ToyDialects.toy(workflows);
  private final Checkpoints checkpoints = new Checkpoints(store, store, this);

  Session() {
    head("main", COMMIT);
    file("notes.md", 3, "d1");
    change(new Change.StartRun("design", "auth", List.of(), false));
    done(RESEARCH, "Tokens live in src.", "notes.md");
  }

  void head(@Nullable String branch, @Nullable String commit) {
    answers.put(FactQuery.HEAD, Fact.known(new Head(branch, commit)));
  }

  void file(String path, long size, @Nullable String digest) {
    answers.put(FactQuery.exists(path), Fact.known(true));
    answers.put(
        FactQuery.fingerprint(path), Fact.known(Optional.of(new Fingerprint(path, size, digest))));
  }

  void gone(String path) {
    answers.put(FactQuery.exists(path), Fact.known(false));
    answers.put(FactQuery.fingerprint(path), Fact.known(Optional.empty()));
  }

  void change(Change change) {
    var changeResult = checkpoints.apply(dialect, ID, change, Caller.of(Actor.tool("test")));
    assertThat(changeResult.outcome()).isInstanceOf(Transition.class);
  }

  void done(PhaseName phase, @Nullable String summary, String... files) {
    change(new Change.CompletePhase(phase, report(summary, files)));
  }

  static PhaseReport report(@Nullable String summary, String... files) {
    return new PhaseReport(
        summary == null ? null : new ContextSummary(summary),
        Arrays.stream(files).map(file -> new Artifact(file, Artifact.Kind.CREATED)).toList(),
        List.of(),
        null);
  }

  String text() {
    return String.valueOf(store.find(ID).orElseThrow().text());
  }

  RunRepository runs() {
    return new RunRepository(new ToyDialects(workflows), store, store, () -> now, workflows, "");
  }

  Run run() {
    return runs().inspect(dialect, ID);
  }

  /// The run as it would be with another document, and another definition of its workflow.
  Run found(Document document, @Nullable WorkflowDefinition definition) {
    var checkpoint = run().checkpoint();
    return new Run(dialect, ID, checkpoint, document, null, List.of(), definition);
  }

  Run found(Document.SyncState standing) {
    var was = run().document();
    var now = new Document(was.text(), was.revision(), standing, was.evidence(), was.sequence());
    return found(now, run().definition());
  }

  /// The run as it would be with other evidence, and another definition of its workflow.
  Run found(Evidence evidence, @Nullable WorkflowDefinition definition) {
    var was = run().document();
    var now = new Document(was.text(), was.revision(), was.syncState(), evidence, was.sequence());
    return found(now, definition);
  }

  static String told(Brief brief, Check.Kind kind) {
    return brief.checks().stream()
        .filter(check -> check.kind() == kind)
        .map(check -> check.result().word() + ": " + check.text())
        .findFirst()
        .orElseThrow();
  }

  static List<String> codes(Brief brief) {
    return brief.warnings().stream().map(ResumeWarning::code).toList();
  }

  GateEvaluator gates() {
    return new GateEvaluator(store, store, this);
  }

  Briefs briefs() {
    return new Briefs(this, store, workflows, runs(), gates());
  }

  Brief brief() {
    return briefs().of(run());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public @Nullable Origin workTree() {
    return workTree;
  }

  @Override
  public MovedFiles movedFiles() {
    return (path, size, digest) -> moved.get(path);
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
  public List<Blocker> execute(Effect effect) {
    throw new AssertionError("nothing is done beside the document: " + effect);
  }
}

package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A run under the engine, in a world whose files and commits a test makes up.
public final class Desk implements ProjectContext {
  public static final Instant START = Instant.parse("2026-02-27T10:00:00Z");

  final CheckpointId id;
  final Dialect<ItemCheckpoint> dialect;
  final MemoryStore store = new MemoryStore();
  final Map<String, String> files = new TreeMap<>();
  final Map<String, GitFile> git = new HashMap<>();
  final Map<String, String> committed = new HashMap<>();
  final List<Effect> effects = new ArrayList<>();
  private final Checkpoints checkpoints = new Checkpoints(store, store, this);
  private final String item;
  Instant now = START;
  Head head = new Head("main", "0123456789012345678901234567890123456789");
  IgnoreStatus ignored = IgnoreStatus.VISIBLE;
  List<Notice> notices = List.of();
  List<Event> events = List.of();
  List<String> said = List.of();

  Desk(String command, String item, List<WorkflowDefinition> defined) {
    this.dialect = ItemDialect.of(new Workflows(defined));
    this.item = item;
    this.id = ((NameResolution.Named) dialect.locator().name(command, item)).id();
  }

  static Desk epic() {
    return new Desk("epic", "EPIC-001", List.of());
  }

  static Desk of(String command, String item) {
    return new Desk(command, item, List.of());
  }

  static Desk holding(String text) {
    var desk = epic();
    desk.store.edit(desk.id, text);
    return desk;
  }

  /// Words in pairs: a word and its value.
  static DialectOptions words(String... pairs) {
    var words = new HashMap<String, List<String>>();
    for (int i = 0; i < pairs.length; i += 2) {
      words.computeIfAbsent(pairs[i], word -> new ArrayList<>()).add(pairs[i + 1]);
    }
    return new DialectOptions(words);
  }

  Outcome<ItemCheckpoint> ask(Change change, String... words) {
    now = now.plusSeconds(60);
    effects.clear();
    var by = new Caller(Actor.tool("test"), ChangeMode.COMMIT, words(words));
    var outcome = checkpoints.apply(dialect, id, change, by).outcome();
    notices = outcome.notices();
    said = outcome.formatLines();
    events = outcome instanceof Outcome.Transition<ItemCheckpoint> yes ? yes.events() : List.of();
    return outcome;
  }

  Desk after(Change change, String... words) {
    var outcome = ask(change, words);
    assertThat(outcome).isInstanceOf(Outcome.Transition.class);
    return this;
  }

  Blocker refused(Change change, String... words) {
    var before = text();
    var outcome = ask(change, words);
    assertThat(outcome).isInstanceOf(Outcome.Refusal.class);
    assertThat(text()).isEqualTo(before);
    assertThat(effects).isEmpty();
    var blockers = ((Outcome.Refusal<ItemCheckpoint>) outcome).blockers();
    assertThat(blockers).hasSize(1);
    assertThat(blockers.getFirst().hint()).isNotBlank();
    return blockers.getFirst();
  }

  Desk start(String... words) {
    return after(starting(false), words);
  }

  Desk done(String phase, String... words) {
    return after(complete(phase), words);
  }

  Change starting(boolean fresh) {
    return new Change.StartRun(id.workflow(), item, List.of(), fresh);
  }

  static Change complete(String phase) {
    return new Change.CompletePhase(new PhaseName(phase), PhaseReport.NONE);
  }

  static Change complete(String phase, String summary, List<String> decisions, String... files) {
    var artifacts = new ArrayList<Artifact>();
    for (var file : files) {
      artifacts.add(new Artifact(file, Artifact.Kind.CREATED));
    }
    var report = new PhaseReport(new ContextSummary(summary), artifacts, decisions, null);
    return new Change.CompletePhase(new PhaseName(phase), report);
  }

  static Change fail(String phase, String reason) {
    return new Change.FailPhase(new PhaseName(phase), reason, PhaseReport.NONE);
  }

  static Change task(Change.TaskStep step, String text) {
    return new Change.ChangeTask(step, text);
  }

  String path() {
    return dialect.locator().pathOf(id);
  }

  String text() {
    var found = store.find(id);
    return found.isEmpty() ? "" : String.valueOf(found.get().text());
  }

  ItemCheckpoint checkpoint() {
    return dialect.format().decode(id, text()).checkpoint();
  }

  List<String> rows() {
    return checkpoint().rows().stream()
        .map(phaseRow -> phaseRow.number() + " " + phaseRow.name() + " " + phaseRow.status().word())
        .toList();
  }

  List<String> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  List<String> commits() {
    var messages = new ArrayList<String>();
    for (var effect : effects) {
      if (effect instanceof Effect.Commit commit) {
        messages.add(commit.message());
        assertThat(commit.paths()).first().isEqualTo(path());
      }
    }
    return messages;
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
    effects.add(effect);
    if (effect instanceof Effect.PutFile file && file.path().equals(path())) {
      store.edit(id, file.text());
    }
    return List.of();
  }

  @Override
  @SuppressWarnings("unchecked") // each branch answers with what its ask is made of
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    return (Fact<T>)
        switch (factQuery.kind()) {
          case HEAD -> Fact.known(head);
          case IGNORED -> Fact.known(ignored);
          case EXISTS -> Fact.known(isThere(factQuery.subject()));
          case TEXT -> Fact.known(Optional.ofNullable(files.get(factQuery.subject())));
          case FILES -> Fact.known(list(factQuery.subject()));
          case FINGERPRINT -> Fact.unknown("files have no digests here");
          case GIT_STATUS -> Fact.known(git.getOrDefault(factQuery.subject(), GitFile.UNKNOWN));
          case TEXT_AT_HEAD -> Fact.known(Optional.ofNullable(committed.get(factQuery.subject())));
          case MERGE_SIDES -> Fact.known(Optional.empty());
          default -> throw new AssertionError("unexpected question: " + factQuery);
        };
  }

  private boolean isThere(String path) {
    boolean own = path.equals(path()) && store.find(id).filter(found -> found.exists()).isPresent();
    return own
        || files.keySet().stream()
            .anyMatch(file -> file.equals(path) || file.startsWith(path + "/"));
  }

  private List<FileFact> list(String folder) {
    return files.keySet().stream()
        .filter(file -> file.startsWith(folder + "/"))
        .map(file -> new FileFact(file, 1, START, false))
        .toList();
  }
}

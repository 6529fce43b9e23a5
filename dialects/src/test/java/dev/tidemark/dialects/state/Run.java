package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.history.RunStart;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A run on its way through a test: its document, the clock and HEAD, and what was said last.
public final class Run {
  static final String COMMIT = "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d";
  static final Instant START = Instant.parse("2026-01-29T10:30:00Z");

  public final CheckpointId id;
  public final Dialect<StateCheckpoint> dialect;
  public String text = "";
  Instant now = START;
  Head head = new Head("main", COMMIT);
  SummaryLimit limit = SummaryLimit.DEFAULT;
  IgnoreStatus ignored = IgnoreStatus.IGNORED;

  /// The newest start in the journal; absent for none.
  @Nullable RunStart start;

  /// The task that a phase begins with; absent for none.
  @Nullable String task;

  /// The plan that a start names; absent if it names none.
  @Nullable String plan;

  /// Whether the user has said that the doubtful tasks of the plan are the same.
  boolean same;

  /// The new list of phases; absent if it stays.
  @Nullable String edit;

  /// What stands in it; absent if there is no such file.
  @Nullable String planText;

  public List<Notice> notices = List.of();
  List<Event> events = List.of();
  List<Blocker> blockers = List.of();
  List<Effect> effects = List.of();

  Run(CheckpointId id, List<WorkflowDefinition> defined) {
    this.id = id;
    this.dialect = StateDialect.of(new Workflows(defined));
  }

  public static Run of(String command, String feature) {
    return new Run(new CheckpointId("state", command, feature), List.of());
  }

  static Run holding(String text) {
    var run = of("implement", "auth");
    run.text = text;
    return run;
  }

  /// Asks for a change a minute later, and keeps the document it leads to.
  Outcome<StateCheckpoint> ask(Change change) {
    now = now.plusSeconds(60);
    var before = text.isEmpty() ? null : checkpoint();
    var outcome = dialect.rules().decide(id, before, change, facts(before, change));
    notices = outcome.notices();
    events = outcome instanceof Transition<StateCheckpoint> yes ? yes.events() : List.of();
    blockers = outcome instanceof Refusal<StateCheckpoint> no ? no.blockers() : List.of();
    effects = outcome instanceof Transition<StateCheckpoint> yes ? yes.effects() : List.of();
    if (outcome instanceof Transition<StateCheckpoint> yes && yes.after() != null) {
      text = dialect.format().encode(yes.after(), text);
      assertThat(checkpoint()).as("what was encoded, decoded").isEqualTo(yes.after());
    }
    return outcome;
  }

  /// Asks for a change that nothing forbids.
  Run after(Change change) {
    assertThat(ask(change)).isInstanceOf(Transition.class);
    return this;
  }

  /// Asks for a change that is refused for one reason, and returns it.
  public Blocker refused(Change change) {
    var before = text;
    assertThat(ask(change)).isInstanceOf(Refusal.class);
    assertThat(text).isEqualTo(before);
    assertThat(blockers).hasSize(1);
    assertThat(blockers.getFirst().hint()).isNotBlank();
    return blockers.getFirst();
  }

  public Run update(String phase, String data) {
    return after(merge(phase, data, "{}"));
  }

  StateCheckpoint checkpoint() {
    return dialect.format().decode(id, text).checkpoint();
  }

  JsonObject root() {
    return checkpoint().root();
  }

  JsonObject entry(String phase) {
    var entry = checkpoint().entries().object(phase);
    assertThat(entry).as("entry of %s", phase).isNotNull();
    return entry;
  }

  public List<String> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  static Change merge(String phase, String data, String run) {
    return new Change.MergePhase(new PhaseName(phase), json(data), json(run));
  }

  public static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text);
  }

  static String words(int count) {
    return String.join(" ", IntStream.range(0, count).mapToObj(i -> "word").toList());
  }

  private Facts facts(StateCheckpoint before, Change change) {
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    Map<String, List<String>> options = new HashMap<>();
    if (plan != null) {
      options.put(StateStartRules.PLAN, List.of(plan));
    }
    if (edit != null) {
      options.put(StateStartRules.EDIT, List.of(edit));
    }
    if (same) {
      options.put(StateStartRules.SAME, List.of(""));
    }
    if (task != null) {
      options.put(StateStartRules.TASK, List.of(task));
    }
    var known = new Facts(now, limit, new DialectOptions(options), Map.of());
    for (var factQuery : dialect.rules().asks(before, change, known)) {
      answers.put(factQuery, answer(factQuery));
    }
    return known.with(answers);
  }

  private Fact<?> answer(FactQuery<?> factQuery) {
    if (factQuery.kind() == FactQuery.Kind.IGNORED) {
      return Fact.known(ignored);
    }
    if (factQuery.kind() == FactQuery.Kind.NEWEST_START) {
      return Fact.known(Optional.ofNullable(start));
    }
    return factQuery.kind() == FactQuery.Kind.TEXT
        ? Fact.known(Optional.ofNullable(planText))
        : Fact.known(head);
  }
}

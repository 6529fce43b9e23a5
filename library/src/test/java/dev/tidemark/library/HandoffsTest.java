package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.history.Event;
import dev.tidemark.library.Handoffs.Returned;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What workers hand back goes into the run.
class HandoffsTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");
  private static final String FILE = "implement-auth.json";
  private static final PhaseName VALIDATION = new PhaseName("validation");

  @TempDir private Path folder;
  private Desk desk;
  private Project project;

  @BeforeEach
  void prepare() {
    desk = Desk.in(folder);
    project = open();
    for (var file : List.of("src/r.ts", "src/s.ts", "src/a.ts")) {
      desk.scratch.write(file, "1\n");
    }
    desk.manager.updatePhase(
        "implement",
        "research",
        Desk.json(
            """
            {"status":"complete","context_summary":"Tokens live in src/auth.",\
            "files_created":["docs/auth.md"],"decisions":["Sign with RS256"]}\
            """),
        "auth");
    desk.manager.updatePhase(
        "implement", "validation", Desk.json("{\"status\":\"in_progress\"}"), "auth");
  }

  private Project open() {
    var environment = desk.scratch.environment(System.getenv());
    return Project.around(desk.scratch.root(), environment)
        .clock(desk.clock)
        .io(new DiskIo())
        .open();
  }

  private static HandoffResponse response(String decision, String status, String summary) {
    var json =
        Desk.json(
            """
            {"task_id":"T002","phase":"validate","findings":{"files_created":["src/r.ts",\
            {"path":"src/s.ts"}],"files_modified":[{"path":"src/a.ts","lines":3}]},\
            "issues":["slow","flaky"]}\
            """);
    var root =
        json.with("decision", decision).with("status", status).with("context_summary", summary);
    return value(HandoffResponse.of(root, null, SummaryLimit.DEFAULT));
  }

  private static <T> T value(ContractCheck<T> contractCheck) {
    return ((ContractCheck.Accepted<T>) contractCheck).value();
  }

  private ChangeResult<?> apply(HandoffResponse response, PhaseName phase) {
    var by = Caller.of(Actor.tool("test"));
    return project.handoffs().apply(project.state(), RUN, new Returned(response, phase), by);
  }

  private static List<String> codes(ChangeResult<?> changeResult) {
    return changeResult.outcome() instanceof Refusal<?> no
        ? no.blockers().stream().map(Blocker::code).toList()
        : changeResult.outcome().notices().stream().map(Notice::code).toList();
  }

  private long applications() {
    return project.history().history(RUN).stream()
        .flatMap(entry -> entry.events().stream())
        .filter(Event.HandoffApplied.class::isInstance)
        .count();
  }

  @Proves("R-004-59")
  @ParameterizedTest
  @CsvSource({
    "PROCEED, complete, complete",
    "PROCEED, partial, in_progress",
    "PROCEED, blocked, in_progress",
    "CLARIFY, complete, in_progress",
    "CLARIFY, blocked, in_progress",
    "STOP, complete, failed",
    "STOP, blocked, failed"
  })
  void a_response_is_stored_in_one_step(String decision, String status, String stored) {
    var changeResult = apply(response(decision, status, "Works."), VALIDATION);

    var entry = desk.entry(FILE, "validation");
    assertThat(codes(changeResult)).isEmpty();
    assertThat(entry.string("status")).isEqualTo(stored);
    assertThat(entry.string("context_summary")).isEqualTo("Works.");
    assertThat(entry.strings("files_created")).containsExactly("src/r.ts", "src/s.ts");
    assertThat(entry.strings("files_modified")).containsExactly("src/a.ts");
    assertThat(entry.string("error")).isEqualTo(stored.equals("failed") ? "slow; flaky" : null);
    assertThat(applications()).isEqualTo(1);
  }

  @Proves("R-004-59")
  @Test
  void applied_again_it_changes_nothing_and_says_so() {
    apply(response("PROCEED", "complete", "Works."), VALIDATION);
    var before = desk.everything();

    var again = apply(response("PROCEED", "complete", "Works."), VALIDATION);
    var anywhere = apply(response("PROCEED", "complete", "Works."), null);

    assertThat(codes(again)).containsExactly("already-applied");
    assertThat(codes(anywhere)).containsExactly("already-applied");
    assertThat(desk.everything()).isEqualTo(before);
  }

  @Test
  void a_late_retry_takes_nothing_back() {
    var asking = response("CLARIFY", "partial", "Which database?");
    apply(asking, VALIDATION);
    apply(response("PROCEED", "complete", "Works."), VALIDATION);
    desk.manager.updatePhase(
        "implement", "release", Desk.json("{\"status\":\"in_progress\"}"), "auth");
    var before = desk.text(FILE);

    var late = apply(asking, null);

    assertThat(codes(late)).containsExactly("already-applied");
    assertThat(desk.text(FILE)).isEqualTo(before);
  }

  @Test
  void a_state_from_before_takes_the_response_again() {
    var entry = project.history().history(RUN).getLast().sequence();
    apply(response("STOP", "blocked", "No disk."), VALIDATION);
    project.checkpoints().restore(project.state(), RUN, entry, Caller.of(Actor.tool("test")));
    assertThat(desk.entry(FILE, "validation").string("status")).isEqualTo("in_progress");

    var again = apply(response("STOP", "blocked", "No disk."), VALIDATION);

    assertThat(codes(again)).isEmpty();
    assertThat(desk.entry(FILE, "validation").string("status")).isEqualTo("failed");
    assertThat(applications()).isEqualTo(2);
  }

  @Test
  void of_many_that_apply_the_same_at_once_one_does() throws Exception {
    var calls = new ArrayList<Callable<List<String>>>();
    for (int i = 0; i < 8; i++) {
      calls.add(() -> codes(apply(response("PROCEED", "complete", "Works."), VALIDATION)));
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      int made = 0;
      for (var done : threads.invokeAll(calls)) {
        made += done.get().isEmpty() ? 1 : 0;
      }
      assertThat(made).isEqualTo(1);
    }
    assertThat(applications()).isEqualTo(1);
  }

  @Proves("R-004-59")
  @Test
  void a_summary_over_the_limit_is_refused_with_the_hint_to_truncate_it() {
    var before = desk.everything();

    var changeResult = apply(response("PROCEED", "complete", Desk.words(501)), VALIDATION);

    var blocker = ((Refusal<?>) changeResult.outcome()).blockers().getFirst();
    assertThat(blocker.reason())
        .isEqualTo("Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(blocker.hint()).contains("truncate");
    assertThat(desk.everything()).isEqualTo(before);
  }

  @Test
  void a_refusal_lists_everything_that_stands_in_the_way() {
    Dialect<?> phase = project.runs().dialect("phase").orElseThrow();
    var run = new CheckpointId("phase", "dev", null);
    var returned =
        new Returned(response("PROCEED", "complete", Desk.words(501)), new PhaseName("nowhere"));

    var changeResult =
        project.handoffs().apply(phase, run, returned, Caller.of(Actor.tool("test")));

    assertThat(codes(changeResult)).containsExactly("summary-too-long", "no-phase");
  }

  @Test
  void a_dry_run_writes_nothing() {
    var before = desk.everything();
    var by = new Caller(Actor.tool("test"), ChangeMode.DRY_RUN);
    var returned = new Returned(response("STOP", "blocked", "No."), null);

    var changeResult = project.handoffs().apply(project.state(), RUN, returned, by);

    assertThat(changeResult.outcome()).isNotInstanceOf(Refusal.class);
    assertThat(desk.everything()).isEqualTo(before);
  }

  @Test
  void without_a_phase_under_way_one_must_be_named() {
    apply(response("PROCEED", "complete", "Works."), VALIDATION);

    var changeResult = apply(response("PROCEED", "complete", "Something else."), null);

    assertThat(codes(changeResult)).containsExactly("which-phase");
  }
}

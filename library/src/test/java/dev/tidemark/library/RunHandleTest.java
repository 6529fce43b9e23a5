package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tidemark.brief.BriefText;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.RefusedException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The handle of a run does what the command line does: same rules, gates and journal.
@Proves("R-USR-19")
class RunHandleTest {
  @TempDir private Path folder;
  private ScratchRepository scratch;
  private Project project;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(folder);
    scratch.write(
        ".gitignore",
        ".claude/state/\n.tidemark/\nmemory/\n.claude-checkpoint.md\n.review-gate.md\n");
    scratch.commit("Begin");
    project = builder().open();
  }

  private Project.Builder builder() {
    return Project.around(scratch.root(), scratch.environment(System.getenv()));
  }

  private static List<String> codes(ChangeResult<?> result) {
    return result.outcome() instanceof Outcome.Refusal<?> no
        ? no.blockers().stream().map(Blocker::code).toList()
        : List.of();
  }

  private RunHandle login() {
    var run = project.run("implement/login");
    run.start(start -> start.phases("analyze", "fix", "verify")).orThrow();
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, implementation, .claude/state/implement-auth.json",
    "item/epic/EPIC-001, Decision Sync, docs/checkpoints/epic-EPIC-001.md",
    "phase/dev, 2-plan, .claude-checkpoint.md",
    "flow/develop, REQUIREMENTS, memory/state/phase.json"
  })
  void a_phase_is_started_and_completed_in_every_format(String name, String phase, String file) {
    scratch.write("src/A.java", "class A {}\n");
    scratch.write("memory/reports/demand.json", "{\"goal\": \"log in\"}\n");
    var run = project.run(name);

    run.start(start -> start.goal("Log users in")).orThrow();
    scratch.write("memory/reports/demand.json", "{\"goal\": \"log in\", \"n\": 1}\n");
    run.phase(phase).start().orThrow();
    assertThat(run.status().orElseThrow().inProgress()).contains(new PhaseName(phase));
    run.note(Note.Kind.TRIED, "a mutex: deadlocks").orThrow();
    run.task(TaskStep.ADD, "Write the tests").orThrow();
    run.task(TaskStep.DONE, "Write the tests").orThrow();
    run.phase(phase)
        .complete(
            report ->
                report
                    .summary("Tokens are rotated on use.")
                    .created("src/A.java")
                    .decision("Sessions stay on the server"))
        .orThrow();

    var status = run.status().orElseThrow();
    assertThat(status.id()).hasToString(name);
    assertThat(status.isOpen()).isTrue();
    assertThat(status.goal()).contains("Log users in");
    assertThat(status.phase(phase).orElseThrow().status()).isEqualTo(PhaseStatus.COMPLETE);
    assertThat(run.phase(phase).status()).isEqualTo(status.phase(phase));
    assertThat(status.notes()).extracting(Note::text).contains("a mutex: deadlocks");
    assertThat(BriefText.of(run.brief().orElseThrow()))
        .contains("goal: Log users in")
        .contains("Sessions stay on the server");
    assertThat(run.history())
        .allSatisfy(entry -> assertThat(entry.by().name()).isEqualTo("library"));
    assertThat(scratch.root().resolve(file)).isRegularFile();
  }

  @Test
  void a_run_is_carried_from_start_to_finish() {
    var run = login();
    assertThat(run.status().orElseThrow().next()).contains(new PhaseName("analyze"));
    assertThat(run.status().orElseThrow().inProgress()).isEmpty();
    assertThat(run.status().orElseThrow().summary()).isEmpty();

    run.phase("analyze").start(report -> report.task("T001")).orThrow();
    run.phase("analyze").complete(report -> report.summary("It is the clock.")).orThrow();
    assertThat(run.status().orElseThrow().summary()).contains("It is the clock.");
    run.phase("fix").start().orThrow();
    run.phase("fix").fail("The database is down").orThrow();
    assertThat(run.phase("fix").status().orElseThrow().failure()).isEqualTo("The database is down");
    run.phase("fix").start().orThrow();
    run.phase("fix").complete().orThrow();
    run.phase("verify").skip("Nothing to verify").orThrow();
    run.finish().orThrow();

    var status = run.status().orElseThrow();
    assertThat(status.isOpen()).isFalse();
    assertThat(status.next()).isEmpty();
    assertThat(status.phases()).hasSize(3);
  }

  @Test
  void an_unfinished_run_is_not_started_again_unless_it_is_to_be_fresh() {
    var run = login();

    assertThat(codes(run.start())).containsExactly("unfinished");
    run.start(start -> start.fresh().phases("other")).orThrow();

    assertThat(run.status().orElseThrow().next()).contains(new PhaseName("other"));
  }

  @Test
  void a_workflow_that_is_not_defined_is_refused_or_accepted_on_demand() {
    var run = project.run("frobnicate/x");

    assertThat(codes(run.start())).isNotEmpty();
    run.start(start -> start.anyWorkflow().phases("one")).orThrow();

    assertThat(run.status().orElseThrow().id()).hasToString("state/frobnicate/x");
  }

  @Test
  void a_name_that_fits_no_run_reads_as_empty_and_refuses_changes() {
    var run = project.run("implement/nothing");

    assertThat(run.status()).isEmpty();
    assertThat(run.brief()).isEmpty();
    assertThat(run.history()).isEmpty();
    assertThat(run.gates()).isEmpty();
    assertThat(run.phase("build").status()).isEmpty();
    assertThat(codes(run.phase("build").complete())).containsExactly("no-run");
    assertThat(codes(run.note("x"))).containsExactly("no-run");
    assertThat(codes(run.verdict("review", true))).containsExactly("no-run");
    assertThat(run.phase("build").request(new Assignment())).isInstanceOf(Rejected.class);
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> run.finish().orThrow())
        .withMessage("there is no run implement/nothing")
        .satisfies(no -> assertThat(no.blockers().getFirst().hint()).contains("tidemark list"));
    assertThat(scratch.root().resolve(".git/tidemark/main/journal")).doesNotExist();
  }

  @Test
  void a_name_that_fits_several_runs_is_refused_with_their_names() {
    project.run("implement/auth").start().orThrow();
    project.run("design/auth").start().orThrow();
    var run = project.run("auth");

    assertThat(codes(run.goal("Log in"))).containsExactly("which-run");
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(run::status)
        .withMessageContaining("state/design/auth, state/implement/auth");

    project.run("design/auth").phase("research").start().orThrow();
    assertThat(project.run("state/implement/auth").status()).isPresent();
  }

  @Test
  void every_closed_gate_is_a_blocker_with_a_hint_and_nothing_is_written() {
    gated("phases-done: [prepare]}, {review: true");
    var run = project.run("state/release/v1");
    run.start().orThrow();
    int entries = run.history().size();

    var refused = run.phase("publish").start();

    assertThat(codes(refused)).hasSize(2);
    assertThat(run.history()).hasSize(entries);
    assertThat(project.lastRefusal()).isPresent();
    assertThat(run.gates()).extracting(state -> state.isOpen()).containsExactly(false, false);
  }

  @Test
  void a_verdict_of_the_program_opens_a_review_gate_for_this_tree_only() {
    gated("review: true");
    var run = project.run("release/v1");
    run.start().orThrow();

    run.verdict("review", false, "2 tests failing").orThrow();
    assertThat(codes(run.phase("publish").start())).hasSize(1);
    assertThat(codes(run.verdict("ship", true))).containsExactly("no-gate");
    run.verdict("review", true).orThrow();
    run.phase("publish").start().orThrow();

    scratch.write("src/later.txt", "changed\n");
    assertThat(run.gates().getFirst().isOpen()).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> run.verdict("review", true, "but"));
  }

  @Test
  void an_approval_stays_with_a_person() {
    gated("approval: prepare");
    var run = project.run("release/v1").as(new Actor(Actor.Kind.PERSON, "ann", null, null, 0));
    run.start().orThrow();
    run.phase("prepare").complete().orThrow();

    var refused = run.phase("publish").start();

    assertThat(codes(refused)).isNotEmpty();
    assertThat(run.status().orElseThrow().pendingAction().orElseThrow().command())
        .isEqualTo("approve prepare");
    assertThat(codes(run.with("anyway", "I say so").phase("publish").start())).isNotEmpty();
    assertThat(
            Stream.of(RunHandle.class, PhaseHandle.class).flatMap(it -> Stream.of(it.getMethods())))
        .extracting(Method::getName)
        .noneMatch(name -> name.contains("approve") || name.contains("force"));
  }

  @Test
  void an_advisory_gate_is_passed_with_a_reason() {
    gated("review: true, advisory: true");
    var run = project.run("release/v1");
    run.start().orThrow();

    assertThat(codes(run.phase("publish").start())).containsExactly("anyway");
    run.with("anyway", "the review comes with v2").phase("publish").start().orThrow();
  }

  @Test
  void an_option_belongs_to_its_format() {
    var run = login();
    assertThat(codes(run.with("outcome", "plan.md").phase("analyze").complete()))
        .containsExactly("not-in-format");

    var dev = project.run("phase/dev");
    dev.with("outcome", "plan.md")
        .with("context", "Begin with the parser.")
        .phase("2-plan")
        .complete(report -> report.summary("Import in three steps."))
        .orThrow();

    assertThat(scratch.root().resolve(".claude-checkpoint.md"))
        .content()
        .contains("plan.md")
        .contains("Begin with the parser.");
  }

  @Test
  void a_confirmation_is_answered_with_yes_and_an_offer_with_no() {
    var flow = project.run("flow/develop");
    flow.start().orThrow();
    var identity = flow.status().orElseThrow().phases().getFirst().startedAt();
    flow.start().orThrow();
    assertThat(flow.status().orElseThrow().phases().getFirst().startedAt()).isEqualTo(identity);

    var dev = project.run("phase/dev");
    dev.phase("2-plan").complete(report -> report.summary("Import in three steps.")).orThrow();
    var begun = dev.phase("0-start").start().orThrow();
    assertThat(begun.events()).containsExactly(new Event.PhaseStarted(new PhaseName("0-start")));
  }

  @Test
  void a_blank_or_overlong_text_is_refused() {
    var run = login();

    assertThat(codes(run.phase("analyze").complete(report -> report.summary(" "))))
        .containsExactly("empty-summary");
    assertThat(codes(run.phase("analyze").complete(report -> report.summary(Desk.words(501)))))
        .containsExactly("summary-too-long");
    assertThat(codes(run.note(" "))).containsExactly("empty-note");
    assertThat(codes(run.goal("x".repeat(2_001)))).containsExactly("goal-too-long");
    assertThatIllegalArgumentException().isThrownBy(() -> run.phase(" "));
    assertThatIllegalArgumentException().isThrownBy(() -> run.note(Note.Kind.SUMMARY, "x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.task(TaskStep.DONE, "T001", "because"));
  }

  @Test
  void questions_blockers_decisions_and_tasks_are_recorded_beside_the_phases() {
    var run = login();
    run.phase("analyze").start().orThrow();

    run.note(Note.Kind.QUESTION, "Which database?").orThrow();
    run.note(Note.Kind.BLOCKED, "No test data").orThrow();
    run.resolve("database").orThrow();
    run.decision("Keep the old API", "No JWT").orThrow();
    run.task(TaskStep.ADD, "T004 Write the tests").orThrow();
    run.task(TaskStep.BLOCK, "T004", "No test data").orThrow();

    var status = run.status().orElseThrow();
    assertThat(status.notes()).extracting(Note::text).containsExactly("No test data");
    assertThat(status.tasks().getFirst().reason()).isEqualTo("No test data");
    assertThat(run.brief().orElseThrow().content().decisions())
        .extracting(decision -> decision.text())
        .containsExactly("Keep the old API", "No JWT");
  }

  @Test
  void files_are_recorded_from_the_project_root(@TempDir Path elsewhere) throws IOException {
    var run = login();
    var inside = scratch.write("src/A.java", "class A {}\n").root().resolve("src/A.java");
    scratch.write("docs/b.md", "B\n");
    var outside = Files.writeString(elsewhere.resolve("c.txt"), "C\n").toString();

    run.phase("analyze")
        .complete(report -> report.created(inside.toString(), "docs\\b.md").modified(outside))
        .orThrow();

    assertThat(run.phase("analyze").status().orElseThrow().artifacts())
        .extracting(artifact -> artifact.path())
        .containsExactly("src/A.java", "docs/b.md", outside);
  }

  @Test
  void the_actor_is_the_program_or_the_one_it_acts_for() {
    project = builder().actor(Actor.tool("nightly")).open();
    var run = login();
    run.as(Actor.tool("reviewer")).note("Looks good").orThrow();

    assertThat(run.history())
        .extracting(entry -> entry.by().name())
        .containsExactly("nightly", "reviewer");
  }

  @Test
  void a_document_of_a_newer_version_is_an_exception_and_stays() {
    var run = login();
    var file = ".claude/state/implement-login.json";
    var newer = "{\"version\":2,\"command\":\"implement\",\"feature\":\"login\"}\n";
    scratch.write(file, newer);

    assertThatExceptionOfType(UnknownVersionException.class)
        .isThrownBy(run::status)
        .satisfies(unknown -> assertThat(unknown.isNewer()).isTrue());
    assertThatExceptionOfType(UnknownVersionException.class).isThrownBy(run::brief);
    assertThatExceptionOfType(UnknownVersionException.class)
        .isThrownBy(() -> run.phase("analyze").complete());
    assertThat(scratch.root().resolve(file)).hasContent(newer);
  }

  @Test
  void two_threads_change_one_run_and_no_change_is_lost() throws Exception {
    var run = login();
    var calls = new ArrayList<Callable<ChangeResult<?>>>();
    for (int i = 0; i < 12; i++) {
      var task = "T1" + (10 + i) + " Part " + i;
      calls.add(() -> run.task(TaskStep.ADD, task));
    }
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (var result : threads.invokeAll(calls)) {
        result.get().orThrow();
      }
    }

    assertThat(run.status().orElseThrow().tasks()).hasSize(12);
    assertThat(run.history()).hasSize(13);
  }

  @Test
  void of_two_threads_that_start_a_run_one_starts_it_and_the_other_is_refused() throws Exception {
    var calls = new ArrayList<Callable<ChangeResult<?>>>();
    calls.add(() -> project.run("implement/both").start());
    calls.add(() -> project.run("implement/both").start());

    var codes = new ArrayList<String>();
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (var result : threads.invokeAll(calls)) {
        codes.addAll(codes(result.get()));
      }
    }

    assertThat(codes).containsExactly("unfinished");
  }

  @Test
  void a_response_of_a_worker_is_applied_once() {
    var run = login();
    run.phase("analyze").start().orThrow();
    var assignment = new Assignment().mode("code").instructions("Find the cause").task("T002");
    var accepted = (Accepted<HandoffRequest>) run.phase("analyze").request(assignment);
    var answer =
        """
        {"task_id": "T002", "phase": "%s", "status": "complete", "decision": "PROCEED",
         "findings": {}, "context_summary": "It is the clock."}
        """
            .formatted(accepted.value().phase());

    run.phase("analyze").apply(accepted.value(), answer).orThrow();
    var again = run.phase("analyze").apply(accepted.value(), answer).orThrow();

    assertThat(again.notices()).extracting(notice -> notice.code()).contains("already-applied");
    assertThat(run.status().orElseThrow().summary()).contains("It is the clock.");
    assertThat(codes(run.phase("analyze").apply(accepted.value(), "no JSON"))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void workflow_files_and_own_workflows_are_both_there(boolean filesFirst) {
    scratch.write(".tidemark/workflows/release.yaml", "phases: [prepare, publish]\n");
    var phases = List.of(new PhaseDefinition(new PhaseName("spin")));
    var own = List.of(new WorkflowDefinition("state", "weave", phases, null, "here", false, ""));

    project =
        filesFirst
            ? builder().workflowFiles().workflows(own).open()
            : builder().workflows(own).workflowFiles().open();

    assertThat(project.workflows().find("state", "release")).isPresent();
    assertThat(project.workflows().find("state", "weave")).isPresent();
  }

  private void gated(String gates) {
    scratch.write(
        ".tidemark/workflows/release.yaml",
        "phases: [prepare, {name: publish, gates: [{" + gates + "}]}]\n");
    project = builder().workflowFiles().open();
  }
}

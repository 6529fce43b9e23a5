package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.FinishRun;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How runs begin.
class StartRunTest {
  private static Change start(String workflow, String item) {
    return new StartRun(workflow, item, List.of(), false);
  }

  private static Change fresh(String item) {
    return new StartRun("implement", item, List.of(), true);
  }

  @ParameterizedTest
  @CsvSource({
    "start, false, branch issue-creation",
    "design, false, research planning specs",
    "reconcile, false, analysis reconciliation",
    "research, false, discovery synthesis",
    "implement, false, implementation validation",
    "ship, true, pre-flight commit push",
    "review, false, analysis feedback",
  })
  @Proves({"T-002-F", "R-002-09"})
  void the_typical_phases_of_a_command_lie_ahead(String command, boolean gated, String phases) {
    var run = Run.of(command, null).after(start(command, null));

    assertThat(run.checkpoint().pending()).isEqualTo(Arrays.asList(phases.split(" ")));
    assertThat(Dialects.workflows(List.of()).find("state", command))
        .hasValueSatisfying(
            definition -> {
              assertThat(definition.gated()).isEqualTo(gated);
              assertThat(definition.purpose()).isNotBlank();
              assertThat(definition.origin()).isEqualTo("built-in");
            });
  }

  @Test
  @Proves({"R-002-09", "A-35"})
  void an_explicit_list_of_phases_wins_over_the_typical_one() {
    var phases = List.of(new PhaseName("b"), new PhaseName("a"), new PhaseName("b"));
    var run = Run.of("ship", "x").after(new StartRun("ship", "x", phases, false));

    assertThat(run.checkpoint().pending()).containsExactly("b", "a");
  }

  @Test
  void a_project_may_define_its_own_phases() {
    var phases = List.of(new PhaseDefinition(new PhaseName("only")));
    var own = new WorkflowDefinition("state", "ship", phases, 300, "ship.yaml", false, "");
    var run = new Run(new CheckpointId("state", "ship", null), List.of(own));

    run.after(start("ship", null));

    assertThat(run.checkpoint().pending()).containsExactly("only");
  }

  @Test
  void the_name_of_a_run_is_kept_as_it_was_typed() {
    var run = new Run(new CheckpointId("state", "implement", "feat-BAS-6 a"), List.of());

    run.after(start("implement", " feat/BAS-6: a? "));

    assertThat(run.effects).isEmpty();
    assertThat(run.checkpoint().feature()).contains("feat/BAS-6: a?");
  }

  @Test
  @Proves("A-22")
  void a_command_nobody_defined_is_refused() {
    var blocker = Run.of("implment", "x").refused(start("implment", "x"));

    assertThat(blocker.code()).isEqualTo("unknown-workflow");
    assertThat(blocker.hint()).startsWith("Did you mean implement?").contains("--any-command");
    assertThat(Run.of("xyz", "x").refused(start("xyz", "x")).hint())
        .startsWith("There are: start, design, reconcile, research, implement, ship, review;")
        .contains("tidemark workflows")
        .contains("--any-command");
  }

  @Test
  @Proves({"A-22", "R-004-12"})
  void any_command_will_do_if_the_user_says_so() {
    var run = Run.of("xyz", "x").after(new StartRun("xyz", "x", List.of(), false, true));

    assertThat(run.codes()).containsExactly("unusual-command");
    assertThat(run.checkpoint().pending()).isEmpty();
  }

  @Test
  @Proves("R-004-96")
  void an_unfinished_run_is_not_begun_again_unless_that_is_wanted() {
    var run =
        Run.of("implement", "auth")
            .after(start("implement", "auth"))
            .update("implementation", "{\"status\":\"in_progress\"}");

    var blocker = run.refused(start("implement", "auth"));
    assertThat(blocker.code()).isEqualTo("unfinished");
    assertThat(blocker.reason())
        .isEqualTo("state/implement/auth is unfinished: phase implementation is in progress");
    assertThat(blocker.hint())
        .isEqualTo(
            "Go on with: tidemark resume --run state/implement/auth. Or start over with --fresh");

    run.after(fresh("auth"));
    assertThat(run.codes()).containsExactly("replaced");
    assertThat(run.checkpoint().phases())
        .allMatch(phase -> phase.summary() == null && phase.startedAt() == null);
    assertThat(run.root().string("started_at")).isEqualTo("2026-01-29T10:34:00.000Z");
  }

  @Test
  @Proves("R-004-96")
  void a_finished_run_makes_room_for_a_new_one() {
    var run = Run.of("implement", "auth").after(start("implement", "auth"));
    run.after(new FinishRun(null));

    run.after(start("implement", "auth"));

    assertThat(run.checkpoint().finished()).isFalse();
    assertThat(run.notices).isEmpty();
    assertThat(run.effects).containsExactly(new Effect.Archive(true));
    assertThat(run.checkpoint().pending()).containsExactly("implementation", "validation");
  }

  @Test
  @Proves("R-004-11")
  void a_run_of_another_name_is_not_even_replaced_when_fresh() {
    var run = new Run(new CheckpointId("state", "implement", "a-b"), List.of());
    run.after(start("implement", "a/b"));

    assertThat(run.refused(fresh("a\\b")).code()).isEqualTo("name-taken");
  }

  @ParameterizedTest
  @CsvSource({"IGNORED,", "OUTSIDE,", "VISIBLE,", "TRACKED,tracked"})
  @Proves({"R-004-47", "X-05"})
  void a_document_that_git_tracks_is_noticed(IgnoreStatus status, String code) {
    var run = Run.of("implement", "auth");
    run.ignored = status;

    run.after(start("implement", "auth"));

    assertThat(run.codes()).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @Test
  void git_is_asked_about_the_file_only_when_a_run_begins() {
    var run = Run.of("implement", "auth");

    assertThat(run.dialect.rules().asks(null, start("implement", "auth"))).hasSize(2);
    assertThat(run.dialect.rules().asks(null, Run.merge("a", "{}", "{}"))).hasSize(2);
    assertThat(run.dialect.rules().asks(null, new FinishRun(null))).hasSize(1);
    assertThat(run.dialect.rules().options()).contains("plan");

    run.update("a", "{}");
    assertThat(run.dialect.rules().asks(run.checkpoint(), Run.merge("a", "{}", "{}"))).hasSize(1);
  }

  @Test
  @Proves("R-004-47")
  void a_run_that_the_library_makes_in_passing_is_noticed_once() {
    var run = Run.of("implement", "auth");
    run.ignored = IgnoreStatus.TRACKED;

    run.update("a", "{}");
    assertThat(run.codes()).containsExactly("tracked");
    run.update("a", "{}");
    assertThat(run.codes()).isEmpty();
  }

  @Test
  @Proves("R-004-47")
  void a_document_that_git_tracks_is_named_with_its_first_save() {
    var save = new Change.SaveDocument(Run.json("{\"version\":1,\"state\":{},\"phases\":{}}"));
    var run = Run.of("implement", "auth");
    run.ignored = IgnoreStatus.TRACKED;

    assertThat(run.after(save).codes()).contains("tracked");
    assertThat(run.after(save).codes()).doesNotContain("tracked");
  }

  @Test
  void a_fresh_start_over_a_run_without_work_keeps_no_copy() {
    var run = Run.of("implement", "auth").after(start("implement", "auth"));

    run.after(fresh("auth"));
    assertThat(run.effects).isEmpty();

    run.update("implementation", "{\"status\":\"in_progress\"}").after(fresh("auth"));
    assertThat(run.effects).containsExactly(new Effect.Archive(true));
  }

  @Test
  void whether_a_plan_is_there_is_asked_only_if_it_has_no_text() {
    var rules = Run.of("implement", "auth").dialect.rules();
    var text = FactQuery.fileText("tasks.md");
    var options = new DialectOptions(Map.of("plan", List.of("tasks.md")));
    var facts = new Facts(Run.START, SummaryLimit.DEFAULT, options, Map.of());
    var ignored = FactQuery.ignored(".claude/state/implement-auth.json");
    var start = start("implement", "auth");

    assertThat(rules.asks(null, start, facts)).containsExactly(FactQuery.HEAD, ignored, text);
    assertThat(rules.asks(null, start, facts.with(Map.of(text, Fact.known(Optional.of("x"))))))
        .containsExactly(FactQuery.HEAD, ignored, text);
    assertThat(rules.asks(null, start, facts.with(Map.of(text, Fact.known(Optional.empty())))))
        .containsExactly(FactQuery.HEAD, ignored, text, FactQuery.exists("tasks.md"));
  }

  @Test
  void an_interrupted_archiving_is_done_again_and_nothing_else() {
    var run = Run.of("implement", "auth");
    var rules = run.dialect.rules();
    var archive = new PendingEffect(PendingEffect.Kind.ARCHIVE, "", List.of());
    var commit = new PendingEffect(PendingEffect.Kind.COMMIT, "", List.of());

    assertThat(rules.interruptedEffect(run.id, archive)).isEqualTo(new Effect.Archive(false));
    assertThat(rules.interruptedEffect(run.id, commit)).isNull();
    assertThat(rules.storesTask(Change.TaskStep.DONE)).isTrue();
    assertThat(run.dialect.resumePolicy().hasParallelPhases()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"20, p20", "21, p20 and 1 more", "23, p20 and 3 more"})
  void a_refusal_names_at_most_twenty_phases(int count, String end) {
    var phases = new ArrayList<PhaseName>();
    for (int i = 1; i <= count; i++) {
      phases.add(new PhaseName("p" + i));
    }
    var run = Run.of("ship", "x").after(new StartRun("ship", "x", phases, false));

    var unknown = new Change.StartPhase(new PhaseName("q"), PhaseReport.NONE);
    assertThat(run.refused(unknown).reason()).endsWith(", p19, " + end);
  }

  @Test
  void the_resume_point_of_a_document_is_found_once() {
    var run = Run.of("implement", "auth").after(start("implement", "auth"));
    var checkpoint = run.checkpoint();
    var policy = run.dialect.resumePolicy();

    assertThat(policy.resumePoint(checkpoint)).isSameAs(policy.resumePoint(checkpoint));
  }
}

package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the journal keeps of builds and reviews, and what follows from it.
@Proves("R-000-42")
class PhaseEvidenceTest {
  private static final Change START = new Change.StartRun("dev", null, List.of(), false);

  private static Project reviewed() {
    return new Project().saying("result", "pass").exit("4-review");
  }

  @ParameterizedTest
  @CsvSource({
    "3-build, 3-build",
    "3-build-partial, 3-build",
    "kw-2-execute, ",
    "2-plan, ",
    "complete, ",
    "4-review, 4-review"
  })
  void the_end_of_a_build_and_of_a_passed_review_are_claims(String phase, String claimed) {
    var project = new Project();
    if (phase.equals("4-review")) {
      project.saying("result", "pass");
    }

    project.exit(phase);

    assertThat(project.claims)
        .isEqualTo(claimed == null ? List.of() : List.of(Project.ended(claimed)));
  }

  @Test
  void outside_git_a_claim_names_no_commit() {
    var project = new Project();
    project.head = Head.NONE;

    assertThat(project.exit("3-build").claims)
        .containsExactly(new Claim.GatePassed(new PhaseName("3-build"), true, null));
  }

  @Test
  void a_failed_review_and_a_build_without_a_review_in_its_workflow_are_no_claims() {
    assertThat(new Project().saying("result", "fail").exit("4-review").claims).isEmpty();

    var own = WorkflowFilesReader.read("dev.yaml", "format: phase\nphases: [3-build, 5-ship]\n");
    var project = new Project();
    project.workflows = new Workflows(List.of(own));
    assertThat(project.exit("3-build").claims).isEmpty();
  }

  @Test
  void a_build_that_only_the_document_knows_is_claimed_before_the_document_forgets_it() {
    var project = new Project().exit("3-build");
    assertThat(project.exit("2-plan").claims).containsExactly(Project.ended("3-build"));
    assertThat(project.exit("2-plan").claims).isEmpty();

    var known = new Project().exit("3-build").recorded(Project.ended("3-build"));
    assertThat(known.exit("2-plan").claims).isEmpty();
  }

  @Test
  void other_changes_claim_nothing_and_a_start_only_the_build_that_is_due() {
    var project = new Project().exit("3-build");
    project.enter("4-review");
    assertThat(project.claims).isEmpty();

    project = new Project();
    project.ask(START);
    assertThat(project.claims).isEmpty();
    assertThat(project.asked).containsExactly(FactQuery.EVIDENCE);
    project.recorded(Project.ended("3-build")).ask(START);
    assertThat(project.claims).containsExactly(Project.ended("3-build"));
  }

  @ParameterizedTest
  @CsvSource({
    // the phases that ended, in order, and whether a review is due
    "3-build, true",
    "2-plan, false",
    "3-build 4-review, false",
    "4-review 3-build, true",
    "3-build 2-plan, true",
    "3-build 4-review 2-plan, false",
    "2-plan 4-review, false"
  })
  void a_build_is_due_for_review_until_one_has_passed(String ended, boolean due) {
    var claims = new ArrayList<Claim>();
    for (var phase : ended.split(" ")) {
      claims.add(Project.ended(phase));
    }
    var project = reviewed().recorded(claims.toArray(Claim[]::new));

    if (due) {
      assertThat(project.refused(Project.entering("5-finalize")).code())
          .isEqualTo("review-missing");
    } else {
      project.enter("5-finalize");
    }
  }

  @Test
  void neither_the_beginning_of_a_phase_nor_the_gate_of_the_run_counts_for_a_build() {
    var begun = new Claim.GatePassed(new PhaseName("3-build"), false, Project.COMMIT);
    var run = new Claim.GatePassed(null, true, Project.COMMIT);
    var approved = new Claim.Approval(new PhaseName("3-build"), "terminal", "");

    reviewed().recorded(begun, run, approved).enter("5-finalize");

    var reviewBegun = new Claim.GatePassed(new PhaseName("4-review"), false, Project.COMMIT);
    var due = reviewed().recorded(Project.ended("3-build"), reviewBegun, run);
    assertThat(due.refused(Project.entering("5-finalize")).code()).isEqualTo("review-missing");
  }

  @Test
  void a_run_that_has_started_keeps_the_beginning_of_a_phase_and_its_failure_in_the_journal() {
    var project = new Project().recorded();
    var build = new PhaseName("3-build");

    project.enter("3");
    assertThat(project.events).containsExactly(new Event.PhaseStarted(build));

    project.ask(new Change.FailPhase(build, "no network", PhaseReport.NONE));
    assertThat(project.events).containsExactly(new Event.PhaseFailed(build, "no network"));
    assertThat(project.fate).isEqualTo(Fate.UNTOUCHED);
    assertThat(project.asked).containsExactly(FactQuery.EVIDENCE);
    assertThat(project.text).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // the phase that is left for the end, its result, and whether a review is due before or by now
    "2-plan, , 2-plan, , false",
    "2-plan, , 3-build, , true",
    "2-plan, , 2-plan, 3-build, true",
    "3-build, , 2-plan, , true",
    "4-review, pass, 3-build, , false",
    "4-review, pass, 3-build, 3-build, false",
    "kw-4-publish, , 3-build, , false"
  })
  void a_workflow_does_not_end_behind_a_missing_review(
      String left, String result, String before, String recorded, boolean due) {
    var project = new Project().exit(before);
    if (recorded != null) {
      project.recorded(Project.ended(recorded));
    }
    if (result != null) {
      project.saying("result", result);
    }
    project.saying("next", "activate");

    if (due) {
      var blocker = project.refused(Project.leaving(left));
      assertThat(blocker.code()).isEqualTo("review-missing");
      assertThat(blocker.reason()).isEqualTo("activate needs a review first");
    } else {
      project.exit(left);
      assertThat(project.events)
          .containsExactly(
              new Event.PhaseCompleted(new PhaseName(left)), new Event.WorkflowCompleted());
    }
  }

  @Test
  void a_workflow_without_a_review_may_end_with_the_build() {
    var own = WorkflowFilesReader.read("dev.yaml", "format: phase\nphases: [2-plan, 3-build]\n");
    var project = new Project();
    project.workflows = new Workflows(List.of(own));

    assertThat(project.exit("3-build").key("next_phase")).isEqualTo("activate");
  }

  @Test
  void a_failed_review_may_be_followed_by_itself_and_by_what_comes_before_it() {
    for (var next : List.of("4-review", "3-build")) {
      var project = new Project().saying("result", "fail").saying("next", next).exit("4-review");

      assertThat(project.key("next_phase")).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // a file beside the checkpoint, whether its text is the same, and whether it is the copy
    ".tidemark/set-aside/claude-checkpoint-20260101T000000Z.md, true, true",
    ".tidemark/set-aside/claude-checkpoint-20260101T000000Z.md, false, false",
    ".tidemark/set-aside/claude-checkpoint.txt, true, false"
  })
  @Proves("R-000-49")
  void a_copy_that_an_interrupted_exit_has_kept_is_not_made_twice(
      String file, boolean same, boolean copy) {
    var project = new Project();
    project.text = "# Notes\n";
    project.file(file, same ? project.text : "# Other\n");

    project.exit("2-plan");

    var path = copy ? file : ".tidemark/set-aside/claude-checkpoint-20260213T143000Z.md";
    assertThat(project.effects).containsExactly(new Effect.PutFile(path, "# Notes\n"));
    assertThat(project.events)
        .containsExactly(
            new Event.SetAside(path), new Event.PhaseCompleted(new PhaseName("2-plan")));
    assertThat(project.asked).contains(FactQuery.files(PhaseFormat.ASIDE));
    assertThat(project.exit("3-build").asked).doesNotContain(FactQuery.files(PhaseFormat.ASIDE));
  }

  @Test
  void a_checkpoint_that_suggests_a_command_names_it_when_a_run_is_started_again() {
    var project = new Project().exit("2-plan");
    assertThat(project.refused(START).reason())
        .isEqualTo("there is a checkpoint already, which suggests /vt-c-3-build");

    project.text = project.text.replace("next_command: /vt-c-3-build", "next_command: \" \"");
    assertThat(project.refused(START).reason()).isEqualTo("there is a checkpoint already");
  }

  @Test
  void a_phase_that_no_workflow_has_is_refused_with_the_nearest_and_all_there_are() {
    var all =
        "Name one of 0-start, 1-bootstrap, 2-plan, 3-build, 4-review, 5-finalize, 6-operate,"
            + " kw-0-start, kw-1-plan, kw-2-execute, kw-3-review, kw-4-publish";

    assertThat(new Project().refused(Project.leaving("3-buidl")).hint())
        .isEqualTo("Did you mean 3-build? " + all);
    assertThat(new Project().refused(Project.leaving("somewhere-else")).hint()).isEqualTo(all);
  }

  @Test
  void the_rules_tell_their_gate_and_keep_the_phases_in_order() {
    var rules = new Project().dialect().rules();

    assertThat(rules.builtInGates())
        .containsExactly(
            "mandatory: a review before 5-finalize and 6-operate, recorded by tidemark done"
                + " 4-review --result pass --run phase/dev");
    assertThat(rules.reordersPhases()).isFalse();
  }

  @Test
  void an_interrupted_consolidation_is_run_again_as_it_is_configured_now() {
    var project = new Project();
    project.settings = new PhaseSettings("/vt-c-", false, List.of("consolidate", "--all"));
    var command = new PendingEffect(PendingEffect.Kind.COMMAND, "", List.of());
    var commit = new PendingEffect(PendingEffect.Kind.COMMIT, "", List.of());

    assertThat(project.dialect().rules().interruptedEffect(Project.ID, command))
        .isEqualTo(new Effect.RunCommand(List.of("consolidate", "--all")));
    assertThat(project.dialect().rules().interruptedEffect(Project.ID, commit)).isNull();
    assertThat(new Project().dialect().rules().interruptedEffect(Project.ID, command)).isNull();
  }
}

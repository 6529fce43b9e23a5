package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.Naming;
import dev.tidemark.dialects.definition.Definitions;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Change.TaskStep;
import dev.tidemark.workflow.Outcome.Fate;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.Workflows;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Names, resumption, findings, and what the protocol has no place for.
class PhaseDialectTest {
  private final PhasePlace place = new PhasePlace(List.of("dev", "kw"));

  @Test
  @Proves("R-000-01")
  void both_workflows_name_the_one_checkpoint_of_a_project() {
    assertThat(place.name("dev", null)).isEqualTo(new Naming.Named(Project.ID));
    assertThat(place.name("kw", "")).isEqualTo(new Naming.Named(Project.ID));
    assertThat(place.pathOf(Project.ID)).isEqualTo(".claude-checkpoint.md");
    assertThat(place.idOf(".claude-checkpoint.md")).contains(Project.ID);
    assertThat(place.idOf("docs/.claude-checkpoint.md")).isEmpty();
    assertThat(place.roots()).containsExactly(".claude-checkpoint.md");
    assertThat(place.standing()).containsExactly(Project.ID);
  }

  @Test
  @Proves("R-USR-14")
  void no_name_leads_to_another_file() {
    for (var name : Hostile.names()) {
      assertThat(place.name(name, null)).as(name).isInstanceOf(Naming.Unnameable.class);
      if (!name.isEmpty()) {
        assertThat(place.name("dev", name)).as(name).isInstanceOf(Naming.Unnameable.class);
      }
    }
    assertThat(((Naming.Unnameable) place.name("dve", null)).blocker().hint())
        .isEqualTo("Did you mean dev?");
  }

  @Test
  @Proves("R-000-52")
  void its_lines_for_git_are_a_comment_and_three_files() {
    assertThat(place.ignoreLines())
        .containsExactly(
            "# Workflow state (ephemeral, not project documentation)",
            ".claude-checkpoint.md",
            ".review-gate.md",
            ".test-gate.md");
  }

  @Test
  void phases_before_the_one_that_ended_are_done_and_those_passed_over_left_out() {
    var project = new Project().saying("next", "3-build").exit("1-bootstrap", "Set up.");

    assertThat(project.checkpoint().phases())
        .extracting(phase -> phase.status())
        .containsExactly(
            PhaseStatus.COMPLETE,
            PhaseStatus.COMPLETE,
            PhaseStatus.SKIPPED,
            PhaseStatus.PENDING,
            PhaseStatus.PENDING,
            PhaseStatus.PENDING,
            PhaseStatus.PENDING);
    assertThat(project.checkpoint().updatedAt())
        .contains(project.now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
  }

  @Test
  void work_resumes_with_the_phase_to_come() {
    var resumption = new PhaseResumption();
    var project = new Project().exit("2-plan", "Planned.");

    var point = resumption.from(project.checkpoint());
    assertThat(point.next()).isEqualTo(new PhaseName("3-build"));
    assertThat(point.phase()).isNull();
    assertThat(point.summary()).isEqualTo("Planned.");
    assertThat(point.done()).hasSize(3);

    var part = resumption.from(project.saying("partial").exit("3-build").checkpoint());
    assertThat(part.phase()).isEqualTo(new PhaseName("3-build"));
    assertThat(part.next()).isEqualTo(new PhaseName("3-build"));

    assertThat(resumption.from(project.exit("complete").checkpoint()).finished()).isTrue();
  }

  @Test
  @Proves({"T-000-B", "T-000-C"})
  void the_validator_names_everything_that_is_wrong() {
    var validator = new Project().dialect().validator();
    var text =
        new Project()
            .exit("3-build")
            .text
            .replace("completed_phase: 3-build", "completed_phase: 9-x")
            .replace("Z\n", "\n")
            .replace("next_phase: 4-review", "next_phase: complete")
            .replace("review_status: NOT_RUN", "review_status: maybe\nmine: 1")
            .replace("clear_recommended: true", "clear_recommended: yes")
            .replace("branch: main\n", "")
            .replace("## Open Items", "## Other");

    assertThat(validator.validate(text))
        .extracting(Finding::path)
        .containsExactly(
            "$.completed_phase",
            "$.completed_at",
            "$.next_phase",
            "$.branch",
            "$.review_status",
            "$.clear_recommended",
            "$.mine",
            "$");
    assertThat(validator.validate("text")).hasSizeGreaterThan(8);
    for (var hostile : Hostile.texts()) {
      assertThat(validator.validate(hostile)).isNotEmpty();
    }
  }

  @Test
  void a_note_is_added_to_the_outcomes() {
    var project = new Project().exit("2-plan");
    var report =
        new PhaseReport(
            null,
            List.of(new Artifact("a.md", Artifact.Kind.CREATED)),
            List.of("Keep\nthe API"),
            null);

    project.ask(new Change.AmendPhase(report));

    assertThat(project.section(Sections.OUTCOMES)).isEqualTo("- Keep the API\n- a.md (created)");
    var plan = new PhaseName("2-plan");
    assertThat(project.events)
        .containsExactly(
            new Event.DecisionRecorded(new Decision(plan, "Keep\nthe API")),
            new Event.PhaseAmended(plan));
    assertThat(new Project().refused(new Change.AmendPhase(report)).code())
        .isEqualTo("no-checkpoint");
  }

  @Test
  void a_start_is_recorded_without_a_document() {
    var project = new Project();
    project.ask(new Change.StartRun("kw", null, List.of(), false));

    assertThat(project.fate).isEqualTo(Fate.UNTOUCHED);
    assertThat(project.events.getFirst()).isInstanceOf(Event.WorkflowStarted.class);
    assertThat(project.text).isEmpty();

    project.exit("2-plan");
    var again = new Change.StartRun("dev", null, List.of(), false);
    assertThat(project.refused(again).code()).isEqualTo("already-open");
    project.exit("complete").ask(again);
    assertThat(project.events).isNotEmpty();
  }

  @Test
  @Proves("R-000-42")
  void no_other_verb_gets_past_a_gate() {
    var review = new PhaseName("4-review");
    for (var change :
        List.of(
            new Change.StartRun("dev", null, List.of(), true),
            new Change.SkipPhase(review, "x"),
            new Change.FailPhase(review, "x", PhaseReport.NONE),
            new Change.ChangeTask(TaskStep.ADD, "x"))) {
      assertThat(new Project().exit("3-build").refused(change).code()).isEqualTo("not-in-dialect");
    }
    var approved = new Project().exit("3-build");
    approved.ask(new Change.ApprovePhase(review));
    var finalizing = new Change.StartPhase(new PhaseName("5-finalize"), PhaseReport.NONE);
    assertThat(approved.refused(finalizing).code()).isEqualTo("review-missing");
  }

  @Test
  void a_project_may_have_phases_of_its_own() {
    var own =
        Definitions.read(
            "dev.yaml", "dialect: phase\nphases: [0-start, 1.5-spike, 3-build, 4-review]\n");
    var workflows = new PhaseWorkflows(new Workflows(List.of(own)));

    assertThat(workflows.next("0-start")).isEqualTo("1.5-spike");
    assertThat(workflows.resolve("1.5")).isEqualTo("1.5-spike");
    assertThat(PhaseIds.title("1.5-spike")).isEqualTo("Phase 1.5 (Spike)");
    assertThat(workflows.resolve("2-plan")).isNull();
    assertThat(workflows.names()).containsExactly("dev", "kw");
  }
}

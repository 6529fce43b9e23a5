package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names, resumption, violations, and what the protocol has no place for.
class PhaseDialectTest {
  private final PhaseFormat place = new PhaseFormat(new PhaseWorkflows(new Workflows(List.of())));

  @Test
  @Proves("R-000-01")
  void both_workflows_name_the_one_checkpoint_of_a_project() {
    assertThat(place.name("dev", null)).isEqualTo(new NameResolution.Named(Project.ID));
    assertThat(place.name("kw", "")).isEqualTo(new NameResolution.Named(Project.ID));
    assertThat(place.pathOf(Project.ID)).isEqualTo(".claude-checkpoint.md");
    assertThat(place.idOf(".claude-checkpoint.md")).contains(Project.ID);
    assertThat(place.idOf("docs/.claude-checkpoint.md")).isEmpty();
    assertThat(place.roots()).containsExactly(".claude-checkpoint.md");
    assertThat(place.permanentRuns()).containsExactly(Project.ID);
    assertThat(place.tracking()).isEqualTo(DocumentLocator.Tracking.IGNORED);
  }

  @Test
  @Proves("R-USR-14")
  void no_name_leads_to_another_file() {
    for (var name : Hostile.names()) {
      assertThat(place.name(name, null)).as(name).isInstanceOf(NameResolution.Unnameable.class);
      if (!name.isEmpty()) {
        assertThat(place.name("dev", name)).as(name).isInstanceOf(NameResolution.Unnameable.class);
      }
    }
    assertThat(((NameResolution.Unnameable) place.name("dve", null)).blocker().hint())
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
  void the_phase_that_ended_tells_when_and_with_what_and_no_other_does() {
    var phases = new Project().exit("2-plan", "Planned.").checkpoint().phases();

    var at = Instant.parse("2026-02-13T14:30:00Z");
    assertThat(phases.get(2)).isEqualTo(phase("2-plan", at, new ContextSummary("Planned.")));
    assertThat(phases.get(1)).isEqualTo(phase("1-bootstrap", null, null));
    assertThat(phases.get(3)).isEqualTo(Phase.pending(new PhaseName("3-build")));
  }

  private static Phase phase(String name, Instant at, ContextSummary summary) {
    return new Phase(new PhaseName(name), PhaseStatus.COMPLETE, null, at, summary, null, List.of());
  }

  @ParameterizedTest
  @CsvSource({
    // completed, next, the states of the phases: c complete, s skipped, p pending
    "0-start, 2-plan, csppppp",
    "2-plan, 0-start, ppppppp",
    "2-plan, 1-bootstrap, cpppppp",
    "9-unknown, 2-plan, ccppppp",
    "2-plan, 9-unknown, cccpppp",
    "2-plan, activate, cccssss",
    "6-operate, activate, ccccccc",
    "9-unknown, kw-2-execute, ccppp",
    "9-unknown, 9-unknown, ''"
  })
  void what_a_document_does_not_say_of_its_phases_follows_from_their_order(
      String completed, String next, String states) {
    var project = new Project().exit("2-plan");
    project.text =
        project
            .text
            .replace("completed_phase: 2-plan", "completed_phase: " + completed)
            .replace("next_phase: 3-build", "next_phase: " + next);

    assertThat(
            project.checkpoint().phases().stream()
                .map(phase -> phase.status().name().substring(0, 1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining()))
        .isEqualTo(states);
  }

  @Test
  void a_part_of_the_first_phase_is_the_phase_under_way() {
    var own = WorkflowFilesReader.read("dev.yaml", "format: phase\nphases: [3-build, 4-review]\n");
    var project = new Project();
    project.workflows = new Workflows(List.of(own));

    project.saying("partial").exit("3-build");

    assertThat(project.checkpoint().current()).contains(new PhaseName("3-build"));
    assertThat(project.checkpoint().phases())
        .extracting(phase -> phase.status())
        .containsExactly(PhaseStatus.IN_PROGRESS, PhaseStatus.PENDING);
    assertThat(new Project().exit("3-build").checkpoint().current()).isEmpty();
  }

  @Test
  void details_are_the_keys_but_for_the_time_and_the_sections_entry_by_entry() {
    var project = new Project().saying("outcome", "one", "two").saying("open", "three");
    project.saying("context", "First.\n- a list\nLast.").exit("2-plan", "Planned.");
    project.text = project.text.replace("branch: main\n", "branch: main\nmine:\n  - x\n");

    assertThat(project.checkpoint().details())
        .containsExactly(
            new DocumentField("completed_phase", "2-plan"),
            new DocumentField("next_phase", "3-build"),
            new DocumentField("next_command", "/vt-c-3-build"),
            new DocumentField("branch", "main"),
            new DocumentField("mine", ""),
            new DocumentField("active_spec", ""),
            new DocumentField("clear_recommended", "true"),
            new DocumentField(
                "clear_reason",
                "Planning explored alternatives and research. The build needs only the plan."),
            new DocumentField("Key Outcomes", "one"),
            new DocumentField("Key Outcomes", "two"),
            new DocumentField("Context for Next Phase", "a list"),
            new DocumentField("Context for Next Phase", "First.\nLast."),
            new DocumentField("Open Items", "[ ] three"),
            new DocumentField("Next Step", "Run `/vt-c-3-build` to start Build."));
  }

  @Test
  @Proves("R-000-49")
  void a_damaged_document_says_so_among_its_details_and_on_being_read() {
    var project = new Project();
    project.text = "---\nbranch: main\n";

    var decodeResult = project.dialect().format().decode(Project.ID, project.text);

    var damage = "the front matter does not end";
    assertThat(decodeResult.checkpoint().details())
        .containsExactly(new DocumentField("branch", "main"), new DocumentField("damage", damage));
    assertThat(decodeResult.notices())
        .containsExactly(new Notice("damaged", ".claude-checkpoint.md: " + damage));
    assertThat(decodeResult.checkpoint().finished()).isFalse();

    var whole = new Project().exit("2-plan");
    assertThat(whole.dialect().format().decode(Project.ID, whole.text).notices()).isEmpty();
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
    var resumption = new PhaseResumePolicy();
    var project = new Project().exit("2-plan", "Planned.");

    var point = resumption.resumePoint(project.checkpoint());
    assertThat(point.next()).isEqualTo(new PhaseName("3-build"));
    assertThat(point.phase()).isNull();
    assertThat(point.summary()).isEqualTo("Planned.");
    assertThat(point.done()).hasSize(3);

    var part = resumption.resumePoint(project.saying("partial").exit("3-build").checkpoint());
    assertThat(part.phase()).isEqualTo(new PhaseName("3-build"));
    assertThat(part.next()).isEqualTo(new PhaseName("3-build"));

    assertThat(resumption.resumePoint(project.exit("complete").checkpoint()).finished()).isTrue();
  }

  @Test
  void whoever_takes_over_is_told_what_the_sections_say() {
    var resumption = new PhaseResumePolicy();
    var project = Project.withSpec().steps("cp").saying("outcome", "one", "two");
    project.saying("context", "Begin here.").saying("open", "three").exit("2-plan");

    var protocolHandover = resumption.handover(project.checkpoint(), ".claude-checkpoint.md");

    assertThat(protocolHandover.formatLines())
        .containsExactly(
            "Key Outcomes: - one\n- two",
            "Step Progress: Steps completed: 1. Step 2 in progress. Remaining: Step 2.\n"
                + "Resume from: Step 2 — Part 2",
            "Context for Next Phase: Begin here.",
            "Open Items: - [ ] three");
    assertThat(protocolHandover.filesToRead()).isEmpty();
    assertThat(protocolHandover.warnings()).isEmpty();
  }

  @Test
  void sections_that_are_empty_or_not_there_are_not_told() {
    var project = new Project().exit("2-plan");
    var open = project.text.indexOf("## Open Items");
    project.text = project.text.substring(0, open).replace("\nNone.\n", "\n");

    assertThat(new PhaseResumePolicy().handover(project.checkpoint(), "x").formatLines()).isEmpty();
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
        .extracting(SchemaViolation::path)
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
  @Proves("T-000-B")
  void a_key_without_a_text_is_wrong_but_for_the_spec() {
    var validator = new Project().dialect().validator();
    var text = new Project().exit("2-plan").text;

    assertThat(validator.validate(text.replace("branch: main", "branch: ~\nmine: null")))
        .containsExactly(
            new SchemaViolation(Diagnostic.Severity.ERROR, "$.branch", "must be a text", "null"),
            new SchemaViolation(
                Diagnostic.Severity.WARNING, "$.mine", "is not a key of the format", "null"));
    assertThat(validator.validate(text.replace("branch: main", "branch: main\nmine: 1")))
        .extracting(SchemaViolation::value)
        .containsExactly("1");
  }

  @ParameterizedTest
  @CsvSource({"500, 0", "501, 1", "503, 3"})
  void only_so_many_keys_of_others_are_listed(int keys, int omitted) {
    var strange = new StringBuilder();
    for (int i = 0; i < keys; i++) {
      strange.append("mine").append(i).append(": x\n");
    }
    var text =
        new Project().exit("2-plan").text.replace("branch: main\n", "branch: main\n" + strange);

    var violations = new Project().dialect().validator().validate(text);

    assertThat(violations).hasSize(omitted > 0 ? 501 : 500);
    assertThat(violations.getLast())
        .isEqualTo(
            omitted > 0
                ? new SchemaViolation(
                    Diagnostic.Severity.WARNING,
                    "$",
                    "has more like these than are listed",
                    omitted + " more")
                : new SchemaViolation(
                    Diagnostic.Severity.WARNING, "$.mine499", "is not a key of the format", "x"));
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
  }

  @Test
  void a_note_before_the_first_exit_is_kept_by_the_journal() {
    var project = new Project();
    var report = new PhaseReport(null, List.of(), List.of("Keep the API"), null);
    var start = new PhaseName("0-start");

    project.ask(new Change.AmendPhase(start, report, List.of(), List.of()));

    assertThat(project.text).isEmpty();
    assertThat(project.events)
        .containsExactly(new Event.DecisionRecorded(new Decision(start, "Keep the API")));
  }

  @Test
  void notes_stand_in_the_sections_for_the_next_phase_and_go_when_they_are_resolved() {
    var project = new Project().exit("2-plan");
    var build = new PhaseName("3-build");
    var question = new Note(Note.Kind.QUESTION, build, "Which\ndatabase?");
    var notes =
        List.of(
            new Note(Note.Kind.NOTE, build, "rotate() done"),
            new Note(Note.Kind.NEXT, build, "write revoke()"),
            new Note(Note.Kind.NEXT, build, "test revoke()"),
            new Note(Note.Kind.TRIED, build, "a mutex"),
            question,
            new Note(Note.Kind.BLOCKED, build, "no API key"));

    project.ask(new Change.AmendPhase(build, PhaseReport.NONE, notes, List.of()));

    assertThat(project.section(Sections.CONTEXT))
        .isEqualTo(
            "- Note (3-build): rotate() done\n- Next action (3-build): test revoke()\n"
                + "- Tried and failed (3-build): a mutex");
    assertThat(project.section(Sections.OPEN))
        .isEqualTo(
            "- [ ] Open question (3-build): Which database?\n"
                + "- [ ] Blocked by (3-build): no API key");

    project.ask(
        new Change.AmendPhase(build, PhaseReport.NONE, List.of(), List.of(question, notes.get(5))));

    assertThat(project.section(Sections.OPEN)).isEmpty();
  }

  @Test
  void a_note_about_nothing_changes_nothing() {
    var project = new Project().exit("2-plan");
    var before = project.text;

    project.ask(new Change.AmendPhase(PhaseReport.NONE));

    assertThat(project.text).isEqualTo(before);
    assertThat(project.events).isEmpty();
  }

  @Test
  @Proves("R-000-04")
  void a_number_names_a_phase_and_with_it_a_workflow() {
    var rules = new Project().dialect().rules();

    assertThat(rules.numbersPhases()).isTrue();
    assertThat(rules.phaseKey(Project.ID, null, new PhaseName("3")))
        .isEqualTo(key("dev", "3-build"));
    assertThat(rules.phaseKey(Project.ID, null, new PhaseName("kw-2")))
        .isEqualTo(key("kw", "kw-2-execute"));
    assertThat(rules.phaseKey(Project.ID, null, new PhaseName("3-build-partial")))
        .isEqualTo(key("dev", "3-build"));
    for (var none : List.of("9", "activate", "complete", "2-plan-partial")) {
      assertThat(rules.phaseKey(Project.ID, null, new PhaseName(none))).isEqualTo(key("dev", none));
    }
  }

  private static PhaseKey key(String workflow, String phase) {
    return new PhaseKey(workflow, new PhaseName(phase));
  }

  @Test
  void what_is_checked_out_is_asked_first_whatever_is_to_change() {
    var rules = new Project().dialect().rules();
    var nothing = new Facts(Instant.EPOCH, SummaryLimit.DEFAULT, Map.of());
    for (var change : List.of(Project.leaving("2-plan"), new Change.FinishRun())) {
      assertThat(rules.asks(null, change)).containsExactly(FactQuery.HEAD);
      assertThat(rules.asks(null, change, nothing)).containsExactly(FactQuery.HEAD);
    }
  }

  @Test
  void what_only_the_journal_keeps_leaves_the_document_alone() {
    var passed = new Change.SetGate("ship", Change.Judgement.PASSED, List.of());
    for (var change : List.of(passed, new Change.ApprovePhase(new PhaseName("4")))) {
      var project = new Project().exit("3-build");
      var before = project.text;

      project.ask(change);

      assertThat(project.fate).isEqualTo(Fate.UNTOUCHED);
      assertThat(project.text).isEqualTo(before);
      assertThat(project.asked).isEmpty();
    }
    var unknown = new Change.ApprovePhase(new PhaseName("9-x"));
    assertThat(new Project().exit("3-build").refused(unknown).code()).isEqualTo("no-phase");
  }

  @Test
  void what_there_is_no_place_for_is_refused_with_the_way_that_there_is() {
    var review = new PhaseName("4-review");
    var ways =
        Map.of(
            new Change.SkipPhase(review, "x"), "--next ID",
            new Change.ForceGate("ship", "x"), "Leave a phase instead: tidemark done PHASE");
    ways.forEach(
        (change, way) -> {
          var blocker = new Project().exit("3-build").refused(change);
          assertThat(blocker.code()).isEqualTo("not-in-format");
          assertThat(blocker.hint()).endsWith(way);
        });
  }

  @Test
  void a_failure_is_recorded_without_a_document() {
    var build = new PhaseName("3");
    var project = new Project();
    var fail = new Change.FailPhase(build, "no network", PhaseReport.NONE);
    assertThat(project.refused(fail).hint()).endsWith("tidemark start phase/dev");

    project.exit("2-plan");
    var before = project.text;
    project.ask(fail);

    assertThat(project.fate).isEqualTo(Fate.UNTOUCHED);
    assertThat(project.text).isEqualTo(before);
    assertThat(project.events)
        .containsExactly(new Event.PhaseFailed(new PhaseName("3-build"), "no network"));
    for (var word : List.of("2-plan", "kw-1-plan")) {
      var other = new Change.FailPhase(new PhaseName(word), "", PhaseReport.NONE);
      assertThat(project.refused(other).code()).as(word).isEqualTo("not-current");
    }
    var unknown = new Change.FailPhase(new PhaseName("9-x"), "", PhaseReport.NONE);
    assertThat(project.refused(unknown).code()).isEqualTo("no-phase");
  }

  @Test
  @Proves("R-000-42")
  void a_failed_review_stays_due() {
    var project = new Project().exit("3-build");
    var review = new PhaseName("4-review");

    project.ask(new Change.FailPhase(review, "x", PhaseReport.NONE));

    assertThat(
            project
                .refused(new Change.StartPhase(new PhaseName("5-finalize"), PhaseReport.NONE))
                .code())
        .isEqualTo("review-missing");
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
            new Change.ChangeTask(TaskStep.ADD, "x"))) {
      assertThat(new Project().exit("3-build").refused(change).code()).isEqualTo("not-in-format");
    }
    var approved = new Project().exit("3-build");
    approved.ask(new Change.ApprovePhase(review));
    var finalizing = new Change.StartPhase(new PhaseName("5-finalize"), PhaseReport.NONE);
    assertThat(approved.refused(finalizing).code()).isEqualTo("review-missing");
  }

  @Test
  void a_project_may_have_phases_of_its_own() {
    var own =
        WorkflowFilesReader.read(
            "dev.yaml", "format: phase\nphases: [0-start, 1.5-spike, 3-build, 4-review]\n");
    var workflows = new PhaseWorkflows(new Workflows(List.of(own)));

    assertThat(workflows.next("0-start")).isEqualTo("1.5-spike");
    assertThat(workflows.resolve("1.5")).isEqualTo("1.5-spike");
    assertThat(PhaseIds.title("1.5-spike")).isEqualTo("Phase 1.5 (Spike)");
    assertThat(workflows.resolve("2-plan")).isNull();
    assertThat(workflows.names()).containsExactly("dev", "kw");
    assertThat(PhaseWorkflows.builtIn())
        .extracting(workflow -> workflow.name())
        .containsExactly("dev", "kw");
  }
}

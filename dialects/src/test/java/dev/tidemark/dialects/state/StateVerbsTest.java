package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.RunStart;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.FinishRun;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A run from its start to its end, by the verbs that people and agents use.
class StateVerbsTest {
  private static final PhaseName IMPLEMENTATION = new PhaseName("implementation");
  private static final PhaseName VALIDATION = new PhaseName("validation");

  private static Change start() {
    return new StartRun("implement", "auth", List.of(), false);
  }

  private static PhaseReport summary(String text) {
    return new PhaseReport(new ContextSummary(text), List.of(), List.of(), null);
  }

  private static Run begun() {
    return Run.of("implement", "auth").after(start());
  }

  @Test
  @Proves("R-002-09")
  void a_new_run_has_the_phases_of_its_workflow_ahead() {
    var run = begun();

    assertThat(run.text)
        .isEqualTo(
            """
            {
              "command": "implement",
              "feature": "auth",
              "version": 1,
              "head_commit": "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
              "started_at": "2026-01-29T10:31:00.000Z",
              "updated_at": "2026-01-29T10:31:00.000Z",
              "state": {
                "current_phase": null,
                "completed_phases": [],
                "pending_phases": [
                  "implementation",
                  "validation"
                ]
              },
              "phases": {}
            }\
            """);
    assertThat(run.events)
        .containsExactly(new Event.WorkflowStarted(List.of(IMPLEMENTATION, VALIDATION)));
  }

  @Test
  void a_completed_phase_hands_its_summary_to_the_next() {
    var files =
        List.of(
            new Artifact("a.java", Artifact.Kind.CREATED),
            new Artifact("b.java", Artifact.Kind.MODIFIED));
    var report =
        new PhaseReport(new ContextSummary("Login works."), files, List.of("use JWT"), null);
    var run = begun().after(new StartPhase(IMPLEMENTATION, PhaseReport.NONE));

    run.after(new CompletePhase(IMPLEMENTATION, report));

    assertThat(run.text)
        .contains(
            """
              "phases": {
                "implementation": {
                  "status": "complete",
                  "started_at": "2026-01-29T10:32:00.000Z",
                  "updated_at": "2026-01-29T10:33:00.000Z",
                  "context_summary": "Login works.",
                  "files_created": [
                    "a.java"
                  ],
                  "files_modified": [
                    "b.java"
                  ],
                  "decisions": [
                    "use JWT"
                  ]
                }
              }
            }\
            """);
    var point = run.dialect.resumePolicy().resumePoint(run.checkpoint());
    assertThat(point.summary()).isEqualTo("Login works.");
    assertThat(point.next()).isEqualTo(VALIDATION);
  }

  @Test
  void a_decision_is_recorded_with_its_phase() {
    var report = new PhaseReport(null, List.of(), List.of("use JWT"), null);

    var run = begun().after(new CompletePhase(IMPLEMENTATION, report));

    assertThat(run.events)
        .containsExactly(
            new Event.PhaseCompleted(IMPLEMENTATION),
            new Event.DecisionRecorded(new Decision(IMPLEMENTATION, "use JWT")));
    assertThat(run.checkpoint().decisions())
        .containsExactly(new Decision(IMPLEMENTATION, "use JWT"));
  }

  @Test
  void reported_files_are_added_to_those_known() {
    var first = new PhaseReport(null, List.of(created("a")), List.of("one"), null);
    var second = new PhaseReport(null, List.of(created("a"), created("b")), List.of("two"), null);

    var run =
        begun()
            .after(new StartPhase(IMPLEMENTATION, first))
            .after(new CompletePhase(IMPLEMENTATION, second));

    assertThat(run.entry("implementation").strings("files_created")).containsExactly("a", "b");
    assertThat(run.entry("implementation").strings("decisions")).containsExactly("one", "two");
  }

  @Test
  void a_failed_phase_keeps_its_error_until_it_is_tried_again() {
    var run =
        begun()
            .after(new StartPhase(IMPLEMENTATION, PhaseReport.NONE))
            .after(new FailPhase(IMPLEMENTATION, "no network", PhaseReport.NONE));

    assertThat(run.entry("implementation").string("error")).isEqualTo("no network");
    assertThat(run.events).containsExactly(new Event.PhaseFailed(IMPLEMENTATION, "no network"));

    run.after(new StartPhase(IMPLEMENTATION, PhaseReport.NONE));
    assertThat(run.entry("implementation").has("error")).isFalse();
  }

  @Test
  void a_skipped_phase_is_not_ahead_any_more() {
    var run = begun().after(new SkipPhase(VALIDATION, "no tests here"));

    assertThat(run.checkpoint().pending()).containsExactly("implementation");
    assertThat(run.entry("validation").string("status")).isEqualTo("skipped");
    assertThat(run.events).containsExactly(new Event.PhaseSkipped(VALIDATION, "no tests here"));
  }

  @Test
  void entering_a_phase_again_is_no_second_start() {
    var run = begun().after(new StartPhase(IMPLEMENTATION, PhaseReport.NONE));

    run.after(new StartPhase(IMPLEMENTATION, summary("half done")));

    assertThat(run.events).containsExactly(new Event.PhaseAmended(IMPLEMENTATION));
    assertThat(run.entry("implementation").string("started_at"))
        .isEqualTo("2026-01-29T10:32:00.000Z");
  }

  @Test
  void unknown_phase_of_a_defined_workflow_is_refused_with_the_nearest_name() {
    var misspelled = new StartPhase(new PhaseName("implementaton"), PhaseReport.NONE);

    var blocker = begun().refused(misspelled);

    assertThat(blocker.code()).isEqualTo("unknown-phase");
    assertThat(blocker.reason())
        .isEqualTo(
            "state/implement/auth has no phase implementaton; its phases: implementation,"
                + " validation");
    assertThat(blocker.hint())
        .isEqualTo(
            "Did you mean implementation? To add a phase: tidemark enter --new implementaton"
                + " --run state/implement/auth");
  }

  @Test
  void phases_given_at_the_start_take_the_place_of_the_usual_ones() {
    var run = Run.of("implement", "auth");
    var phases = List.of(new PhaseName("design"), new PhaseName("code"));
    run.after(new StartRun("implement", "auth", phases, false));

    assertThat(run.refused(new SkipPhase(VALIDATION, "")).reason())
        .endsWith("its phases: design, code");
  }

  @Test
  void a_phase_out_of_turn_keeps_its_place_in_the_plan() {
    var run = Run.of("implement", "auth");
    var phases = List.of(new PhaseName("a"), new PhaseName("b"), new PhaseName("c"));
    run.after(new StartRun("implement", "auth", phases, false));

    run.after(new StartPhase(phases.getLast(), PhaseReport.NONE));
    run.after(new CompletePhase(phases.getLast(), PhaseReport.NONE));
    run.after(new CompletePhase(phases.getFirst(), PhaseReport.NONE));

    assertThat(run.checkpoint().phases())
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly("a COMPLETE", "b PENDING", "c COMPLETE");
    assertThat(run.dialect.validator().validate(run.text)).isEmpty();
  }

  @Test
  void after_the_last_phase_of_its_own_a_run_has_no_usual_ones() {
    var run = Run.of("implement", "auth");
    var a = new PhaseName("a");
    run.after(new StartRun("implement", "auth", List.of(a), false));
    run.start = new RunStart(run.now, Event.WorkflowStarted.given(List.of(a)), false);
    run.after(new CompletePhase(a, PhaseReport.NONE));

    assertThat(run.refused(new StartPhase(VALIDATION, PhaseReport.NONE)).reason())
        .isEqualTo("state/implement/auth has no phase validation; its phases: a");
  }

  @Test
  void a_complete_phase_that_is_entered_is_told() {
    var run = begun().after(new CompletePhase(VALIDATION, PhaseReport.NONE));

    run.after(new StartPhase(VALIDATION, PhaseReport.NONE));

    assertThat(run.codes()).containsExactly("phase-again");
  }

  @Test
  void run_without_planned_phases_accepts_any_phase() {
    var run = Run.of("triage", "auth");
    run.after(new StartRun("triage", "auth", List.of(), false, true, null));

    run.after(new StartPhase(new PhaseName("look"), PhaseReport.NONE));
    run.after(new StartPhase(new PhaseName("sort"), PhaseReport.NONE));

    assertThat(run.notices).isEmpty();
  }

  @Test
  void the_end_of_a_run_can_be_told_twice() {
    var run = begun().after(new FinishRun(null));
    var text = run.text;

    run.after(new FinishRun(null));

    assertThat(run.events).isEmpty();
    assertThat(run.codes()).containsExactly("already-complete");
    assertThat(run.text).isEqualTo(text);
  }

  private static Artifact created(String path) {
    return new Artifact(path, Artifact.Kind.CREATED);
  }

  @Test
  void a_pre_flight_of_another_workflow_blocks_nothing_and_a_refused_one_neither() {
    var run = Run.of("implement", "auth");
    run.after(new StartRun("implement", "auth", List.of(new PhaseName("pre-flight")), false));
    run.after(new Change.FailPhase(new PhaseName("pre-flight"), "red", PhaseReport.NONE));
    assertThat(run.root().has("gate")).isFalse();

    var shipping = Run.of("ship", "auth");
    shipping.after(new StartRun("ship", "auth", List.of(), false));
    var summary = new ContextSummary(Run.words(501));
    var report = new PhaseReport(summary, List.of(), List.of(), null);
    var failing = new Change.FailPhase(new PhaseName("pre-flight"), "red", report);
    assertThat(shipping.refused(failing).code()).isEqualTo("summary-too-long");
    assertThat(shipping.root().has("gate")).isFalse();
  }
}

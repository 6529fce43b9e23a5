package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Another list of phases for an open run.
class PlanEditTest {
  private static final PhaseName A = new PhaseName("a");
  private static final PhaseName B = new PhaseName("b");
  private static final PhaseName C = new PhaseName("c");

  private static Run run() {
    var run = Run.of("implement", "auth");
    run.after(new StartRun("implement", "auth", List.of(A, B, C), false));
    run.after(new CompletePhase(A, PhaseReport.NONE));
    return run.after(new StartPhase(B, PhaseReport.NONE));
  }

  private static Run edited(Run run, String phases) {
    run.edit = phases;
    return run.after(new StartRun("implement", "auth", List.of(), false));
  }

  private static List<String> phases(Run run) {
    return run.checkpoint().phases().stream()
        .map(phase -> phase.name() + " " + phase.status())
        .toList();
  }

  @Test
  @Proves("R-002-09")
  void phases_are_put_in_renamed_put_elsewhere_and_taken_out() {
    var run = edited(run(), " first, a ,build=b, z");

    assertThat(phases(run))
        .containsExactly("first PENDING", "a COMPLETE", "build IN_PROGRESS", "z PENDING");
    assertThat(run.checkpoint().current()).contains(new PhaseName("build"));
    assertThat(run.checkpoint().completed()).containsExactly("a");
    assertThat(run.checkpoint().pending()).containsExactly("first", "build", "z");
    assertThat(run.events)
        .containsExactly(
            new Event.PlanChanged(
                List.of(new PhaseName("first"), A, new PhaseName("build"), new PhaseName("z")),
                Map.of(B, new PhaseName("build")),
                List.of(C)),
            new Event.PhaseQueued(new PhaseName("first")),
            new Event.PhaseQueued(new PhaseName("z")));
  }

  @Test
  void two_phases_can_change_their_names() {
    var run = edited(run(), "b=a,a=b,c");

    assertThat(phases(run)).containsExactly("b COMPLETE", "a IN_PROGRESS", "c PENDING");
    assertThat(run.checkpoint().completed()).containsExactly("b");
  }

  @Test
  void the_same_list_changes_nothing() {
    var run = run();
    var text = run.text;

    edited(run, "a,b,c");
    assertThat(run.text).isEqualTo(text);
    assertThat(run.events).isEmpty();
  }

  @Test
  void open_tasks_that_go_with_their_phase_are_told_and_done_ones_keep_it() {
    var run = run();
    run.after(new ChangeTask(TaskStep.ADD, "Ask", null, C));
    var other = Run.holding(run.text);
    other.after(new ChangeTask(TaskStep.DONE, "T001"));
    other.edit = "a,b";

    assertThat(edited(run, "a,b").notices.getFirst().text())
        .isEqualTo("taken out with their phases: T001 Ask");
    assertThat(other.refused(new StartRun("implement", "auth", List.of(), false)).code())
        .isEqualTo("phase-has-work");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,,b | USAGE | has an empty name",
        "a,a,b | USAGE | names a twice",
        "x=a,y=a,b,c | USAGE | names a twice",
        "a,x=y | USAGE | renames y, which is none",
        "b,c | REFUSED | phase a cannot be taken out"
      })
  void a_list_that_cannot_be_taken_is_refused(String phases, Blocker.Kind kind, String reason) {
    var run = run();
    run.edit = phases;

    var blocker = run.refused(new StartRun("implement", "auth", List.of(), false));

    assertThat(blocker.kind()).isEqualTo(kind);
    assertThat(blocker.reason()).contains(reason);
  }

  @Test
  void a_run_that_is_not_open_has_no_list_to_change() {
    var run = Run.of("implement", "auth");
    run.edit = "a";

    assertThat(run.refused(new StartRun("implement", "auth", List.of(), false)).code())
        .isEqualTo("not-open");
  }
}

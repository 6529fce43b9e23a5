package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.ChangeResult;
import dev.tidemark.library.InterruptedChange.Killed;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A change of more than one step whose writer is killed before each of them: the same command
/// again ends in the state without a kill, in files and in git.
class ProjectInterruptionTest {
  private static final Map<String, List<String>> PLAIN = Map.of();
  private static final String DEBUG = "item/debug/B-1";
  private static final String FILE = "docs/checkpoints/debug-B-1.md";
  private static final String FLOW = "flow/develop";

  @TempDir private Path temp;

  /// A change, and what it needs to be made.
  enum Case {
    ITEM_FIRST_PHASE_DONE("phase 1 complete", it -> debug(it, 0), it -> done(it, "1")),
    ITEM_PHASE_DONE("phase 2 complete", it -> debug(it, 1), it -> done(it, "2")),
    ITEM_PHASE_SKIPPED(
        "phase 2 complete",
        it -> debug(it, 1),
        it -> it.apply(DEBUG, new Change.SkipPhase(phase("2"), "not needed"), PLAIN)),
    ITEM_PHASE_FAILED(
        "phase 2 failed",
        it -> debug(it, 1),
        it ->
            it.apply(DEBUG, new Change.FailPhase(phase("2"), "no luck", PhaseReport.NONE), PLAIN)),
    ITEM_FINISHED(
        "complete, removing checkpoint",
        it -> debug(it, 4),
        it -> it.apply(DEBUG, new Change.FinishRun(), PLAIN)),
    ITEM_FINISHED_IN_A_BUNDLE(
        "D  docs/checkpoints/debug-B-1.md",
        it -> debug(it, 4),
        it -> it.apply(DEBUG, new Change.FinishRun(), Map.of("bundle", List.of("")))),
    ITEM_BEGUN_AFRESH(
        "D  docs/checkpoints/debug-B-2.md",
        ProjectInterruptionTest::twin,
        it -> it.apply(DEBUG, start("debug", "B-1", true), PLAIN)),
    ITEM_FROM_GIT(
        "debug-B-1.md: ---",
        it -> {
          debug(it, 1);
          it.git().git("rm", "--quiet", "--cached", FILE);
          it.git().git("reset", "--quiet", "--", FILE);
          delete(it, FILE);
        },
        it -> it.apply(DEBUG, start("debug", "B-1", false), Map.of("from-git", List.of("")))),
    PHASE_DONE_WITH_JOURNAL_ENTRIES(
        "consolidated.txt: done",
        it -> {
          made(it.apply("phase/dev", InterruptedChange.done("2-plan"), PLAIN));
          it.later();
          it.writeEarlier("docs/vt-c-journal/2026/entries/one.md", "x");
        },
        it -> it.apply("phase/dev", InterruptedChange.done("3-build"), PLAIN)),
    PHASE_DONE_OVER_A_DAMAGED_FILE(
        "claude-checkpoint-TIME.md",
        it -> {
          it.apply("phase/dev", InterruptedChange.done("2-plan"), PLAIN);
          it.write(".claude-checkpoint.md", "---\nschema: x\nbroken");
        },
        it -> it.apply("phase/dev", InterruptedChange.done("2-plan"), PLAIN)),
    FLOW_TASK_ADDED("task-001", ProjectInterruptionTest::flow, it -> task(it, TaskStep.ADD)),
    FLOW_TASK_STARTED(
        "running",
        it -> {
          flow(it);
          task(it, TaskStep.ADD);
        },
        it -> task(it, TaskStep.START)),
    FLOW_RESUMED(
        "\"attempts\":1",
        it -> {
          implementing(it);
          task(it, TaskStep.ADD);
          task(it, TaskStep.START);
          it.later();
        },
        it -> it.apply(FLOW, new Change.ResumeRun(), PLAIN)),
    FLOW_BEGUN_AFRESH_WITH_MANY_ARCHIVES(
        ".archive/WF_TIME/execution.json",
        it -> {
          for (int i = 0; i < 5; i++) {
            it.apply(FLOW, start("develop", null, true), PLAIN);
            task(it, TaskStep.ADD);
            it.later();
          }
        },
        it -> it.apply(FLOW, start("develop", null, true), PLAIN)),
    FLOW_BEGUN_AFRESH(
        ".archive/WF_TIME/execution.json",
        it -> {
          flow(it);
          task(it, TaskStep.ADD);
        },
        it -> it.apply(FLOW, start("develop", null, true), PLAIN)),
    FLOW_BEGUN_OVER_BYTES(
        ".archive/unknown_TIME/phase.json.tmp",
        it -> {
          flow(it);
          it.writeBytes("memory/state/phase.json", new byte[] {(byte) 0xff, 1, 2});
          it.write("memory/state/phase.json.tmp", "left");
        },
        it -> it.apply(FLOW, start("develop", null, true), PLAIN)),
    STATE_FINISHED(
        "archive/implement-auth-TIME.json.gz",
        it -> {
          state(it);
          made(it.apply("state/implement/auth", InterruptedChange.done("validation"), PLAIN));
        },
        it -> it.apply("state/implement/auth", new Change.FinishRun(), PLAIN)),
    STATE_BEGUN_AFRESH(
        "archive/implement-auth-TIME.json.gz",
        ProjectInterruptionTest::state,
        it -> it.apply("state/implement/auth", start("implement", "auth", true), PLAIN));

    private final String mark;
    private final Consumer<InterruptedChange> before;
    private final Function<InterruptedChange, ChangeResult<?>> change;

    /// @param mark what the last effect leaves in the state
    Case(
        String mark,
        Consumer<InterruptedChange> before,
        Function<InterruptedChange, ChangeResult<?>> change) {
      this.mark = mark;
      this.before = before;
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Proves({"R-001-18", "R-001-19", "R-001-30", "R-COM-06"})
  void repeating_a_killed_change_ends_in_the_state_without_a_kill(Case which) {
    var prepared = InterruptedChange.in(temp.resolve("prepared"));
    which.before.accept(prepared);
    var whole = prepared.copy(temp.resolve("whole"));
    made(which.change.apply(whole));
    var expected = whole.state();
    assertThat(expected).contains(which.mark, "A  staged.txt", "M a.txt");
    var wrong = new ArrayList<String>();
    int killed = 0;
    int number = 1;
    for (; ; number += Proofs.stride(11)) {
      var scene = prepared.copy(temp.resolve("killed-" + number));
      scene.killBefore(number);
      if (!dies(which, scene)) {
        break;
      }
      killed++;
      var step = scene.step();
      scene.revive();
      scene.later();
      made(which.change.apply(scene));
      var state = scene.state();
      if (!state.equals(expected)) {
        wrong.add(number + ": " + step + "\n" + difference(expected, state));
      }
    }
    System.out.println("killed: " + which + " before " + killed + " steps");
    assertThat(wrong).isEmpty();
    // The shortest change creates one file: create, write, rename.
    assertThat(number).as("steps that a kill can come before").isGreaterThan(3);
    assertThat(killed).isPositive();
  }

  private static boolean dies(Case which, InterruptedChange scene) {
    try {
      which.change.apply(scene);
      return false;
    } catch (Killed died) {
      return true;
    }
  }

  private static void made(ChangeResult<?> changeResult) {
    assertThat(changeResult.outcome()).isInstanceOf(Outcome.Transition.class);
    assertThat(changeResult.failures()).isEmpty();
  }

  private static String difference(String expected, String actual) {
    var lines = new ArrayList<String>();
    var wanted = List.of(expected.split("\n"));
    var found = List.of(actual.split("\n"));
    for (var line : wanted) {
      if (!found.contains(line)) {
        lines.add("  missing: " + line);
      }
    }
    for (var line : found) {
      if (!wanted.contains(line)) {
        lines.add("  extra: " + line);
      }
    }
    return String.join("\n", lines) + (lines.isEmpty() ? actual : "");
  }

  private static dev.tidemark.checkpoint.PhaseName phase(String name) {
    return new dev.tidemark.checkpoint.PhaseName(name);
  }

  private static Change start(String workflow, String item, boolean fresh) {
    return new Change.StartRun(workflow, item, List.of(), fresh);
  }

  private static ChangeResult<?> done(InterruptedChange scene, String phase) {
    return scene.apply(DEBUG, InterruptedChange.done(phase), PLAIN);
  }

  private static void debug(InterruptedChange scene, int phases) {
    made(scene.apply(DEBUG, start("debug", "B-1", false), PLAIN));
    for (int i = 1; i <= phases; i++) {
      made(done(scene, Integer.toString(i)));
    }
  }

  private static void twin(InterruptedChange scene) {
    debug(scene, 1);
    var other = FILE.replace("B-1", "B-2");
    scene.write(other, scene.read(FILE));
    scene.git().git("add", other);
    scene.git().git("commit", "--quiet", "-m", "twin", "--", other);
  }

  private static void delete(InterruptedChange scene, String path) {
    if (!scene.root().resolve(path).toFile().delete()) {
      throw new AssertionError(path);
    }
  }

  private static void flow(InterruptedChange scene) {
    made(scene.apply(FLOW, start("develop", null, false), PLAIN));
  }

  private static void implementing(InterruptedChange scene) {
    flow(scene);
    scene.write("memory/reports/demand.json", "{\"a\":1}");
    for (var phase : List.of("REQUIREMENTS", "ARCHITECTURE")) {
      made(scene.apply(FLOW, InterruptedChange.done(phase), PLAIN));
      made(scene.apply(FLOW, new Change.ApprovePhase(phase(phase)), PLAIN));
      made(scene.apply(FLOW, new Change.ResumeRun(), PLAIN));
      scene.write("memory/reports/final_design.json", "{\"a\":1}");
    }
  }

  private static ChangeResult<?> task(InterruptedChange scene, TaskStep step) {
    return scene.apply(FLOW, new Change.ChangeTask(step, "task-001"), PLAIN);
  }

  private static void state(InterruptedChange scene) {
    made(scene.apply("state/implement/auth", start("implement", "auth", false), PLAIN));
    made(scene.apply("state/implement/auth", InterruptedChange.enter("implementation"), PLAIN));
    made(scene.apply("state/implement/auth", InterruptedChange.done("implementation"), PLAIN));
  }
}

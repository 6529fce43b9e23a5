package dev.tidemark.library.crash;

import static dev.tidemark.library.crash.Script.done;
import static dev.tidemark.library.crash.Script.enter;
import static dev.tidemark.library.crash.Script.phase;
import static dev.tidemark.library.crash.Script.report;
import static dev.tidemark.library.crash.Script.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.library.crash.CrashScene.Depth;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a power cut leaves of any operation, every acknowledged change is there, at most the
/// one under way besides, and work goes on.
@Proves({"R-USR-07", "R-COM-06"})
class CrashStatesTest {
  @TempDir private Path root;
  private CrashScene scene;

  @BeforeEach
  void begin() {
    boolean deep = Boolean.getBoolean("tidemark.proof.deep");
    scene = new CrashScene(root, deep ? Depth.DEEP : Depth.BUILD);
  }

  @AfterEach
  void tell(TestInfo test) {
    scene.tell(test.getDisplayName());
  }

  @Test
  void documents_of_the_unified_schema() {
    new Script(scene, "state", "implement", "auth")
        .then(start("implement", "auth", false))
        .then(enter("implementation"))
        .then(new Change.FailPhase(phase("implementation"), "No luck.", PhaseReport.NONE))
        .then(done("implementation", "Works."))
        .then(new Change.SkipPhase(phase("validation"), "None."))
        .noted()
        .then(new Change.FinishRun());
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_that_begin_anew_and_go_back() {
    new Script(scene, "state", "implement", "auth")
        .then(start("implement", "auth", false))
        .then(done("implementation", "Works."))
        .then(start("implement", "auth", true))
        .then(done("implementation", "Works twice."))
        .restored(2)
        .edited("Works.", "Works well.")
        .then(done("validation", "Checked."));
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_whose_past_is_changed() {
    new Script(scene, "state", "implement", "auth")
        .then(start("implement", "auth", false))
        .then(done("implementation", "Works three times."))
        .edited("three times", "four times")
        .adopted()
        .redacted("four times")
        .then(new Change.MergePhase(phase("validation"), JsonObject.EMPTY, JsonObject.EMPTY));
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_that_leave_their_place() {
    new Script(scene, "state", "implement", "auth")
        .then(start("implement", "auth", false))
        .then(done("implementation", "Works."))
        .archived()
        .broughtBack()
        .pruned(2)
        .edited("{ no JSON")
        .setAside("20260213T143000Z")
        .then(done("validation", "Works again."));
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_with_a_gate() {
    var ship = Change.SetGate.SHIP;
    new Script(scene, "state", "ship", "auth")
        .then(start("ship", "auth", false))
        .then(new Change.SetGate(ship, Change.Judgement.BLOCKED, List.of("2 tests fail")))
        .then(new Change.ForceGate(ship, "The tests are wrong."))
        .then(new Change.KeepReport("linear", JsonObject.builder().add("id", "BAS-7").build()))
        .then(done("pre-flight", "Checked."));
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_that_hand_over_between_sessions() {
    new Script(scene, "phase", "dev", "")
        .then(start("dev", "", false))
        .then(done("3-build", "Built."))
        .then(enter("4-review"))
        .edited("Built.", "Nearly built.")
        .then(done("4-review", "Reviewed."), Map.of("result", List.of("pass")))
        .redacted("Nearly built");
    assertThat(scene.states()).isGreaterThan(300);
  }

  @Test
  void documents_of_work_items() {
    new Script(scene, "item", "epic", "EPIC-001")
        .then(start("epic", "EPIC-001", false))
        .then(done("0", "Synced."))
        .then(enter("1"))
        .then(new Change.AmendPhase(report("Half.")))
        .then(new Change.ChangeTask(TaskStep.ADD, "Ask Ann"))
        .then(new Change.ChangeTask(TaskStep.DONE, "Ask Ann"))
        .then(done("1", "Captured."))
        .edited("Captured.", "Caught.")
        .then(done("2", "Analysed."))
        .then(done("3"))
        .then(done("4"))
        .then(done("5"))
        .then(new Change.FinishRun());
    assertThat(scene.states()).isGreaterThan(1_000);
  }

  @Test
  void a_workflow_whose_documents_go_through_stations() throws IOException {
    for (var output : List.of("reports/demand", "reports/architecture")) {
      var file = root.resolve("memory/" + output + ".json");
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{\"a\":1}");
    }
    new Script(scene, "flow", "develop", "")
        .then(start("develop", "", false))
        .then(done("REQUIREMENTS"))
        .then(new Change.ApprovePhase(phase("REQUIREMENTS")))
        .then(enter("ARCHITECTURE"))
        .then(new Change.FailPhase(phase("ARCHITECTURE"), "No idea.", PhaseReport.NONE))
        .then(new Change.ResumeRun())
        .then(start("develop", "", true), Map.of());
    assertThat(scene.states()).isGreaterThan(1_000);
  }
}

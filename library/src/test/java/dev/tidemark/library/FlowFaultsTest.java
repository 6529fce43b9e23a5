package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A workflow whose writer is stopped at every step of a write: its documents can be read at any
/// instant, and say whether a write was under way.
class FlowFaultsTest {
  private static final Dialect<FlowCheckpoint> FLOW = FlowDialect.of(FlowSettings.USUAL);
  private static final String SAFE = "\"interruption_safe\":true";
  private static final String UNSAFE = "\"interruption_safe\":false";

  private static final Caller BY =
      new Caller(
          Actor.tool("test"),
          ChangeMode.COMMIT,
          DialectOptions.NONE,
          null,
          ApprovalEvidence.TERMINAL);

  @TempDir private Path root;

  @BeforeEach
  void prepare() throws IOException {
    begin(root);
  }

  private static void begin(Path folder) throws IOException {
    apply(folder, new DiskIo(), new Change.StartRun("develop", null, List.of(), false));
    Files.createDirectories(folder.resolve("memory/reports"));
    Files.writeString(folder.resolve("memory/reports/demand.json"), "{\"a\":1}");
  }

  private static ChangeResult<FlowCheckpoint> apply(Path folder, StorageIo io, Change change) {
    var id = ((NameResolution.Named) FLOW.locator().name("develop", null)).id();
    var changeResult = Project.at(folder).io(io).open().checkpoints().apply(FLOW, id, change, BY);
    assertThat(changeResult.outcome()).isInstanceOf(Outcome.Transition.class);
    return changeResult;
  }

  private static Change done() {
    return new Change.CompletePhase(new PhaseName("REQUIREMENTS"), PhaseReport.NONE);
  }

  private static Change task(TaskStep step) {
    return new Change.ChangeTask(step, "task-001");
  }

  private static String text(Path folder, String name) {
    try {
      return Files.readString(folder.resolve("memory/state").resolve(name));
    } catch (IOException absent) {
      return "";
    }
  }

  private static StorageIo failingAt(int nth, Step kind) {
    var count = new int[1];
    return new WatchedIo(
        new DiskIo(),
        (step, path) -> {
          if (step == kind && ++count[0] >= nth) {
            throw new IOException("stopped at " + path);
          }
        });
  }

  @Test
  @Proves({"R-003-20", "R-COM-06"})
  void a_change_goes_through_the_four_states_of_the_protocol_in_their_order() {
    var before = text(root, "phase.json");
    var states = new ArrayList<String>();
    var passing = new ArrayList<String>();
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              var there = text(root, "phase.json");
              if (states.isEmpty() || !states.getLast().equals(there)) {
                states.add(there);
              }
              if (path.endsWith("phase.json.tmp")) {
                passing.add(step + " " + text(root, "phase.json.tmp"));
              }
            });

    apply(root, io, done());

    var after = text(root, "phase.json");
    assertThat(states)
        .containsExactly(before, before.replace(SAFE, UNSAFE), after.replace(SAFE, UNSAFE), after);
    assertThat(after).contains(SAFE, "\"phase_status\":\"complete\"");
    assertThat(passing).containsExactly("RENAME " + after.replace(SAFE, UNSAFE));
  }

  @Test
  @Proves("R-003-20")
  void the_first_document_is_not_marked_before_it_is_there(@TempDir Path other) throws IOException {
    var states = new ArrayList<String>();
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              var there = text(other, "phase.json");
              if (!there.isEmpty() && !states.contains(there)) {
                states.add(there);
              }
            });

    apply(other, io, new Change.StartRun("develop", null, List.of(), false));

    var after = text(other, "phase.json");
    assertThat(states).containsExactly(after.replace(SAFE, UNSAFE), after);
  }

  @ParameterizedTest
  @CsvSource({"1, old, true", "2, old, false", "3, old, false", "4, new, false"})
  @Proves({"R-003-20", "R-003-10", "R-003-22"})
  void a_writer_stopped_between_two_steps_leaves_a_document_that_says_so(
      int step, String which, boolean safe) throws IOException {
    var io = failingAt(step, Step.RENAME);
    assertThatThrownBy(() -> apply(root, io, done())).isInstanceOf(StoreException.class);

    var left = text(root, "phase.json");
    JsonText.parse(left);
    assertThat(left).contains(safe ? SAFE : UNSAFE);
    assertThat(left.contains("\"phase_status\":\"complete\"")).isEqualTo(which.equals("new"));
    assertThat(Files.exists(root.resolve("memory/state/phase.json.tmp"))).isEqualTo(step == 3);

    var approve = new Change.ApprovePhase(new PhaseName("REQUIREMENTS"));
    apply(root, new DiskIo(), approve);
    var resumed = apply(root, new DiskIo(), new Change.ResumeRun());
    assertThat(resumed.outcome().notices())
        .as("the journal knows what was under way")
        .noneMatch(notice -> notice.code().equals("integrity"));
    assertThat(text(root, "phase.json")).contains(SAFE, "\"current_phase\":\"ARCHITECTURE\"");
    assertThat(root.resolve("memory/state/phase.json.tmp")).doesNotExist();
  }

  @Test
  @Proves({"R-003-21", "R-COM-06"})
  void tasks_can_be_read_wherever_their_writer_is_stopped() throws IOException {
    int stopped = 0;
    for (var kind : List.of(Step.CREATE, Step.WRITE, Step.FORCE, Step.RENAME, Step.FORCE_DIR)) {
      for (int nth = 1; ; nth++) {
        var folder = Files.createDirectories(root.resolve(kind + "-" + nth));
        begin(folder);
        apply(folder, new DiskIo(), task(TaskStep.ADD));
        if (!stops(folder, failingAt(nth, kind))) {
          break;
        }
        stopped++;
        assertThat(text(folder, "execution.json")).satisfies(JsonText::parse);
        assertThat(text(folder, "execution.json")).containsAnyOf("pending", "running");
        JsonText.parse(text(folder, "phase.json"));

        apply(folder, new DiskIo(), task(TaskStep.START));
        assertThat(text(folder, "execution.json")).contains("running");
        assertThat(text(folder, "phase.json")).contains(SAFE);
      }
    }
    assertThat(stopped).isGreaterThan(10);
  }

  private static boolean stops(Path folder, StorageIo io) {
    try {
      apply(folder, io, task(TaskStep.START));
      return false;
    } catch (StoreException stopped) {
      return true;
    }
  }
}

package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.testkit.Proofs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// SIGKILL of the runner: no agent survives, nothing is done twice, and the next runner goes on.
@EnabledOnOs(value = OS.LINUX, disabledReason = "survivors are looked for in /proc")
class KilledRunnerTest {
  private static final Map<String, Integer> ONCE = Map.of("design", 1, "code", 1, "test", 1);

  /// Most kills of the runner of one run.
  private static final int KILLS = 6;

  private static final String COST = "{\"cost_usd\":0.75,";

  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder).start("design", "code", "test");
  }

  private Process runner(String mode) throws IOException {
    // A process group of its own, as a shell makes one.
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            "setsid",
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RunnerMain.class.getName(),
            project.root.toString(),
            mode);
    builder.environment().putAll(project.environment);
    return builder
        .redirectErrorStream(true)
        .redirectOutput(new File(folder.toFile(), "runner.out"))
        .start();
  }

  private void awaitAgent() throws IOException, InterruptedException {
    for (int i = 0; i < 600 && project.survivors().isEmpty(); i++) {
      Thread.sleep(50);
    }
    assertThat(project.survivors()).isNotEmpty();
  }

  private void awaitSilence() throws IOException, InterruptedException {
    for (int i = 0; i < 600 && !project.survivors().isEmpty(); i++) {
      Thread.sleep(50);
    }
    assertThat(project.survivors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "deaf"})
  void no_agent_survives_and_the_next_runner_closes_the_attempt(String mode)
      throws IOException, InterruptedException {
    var runner = runner(mode);
    awaitAgent();
    runner.destroyForcibly().waitFor();
    awaitSilence();
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("orphaned", "applied", "applied", "applied");
    assertThat(project.completions()).isEqualTo(ONCE);
  }

  @Test
  void no_agent_survives_the_process_group_of_the_runner()
      throws IOException, InterruptedException {
    var runner = runner("hang");
    awaitAgent();
    int killed =
        new ProcessBuilder("sh", "-c", "kill -s KILL -- -" + runner.pid()).start().waitFor();
    assertThat(killed).isZero();
    awaitSilence();
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("orphaned", "applied", "applied", "applied");
  }

  @Test
  void the_next_runner_does_not_wait_for_the_end_of_an_agent()
      throws IOException, InterruptedException {
    var runner = runner("deaf");
    awaitAgent();
    runner.destroyForcibly().waitFor();
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.survivors()).isEmpty();
  }

  @Test
  void an_agent_dies_even_if_its_supervisor_is_killed_too()
      throws IOException, InterruptedException {
    var runner = runner("hang");
    awaitAgent();
    var children = runner.descendants().toList();
    runner.destroyForcibly().waitFor();
    for (var child : children) {
      boolean supervisor = child.info().command().orElse("").endsWith("sh");
      if (supervisor
          && project.survivors().stream().noneMatch(it -> it.contains("/" + child.pid() + " "))) {
        child.destroyForcibly();
      }
    }
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.survivors()).isEmpty();
    assertThat(project.completions()).isEqualTo(ONCE);
  }

  /// The agent had finished, and its runner was killed before it read the response.
  @Test
  void a_finished_response_is_applied_by_the_next_runner() throws IOException {
    var log = open(1);
    Files.writeString(log.resolve("out"), response(1).replace("{\"task", COST + "\"task"));
    Files.writeString(log.resolve("exit"), "0\n");
    var result = project.run("ok");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(project.attempts().getFirst().cost()).isEqualByComparingTo("0.75");
    assertThat(project.outcomes()).containsExactly("applied", "applied", "applied");
    assertThat(project.completions()).isEqualTo(ONCE);
  }

  /// The response was applied, and the runner was killed before it recorded the end.
  @Test
  void an_applied_response_is_not_applied_again() throws IOException {
    project.run("ok", new RunOptions(null, List.of(), new PhaseName("design"), null, false, null));
    var store = project.open();
    var entries = store.history().history(project.id());
    assertThat(entries).isNotEmpty();
    var number = project.attempts().getLast().number();
    // The same attempt once more, without an end: as if the end had not been recorded.
    var start = project.attempts().getLast().start();
    store
        .checkpoints()
        .record(
            project.id(),
            new Event.AttemptStarted(new PhaseName("design"), number, start),
            Actor.tool("test"));
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.completions()).isEqualTo(ONCE);
    assertThat(project.outcomes()).doesNotContain("open");
  }

  /// The response was applied, and the runner was killed before it recorded questions and end.
  @ParameterizedTest
  @CsvSource({"STOP, agent-stopped", "CLARIFY, agent-asks"})
  void the_decision_of_an_applied_response_ends_the_next_runner_too(String decision, String code)
      throws IOException {
    var log = open(1);
    var text =
        response(1)
            .replace("complete", "blocked")
            .replace("PROCEED", decision)
            .replace("\"findings\"", "\"issues\":[\"Which port?\"],\"findings\"");
    Files.writeString(log.resolve("out"), text);
    var task = project.id() + "/design#1";
    project
        .open()
        .checkpoints()
        .record(
            project.id(),
            new Event.HandoffApplied(new PhaseName("design"), task, decision, "0".repeat(64)),
            Actor.tool("test"));
    var result = project.run("ok");
    assertThat(result.blockers()).extracting("code").containsExactly(code);
    assertThat(project.outcomes()).containsExactly("applied");
    assertThat(project.attempts().getFirst().reason()).isEqualTo("Which port?");
    assertThat(project.open().runs().inspect(project.id()).notes())
        .hasSize(decision.equals("CLARIFY") ? 1 : 0);
  }

  @Test
  void a_finished_response_is_not_applied_where_the_changed_files_cannot_be_checked()
      throws IOException {
    project
        .define("scoped", "run: {writes: [\"docs/**\"]}\nphases: [design, code, test]\n")
        .start("design", "code", "test");
    Files.writeString(open(1).resolve("out"), response(1));
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("orphaned", "applied", "applied", "applied");
    assertThat(project.attempts().getFirst().reason()).endsWith("writes was not checked");
  }

  /// Nothing but the start of an attempt was recorded.
  @Test
  void an_attempt_whose_process_never_started_is_closed() throws IOException {
    open(1);
    project.open().checkpoints();
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("orphaned", "applied", "applied", "applied");
  }

  private Path open(int number) throws IOException {
    var store = project.open();
    var start = JsonObject.EMPTY.with("agent", "command").with("id", "a-" + number);
    store
        .checkpoints()
        .record(
            project.id(),
            new Event.AttemptStarted(new PhaseName("design"), number, start),
            Actor.tool("test"));
    return new AttemptLog(project.root, project.id()).open(number, "{}");
  }

  private String response(int number) {
    return """
    {"task_id":"%s/design#%d","phase":"research","status":"complete","decision":"PROCEED",\
    "findings":{},"context_summary":"done"}
    """
        .formatted(project.id(), number);
  }

  /// Kills at random moments until the run is complete: each phase is completed once, every attempt
  /// is closed, and no agent is left.
  @Test
  void a_runner_that_is_killed_again_and_again_completes_each_phase_once()
      throws IOException, InterruptedException {
    int kills = Integer.getInteger("tidemark.proof.runner-kills", Proofs.tries(200, 4));
    long seed = System.nanoTime();
    var random = new Random(seed);
    int killed = 0;
    int runs = 0;
    while (killed < kills) {
      project = RunnerProject.in(folder.resolve("run-" + runs)).start("design", "code", "test");
      runs++;
      boolean alive = true;
      for (int kill = 0; kill < KILLS && alive; kill++) {
        var runner = runner("file");
        alive = !runner.waitFor(200 + random.nextInt(1_200), TimeUnit.MILLISECONDS);
        if (alive) {
          runner.destroyForcibly().waitFor();
          killed++;
        }
      }
      assertThat(project.run("file").status()).as("seed %d", seed).isIn(Status.DONE);
      awaitSilence();
      assertThat(project.completions()).as("seed %d", seed).isEqualTo(ONCE);
      assertThat(project.outcomes()).as("seed %d", seed).doesNotContain("open");
    }
    System.out.printf("kills of a runner: %d in %d runs of three phases%n", killed, runs);
  }
}

package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

  /// Milliseconds: about what three phases take.
  private static final int KILLED_WITHIN = 700;

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
            mode,
            project.id().dialect(),
            project.id().workflow());
    if (project.id().item() != null) {
      builder.command().add(project.id().item());
    }
    builder.environment().putAll(project.environment);
    return builder.redirectErrorStream(true).start();
  }

  /// One look that finds it is enough: a process that executes a program has no environment for a
  /// moment.
  private void awaitAgent() throws IOException, InterruptedException {
    awaitProcess(" of attempt ");
  }

  private void awaitProcess(String owner) throws IOException, InterruptedException {
    var found = project.survivors().toString();
    for (int i = 0; i < 600 && !found.contains(owner); i++) {
      Thread.sleep(50);
      found = project.survivors().toString();
    }
    assertThat(found).contains(owner);
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

  @Test
  void the_command_of_a_gate_does_not_survive_its_runner_and_is_run_again()
      throws IOException, InterruptedException {
    var gate = "{command: [sh, -c, 'test -f open || sleep 600'], at: done, name: slow}";
    project.define("gated", "phases: [{name: code, gates: [" + gate + "]}]\n").start("code");
    var runner = runner("ok");
    awaitProcess(" of a gate");
    runner.destroyForcibly().waitFor();
    awaitSilence();
    Files.writeString(project.root.resolve("open"), "yes");
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied");
    assertThat(new AttemptLog(project.root, project.id()).gate()).doesNotExist();
  }

  @Test
  void the_command_of_a_gate_ends_with_its_runner_and_its_response_is_kept() throws IOException {
    var gate = "{command: [sh, -c, 'test -f open || sleep 600'], at: done, name: slow}";
    project.define("gated", "phases: [{name: code, gates: [" + gate + "]}]\n").start("code");
    project.stopped = () -> project.told.toString().contains("gate slow");
    assertThat(project.run("ok").blockers()).extracting("code").containsExactly("stopped");
    assertThat(project.survivors()).isEmpty();
    assertThat(project.outcomes()).containsExactly("open");
    project.stopped = () -> false;
    Files.writeString(project.root.resolve("open"), "yes");
    assertThat(project.run("garbage").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied");
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

  @Test
  void no_agent_that_is_asked_again_survives_and_the_next_runner_closes_the_attempt()
      throws IOException, InterruptedException {
    project.claude("miss", "hang", "ok", "ok", "ok");
    var runner = runner("claude");
    // An agent that is killed before it has taken its mode leaves it to the next one.
    var left = project.root.resolve("mode");
    for (int i = 0; i < 600 && Files.readString(left).contains("hang"); i++) {
      Thread.sleep(50);
    }
    assertThat(left).hasContent("ok\nok\nok\n");
    awaitAgent();
    runner.destroyForcibly().waitFor();
    awaitSilence();
    assertThat(project.run("", RunnerProject.CLAUDE).status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("orphaned", "applied", "applied", "applied");
    assertThat(project.attempts().getFirst().isAskedAgain()).isTrue();
    assertThat(project.attempts().getFirst().cost()).as("that of the second is unknown").isNull();
    assertThat(project.completions()).isEqualTo(ONCE);
  }

  /// The agent had finished when it was asked again, and its runner was killed before it read that.
  @Test
  void the_response_of_an_agent_that_was_asked_again_is_applied_by_the_next_runner()
      throws IOException {
    var log = open(1, "claude");
    Files.writeString(log.resolve("out"), result("\"result\":\"Done.\""));
    Files.writeString(log.resolve("exit"), "0\n");
    var again = new AttemptLog(project.root, project.id()).openAgain(1, "Again.");
    Files.writeString(again.resolve("pid"), "1\n");
    Files.writeString(
        again.resolve("out"),
        result("\"structured_output\":" + response(1).strip()).replace("0.5", "0.75"));
    Files.writeString(again.resolve("exit"), "0\n");
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied", "applied", "applied");
    assertThat(project.attempts().getFirst().isAskedAgain()).isTrue();
    assertThat(project.attempts().getFirst().cost()).isEqualByComparingTo("0.75");
    assertThat(project.completions()).isEqualTo(ONCE);
  }

  /// It had made the folder, and no process.
  @Test
  void an_agent_that_was_to_be_asked_again_leaves_the_cost_of_its_first_answer()
      throws IOException {
    Files.writeString(open(1, "claude").resolve("out"), result("\"result\":\"Done.\""));
    new AttemptLog(project.root, project.id()).openAgain(1, "Again.");
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).startsWith("orphaned", "applied");
    assertThat(project.attempts().getFirst().isAskedAgain()).isFalse();
    assertThat(project.attempts().getFirst().cost()).isEqualByComparingTo("0.50");
  }

  private static String result(String more) {
    return "{\"type\":\"result\",\"subtype\":\"success\",\"total_cost_usd\":0.5," + more + "}\n";
  }

  /// The response was applied, and the runner was killed before it recorded the end.
  @Test
  void an_applied_response_is_not_applied_again() throws IOException {
    project.run(
        "ok", new RunOptions(null, List.of(), new PhaseName("design"), null, false, null, null));
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

  @Test
  void a_file_outside_writes_counts_although_the_runner_was_killed()
      throws IOException, InterruptedException {
    project
        .define("scoped", "run: {writes: [\"docs/**\"], retries: 0}\nphases: [design]\n")
        .start("design");
    var runner = runner("outside-killed");
    awaitAgent();
    while (!Files.exists(project.root.resolve("outside.txt"))) {
      Thread.sleep(10);
    }
    runner.destroyForcibly().waitFor();

    assertThat(project.run("ok").status()).isEqualTo(Status.REFUSED);
    assertThat(project.outcomes()).containsExactly("orphaned", "outside");
  }

  @Test
  void a_phase_that_was_completed_before_its_runner_was_killed_is_compared_all_the_same()
      throws IOException, InterruptedException {
    project
        .define("scoped", "run: {writes: [\"docs/**\"]}\nphases: [design, code, test]\n")
        .start("design", "code", "test");
    var runner = runner("outside-killed");
    awaitAgent();
    while (!Files.exists(project.root.resolve("outside.txt"))) {
      Thread.sleep(10);
    }
    project.change(new Change.CompletePhase(new PhaseName("design"), PhaseReport.NONE));
    runner.destroyForcibly().waitFor();

    var result = project.run("ok");
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(result.blockers().getFirst().reason()).endsWith("may not change: outside.txt");
    assertThat(project.outcomes()).containsExactly("outside");
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
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
    return open(number, "command");
  }

  private Path open(int number, String agent) throws IOException {
    var store = project.open();
    var start = JsonObject.EMPTY.with("agent", agent).with("id", "a-" + number);
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

  /// Kills at random moments until the run is complete: each phase is completed once, no response
  /// is lost, every attempt is closed, and no agent is left.
  @ParameterizedTest
  @CsvSource({
    "state, implement, auth, file, 3",
    "item, debug, auth, slow 0.3, 4",
    "phase, kw, , slow 0.3, 5",
    "flow, develop, , flow, 5"
  })
  void a_runner_that_is_killed_again_and_again_completes_each_phase_once(
      String format, String workflow, @Nullable String item, String mode, int phases)
      throws IOException, InterruptedException {
    assumeTrue(Proofs.areFull() || format.equals("state"), "of each format in a full run");
    int kills = Integer.getInteger("tidemark.proof.runner-kills", Proofs.tries(60, 4)) / 4;
    long seed = System.nanoTime();
    var random = new Random(seed);
    var figures = new TreeMap<String, Integer>();
    while (figures.getOrDefault("kills", 0) < kills) {
      int runs = figures.merge("runs", 1, Integer::sum);
      project = RunnerProject.in(folder.resolve("run-" + runs));
      start(new CheckpointId(format, workflow, item));
      for (int kill = 0; kill < KILLS && kill(random, mode); kill++) {
        figures.merge("kills", 1, Integer::sum);
        if (project.open().runs().inspect(project.id()).pendingAction() != null) {
          project.approve();
        }
      }
      while (project.run(mode).status() != Status.DONE) {
        assertThat(project.approve()).as("seed %d: %s", seed, project.told).isTrue();
      }
      var completions = project.completions();
      assertThat(completions).as("seed %d", seed).hasSize(phases);
      completions.forEach((_, times) -> figures.merge("twice", times - 1, Integer::sum));
      figures.merge("lost", lost(), Integer::sum);
      figures.merge("survivors", project.survivors().size(), Integer::sum);
      figures.merge("open", Collections.frequency(project.outcomes(), "open"), Integer::sum);
      figures.merge("attempts", project.outcomes().size(), Integer::sum);
      figures.merge(
          "orphaned", Collections.frequency(project.outcomes(), "orphaned"), Integer::sum);
    }
    System.out.printf("kills of a runner, %s: %s%n", format, figures);
    assertThat(figures)
        .as("seed %d", seed)
        .containsEntry("twice", 0)
        .containsEntry("lost", 0)
        .containsEntry("survivors", 0)
        .containsEntry("open", 0);
  }

  private void start(CheckpointId id) throws IOException {
    if (id.dialect().equals("state")) {
      project.start("design", "code", "test");
      return;
    }
    project.start(id);
    // The format may name the run in its own way.
    project.at(project.open().runs().overview(false).runs().getFirst().id());
  }

  /// Kills a runner at a random moment; returns whether it was still alive. Of four, one is killed
  /// after its start, the others after their first progress.
  private boolean kill(Random random, String mode) throws IOException, InterruptedException {
    var runner = runner(mode);
    try (var output = runner.inputReader()) {
      output.readLine();
      if (random.nextInt(4) > 0) {
        output.readLine();
      }
      boolean alive = !runner.waitFor(random.nextInt(KILLED_WITHIN), TimeUnit.MILLISECONDS);
      runner.destroyForcibly().waitFor();
      return alive;
    }
  }

  /// Returns how many attempts are recorded as without a response, although there is a valid one.
  private int lost() throws IOException {
    int lost = 0;
    for (var attempt : project.attempts()) {
      var output = new AttemptLog(project.root, project.id()).text(attempt.number(), false);
      if (attempt.outcome() != Attempt.Outcome.APPLIED
          && HandoffResponse.read(output, null, project.open().handoffs().limit(project.id()))
              instanceof Accepted<HandoffResponse>(var response, _)
          && response.taskId().endsWith("#" + attempt.number())) {
        lost++;
      }
    }
    return lost;
  }

  /// A runner may be killed while the shell that is to start an agent is starting itself.
  @Test
  void an_agent_that_would_begin_after_its_attempt_was_closed_does_not() throws Exception {
    project = RunnerProject.in(folder.resolve("late"));
    var attempt = Files.createDirectories(folder.resolve("attempt"));
    Files.createFile(attempt.resolve(SupervisedProcess.IN));
    var again = Files.createDirectory(attempt.resolve("again"));
    Files.createFile(again.resolve(SupervisedProcess.IN));
    var mark = UUID.randomUUID().toString();
    SupervisedProcess.sweep(attempt, mark, project.environment);

    for (var place : List.of(attempt, again)) {
      var words = List.of("touch", folder.resolve("begun").toString());
      try (var late =
          SupervisedProcess.start(
              folder, place, folder, words, project.environment, mark, Duration.ofSeconds(1))) {
        assertThat(late.await(Duration.ofSeconds(30))).isTrue();
      }
      assertThat(SupervisedProcess.exit(place)).isEqualTo(143);
    }
    assertThat(folder.resolve("begun")).doesNotExist();
  }

  /// The same with tasks at the same time: each is applied once, and merged.
  @Test
  void a_runner_of_tasks_that_is_killed_again_and_again_does_each_task_once()
      throws IOException, InterruptedException {
    int kills = Proofs.tries(15, 1);
    long seed = System.nanoTime();
    var random = new Random(seed);
    int killed = 0;
    int runs = 0;
    while (killed < kills) {
      project =
          RunnerProject.in(folder.resolve("split-" + runs))
              .define("implement", "phases: [{name: code, run: {each: tasks, jobs: 2}}]\n")
              .start("code");
      project.change(new Change.StartPhase(new PhaseName("code"), PhaseReport.NONE));
      project.tasks("T001 One", "T002 Two", "T003 Three");
      runs++;
      for (int kill = 0; kill < KILLS && kill(random, "task"); kill++) {
        killed++;
      }
      assertThat(project.run("task").status()).as("seed %d", seed).isIn(Status.DONE);
      awaitSilence();
      var applied = new ArrayList<String>();
      for (var attempt : project.attempts()) {
        if (attempt.outcome() == Attempt.Outcome.APPLIED) {
          applied.add(attempt.task());
        }
      }
      assertThat(applied).as("seed %d", seed).containsExactlyInAnyOrder("T001", "T002", "T003");
      assertThat(project.outcomes()).as("seed %d", seed).doesNotContain("open");
      assertThat(project.completions()).isEqualTo(Map.of("code", 1));
      for (var task : applied) {
        assertThat(project.root.resolve(task + ".txt")).content().startsWith(task + " by attempt ");
      }
      assertThat(project.root.resolve(".tidemark/worktrees/state~implement~auth"))
          .isEmptyDirectory();
    }
    System.out.printf("kills of a runner with tasks: %d in %d runs of three tasks%n", killed, runs);
  }
}

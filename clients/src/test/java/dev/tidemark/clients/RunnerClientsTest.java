package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.clients.DrivenRun.Task;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// `tidemark run` with each of the clients as its agent, against a scripted model.
///
/// What a client cannot do stands here too: Gemini CLI runs no shell command where no person can be
/// asked, and only Claude Code knows what it costs.
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RunnerClientsTest {
  @TempDir private Path temp;

  @BeforeEach
  void prepare() {
    Installation.assume();
  }

  private DrivenRun start(Client client, String settings, Function<Task, Turn> script)
      throws IOException {
    return DrivenRun.start(client, temp, settings, script);
  }

  /// What a model says before it calls a tool, with JSON that is no response.
  private static Turn speaking(ToolCall call) {
    var text = "I write a file:\n{\"file\": \"b.ts\"}\nand then I answer. ";
    return new Turn(null, text, List.of(call), 1000);
  }

  /// All but Qwen Code; a sample has one.
  static List<Client> drivenClients() {
    var all = EnumSet.complementOf(EnumSet.of(Client.QWEN));
    return Proofs.sample(List.copyOf(all), all.size());
  }

  @ParameterizedTest
  @MethodSource("drivenClients")
  void a_run_is_driven_to_its_end_in_a_fresh_session_for_each_phase(Client client)
      throws IOException {
    var file = temp.resolve("project/src/b.ts");
    try (var driven =
        start(
            client,
            "retries: 0",
            task ->
                task.isOf("code") && task.results().isEmpty()
                    ? speaking(client.driver().write(file, "b"))
                    : DrivenRun.done(client, task))) {
      var ran = driven.run();

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("applied", "applied", "applied");
      assertThat(file).content().isEqualToIgnoringNewLines("b");
      boolean claude = client == Client.CLAUDE_CODE;
      var version = claude ? Installation.version(client.driver().packageName()) : null;
      var sessions = new HashSet<@Nullable String>();
      for (var attempt : driven.attempts()) {
        assertThat(DrivenRun.text(attempt, "start", "agent")).isEqualTo(client.driver().agent());
        assertThat(DrivenRun.text(attempt, "end", "version")).isEqualTo(version);
        assertThat(DrivenRun.number(attempt, "tokens")).isGreaterThanOrEqualTo(1020);
        assertThat(DrivenRun.number(attempt, "cost_usd") >= 0).isEqualTo(claude);
        sessions.add(DrivenRun.text(attempt, "end", "session"));
      }
      assertThat(sessions).hasSize(3).doesNotContainNull();
      assertThat(driven.first(2).results()).isEmpty();
      assertThat(driven.first(3).results()).isEmpty();
      assertThat(driven.first(3).text()).contains("Did the work of");
    }
  }

  @LongProof
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void a_stopped_runner_leaves_no_process_and_the_next_one_goes_on(Client client)
      throws IOException, InterruptedException {
    var patient = new AtomicBoolean(true);
    try (var driven = startHanging(client, patient)) {
      var runner = driven.begin();
      awaitWork(client, driven);
      driven.workspace().after("run stop --now --run " + DrivenRun.RUN);
      assertThat(DrivenRun.await(runner)).isEqualTo(4);
      driven.awaitNoProcess();

      runner = driven.begin();
      awaitWork(client, driven);
      driven.interrupt(runner);
      driven.awaitNote("Ctrl-C again ends it now");
      driven.interrupt(runner);
      assertThat(DrivenRun.await(runner)).isEqualTo(4);
      driven.awaitNoProcess();

      patient.set(false);
      var ran = driven.run("--until", "plan");
      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("interrupted", "interrupted", "applied");
    }
  }

  @LongProof
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void a_killed_runner_leaves_no_process_and_the_next_one_goes_on(Client client)
      throws IOException, InterruptedException {
    var patient = new AtomicBoolean(true);
    try (var driven = startHanging(client, patient)) {
      var runner = driven.begin();
      awaitWork(client, driven);
      runner.destroyForcibly().waitFor();
      driven.awaitNoProcess();

      patient.set(false);
      var ran = driven.run("--until", "plan");
      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("orphaned", "applied");
    }
  }

  /// The model has the client wait in a shell command, where it may run one; else it does not
  /// answer.
  private DrivenRun startHanging(Client client, AtomicBoolean patient) throws IOException {
    var call = client.driver().shell("touch started; tail -f /dev/null");
    return start(
        client,
        "tools: [Bash]",
        task -> {
          if (!patient.get()) {
            return DrivenRun.done(client, task);
          }
          return client == Client.GEMINI ? DrivenRun.SILENCE : Turn.call(call);
        });
  }

  private static void awaitWork(Client client, DrivenRun driven) throws IOException {
    var file = driven.workspace().root().resolve("started");
    int asked = driven.steps().size();
    DrivenRun.awaitUntil(
        () -> client == Client.GEMINI ? driven.steps().size() > asked : Files.exists(file),
        () -> "the work of " + client);
    Files.deleteIfExists(file);
  }

  @LongProof
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void an_agent_approves_nothing_and_changes_no_other_run(Client client) throws IOException {
    var driver = client.driver();
    var approve = driver.shell("tidemark approve plan --run " + DrivenRun.RUN + "; echo exit=$?");
    var refusals =
        client == Client.GEMINI
            ? List.of("\"run_shell_command\" not found", "\"run_shell_command\" not found")
            : List.of("only a person can do this", "state/feature/other was not changed");
    var other = driver.shell("tidemark note Hello --run state/feature/other; echo exit=$?");
    try (var driven =
        start(
            client,
            "retries: 0, tools: [Bash]",
            task ->
                switch (task.results().size()) {
                  case 0 -> Turn.call(approve);
                  case 1 -> Turn.call(other);
                  default -> DrivenRun.done(client, task);
                })) {
      driven.workspace().after("start state/feature/other");
      var before = driven.workspace().tidemark("history --run state/feature/other").out();
      var ran = driven.run("--until", "plan");

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.steps().getLast().results())
          .as(driven.printed())
          .satisfiesExactly(
              first -> assertThat(first).contains(refusals.getFirst()),
              second -> assertThat(second).contains(refusals.getLast()));
      assertThat(driven.workspace().tidemark("history --run state/feature/other").out())
          .isEqualTo(before);
      assertThat(driven.workspace().tidemark("history --run " + DrivenRun.RUN).out())
          .doesNotContain("approved");
    }
  }

  @LongProof
  @Test
  void claude_code_runs_no_shell_command_that_the_workflow_does_not_allow() throws IOException {
    var client = Client.CLAUDE_CODE;
    try (var driven =
        start(
            client,
            "retries: 0",
            task ->
                task.results().isEmpty()
                    ? Turn.call(client.driver().shell("touch started"))
                    : DrivenRun.done(client, task))) {
      var ran = driven.run("--until", "plan");

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.workspace().root().resolve("started")).doesNotExist();
      assertThat(driven.steps().getLast().results().getFirst())
          .contains("Permission to use Bash has been denied");
    }
  }

  @LongProof
  @Test
  void claude_code_ends_at_the_limit_of_cost() throws IOException {
    var client = Client.CLAUDE_CODE;
    try (var driven =
        start(
            client,
            "retries: 0",
            task -> Turn.call(client.driver().write(temp.resolve("project/a.txt"), "a")))) {
      var ran = driven.run("--max-cost", "0.001");

      assertThat(driven.outcomes()).as(ran + driven.printed()).containsExactly("budget");
      assertThat(ran.exit()).isEqualTo(6);
      assertThat(DrivenRun.number(driven.attempts().getFirst(), "cost_usd")).isNotNegative();
    }
  }
}

package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.clients.DrivenRun.Task;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `tidemark run` with each of the clients as its agent, and a model or a provider that fails.
///
/// What a client cannot do stands here too: OpenCode goes on asking a provider that limits the rate
/// or fails.
@LongProof
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RunnerFailuresTest {
  /// What the model server counts for each response.
  private static final long TOKENS = 1020;

  private static final String DONE = "I have done all of it.";

  @TempDir private Path temp;

  @BeforeEach
  void prepare() {
    Installation.assume();
  }

  private DrivenRun start(Client client, String settings, Function<Task, Turn> script)
      throws IOException {
    return DrivenRun.start(client, temp, settings, script);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void an_answer_without_a_valid_response_is_never_success(Client client) throws IOException {
    var part = Protocol.object("status", "complete", "decision", "PROCEED");
    try (var driven =
        start(
            client,
            "retries: 1",
            task ->
                task.attempt() == 2 && task.results().isEmpty()
                    ? client.driver().structured(part)
                    : Turn.say(DONE))) {
      var ran = driven.run();

      assertThat(ran.exit()).as(ran + driven.printed()).isEqualTo(1);
      assertThat(driven.outcomes()).containsExactly("no-result", "no-result");
      assertThat(DrivenRun.number(driven.attempts().getFirst(), "exit")).isZero();
      assertThat(driven.first(2).text()).contains("Attempt 1 at this phase ended: no-result");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void an_agent_without_a_valid_response_is_asked_again_in_its_session(Client client)
      throws IOException {
    try (var driven =
        start(
            client,
            "retries: 0",
            task -> task.isAgain() ? DrivenRun.done(client, task) : Turn.say(DONE))) {
      var ran = driven.run("--until", "plan");

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("applied");
      var attempt = driven.attempts().getFirst();
      assertThat(String.valueOf(attempt.object("end"))).contains("\"asked_again\":true");
      assertThat(driven.steps().getLast().text()).contains(DONE, DrivenRun.AGAIN);
      assertThat(DrivenRun.number(attempt, "tokens"))
          .as("those of all requests, each once")
          .isEqualTo(TOKENS * driven.steps().size());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void a_wrong_key_waits_for_a_person(Client client) throws IOException {
    expectPerson(client, Failure.UNAUTHORIZED);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void an_account_without_credit_waits_for_a_person(Client client) throws IOException {
    expectPerson(client, Failure.UNPAID);
  }

  private void expectPerson(Client client, Failure failure) throws IOException {
    try (var driven = start(client, "retries: 2", task -> Turn.failing(failure))) {
      var ran = driven.run();

      assertThat(driven.outcomes()).as(ran + driven.printed()).containsExactly("permanent");
      assertThat(ran.exit()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OPENCODE", "QWEN"})
  void a_rate_limit_is_waited_for(Client client) throws IOException, InterruptedException {
    expectWait(client, Failure.RATE_LIMIT);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OPENCODE", "QWEN"})
  void an_overloaded_provider_is_waited_for(Client client)
      throws IOException, InterruptedException {
    expectWait(client, Failure.OVERLOADED);
  }

  private void expectWait(Client client, Failure failure) throws IOException, InterruptedException {
    try (var driven = start(client, "retries: 0", task -> Turn.failing(failure))) {
      var runner = driven.begin();
      DrivenRun.awaitUntil(
          () -> !driven.outcomes().isEmpty() && !driven.outcomes().contains("null"),
          () -> "the end of an attempt");
      assertThat(driven.outcomes()).as(driven.printed()).containsExactly("rate-limit");
      driven.workspace().after("run stop --run " + DrivenRun.RUN);
      assertThat(DrivenRun.await(runner)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OPENCODE", "QWEN"})
  void a_server_error_is_no_result(Client client) throws IOException {
    try (var driven = start(client, "retries: 0", task -> Turn.failing(Failure.SERVER_ERROR))) {
      var ran = driven.run();

      assertThat(driven.outcomes()).as(ran + driven.printed()).containsExactly("no-result");
      assertThat(ran.exit()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER_ERROR", "RATE_LIMIT", "OVERLOADED"})
  void opencode_itself_asks_again_after_a_passing_failure(Failure failure) throws IOException {
    var failed = new AtomicBoolean();
    try (var driven =
        start(
            Client.OPENCODE,
            "retries: 0",
            task ->
                failed.getAndSet(true)
                    ? DrivenRun.done(Client.OPENCODE, task)
                    : Turn.failing(failure))) {
      var ran = driven.run("--until", "plan");

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("applied");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  void a_model_that_does_not_answer_is_given_up(Client client) throws IOException {
    boolean early = client == Client.CLAUDE_CODE || client == Client.CODEX;
    var limit = early ? "idle: 20s" : "timeout: 25s";
    try (var driven = start(client, "retries: 0, " + limit, task -> DrivenRun.SILENCE)) {
      var ran = driven.run();

      assertThat(driven.outcomes())
          .as(ran + driven.printed())
          .containsExactly(early ? "idle" : "timeout");
      assertThat(ran.exit()).isEqualTo(1);
      assertThat(driven.processes()).isEmpty();
    }
  }
}

package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.runner.RunResult.Status;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a runner makes of an agent client: its sessions, its cost, and the limits of its provider.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "agents need a POSIX shell")
class AgentClientTest {
  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder);
  }

  private RunResult claude(String... modes) throws IOException {
    project.start("design", "code");
    return project
        .claude(modes)
        .run(
            "",
            new RunOptions("claude", List.of(), null, new BigDecimal("9.00"), false, null, null));
  }

  @Test
  void the_cost_tokens_session_and_version_of_an_agent_are_recorded() throws IOException {
    assertThat(claude("ok", "ok").status()).isEqualTo(Status.DONE);
    var end = project.attempts().getFirst().end();
    assertThat(end.toString())
        .contains("\"cost_usd\":0.5", "\"tokens\":12", "\"session\":\"s1\"")
        .contains("\"version\":\"2.1.330\"", "\"exit\":0", "\"duration_ms\"", "\"tree\"");
    assertThat(project.root.resolve("claude-arguments.txt"))
        .content()
        .contains("--max-budget-usd\n9.00\n", "--max-budget-usd\n8.50\n");
  }

  @ParameterizedTest
  @CsvSource({"9.00, 0.8", "1.10, 0.60"})
  void the_money_of_an_attempt_is_the_smaller_rest_of_the_run_and_of_its_own_phase(
      BigDecimal run, String second) throws IOException {
    project
        .define("paid", "run: {agent: claude, max-cost: 0.80}\nphases: [design, code]\n")
        .start("design", "code");
    var limited = new RunOptions(null, List.of(), null, run, false, null, null);
    assertThat(project.claude("ok", "ok").run("", limited).status()).isEqualTo(Status.DONE);
    var words = Files.readAllLines(project.root.resolve("claude-arguments.txt"));
    assertThat(words.stream().filter(word -> word.matches("\\d\\.\\d+")))
        .containsExactly("0.8", second);
  }

  @ParameterizedTest
  @CsvSource({"timeout, timeout", "idle, idle"})
  void the_cost_of_an_attempt_that_does_not_end_is_recorded(String limit, String outcome)
      throws IOException {
    project
        .define("slow", "run: {agent: claude, " + limit + ": 2s, retries: 0}\nphases: [design]\n")
        .start("design");
    project.claude("linger").run("");
    assertThat(project.outcomes()).containsExactly(outcome);
    assertThat(project.attempts().getFirst().end().toString())
        .contains("\"cost_usd\":0.5", "\"tokens\":12", "\"session\":\"s1\"");
  }

  @Test
  void a_limited_rate_is_waited_for_and_uses_up_no_retry() throws IOException {
    var result = claude("429", "429", "429", "429", "ok", "ok");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes())
        .containsExactly(
            "rate-limit", "rate-limit", "rate-limit", "rate-limit", "applied", "applied");
  }

  @Test
  void a_rate_that_stays_limited_waits_for_a_person() throws IOException {
    var result = claude("429", "429", "429", "429", "429", "429", "429", "ok");
    assertThat(RunnerTest.code(result)).isEqualTo("rate-limited");
    assertThat(project.attempts()).hasSize(7);
  }

  @Test
  void a_wrong_key_waits_for_a_person_at_once() throws IOException {
    var result = claude("401", "ok");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(result.blockers().getFirst().reason()).isEqualTo("claude cannot be used: Bad key");
    assertThat(project.outcomes()).containsExactly("permanent");
  }

  @Test
  void an_agent_without_a_valid_response_is_asked_again_in_its_session() throws IOException {
    assertThat(claude("miss", "ok", "ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied", "applied");
    var first = project.attempts().getFirst();
    assertThat(first.isAskedAgain()).isTrue();
    assertThat(first.cost()).isEqualByComparingTo("0.75");
    assertThat(first.end().toString()).contains("\"tokens\":24", "\"session\":\"s1\"");
    assertThat(project.attempts().getLast().isAskedAgain()).isFalse();
    assertThat(Files.readAllLines(project.root.resolve("claude-arguments.txt")))
        .containsSubsequence("--session-id", "--resume", "s1", "--session-id")
        .containsOnlyOnce("--resume")
        .containsSubsequence("9.00", "9.00", "8.25");
    assertThat(project.told).anyMatch(text -> text.startsWith("design: asked again: response"));
    try (var log = new AttemptLog(project.root, project.id())) {
      assertThat(log.text(1, false)).contains("I am done.", "structured_output");
    }
  }

  @Test
  void an_agent_that_reports_a_file_which_is_not_there_is_told_and_asked_again()
      throws IOException {
    assertThat(claude("lie", "ok", "ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied", "applied");
    assertThat(project.attempts().getFirst().isAskedAgain()).isTrue();
    assertThat(project.told)
        .contains("design: asked again: lost.txt, which the response reports, is not there");
  }

  @Test
  void a_schema_that_was_not_met_twice_is_no_success_and_is_tried_again() throws IOException {
    assertThat(claude("miss", "miss", "ok", "ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("no-result", "applied", "applied");
  }

  @Test
  void a_failure_of_the_provider_counts_when_an_agent_is_asked_again() throws IOException {
    assertThat(RunnerTest.code(claude("miss", "401"))).isEqualTo("agent-unusable");
    assertThat(project.outcomes()).containsExactly("permanent");
  }

  @Test
  void an_agent_is_not_asked_again_beyond_the_limit_of_cost() throws IOException {
    project.start("design");
    var limited =
        new RunOptions("claude", List.of(), null, new BigDecimal("0.50"), false, null, null);
    assertThat(RunnerTest.code(project.claude("miss", "ok").run("", limited)))
        .isEqualTo("cost-limit");
    assertThat(project.outcomes()).containsExactly("no-result");
    assertThat(project.attempts().getFirst().isAskedAgain()).isFalse();
  }

  @Test
  void an_agent_is_not_asked_again_after_a_request_to_stop() throws IOException {
    project.start("design").claude("miss", "ok");
    try (var log = new AttemptLog(project.root, project.id())) {
      project.heard =
          text -> {
            if (text.contains("attempt 1 by")) {
              log.requestStop(false);
            }
          };
      assertThat(RunnerTest.code(project.run("", RunnerProject.CLAUDE))).isEqualTo("stopped");
    }
    assertThat(project.outcomes()).containsExactly("no-result");
    assertThat(project.attempts().getFirst().isAskedAgain()).isFalse();
  }

  @Test
  void an_agent_that_is_asked_again_has_the_rest_of_the_time_of_its_attempt() throws IOException {
    project
        .define("slow", "run: {agent: claude, timeout: 4s, retries: 0}\nphases: [design]\n")
        .start("design");
    project.claude("miss", "linger").run("");
    assertThat(project.outcomes()).containsExactly("timeout");
    assertThat(project.attempts().getFirst().cost()).isEqualByComparingTo("0.75");
    assertThat(project.survivors()).isEmpty();
  }

  @Test
  void settings_of_the_agent_that_change_during_the_run_end_the_runner() throws IOException {
    project.start("design", "code");
    project.heard =
        text -> {
          if (text.contains("attempt 1 by")) {
            Files.writeString(project.root.resolve(".mcp.json"), "{}");
          }
        };
    var result = project.claude("ok", "ok").run("", RunnerProject.CLAUDE);
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(RunnerTest.code(result)).isEqualTo("settings-changed");
    assertThat(project.completions()).isEqualTo(Map.of("design", 1));
  }

  @Test
  void the_budget_of_an_agent_ends_the_runner() throws IOException {
    var result = claude("budget", "ok");
    assertThat(result.status()).isEqualTo(Status.BUDGET);
    assertThat(result.blockers().getFirst().hint())
        .isEqualTo("Raise the limit, then: tidemark run --run state/implement/auth --agent claude");
    assertThat(project.outcomes()).containsExactly("budget");
  }
}

package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.runner.RunResult.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How attempts end that have no result, or no time left, and with them their runner.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "agents need a POSIX shell")
class FailedAttemptTest {
  private static final PhaseName DESIGN = new PhaseName("design");

  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "partial, REFUSED, stuck, applied",
    "stop, REFUSED, agent-stopped, applied",
    "clarify, WAITING, agent-asks, applied",
    "garbage, REFUSED, stuck, no-result",
    "lie, REFUSED, stuck, no-result",
    "empty, REFUSED, stuck, no-result",
    "huge, REFUSED, stuck, too-large",
    "wrong, REFUSED, stuck, no-result",
    "nothing-of-that-kind, REFUSED, stuck, no-result",
    "hang, REFUSED, stuck, timeout",
    "deaf, REFUSED, stuck, timeout",
  })
  void a_phase_without_a_result_ends_the_runner(
      String mode, Status status, String code, String outcome) throws IOException {
    var timeout = outcome.equals("timeout") ? "1s" : "5m";
    project
        .define("slow", "run: {timeout: " + timeout + "}\nphases: [design, code]\n")
        .start("design", "code");
    var result = project.run(mode);
    assertThat(result.status()).isEqualTo(status);
    assertThat(RunnerTest.code(result)).isEqualTo(code);
    assertThat(project.outcomes()).isNotEmpty().containsOnly(outcome);
    assertThat(project.completions()).isEmpty();
    assertThat(project.phase()).isEqualTo("design");
    assertThat(project.survivors()).isEmpty();
  }

  @Test
  void an_agent_that_cannot_start_is_told_with_its_exit_code_and_its_first_error()
      throws IOException {
    project.start("design");
    var result = project.run("unusable");
    assertThat(result.blockers().getFirst().reason())
        .endsWith("; exit code 1: Error loading config.toml: duplicate key");
  }

  @Test
  void silence_beyond_the_limit_ends_the_attempt() throws IOException {
    project.define("quiet", "run: {idle: 1s, retries: 0}\nphases: [design]\n").start("design");
    assertThat(project.run("hang").status()).isEqualTo(Status.REFUSED);
    assertThat(project.outcomes()).containsExactly("idle");
  }

  @Test
  void a_limit_of_time_ends_the_attempt_and_the_runner() throws IOException {
    project.define("once", "run: {retries: 0}\nphases: [design, code]\n").start("design", "code");
    var limited = new RunOptions(null, List.of(), null, null, false, Duration.ofSeconds(1), null);
    var result = project.run("hang", limited);
    assertThat(result.status()).isEqualTo(Status.BUDGET);
    assertThat(RunnerTest.code(result)).isEqualTo("time-limit");
    assertThat(result.blockers().getFirst().hint())
        .startsWith("Raise the limit, then: tidemark run --run state/once/auth --command '")
        .endsWith("agent.sh hang'");
    assertThat(project.outcomes()).containsExactly("timeout");
    assertThat(project.attempts().getFirst().reason())
        .isEqualTo("the time of this call is used up");
  }

  @ParameterizedTest
  @CsvSource({"cost", "stop", "clarify", "garbage"})
  void the_journal_has_how_a_runner_has_ended(String mode) throws IOException {
    project.start("design", "code");
    var result = project.run(mode);
    var history = project.open().history().history(project.id());
    assertThat(RunResult.of(history.getLast())).isEqualTo(result);
    var again = project.run(mode, new RunOptions(null, List.of(), DESIGN, null, false, null, null));
    var later = project.open().history().history(project.id());
    assertThat(RunResult.of(later.getLast())).isNotNull();
    assertThat(again.attempts() == 0).isEqualTo(later.size() == history.size());
  }
}

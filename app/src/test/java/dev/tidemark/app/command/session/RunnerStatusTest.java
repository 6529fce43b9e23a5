package dev.tidemark.app.command.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.DrivenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What `status`, `watch` and `run log` show of a runner.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
class RunnerStatusTest {
  private static final String RUN = "implement/auth";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void start() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code");
  }

  @Test
  void the_attempt_under_way_is_shown_with_its_agent_its_phase_since_when_and_the_cost()
      throws IOException {
    try (var driven = DrivenRun.start(tidemark, RUN)) {
      var underWay = "attempt 2 at code by command for less than a minute; 0.75 USD so far";
      var before = "attempt 1 at design by command ended: applied";
      assertThat(tidemark.run("status").lines()).contains(underWay, before);
      assertThat(tidemark.run("watch").lines().getFirst()).isEqualTo("running (1)");
      assertThat(tidemark.run("watch").lines())
          .endsWith(
              "    " + underWay, "    " + before, "    next: tidemark resume --run state/" + RUN);
      assertThat(tidemark.run("run log").lines()).endsWith("2  code  command  running");
      assertThat(tidemark.run("run log --tail 1").out()).isEqualTo("reading code\n");
      assertThat(tidemark.run("status --local").out()).contains("by command since 20");

      tidemark.after("run stop");

      assertThat(tidemark.run("status").lines()).contains(underWay + "; a stop is requested");
      assertThat(tidemark.run("status --json").json().object("attempt").string("stop"))
          .isEqualTo("after-attempt");
      assertThat(driven.goOn().exit()).isEqualTo(ExitCode.DECISION.code());
    }
    assertThat(tidemark.run("status").out()).doesNotContain("attempt");
    assertThat(tidemark.run("watch").out()).doesNotContain("attempt");
    assertThat(tidemark.run("run log --json").json().string("runner")).isEqualTo("none");
  }

  @Test
  void a_runner_that_was_killed_is_gone_and_its_run_is_stuck()
      throws IOException, InterruptedException {
    try (var driven = DrivenRun.start(tidemark, RUN)) {
      driven.kill(RUN);

      var gone =
          "attempt 2 at code by command: its runner is gone; go on: tidemark run --run"
              + " state/implement/auth";
      assertThat(tidemark.run("status").lines()).contains(gone);
      assertThat(tidemark.run("watch").lines()).startsWith("stuck or in doubt (1)");
      assertThat(tidemark.run("watch").lines()).contains("    " + gone);
      assertThat(tidemark.run("run log").lines())
          .endsWith(
              "2  code  command  its runner is gone",
              "next: tidemark run --run state/implement/auth");
      tidemark.after("note --blocked-by 'No access' --run " + RUN);
      assertThat(tidemark.run("status").lines())
          .contains("attempt 2 at code by command: its runner is gone");
      assertThat(tidemark.run("run log").lines()).endsWith("2  code  command  its runner is gone");

      delete(driven.folder(RUN, 2));

      assertThat(tidemark.run("status").out())
          .contains("attempt 2 at code by command for less than a minute, started in another");
      assertThat(tidemark.run("run log").lines()).endsWith("2  code  command  not ended");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Test
  void an_attempt_that_failed_does_not_look_healthy_until_its_phase_is_over() {
    tidemark.run("run --command false");

    assertThat(tidemark.run("status").out())
        .contains("at design by command ended: no-result (", "; cost unknown");
    assertThat(tidemark.run("watch").lines()).startsWith("stuck or in doubt (1)");
    tidemark.after("done design --run implement/auth");
    assertThat(tidemark.run("status").out()).doesNotContain("attempt");
    assertThat(tidemark.run("watch").lines()).startsWith("running (1)");
  }

  @Test
  void without_attempts_there_is_nothing_to_tell_of() {
    assertThat(tidemark.run("status --json").json().has("attempt")).isFalse();
    assertThat(tidemark.run("watch --json").out()).doesNotContain("\"attempt\"");
    assertThat(tidemark.run("run log --tail 5").out())
        .isEqualTo("state/implement/auth has no attempts\n");
  }
}

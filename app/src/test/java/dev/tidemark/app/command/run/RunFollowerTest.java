package dev.tidemark.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `run --attach` follows the runner of another process.
@LongProof
@EnabledOnOs(value = OS.LINUX, disabledReason = "env of GNU sets what is done with a signal")
class RunFollowerTest {
  /// Answers with a decision once there is a file `go`.
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      echo "Looking at $TIDEMARK_PHASE, key AKIAIOSFODNN7EXAMPLE"
      until [ -f 'ROOT/go' ]; do sleep 0.1; done
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"%s",' \\
        "$(field task_id)" "$(field phase)" "$1"
      printf '"findings":{},"context_summary":"done","issues":["why"]}\\n'
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    var root = tidemark.scratch().root();
    tidemark.scratch().write("agent.sh", AGENT.replace("ROOT", root.toString()));
    assertThat(root.resolve("agent.sh").toFile().setExecutable(true)).isTrue();
  }

  private ChildProcess runner(String decision) throws InterruptedException {
    var runner = tidemark.start("run --yes --command './agent.sh " + decision + "'");
    for (int i = 0; i < 600; i++) {
      if (tidemark.run("run log --attempt 1").out().contains("Looking")) {
        return runner;
      }
      Thread.sleep(100);
    }
    var ended = runner.end();
    throw new AssertionError("no agent was started: " + ended.out() + ended.err());
  }

  /// Starts a follower, and waits until it has printed the line of the agent.
  private ChildProcess follower(String... options) throws IOException, InterruptedException {
    var words = new ArrayList<>(ChildProcess.program());
    words.addAll(List.of("run", "--attach"));
    words.addAll(List.of(options));
    var line = "exec env --default-signal=INT " + CommandLines.command(words) + " > seen";
    var follower = ChildProcess.command(tidemark, List.of("sh", "-c", line));
    for (int i = 0; i < 600; i++) {
      if (seen().contains("Looking")) {
        return follower;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the follower has printed " + seen());
  }

  private String seen() throws IOException {
    var file = tidemark.scratch().root().resolve("seen");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  @ParameterizedTest
  @CsvSource({"PROCEED, 0", "STOP, 1", "CLARIFY, 4"})
  void it_prints_progress_and_output_and_ends_as_the_runner_does(String decision, int exit)
      throws IOException, InterruptedException {
    tidemark.after("start implement/auth --phases design");
    var runner = runner(decision);
    var follower = follower();
    tidemark.scratch().write("go", "");
    var ran = runner.end();
    var followed = follower.end();
    assertThat(followed.exit()).isEqualTo(exit).isEqualTo(ran.exit());
    assertThat(followed.err()).isEqualTo(ran.err());
    var ended = exit == 0 ? "ended: applied" : "ended: applied (why)";
    assertThat(seen().lines())
        .startsWith(
            "design: attempt 1 by command", "  Looking at design, key [redacted-aws-access-key]")
        .contains("design: attempt 1 " + ended);
    assertThat(seen().contains("design: complete")).isEqualTo(exit == 0);
    assertThat(seen().endsWith("state/implement/auth: done; 1 attempt made\n"))
        .isEqualTo(exit == 0);
  }

  @Test
  void json_has_the_same_events_the_output_and_the_same_result()
      throws IOException, InterruptedException {
    tidemark.after("start implement/auth --phases design,code");
    var runner = runner("PROCEED");
    var follower = follower("--json");
    tidemark.scratch().write("go", "");
    assertThat(runner.end().exit()).isZero();
    assertThat(follower.end().exit()).isZero();
    var lines = seen().lines().map(line -> (JsonObject) JsonText.parse(line)).toList();
    assertThat(lines)
        .filteredOn(line -> !"output".equals(line.string("event")))
        .extracting(line -> line.string("event") + " " + line.string("phase"))
        .containsExactly(
            "attempt-started design",
            "phase-complete design",
            "attempt-ended design",
            "attempt-started code",
            "phase-complete code",
            "attempt-ended code",
            "null null");
    assertThat(lines)
        .filteredOn(line -> "output".equals(line.string("event")))
        .extracting(line -> line.string("text"))
        .contains("Looking at design, key [redacted-aws-access-key]")
        .anyMatch(text -> text.contains("\"context_summary\":\"done\""));
    assertThat(JsonText.compact(lines.getLast()))
        .isEqualTo(
            "{\"ok\":true,\"run\":\"state/implement/auth\",\"status\":\"done\",\"exit\":0,"
                + "\"attempts\":2,\"cost_usd\":null}");
  }

  @Test
  void an_interrupt_ends_the_following_and_not_the_runner()
      throws IOException, InterruptedException {
    tidemark.after("start implement/auth --phases design");
    var runner = runner("PROCEED");
    var follower = follower();
    follower.signal("INT");
    assertThat(follower.end().exit()).as("killed by the signal").isEqualTo(128 + 2);
    tidemark.scratch().write("go", "");
    Ran ran = runner.end();
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void a_runner_that_is_killed_leaves_no_result() throws IOException, InterruptedException {
    tidemark.after("start implement/auth --phases design");
    var runner = runner("PROCEED");
    var follower = follower();
    runner.signal("KILL");
    var followed = follower.end();
    assertThat(followed.exit()).isOne();
    assertThat(followed.err())
        .isEqualTo(
            "tidemark: the runner of state/implement/auth has ended without a result\n"
                + "hint: Go on: tidemark run --run state/implement/auth\n");
  }

  @Test
  void agents_that_work_at_the_same_time_are_all_followed()
      throws IOException, InterruptedException {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/pair.yaml",
            """
            phases:
              - {name: server, run: {needs: []}}
              - {name: client, run: {needs: []}}
            """);
    tidemark.after("start pair/auth");
    var runner = runner("PROCEED");
    var follower = follower();
    for (int i = 0; i < 600 && !seen().contains("Looking at client"); i++) {
      Thread.sleep(100);
    }
    tidemark.scratch().write("go", "");

    assertThat(runner.end().exit()).isZero();
    assertThat(follower.end().exit()).isZero();
    assertThat(seen().lines())
        .contains("server: attempt 1 by command", "client: attempt 2 by command")
        .anyMatch(line -> line.startsWith("  attempt 1: Looking at server"))
        .anyMatch(line -> line.startsWith("  attempt 2: Looking at client"))
        .contains("server: complete", "client: complete");
  }
}

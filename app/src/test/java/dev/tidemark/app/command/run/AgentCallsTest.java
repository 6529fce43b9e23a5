package dev.tidemark.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Calls of the agents that a runner has started, in its sandbox.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
class AgentCallsTest {
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      tidemark() { TIDEMARK >>out.txt 2>>err.txt "$@"; echo "$? $*" >>exits.txt; }
      LINES
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"findings":{},"context_summary":"done"}'
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  /// Drives a run of one phase with an agent that executes those lines of a shell first.
  private void drive(String lines) throws IOException {
    var program = CommandLines.command(ChildProcess.program());
    var script = AGENT.replace("TIDEMARK", program).replace("LINES", lines);
    tidemark.scratch().write("agent.sh", script);
    assertThat(tidemark.scratch().root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
    tidemark.after("start implement/auth --phases design");
    assertThat(tidemark.run("run --command ./agent.sh").exit()).isZero();
  }

  private String written(String name) throws IOException {
    return Files.readString(tidemark.scratch().root().resolve(name));
  }

  private static void assumeSandbox() throws IOException, InterruptedException {
    var words = new ProcessBuilder("bwrap", "--ro-bind", "/", "/", "true");
    boolean works = false;
    try {
      var process = words.start();
      works = process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException missing) {
      // There is none.
    }
    Assumptions.assumeTrue(works, "no sandbox");
  }

  @Test
  void an_agent_records_by_its_runner_and_cannot_write_the_record_itself() throws Exception {
    assumeSandbox();
    drive(
        """
        state=.git/tidemark/main
        for file in $state/journal/forged $state/FORMAT $state/attempts/forged; do
          (echo x >>$file) 2>>denied.txt || echo "read-only $file" >>exits.txt
        done
        mv .git/tidemark .git/away 2>>denied.txt || echo "not moved" >>exits.txt
        rm -rf .git/tidemark 2>>denied.txt || echo "not removed" >>exits.txt
        tidemark note 'Found by the agent' --decision 'Tokens rotate'
        echo 'From a file of the sandbox' >/tmp/summary.md
        tidemark enter design --json
        echo 'From standard input' | tidemark note -
        """);
    assertThat(written("err.txt")).isEmpty();
    assertThat(written("exits.txt"))
        .isEqualTo(
            """
            read-only .git/tidemark/main/journal/forged
            read-only .git/tidemark/main/FORMAT
            read-only .git/tidemark/main/attempts/forged
            not moved
            not removed
            0 note Found by the agent --decision Tokens rotate
            0 enter design --json
            0 note -
            """);
    assertThat(written("err.txt")).isEmpty();
    assertThat(tidemark.run("show").out())
        .contains("Found by the agent", "Tokens rotate", "From standard input");
    assertThat(tidemark.run("history --json").out())
        .contains("\"kind\":\"agent\",\"name\":\"agent\"");
  }

  @Test
  void a_runner_executes_nothing_that_leads_out_of_the_sandbox() throws Exception {
    drive(
        """
        mkdir -p other && git -C other init -q
        tidemark note --root other/ 'Elsewhere'
        tidemark approve design
        tidemark gate run tests
        tidemark init --dry-run
        (cd other && tidemark start implement/elsewhere)
        """);
    assertThat(written("exits.txt").lines()).allMatch(line -> !line.startsWith("0 note"));
    assertThat(tidemark.run("history --json").out()).doesNotContain("Elsewhere");
  }
}

package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A whole session through the hooks of every agent: start, two phases, compaction, crash, resume,
/// and a gate that stays shut until a person opens it.
@Proves("R-USR-18")
class ScriptedSessionTest {
  private static final String WORKFLOW =
      "dialect: state\nphases:\n  - build\n  - check\n  - name: publish\n    gates:\n"
          + "      - artifact: notes.md\n";

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource(Agent.class)
  void a_session_is_played_from_its_start_to_its_end(Agent agent) {
    var shell = CommandLineHarness.fresh(temp);
    shell.scratch().write(".tidemark/workflows/release.yaml", WORKFLOW);
    shell.after("start release");
    var client = new AgentClient(agent, shell);

    assertThat(client.start()).contains("state/release", "0 of 3", "build");
    assertThat(client.type("/release")).isNull();
    assertThat(client.run("enter build").exit()).isZero();
    assertThat(client.write("src/a.ts")).isNull();
    assertThat(client.write(".tidemark/journal/x")).contains("only the command tidemark changes");
    assertThat(client.stop()).contains("build", "tidemark done");
    assertThat(client.stop()).isNull();
    assertThat(client.run("done build --summary 'Built with care.'").exit()).isZero();

    assertThat(client.run("enter check").exit()).isZero();
    assertThat(client.compact()).contains("Built with care.", "check", "1 of 3");

    ChildProcess.killedAt(shell, "before-publishing", "done check --summary 'Checked twice.'");
    var resumed = new AgentClient(agent, shell);
    assertThat(resumed.start()).contains("Checked twice.", "2 of 3", "publish");

    assertThat(resumed.type("/publish")).contains("gate", "notes.md");
    assertThat(resumed.run("enter publish").exit()).isEqualTo(3);
    shell.scratch().write("notes.md", "# Notes\n");
    assertThat(resumed.type("/publish")).isNull();
    assertThat(resumed.run("enter publish").exit()).isZero();
    assertThat(resumed.run("done publish --summary Out.").exit()).isZero();
    assertThat(resumed.run("finish").exit()).isZero();
    resumed.end();

    var history = shell.run("history --run release").out();
    assertThat(history).contains("session sealed", "run complete");
  }
}

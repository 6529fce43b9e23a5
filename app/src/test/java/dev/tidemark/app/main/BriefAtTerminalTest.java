package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The brief of `resume` at a terminal: for a person who looks at it, and for an agent whose
/// commands get one.
@Proves("R-USR-20")
class BriefAtTerminalTest {
  private static final String SUMMARY =
      "Tokens are rotated at each use, and the old one is refused from the next second on.";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code --goal 'Signing in survives'");
    tidemark.words("done", "design", "--summary", SUMMARY);
  }

  @Test
  void a_person_reads_the_verdict_first_and_no_marks() {
    var shown = new AtTerminal(tidemark.with("COLUMNS", "60"), temp).person("resume");

    var plain = shown.replaceAll("\u001b\\[[0-9;]*m", "");
    assertThat(plain)
        .contains("exit 0")
        .contains(
            """
            Verdict: continue at code
            state/implement/auth: 1 of 2 phases done
            Now: begin code: tidemark enter code --run auth
              goal: Signing in survives
              done: design: Tokens are rotated at each use, and the
                old one is refused from the next second on.
            """)
        .doesNotContain("tidemark-data", "| ");
    assertThat(shown).contains("\u001b[32mVerdict");
  }

  @Test
  void a_hint_names_a_run_as_shortly_as_is_clear() {
    tidemark.after("start design/auth --phases a,b", "start implement/pay --phases a,b");
    var screen = new AtTerminal(tidemark, temp);

    assertThat(screen.person("resume", "--run", "implement/auth"))
        .contains("tidemark enter code --run implement/auth");
    assertThat(screen.person("resume", "--run", "implement/pay"))
        .contains("tidemark enter a --run pay");
    assertThat(screen.person("done", "zz", "--run", "implement/pay")).contains("--run pay");
    assertThat(tidemark.run("done zz --run implement/pay").err())
        .contains("--run state/implement/pay");
  }

  @Test
  void an_agent_gets_the_marks_at_a_terminal_too() {
    var agent = new AtTerminal(tidemark.with("GEMINI_CLI", "1"), temp);

    assertThat(agent.person("resume")).contains("<tidemark-data", "| goal: Signing in survives");
    assertThat(tidemark.run("resume").out()).contains("<tidemark-data");
  }
}

package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A failure at a real pseudo-terminal: its reason is asked for, and lists show it in red.
class TerminalFailureTest {
  private static final String RED = "\u001b[31m";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
  }

  private String said(String answer, String... words) {
    var terminal = new AtTerminal(tidemark.with("TERM", "xterm"), temp);
    return terminal.said(terminal.words("stay", answer, words));
  }

  @Test
  void the_reason_is_asked_for_and_the_list_shows_it_in_red() throws IOException {
    assertThat(said("the test database is not reachable", "fail", "implementation"))
        .contains("Why did implementation fail?", "exit 0\n");

    assertThat(said("", "list"))
        .contains(
            RED + "failed (1)",
            RED + "  implementation failed: the test database is not reachable",
            "  next: tidemark enter implementation --run state/implement/auth");
    assertThat(said("", "list", "--no-color")).doesNotContain("\u001b[");
  }
}

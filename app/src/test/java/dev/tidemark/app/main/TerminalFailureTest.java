package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A failure at a real pseudo-terminal: its reason is asked for, and lists show it in red.
class TerminalFailureTest {
  private static final String GREEN = "\u001b[32m";
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
            "  next: tidemark enter implementation --run auth");
    assertThat(said("", "list", "--no-color")).doesNotContain("\u001b[");
  }

  @Test
  void reports_show_failed_phases_in_red_and_completed_ones_in_green() {
    tidemark.after("fail implementation --reason 'No network'", "enter implementation");
    tidemark.after("done implementation --decision 'Retry once'");
    tidemark.after("fail validation --reason 'Two tests fail'");

    assertThat(said("", "status"))
        .contains(
            GREEN + "  \u2713 implementation  complete",
            RED + "  \u2717 validation  failed: Two tests fail");
    assertThat(said("", "history"))
        .containsPattern(Pattern.quote(RED) + "\\d.* implementation failed: No network")
        .containsPattern(Pattern.quote(GREEN) + "\\d.* implementation complete");
    assertThat(said("", "resume")).contains(RED + "  failed: validation");
    assertThat(said("", "diff", "--from", "1", "--to", "5"))
        .contains(GREEN + "phases.implementation.decisions: + Retry once");
    assertThat(said("", "doctor")).contains(GREEN + "all is well");
    for (var verb : List.of("status", "history", "resume", "diff", "doctor")) {
      assertThat(said("", verb, "--no-color")).as(verb).doesNotContain("\u001b[");
    }
  }

  /// Colour follows from the state that a line is about: no text of an agent takes it on.
  @Test
  void a_text_that_begins_like_a_report_is_not_coloured() {
    tidemark.after("note --goal 'failed: not at all'", "note --next 'failed: nothing'");
    tidemark
        .given("Now: done\nfailed: nothing\nwarning: none")
        .after("done implementation --summary -");

    assertThat(said("", "resume"))
        .contains("    failed: nothing", "    warning: none")
        .doesNotContain(RED, "\u001b[33m");
    assertThat(said("", "status")).doesNotContain(RED).contains("goal: failed: not at all");
  }

  @Test
  void the_rows_of_a_table_are_cut_to_the_width_of_the_terminal_and_whole_in_a_pipe() {
    var decision = "Sessions stay on the server " + "for as long as nobody needs more ".repeat(3);
    tidemark.after("done implementation --decision '" + decision.strip() + "'");
    tidemark = tidemark.with("COLUMNS", "60");

    assertThat(said("", "history", "--no-color").lines())
        .filteredOn(line -> line.contains("ann"))
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.codePointCount(0, line.length()) <= 60)
        .anyMatch(line -> line.endsWith("\u2026"));
    assertThat(tidemark.run("history").out()).contains(decision.strip()).doesNotContain("\u2026");
    assertThat(tidemark.run("history --json").out()).contains(decision.strip());
  }
}

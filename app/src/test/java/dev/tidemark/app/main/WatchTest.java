package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody watches at a real pseudo-terminal, while another process works.
class WatchTest {
  private static final String LISTENER =
      "[{\"name\":\"own\",\"type\":\"generic\",\"url_env\":\"HOOK_URL\",\"retries\":0}]";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code,test");
  }

  /// Plays steps at a terminal; `run` steps start the command line.
  private String watched(String steps) throws IOException {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    var script = temp.resolve("watcher.py");
    try (var from = WatchTest.class.getResourceAsStream("/watcher.py")) {
      Files.write(script, from.readAllBytes());
    }
    var other = String.join(" ", ChildProcess.program());
    var words =
        new ArrayList<>(
            List.of("/usr/bin/python3", script.toString(), steps.replace("TIDEMARK", other)));
    words.addAll(ChildProcess.program("-Dtidemark.terminal=io"));
    words.add("watch");
    var ran = ChildProcess.command(tidemark, words).end();
    assertThat(ran.exit()).as(ran.toString()).isZero();
    return ran.out();
  }

  @Test
  void a_change_by_another_process_shows_and_the_terminal_comes_back_as_it_was()
      throws IOException {
    var seen = watched("see 0/3 design; run TIDEMARK done design; see 1/3 code; show; key q");

    assertThat(seen)
        .contains("0 waiting, 1 running, 0 stuck or in doubt, 0 done", "\nrunning (1)\n")
        .contains("\nq quit  j/k or arrows scroll  space/b page  d finished runs  r read again\n")
        .endsWith("terminal as before\nstrange []\nmain ''\nexit 0\n");
  }

  @Test
  void what_is_interrupted_gives_the_terminal_back_too() throws IOException {
    assertThat(watched("see 0/3 design; key \\x03"))
        .endsWith("terminal as before\nstrange []\nmain ''\nexit 130\n");
    assertThat(watched("see 0/3 design; signal SIGTERM")).contains("terminal as before\n");
  }

  @Test
  void a_terminal_of_another_size_is_filled_anew() throws IOException {
    for (int i = 1; i <= 8; i++) {
      tidemark.after("start implement/run-" + i + " --phases design,code");
    }

    var seen =
        watched(
            "see running (9); gone lines 1; see q quit; size 8 60; see lines 1 to 4 of 19; show;"
                + "key G; see lines 16 to 19 of 19; key g\\x1b[B; see lines 2 to 5; show; key q");

    assertThat(seen).endsWith("terminal as before\nstrange []\nmain ''\nexit 0\n");
    assertThat(seen.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(60));
  }

  @Test
  void finished_runs_are_counted_and_shown_when_asked_for() throws IOException {
    tidemark.after("done design", "done code", "done test", "finish");

    var seen =
        watched("see done (1); gone state/implement; key d; see state/implement/auth; key q");

    assertThat(seen).contains("exit 0\n");
  }

  @Test
  void where_nobody_looks_it_is_said_once() {
    var ran = tidemark.run("watch");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines().getFirst()).isEqualTo("running (1)");
    assertThat(ran.lines().get(1)).startsWith("  state/implement/auth  0/3 design  main  ");
    assertThat(ran.lines().get(2))
        .isEqualTo("    next: tidemark resume --run state/implement/auth");
    assertThat(ran.lines()).hasSize(3);
    assertThat(tidemark.run("watch --json").each("groups", "group"))
        .containsExactly(
            "failed",
            "blocked",
            "waiting",
            "diverged",
            "missing",
            "damaged",
            "running",
            "doubt",
            "done");
  }

  @Test
  void watching_writes_nothing() {
    var before = Tree.of(temp);

    tidemark.run("watch");

    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void what_listeners_have_not_heard_yet_is_left_to_whoever_changes_something() throws IOException {
    try (var listener = LoopbackServer.answering(500, "")) {
      tidemark =
          tidemark.with("HOOK_URL", listener.address()).with("TIDEMARK_LISTENERS_WAIT_MS", "10000");
      tidemark.scratch().write(".claude/config/webhooks.json", LISTENER);
      tidemark.trusting();
      tidemark.after("done design");
      assertThat(listener.got()).hasSize(1);
      listener.answer(got -> Said.of(204, ""));
      var told = tidemark.scratch().state().resolve("listeners");
      var cursors = Tree.of(told);

      var seen = watched("see 1/3 code; key r; see 1/3 code; key d; see 1/3 code; key q");

      assertThat(seen).endsWith("exit 0\n");
      assertThat(listener.got()).hasSize(1);
      assertThat(Tree.of(told)).isEqualTo(cursors);
      assertThat(tidemark.run("webhooks --retry").lines())
          .containsExactly("own: 1 sent, 0 pending");
    }
  }

  @Test
  void without_runs_it_says_how_to_begin(@TempDir Path empty) {
    assertThat(CommandLineHarness.fresh(empty).run("watch").out())
        .isEqualTo("no runs yet; begin one: tidemark start implement/NAME\n");
  }
}

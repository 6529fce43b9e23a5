package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `start` does about a run that has not come to its end.
class RecoveryTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .after(
                "start design/auth --phases research,options,write",
                "done research --summary 'Two ways.'",
                "skip options",
                "enter write");
  }

  @Proves({"R-004-96", "R-004-97"})
  @Test
  void in_mode_auto_an_unfinished_run_is_resumed_where_it_is() throws Exception {
    var before = Tree.of(temp);

    var ran = tidemark.run("start design/auth --recovery auto");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo(tidemark.run("resume design/auth").out());
    assertThat(ran.out()).contains("write", "Two ways.", "research");
    assertThat(Tree.of(temp)).isEqualTo(before);
    assertThat(tidemark.with("TIDEMARK_RECOVERY_MODE", "auto").run("start design auth").out())
        .isEqualTo(ran.out());
  }

  @Proves("R-004-96")
  @Test
  void a_stale_run_is_resumed_with_a_warning() {
    tidemark.scratch().commit("Another");

    assertThat(tidemark.run("start design/auth --recovery auto").out()).contains("commit");
  }

  @Proves("R-004-97")
  @Test
  void a_failed_phase_is_the_next_and_summaries_come_in_order() {
    tidemark.after("fail write --reason Ink", "done options --summary 'The second.'");

    var ran = tidemark.run("start design/auth --resume --json");

    assertThat(ran.string("next_phase")).isEqualTo("write");
    assertThat(ran.string("summary")).isEqualTo("The second.");
    assertThat(ran.out().lastIndexOf("Two ways."))
        .isPositive()
        .isLessThan(ran.out().lastIndexOf("The second."));
  }

  @Proves("R-004-96")
  @Test
  void in_mode_off_and_with_fresh_the_old_one_is_archived_and_a_new_one_begins() {
    tidemark.after("start design/auth --recovery off");
    assertThat(tidemark.run("list --archived --json").each("archives", "name")).hasSize(1);
    assertThat(tidemark.run("status design/auth").out()).doesNotContain("Two ways.");

    tidemark.after("enter research", "start design/auth --fresh --recovery auto");
    assertThat(tidemark.run("list --archived --json").each("archives", "name")).hasSize(2);
  }

  @Proves("R-004-96")
  @Test
  void in_mode_prompt_without_a_terminal_the_run_is_resumed() throws Exception {
    var before = Tree.of(temp);

    var ran = tidemark.run("start design/auth");
    var yes = tidemark.run("start design/auth --yes");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("Resume design from write? [Y/n] yes (default)");
    assertThat(ran.out()).isEqualTo(tidemark.run("resume design/auth").out());
    assertThat(yes.exit()).isZero();
    assertThat(yes.err()).contains("Resume design from write? [Y/n]");
    assertThat(yes.out()).contains("Two ways.");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void options_that_differ_from_the_open_run_are_refused_and_named() throws Exception {
    tidemark.after("note --goal 'Two pages'");
    var before = Tree.of(temp);

    var goal = tidemark.run("start design/auth --goal 'Ten pages'");
    var phases = tidemark.run("start design/auth --phases research,write");
    var resumed = tidemark.run("start design/auth --resume --goal 'Ten pages'");
    var same = tidemark.run("start design/auth --goal 'Two pages' --phases research,options,write");

    assertThat(goal.exit()).isEqualTo(1);
    assertThat(goal.err())
        .contains("state/design/auth is open with another goal: Two pages", "--fresh");
    assertThat(phases.exit()).isEqualTo(1);
    assertThat(phases.err()).contains("is open with other phases: research, options, write");
    assertThat(resumed.err()).isEqualTo(goal.err());
    assertThat(same.exit()).isZero();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void what_fresh_replaces_comes_back_with_the_command_that_it_names() {
    var ran = tidemark.run("start design/auth --fresh");

    assertThat(ran.err()).contains("back to it: tidemark undo --run state/design/auth");
    tidemark.after("undo --run state/design/auth");
    assertThat(tidemark.run("status").out()).contains("write  in_progress");
  }

  @Proves("R-004-96")
  @Test
  void resume_needs_a_run_that_is_not_complete() {
    var none = tidemark.run("start design/other --resume");
    tidemark.after("done write", "finish");
    var complete = tidemark.run("start design/auth --resume");
    var bare = tidemark.run("start research --resume");

    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err())
        .contains("No checkpoint found for \"other\". Run without --resume to start fresh.");
    assertThat(complete.exit()).isEqualTo(1);
    assertThat(complete.err())
        .contains("Design for \"auth\" is already complete. Run without --resume");
    assertThat(bare.err()).contains("No checkpoint found for \"research\".");
    assertThat(tidemark.run("start design/auth --resume --fresh").exit()).isEqualTo(2);
  }

  @Proves({"R-004-96", "R-004-37"})
  @Test
  void a_complete_run_is_open_again_once_a_phase_of_it_is_entered() {
    tidemark.after("done write", "finish", "enter write --run design/auth");

    var ran = tidemark.run("start design/auth --resume");

    assertThat(ran.exit()).isZero();
    assertThat(tidemark.run("history --event workflow.reopened").lines()).hasSize(1);
  }

  @Test
  void a_run_that_is_not_there_or_complete_is_simply_begun() {
    tidemark.after(
        "done write", "finish", "start design/auth --recovery auto", "start ship --recovery off");

    assertThat(tidemark.run("list --json").each("runs", "run"))
        .containsExactly("state/design/auth", "state/ship");
  }
}

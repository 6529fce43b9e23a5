package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which run a command is about: the one that is named, in full or in short, or the one that is
/// open.
class RunWordsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "start design/auth", "start design/login");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state/implement/auth", "implement/auth", "implement"})
  void a_full_or_short_name_means_its_run(String name) {
    var ran = tidemark.run("enter implementation --json --run " + name);

    assertThat(ran.string("run")).isEqualTo("state/implement/auth");
  }

  @ParameterizedTest
  @ValueSource(strings = {"task add 'Write the tests'", "finish"})
  void a_word_behind_the_verb_means_its_run(String line) {
    assertThat(tidemark.run(line + " implement/auth --json").string("run"))
        .isEqualTo("state/implement/auth");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gate", "status", "show", "history", "diff", "archive --dry-run"})
  void a_word_behind_a_verb_that_reads_means_its_run(String line) {
    var now = tidemark.at(InstantSource.fixed(Instant.now()));

    var word = now.run(line + " implement/auth");
    var option = now.run(line + " --run implement/auth");

    assertThat(word.exit()).isEqualTo(option.exit());
    assertThat(word.out()).isEqualTo(option.out());
  }

  @Test
  void options_of_every_verb_may_stand_before_the_verb() {
    assertThat(tidemark.run("--json --run=login enter research").string("run"))
        .isEqualTo("state/design/login");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter research",
        "done research",
        "fail research",
        "skip research",
        "finish",
        "restore",
        "show",
        "history",
        "validate",
        "enter research --run auth",
        "enter research --run design"
      })
  void several_candidates_are_listed_and_none_is_taken(String line) {
    var before = Tree.of(temp);

    var ran = tidemark.run(line + " --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("blockers", "code")).containsExactly("which-run");
    assertThat(ran.err()).contains("state/design/auth", "Name one with --run NAME");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void a_long_list_of_candidates_is_cut() {
    for (int i = 0; i < 9; i++) {
      tidemark.after("start review/r" + i);
    }

    assertThat(tidemark.run("finish").err()).contains(" and 4 more");
  }

  @Test
  void an_open_run_is_preferred_to_a_finished_one_of_that_name() {
    tidemark.completed("design/auth");

    assertThat(tidemark.run("enter implementation --run auth --json").string("run"))
        .isEqualTo("state/implement/auth");
  }

  @Test
  void the_one_run_of_this_branch_is_meant_where_none_is_named() {
    tidemark.scratch().git("checkout", "--quiet", "-b", "feature");
    tidemark.after("start review");

    assertThat(tidemark.run("enter analysis --json").string("run")).isEqualTo("state/review");
  }

  @Test
  void on_a_branch_without_a_run_no_other_branch_is_written_to() {
    tidemark.scratch().git("checkout", "--quiet", "-b", "feature");

    var ran = tidemark.run("finish");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("no unfinished run belongs to branch feature");
    assertThat(tidemark.run("finish --abandon No --run login").exit()).isZero();
  }

  @Test
  void with_several_open_runs_status_lists_them() {
    var lines = tidemark.run("status").lines();

    assertThat(lines).hasSize(5).last().isEqualTo("next: tidemark resume --run RUN");
  }

  @Test
  void from_a_folder_below_the_root_the_same_run_is_meant() {
    tidemark.scratch().write("a/b/c.txt", "");

    var ran = tidemark.from("a/b").run("enter implementation --run implement --json");

    assertThat(ran.string("path")).isEqualTo(".claude/state/implement-auth.json");
    assertThat(temp.resolve("project/a/b/.claude")).doesNotExist();
  }

  @Test
  void a_number_that_is_no_run_is_taken_for_an_entry() {
    assertThat(tidemark.run("undo 1").err())
        .endsWith("hint: Restore an entry: tidemark restore --to 1\n");
    assertThat(tidemark.run("history 3").err())
        .endsWith("hint: Limit the entries: tidemark history --limit 3\n");
  }

  @Test
  void without_an_open_run_a_change_says_how_to_begin_one() {
    for (var name : new String[] {"implement", "design/auth", "login"}) {
      tidemark.completed(name);
    }

    var ran = tidemark.run("enter research");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "tidemark: there is no unfinished run here; state/design/login has ended\n"
                + "hint: Begin one: tidemark start implement/NAME,"
                + " or choose: tidemark workflows\n");
  }
}

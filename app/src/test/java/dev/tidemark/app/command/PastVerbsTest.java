package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `history`, `show`, `restore` and `prune`.
class PastVerbsTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
  }

  @Test
  void history_says_when_by_whom_and_what() {
    var lines = tidemark.run("history").lines();

    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).matches("1  \\d{4}-\\S+Z  .*ann.*  run started");
    assertThat(lines.getLast()).endsWith("  implementation started");
    assertThat(tidemark.run("history --limit 1").lines()).containsExactly(lines.getLast());
    assertThat(tidemark.run("history --limit 0").out()).isEmpty();
  }

  @Test
  void show_prints_the_document_as_it_is_and_as_it_was() {
    var file = tidemark.scratch().root().resolve(DOCUMENT);

    assertThat(file).hasContent(tidemark.run("show --raw").out());
    assertThat(tidemark.run("show").lines()).contains("  \"command\": \"implement\",");
    assertThat(tidemark.run("show --json").string("path")).isEqualTo(DOCUMENT);
    assertThat(tidemark.run("show --at 1 --raw").out()).doesNotContain("in_progress");
    assertThat(tidemark.run("show --raw --json").string("text")).contains("in_progress");
  }

  @Test
  void show_refuses_an_entry_that_nobody_made() {
    var ran = tidemark.run("show --at 9 --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.json().object("error").string("code")).isEqualTo("no-state");
  }

  @Proves("R-USR-08")
  @Test
  void restore_takes_back_the_last_write() {
    var first = tidemark.run("show --at 1 --raw").out();

    var ran = tidemark.run("restore --to 1");

    assertThat(ran.lines()).containsExactly(DOCUMENT + " is put back to history entry 1");
    assertThat(tidemark.run("show --raw").out()).isEqualTo(first);
    assertThat(tidemark.run("history --limit 1").out()).contains("restored to entry 1");
  }

  @Test
  void restore_refuses_what_is_not_recorded_or_needs_no_restoring() {
    var before = Tree.of(temp);

    var unknown = tidemark.run("restore --to 9");
    var needless = tidemark.run("restore");

    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("has no entry 9, the newest is 2");
    assertThat(needless.exit()).isEqualTo(1);
    assertThat(needless.err()).contains("already has the last recorded state");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void restore_brings_a_deleted_document_back() throws Exception {
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    var text = java.nio.file.Files.readString(file);
    java.nio.file.Files.delete(file);

    var ran = tidemark.run("restore --run implement/auth");

    assertThat(ran.exit()).isZero();
    assertThat(file).hasContent(text);
  }

  /// Full copies are written rarely, so that it takes big summaries to make a state droppable.
  private void longPast() {
    for (int i = 0; i < 40; i++) {
      var summary = ("w" + i + " ").repeat(490);
      tidemark.given(summary).after("done implementation --summary -");
    }
  }

  @Proves("R-USR-09")
  @Test
  void prune_drops_old_states_of_finished_runs_and_keeps_their_history() {
    longPast();
    tidemark.completed("implement/auth").after("start design/open");
    var before = Tree.of(temp);

    var young = tidemark.with("TIDEMARK_RETENTION_DAYS", "0");
    var dry = young.run("prune --keep 10 --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var ran = young.run("prune --keep 10");
    var again = young.run("prune --keep 10 --json");

    assertThat(dry.lines().getFirst()).matches("state/implement/auth: \\d+ states would be .*");
    assertThat(ran.lines().getFirst())
        .isEqualTo(dry.lines().getFirst().replace("would be dropped", "dropped"));
    assertThat(ran.lines().getLast())
        .isEqualTo("1 unfinished run left alone; --include-open prunes them too");
    assertThat(again.each("plans", "run")).isEmpty();
    assertThat(tidemark.run("history --run auth").lines()).hasSize(44);
    assertThat(tidemark.run("show --run auth --at 2").exit()).isEqualTo(1);
    assertThat(tidemark.run("show --run auth --at 43").exit()).isZero();
    assertThat(tidemark.run("doctor").out()).doesNotContain("error");
  }

  @Test
  void prune_leaves_unfinished_runs_and_the_ten_newest_states_alone() {
    longPast();

    var finishedOnly = tidemark.run("prune --keep 1 --older-than 0d --json");
    var open = tidemark.run("prune --keep 1 --older-than 0d --include-open --dry-run --json");

    assertThat(finishedOnly.json().number("unfinished_left_alone").wholeValue()).hasValue(1);
    assertThat(finishedOnly.err()).contains("the newest 10 states of a run are always kept");
    assertThat(open.each("plans", "run")).containsExactly("state/implement/auth");
  }

  @Test
  void prune_says_what_it_kept_where_there_is_nothing_to_drop() {
    tidemark.completed("implement/auth");

    var ran = tidemark.run("prune --run auth");

    assertThat(ran.out()).startsWith("nothing to prune: of 1 run the newest 20 states stay");
    assertThat(tidemark.run("prune --run nowhere").exit()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"show --at 0", "restore --to 0", "show --at 99", "restore --to 99"})
  void an_entry_that_there_is_not_is_not_taken_for_another(String line) {
    var ran = tidemark.run(line + " --run implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("has no entry " + line.split(" ")[2] + ", the newest is ");
  }
}

package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two clones advance one run, and git merges them: neither side gets lost.
class GitMergeTest {
  private static final String FILE = "docs/checkpoints/epic-E-1.md";

  @TempDir private Path temp;
  private CommandLineHarness ann;
  private CommandLineHarness bob;

  @BeforeEach
  void two_clones_advance_one_run() {
    ann = CommandLineHarness.fresh(temp.resolve("ann"));
    ann.after("start item/epic E-1", "done 0 --summary Synced");
    ann.scratch().git("clone", "--quiet", ann.scratch().root().toString(), cloned().toString());
    bob = CommandLineHarness.in(ann.scratch().at(cloned()));
    ann.after("done 1 --summary Captured --decision 'Use PostgreSQL'");
    bob.after("done 1 --summary Noted", "done 2 --summary Analysed --decision 'Use SQLite'");
  }

  private Path cloned() {
    return temp.resolve("bob").toAbsolutePath();
  }

  /// Leaves the conflict that git cannot resolve.
  private void merge() {
    bob.scratch().git("fetch", "--quiet", "origin");
    conflict("merge", "--quiet", "origin/main");
  }

  private void conflict(String... words) {
    assertThatThrownBy(() -> bob.scratch().git(words)).hasMessageContaining("CONFLICT");
  }

  private String file() throws IOException {
    return Files.readString(bob.scratch().root().resolve(FILE));
  }

  @Test
  void a_conflict_is_diverged_and_what_each_side_did_is_shown() {
    merge();

    var status = bob.run("status");
    var list = bob.run("list --json").json();
    var brief = bob.run("resume");

    assertThat(status.out()).contains("item/epic/E-1  diverged").doesNotContain("damaged");
    assertThat(list.toString()).contains("\"diverged\"");
    assertThat(brief.out())
        .contains("Verdict: merge")
        .contains("ours (", "Product Analysis complete", "decided: Use SQLite")
        .contains("theirs (", "decided: Use PostgreSQL")
        .contains("tidemark restore --from theirs --run item/epic/E-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"done 3", "enter 3", "note more", "restore", "undo", "finish"})
  void no_verb_writes_over_a_conflict(String line) throws IOException {
    merge();
    var before = file();

    var ran = bob.run(line + " --run item/epic/E-1");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(5);
    assertThat(ran.err()).contains("merge conflict").contains("restore --from theirs");
    assertThat(file()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ours", "theirs"})
  void one_side_is_taken_and_the_history_keeps_both(String side) throws IOException {
    merge();

    bob.after("restore --from " + side);

    assertThat(file())
        .contains(side.equals("ours") ? "Use SQLite" : "Use PostgreSQL")
        .doesNotContain("<<<<<<<", side.equals("ours") ? "Use PostgreSQL" : "Use SQLite");
    var history = bob.run("history --json").out();
    assertThat(history).contains("\"merge.side\"");
    assertThat(states()).anyMatch(text -> text.contains("Use PostgreSQL"));
    assertThat(states()).anyMatch(text -> text.contains("Use SQLite"));
    bob.scratch().commit("Merge");
    assertThat(bob.run("resume").out()).contains("Verdict: continue");
    bob.after(side.equals("ours") ? "done 3 --summary On" : "done 2 --summary On");
  }

  private List<String> states() {
    int entries = bob.run("history").lines().size();
    return IntStream.rangeClosed(1, entries)
        .mapToObj(entry -> bob.run("show --raw --at " + entry).out())
        .toList();
  }

  @Test
  void a_merge_commit_that_dropped_one_side_is_noticed_and_nothing_is_recorded_on_top()
      throws IOException {
    merge();
    bob.scratch().git("checkout", "--ours", "--", FILE);
    bob.scratch().commit("Merge, and lose what Ann decided");

    var brief = bob.run("resume");
    var done = bob.run("done 3 --summary On");

    assertThat(brief.out()).contains("Verdict: merge").contains("decided: Use PostgreSQL");
    assertThat(done.exit()).isEqualTo(5);
    assertThat(done.err()).contains("the merge commit lost progress", "Use PostgreSQL");

    var resolved =
        file()
            .replace(
                "- [Phase 2] Use SQLite", "- [Phase 1] Use PostgreSQL\n- [Phase 2] Use SQLite");
    Files.writeString(bob.scratch().root().resolve(FILE), resolved);
    assertThat(bob.run("resume").out()).contains("Verdict: continue");
    bob.after("done 3 --summary On");
  }

  /// Git has no sides of a file that it ignores.
  @Test
  void no_verb_goes_on_from_the_journal_over_a_conflict_in_an_ignored_file(@TempDir Path other)
      throws IOException {
    var tidemark = CommandLineHarness.fresh(other);
    tidemark.after("start implement/auth --phases a,b");
    var file = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    var text = Files.readString(file);
    var conflict = "<<<<<<< ours\n" + text + "\n=======\n" + text + "\n>>>>>>> theirs\n";
    Files.writeString(file, conflict);
    var before = tidemark.run("history --json").out();

    for (var line :
        List.of("note x", "note --goal x", "done a --summary x", "task add T1", "skip b")) {
      var ran = tidemark.run(line + " --run implement/auth");
      assertThat(ran.exit()).as(line).isEqualTo(5);
      assertThat(ran.err()).as(line).contains("merge conflict");
    }

    assertThat(file).hasContent(conflict);
    assertThat(tidemark.run("history --json").out()).isEqualTo(before);
  }

  @Test
  void markers_that_were_committed_are_still_a_conflict() {
    merge();
    bob.scratch().commit("Markers and all");

    assertThat(bob.run("status").out()).contains("diverged");
    assertThat(bob.run("done 2").exit()).isEqualTo(5);
    assertThat(bob.run("resume").out()).contains("decided: Use PostgreSQL", "decided: Use SQLite");
  }

  @Test
  void a_rebase_that_waits_is_a_conflict_too() {
    bob.scratch().git("fetch", "--quiet", "origin");
    conflict("rebase", "--quiet", "origin/main");

    assertThat(bob.run("resume").out()).contains("Verdict: merge", "decided: Use PostgreSQL");
  }

  @Test
  void a_merge_that_brought_everything_together_goes_on() throws IOException {
    merge();
    bob.scratch().git("checkout", "--ours", "--", FILE);
    var both =
        file()
            .replace(
                "- [Phase 2] Use SQLite", "- [Phase 1] Use PostgreSQL\n- [Phase 2] Use SQLite");
    bob.scratch().write(FILE, both);

    assertThat(bob.run("resume").out()).contains("Verdict: continue");
    bob.scratch().commit("Merge");
    assertThat(bob.run("resume").out()).contains("Verdict: continue");
    bob.after("done 3 --summary On");
  }

  @Test
  void without_a_merge_there_is_no_side_to_take() {
    var ran = bob.run("restore --from ours");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("git is not merging " + FILE);
  }
}

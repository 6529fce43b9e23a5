package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Work trees beside the user's own, and what comes back from them.
class GitWorktreesTest {
  private static final List<String> EXCEPT = List.of(".tidemark", "docs/checkpoints/");

  @TempDir private Path temp;
  private ScratchRepository scratch;
  private Path place;

  @BeforeEach
  void prepare() throws IOException {
    scratch = ScratchRepository.in(temp.resolve("a b"));
    scratch.write("src/a.txt", "1\n2\n3\n").write("gone.txt", "x\n");
    scratch.write(".gitignore", "target/\n").commit("Begin");
    place = Files.createDirectories(scratch.root().resolve(".tidemark/worktrees")).resolve("T001");
  }

  private GitWorktrees worktrees(Path root) {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    return new GitWorktrees(root, environment, EXCEPT);
  }

  private GitWorktrees worktrees() {
    return worktrees(scratch.root());
  }

  @Test
  void a_work_tree_begins_with_what_is_not_committed_and_nothing_of_the_user_moves()
      throws IOException {
    scratch
        .write("src/a.txt", "1\n2\n3 changed\n")
        .write("staged.txt", "s\n")
        .git("add", "staged.txt");
    scratch.write("new.txt", "n\n").write("target/big.bin", "ignored\n");
    scratch.write("docs/checkpoints/run.md", "state\n").write(".tidemark/journal/x", "x\n");
    Files.delete(scratch.root().resolve("gone.txt"));
    var before = scratch.git("status", "--porcelain") + scratch.git("rev-parse", "HEAD");

    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);

    assertThat(tree.resolve("src/a.txt")).hasContent("1\n2\n3 changed\n");
    assertThat(tree.resolve("staged.txt")).exists();
    assertThat(tree.resolve("new.txt")).exists();
    assertThat(tree.resolve("gone.txt")).doesNotExist();
    assertThat(tree.resolve("target")).doesNotExist();
    assertThat(tree.resolve("docs/checkpoints")).doesNotExist();
    assertThat(tree.resolve(".tidemark")).doesNotExist();
    assertThat(scratch.git("status", "--porcelain") + scratch.git("rev-parse", "HEAD"))
        .isEqualTo(before);

    worktrees().remove(place);
    assertThat(place).doesNotExist();
    assertThat(scratch.git("worktree", "list").lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "sub"})
  void ignored_folders_of_tidemark_and_changes_of_every_kind_are_no_obstacle(String start)
      throws IOException {
    scratch.write("turns/x.txt", "x\n").write("becomes", "file\n").write("sub/s.txt", "s\n");
    scratch.write("name with\nbreak.txt", "b\n");
    scratch.write(".gitignore", ".tidemark/\ndocs/checkpoints/\n").commit("Ignored");
    scratch.write("docs/checkpoints/run.md", "state\n").write("src/a.txt", "4\n");
    Files.delete(scratch.root().resolve("turns/x.txt"));
    Files.delete(scratch.root().resolve("turns"));
    Files.delete(scratch.root().resolve("becomes"));
    scratch.write("turns", "a file\n").write("becomes/folder.txt", "f\n");
    scratch.write("name with\nbreak.txt", "c\n");

    var worktrees = worktrees(scratch.root().resolve(start).normalize());
    worktrees.add(place, worktrees.snapshot());

    assertThat(place.resolve("src/a.txt")).hasContent("4\n");
    assertThat(place.resolve("turns")).hasContent("a file\n");
    assertThat(place.resolve("becomes/folder.txt")).hasContent("f\n");
    assertThat(place.resolve("name with\nbreak.txt")).hasContent("c\n");
    assertThat(place.resolve("sub/s.txt")).hasContent("s\n");
    assertThat(place.resolve(".tidemark")).doesNotExist();
  }

  @Test
  void a_program_among_records_is_content() throws IOException {
    scratch.write("docs/checkpoints/check.sh", "1\n").commit("with it");
    var before = worktrees().snapshot();
    scratch.write("docs/checkpoints/check.sh", "2\n").write("docs/checkpoints/run.md", "2\n");

    assertThat(worktrees().changed(before, worktrees().snapshot()))
        .containsExactly("docs/checkpoints/check.sh");
  }

  @Test
  void nested_repositories_are_known_by_their_content() throws IOException {
    assertThat(worktrees().nested()).isEmpty();
    var nested = ScratchRepository.in(scratch.root().resolve("nested"));
    nested.write("a.txt", "a\n").commit("nested");
    scratch.write(".gitignore", "ignored/\n");
    ScratchRepository.in(scratch.root().resolve("ignored/other")).write("b.txt", "b\n");
    var before = worktrees().nested();
    nested.write("a.txt", "b\n");
    var after = worktrees().nested();
    scratch.git("add", "nested/project");

    assertThat(before).containsOnlyKeys("nested/project");
    assertThat(after).containsOnlyKeys("nested/project").isNotEqualTo(before);
    assertThat(worktrees().nested()).isEqualTo(after);
  }

  @Test
  void what_was_changed_comes_back_uncommitted_and_once() throws IOException {
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    Files.writeString(tree.resolve("src/a.txt"), "0\n1\n2\n3\n");
    Files.writeString(tree.resolve("made.txt"), "made\n");
    Files.delete(tree.resolve("gone.txt"));
    scratch.write("src/a.txt", "1\n2\n3\n4\n").write("mine.txt", "mine\n").git("add", "mine.txt");

    var theirs = worktrees().snapshot(place, base);
    assertThat(worktrees().changed(base, theirs))
        .containsExactly("gone.txt", "made.txt", "src/a.txt");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(worktrees().merge(base, theirs)).isEmpty();
      assertThat(scratch.root().resolve("src/a.txt")).hasContent("0\n1\n2\n3\n4\n");
      assertThat(scratch.root().resolve("made.txt")).hasContent("made\n");
      assertThat(scratch.root().resolve("gone.txt")).doesNotExist();
      assertThat(scratch.git("status", "--porcelain").lines())
          .containsExactly(
              "D gone.txt", "A  mine.txt", " M src/a.txt", "?? .tidemark/", "?? made.txt");
    }
  }

  /// Git compares whole seconds, and looks closer where the index is not younger than the file.
  @Test
  void a_change_within_the_second_of_the_checkout_is_seen()
      throws IOException, InterruptedException {
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    Files.writeString(tree.resolve("src/a.txt"), "1\n2\n4\n");
    Thread.sleep(1_100);
    var theirs = worktrees().snapshot(place, base);
    assertThat(worktrees().changed(base, theirs)).containsExactly("src/a.txt");
  }

  @Test
  void what_an_agent_committed_counts_too() throws IOException {
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    Files.writeString(tree.resolve("made.txt"), "made\n");
    var own = scratch.at(scratch.root().relativize(tree));
    own.git("add", "--all");
    own.git("commit", "--quiet", "--message", "Made");

    assertThat(worktrees().merge(base, worktrees().snapshot(place, base))).isEmpty();
    assertThat(scratch.root().resolve("made.txt")).hasContent("made\n");
    assertThat(scratch.git("log", "--oneline").lines()).hasSize(1);
  }

  @Test
  void a_work_tree_whose_link_was_changed_has_git_start_nothing() throws IOException {
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    var started = temp.resolve("started");
    var evil = ScratchRepository.in(temp.resolve("evil"));
    evil.git("config", "filter.evil.clean", "touch '" + started + "'; cat");
    Files.writeString(tree.resolve(".git"), "gitdir: " + evil.root().resolve(".git") + "\n");
    Files.writeString(tree.resolve(".gitattributes"), "* filter=evil\n");
    Files.writeString(tree.resolve("made.txt"), "made\n");

    assertThat(worktrees().merge(base, worktrees().snapshot(place, base))).isEmpty();
    assertThat(started).doesNotExist();
    assertThat(scratch.root().resolve("made.txt")).hasContent("made\n");
  }

  @Test
  void a_conflict_changes_nothing_and_names_its_files() throws IOException {
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    Files.writeString(tree.resolve("src/a.txt"), "1\ntheirs\n3\n");
    Files.writeString(tree.resolve("made.txt"), "made\n");
    scratch.write("src/a.txt", "1\nours\n3\n");

    assertThat(worktrees().merge(base, worktrees().snapshot(place, base)))
        .containsExactly("src/a.txt");
    assertThat(scratch.root().resolve("src/a.txt")).hasContent("1\nours\n3\n");
    assertThat(scratch.root().resolve("made.txt")).doesNotExist();
  }

  @Test
  void documents_of_runs_that_were_changed_in_a_work_tree_stay_behind() throws IOException {
    scratch.write("docs/checkpoints/run.md", "one\n").commit("Run");
    var base = worktrees().snapshot();
    var tree = worktrees().add(place, base);
    Files.writeString(tree.resolve("docs/checkpoints/run.md"), "forged\n");
    scratch.write("docs/checkpoints/run.md", "two\n");

    var theirs = worktrees().snapshot(place, base);
    assertThat(worktrees().changed(base, theirs)).isEmpty();
    assertThat(worktrees().merge(base, theirs)).isEmpty();
    assertThat(scratch.root().resolve("docs/checkpoints/run.md")).hasContent("two\n");
  }

  @Test
  void a_project_in_a_folder_of_a_repository_works_in_its_folder() throws IOException {
    scratch.write("app/b.txt", "b\n").commit("App");
    var worktrees = worktrees(scratch.root().resolve("app"));
    var base = worktrees.snapshot();
    var tree = worktrees.add(place, base);
    assertThat(tree).isEqualTo(place.resolve("app"));
    Files.writeString(tree.resolve("b.txt"), "changed\n");
    var theirs = worktrees.snapshot(place, base);
    assertThat(worktrees.changed(base, theirs)).containsExactly("b.txt");
    assertThat(worktrees.merge(base, theirs)).isEmpty();
    assertThat(scratch.root().resolve("app/b.txt")).hasContent("changed\n");
  }

  @Test
  void a_repository_without_a_commit_will_do_and_a_folder_without_a_repository_will_not()
      throws IOException {
    var fresh = ScratchRepository.in(temp.resolve("fresh"));
    fresh.write("a.txt", "a\n");
    var worktrees = worktrees(fresh.root());
    var base = worktrees.snapshot();
    var tree = worktrees.add(temp.resolve("beside"), base);
    Files.writeString(tree.resolve("a.txt"), "b\n");
    assertThat(worktrees.merge(base, worktrees.snapshot(temp.resolve("beside"), base))).isEmpty();
    assertThat(fresh.root().resolve("a.txt")).hasContent("b\n");

    var outside = Files.createDirectories(temp.resolve("outside"));
    assertThatThrownBy(worktrees(outside)::snapshot)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a git repository");
  }
}

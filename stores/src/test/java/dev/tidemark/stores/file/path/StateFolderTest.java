package dev.tidemark.stores.file.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the state of a work tree is, in every layout that git knows.
class StateFolderTest {
  @TempDir Path temp;

  private static Path state(Path root) {
    return StateFolder.of(root).path();
  }

  private static void write(Path root, String text) {
    new Place(root).put(text);
  }

  private static int entries(Path root) {
    return new Place(root).open().history(Place.RUN).size();
  }

  private ScratchRepository repository() {
    var scratch = ScratchRepository.in(temp);
    scratch.write("file", "text").commit("first");
    return scratch;
  }

  @Test
  void the_main_work_tree_keeps_its_state_in_the_git_folder() {
    var root = repository().root();
    write(root, "one");

    assertThat(state(root)).isEqualTo(root.resolve(".git/tidemark/main"));
    assertThat(root.resolve(".git/tidemark/main/journal/state/implement-auth.json")).isDirectory();
    assertThat(root.resolve(".tidemark")).doesNotExist();
  }

  @Test
  void outside_git_the_state_is_in_the_project() {
    var root = ScratchRepository.without(temp).root();
    write(root, "one");

    assertThat(state(root)).isEqualTo(root.resolve(".tidemark"));
    assertThat(root.resolve(".tidemark/journal")).isDirectory();
  }

  /// As in the sandbox of an agent that may write the project, but not git's folder.
  @Test
  void a_write_that_meets_a_read_only_state_folder_names_the_ways_out() {
    var root = repository().root();
    write(root, "one");
    var io =
        new ForwardingIo(new DiskIo()) {
          @Override
          public boolean isWritable(Path path) {
            return !path.startsWith(root.resolve(".git"));
          }
        };
    var folder = new StateFolder(io, root, StoreLimits.USUAL);

    assertThat(folder.path()).isEqualTo(root.resolve(".git/tidemark/main"));
    assertThatThrownBy(folder::prepare)
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("may not write to " + root.resolve(".git/tidemark/main"))
        .extracting(refused -> ((ForbiddenException) refused).hint())
        .asString()
        .contains("MCP tools", "tidemark install codex --only sandbox");
  }

  @Test
  void git_clean_leaves_the_journal() {
    var scratch = repository();
    write(scratch.root(), "one");
    scratch.git("clean", "-fdxq");

    assertThat(entries(scratch.root())).isEqualTo(1);
  }

  @Test
  void a_linked_work_tree_has_a_folder_of_its_own_in_the_shared_git_folder() {
    var scratch = repository();
    scratch.git("worktree", "add", "--quiet", "../tree");
    var tree = scratch.root().resolveSibling("tree");
    write(scratch.root(), "main");
    write(tree, "linked");

    assertThat(state(tree)).isEqualTo(scratch.root().resolve(".git/tidemark/worktrees/tree"));
    assertThat(entries(tree)).isEqualTo(1);
    assertThat(entries(scratch.root())).isEqualTo(1);
  }

  @Test
  void reading_a_linked_work_tree_writes_nothing() {
    var scratch = repository();
    scratch.git("worktree", "add", "--quiet", "../tree");
    entries(scratch.root().resolveSibling("tree"));

    assertThat(scratch.root().resolve(".git/tidemark")).doesNotExist();
  }

  @Test
  void a_moved_work_tree_keeps_its_state() {
    var scratch = repository();
    scratch.git("worktree", "add", "--quiet", "../tree");
    write(scratch.root().resolveSibling("tree"), "one");
    scratch.git("worktree", "move", "../tree", "../elsewhere");

    assertThat(entries(scratch.root().resolveSibling("elsewhere"))).isEqualTo(1);
  }

  @Test
  void a_removed_work_tree_leaves_its_state_and_one_of_the_same_name_begins_anew()
      throws IOException {
    var scratch = repository();
    var tree = scratch.root().resolveSibling("tree");
    scratch.git("worktree", "add", "--quiet", "../tree");
    write(tree, "one");
    var first = state(tree);
    scratch.git("worktree", "remove", "--force", "../tree");
    scratch.git("worktree", "add", "--quiet", "../tree", "tree");

    assertThat(entries(tree)).isZero();
    write(tree, "two");

    assertThat(state(tree)).isNotEqualTo(first);
    assertThat(first.resolve("journal/state/implement-auth.json")).isDirectory();
    assertThat(Files.readString(first.resolve(StateFolder.WORKTREE)).strip())
        .isEqualTo(tree.toString());
  }

  @Test
  void a_moved_repository_finds_its_work_trees_again_after_git_has_repaired_them()
      throws IOException {
    var scratch = repository();
    var tree = scratch.root().resolveSibling("tree");
    scratch.git("worktree", "add", "--quiet", "../tree");
    write(scratch.root(), "main");
    write(tree, "linked");
    var moved = Files.move(scratch.root(), scratch.root().resolveSibling("moved"));

    assertThat(entries(moved)).isEqualTo(1);
    assertThatThrownBy(() -> write(tree, "lost"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining(tree.resolve(".git").toString());
    assertThatThrownBy(() -> entries(tree)).isInstanceOf(ForbiddenException.class);
    scratch.at(moved).git("worktree", "repair", tree.toString());

    assertThat(entries(tree)).isEqualTo(1);
  }

  @Test
  void a_copied_repository_has_the_history_up_to_the_copy() throws IOException {
    var scratch = repository();
    write(scratch.root(), "one");
    var copy = scratch.root().resolveSibling("copy");
    copy(scratch.root(), copy);
    write(scratch.root(), "two");

    assertThat(entries(copy)).isEqualTo(1);
    assertThat(entries(scratch.root())).isEqualTo(2);
  }

  @Test
  void work_trees_of_a_bare_repository_keep_their_state_in_it() {
    var scratch = repository();
    scratch.git("clone", "--quiet", "--bare", ".", "../bare.git");
    var bare = scratch.at(scratch.root().resolveSibling("bare.git"));
    bare.git("worktree", "add", "--quiet", "../tree", "-b", "agent");
    var tree = scratch.root().resolveSibling("tree");
    write(tree, "one");

    assertThat(state(tree)).isEqualTo(bare.root().resolve("tidemark/worktrees/tree"));
    assertThat(entries(tree)).isEqualTo(1);
  }

  @Test
  void a_separate_git_folder_has_the_state() {
    var scratch = ScratchRepository.in(temp, "--separate-git-dir=../git");
    write(scratch.root(), "one");

    assertThat(state(scratch.root()))
        .isEqualTo(scratch.root().resolveSibling("git").resolve("tidemark/main"));
    assertThat(entries(scratch.root())).isEqualTo(1);
  }

  @Test
  void a_submodule_has_a_state_of_its_own() {
    var library = ScratchRepository.in(temp.resolve("library"));
    library.write("a", "a").commit("first");
    var scratch = repository();
    scratch.git("submodule", "add", "--quiet", library.root().toString(), "lib");
    var sub = scratch.root().resolve("lib");
    write(scratch.root(), "super");
    write(sub, "one");

    assertThat(state(sub)).isEqualTo(scratch.root().resolve(".git/modules/lib/tidemark/main"));
    assertThat(entries(sub)).isEqualTo(1);
  }

  @Test
  void a_folder_below_the_top_of_a_work_tree_has_a_state_of_its_own() throws IOException {
    var scratch = repository();
    var below = Files.createDirectories(scratch.root().resolve("packages/a%2F"));
    write(below, "one");

    assertThat(state(below))
        .isEqualTo(scratch.root().resolve(".git/tidemark/main/sub/packages%2Fa%252F"));
    assertThat(entries(below)).isEqualTo(1);
    assertThat(entries(scratch.root())).isZero();
  }

  @Test
  void a_path_through_a_link_leads_to_the_same_state() throws IOException {
    var scratch = repository();
    write(scratch.root(), "one");
    var link = Files.createSymbolicLink(temp.resolve("link"), scratch.root());

    assertThat(entries(link)).isEqualTo(1);
    assertThat(state(link).toRealPath()).isEqualTo(state(scratch.root()).toRealPath());
  }

  @Test
  void a_link_out_of_the_git_folder_is_not_followed() throws IOException {
    var scratch = repository();
    var outside = Files.createDirectory(temp.resolve("outside"));
    Files.createSymbolicLink(scratch.root().resolve(".git/tidemark"), outside);

    assertThatThrownBy(() -> write(scratch.root(), "one")).isInstanceOf(ForbiddenException.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void a_project_that_becomes_a_repository_takes_its_state_along_at_the_next_change() {
    var scratch = ScratchRepository.without(temp);
    write(scratch.root(), "one");
    scratch.git("init", "--quiet");

    assertThat(entries(scratch.root())).isEqualTo(1);
    assertThat(state(scratch.root())).isEqualTo(scratch.root().resolve(".tidemark"));
    write(scratch.root(), "two");

    assertThat(entries(scratch.root())).isEqualTo(2);
    assertThat(state(scratch.root())).isEqualTo(scratch.root().resolve(".git/tidemark/main"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (var path : all.toList()) {
        Files.copy(
            path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}

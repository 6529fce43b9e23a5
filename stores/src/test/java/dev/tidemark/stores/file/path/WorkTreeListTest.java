package dev.tidemark.stores.file.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.path.WorkTree.Kind;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The layouts that git makes of work trees, each made by git itself.
class WorkTreeListTest {
  @TempDir private Path temp;
  private ScratchRepository main;

  @BeforeEach
  void prepare() {
    main = ScratchRepository.in(temp);
    main.write("file", "text").commit("first");
  }

  private Path folder(String name) {
    return main.root().resolveSibling(name);
  }

  private static void work(Path root) {
    new Place(root).put("text");
  }

  private static List<Tuple> others(Path root) throws IOException {
    return WorkTreeList.of(new DiskIo(), root).stream()
        .map(it -> tuple(it.kind(), it.root(), it.branch(), it.isRemoved()))
        .toList();
  }

  private static Tuple tree(Path root, String branch) {
    return tuple(Kind.WORK_TREE, root, branch, false);
  }

  private static Tuple removed(Path root) {
    return tuple(Kind.WORK_TREE, root, null, true);
  }

  private Path linked(String name) {
    main.git("worktree", "add", "--quiet", folder(name).toString(), "-b", name);
    return folder(name);
  }

  @Test
  void a_project_with_one_work_tree_has_no_others() throws IOException {
    work(main.root());

    assertThat(others(main.root())).isEmpty();
    assertThat(others(Files.createDirectory(temp.resolve("plain")))).isEmpty();
  }

  @Test
  void work_trees_with_runs_are_found_from_each_other_with_their_branches() throws IOException {
    var linked = linked("agent");
    work(main.root());
    work(linked);
    var idle = linked("idle");
    main.at(linked).git("checkout", "--quiet", "--detach");

    assertThat(others(main.root())).containsExactly(tree(linked, null));
    assertThat(others(linked)).containsExactly(tree(main.root(), "main"));
    assertThat(others(idle)).containsExactly(tree(main.root(), "main"), tree(linked, null));
  }

  @Test
  void the_work_trees_of_a_bare_repository_are_found() throws IOException {
    main.git("clone", "--quiet", "--bare", main.root().toString(), folder("store.git").toString());
    var bare = main.at(folder("store.git"));
    bare.git("worktree", "add", "--quiet", folder("one").toString(), "-b", "one");
    bare.git("worktree", "add", "--quiet", folder("two").toString(), "-b", "two");
    work(folder("one"));

    assertThat(others(folder("one"))).isEmpty();
    assertThat(others(folder("two"))).containsExactly(tree(folder("one"), "one"));
  }

  @Test
  void a_removed_work_tree_stays_beside_one_of_the_same_name() throws IOException {
    var linked = linked("agent");
    work(linked);
    main.git("worktree", "remove", "--force", linked.toString());

    assertThat(others(main.root())).containsExactly(removed(linked));

    main.git("worktree", "add", "--quiet", linked.toString(), "agent");
    assertThat(others(linked)).containsExactly(removed(linked));
    work(linked);

    assertThat(others(main.root())).containsExactly(removed(linked), tree(linked, "agent"));
    assertThat(others(linked)).containsExactly(removed(linked));
  }

  @Test
  void a_moved_work_tree_is_found_in_its_new_place() throws IOException {
    var linked = linked("agent");
    work(linked);
    main.git("worktree", "move", linked.toString(), folder("by-git").toString());

    assertThat(others(main.root())).containsExactly(tree(folder("by-git"), "agent"));

    Files.move(folder("by-git"), folder("by-hand"));
    assertThat(others(main.root())).containsExactly(removed(linked));
    main.git("worktree", "repair", folder("by-hand").toString());

    assertThat(others(main.root())).containsExactly(tree(folder("by-hand"), "agent"));
  }

  @Test
  void a_moved_repository_is_found_in_its_new_place() throws IOException {
    var linked = linked("agent");
    work(main.root());
    Files.move(main.root(), folder("moved"));
    main.at(folder("moved")).git("worktree", "repair", linked.toString());

    assertThat(others(linked)).containsExactly(tree(folder("moved"), "main"));
  }

  @Test
  void a_removed_main_work_tree_is_found_by_its_last_path() throws IOException {
    var git = folder("git");
    main.git("init", "--quiet", "--separate-git-dir", git.toString());
    var linked = linked("agent");
    work(main.root());

    assertThat(others(linked)).containsExactly(tree(main.root(), "main"));

    Files.move(main.root(), folder("gone"));
    assertThat(others(linked)).containsExactly(removed(main.root()));
  }

  @Test
  void a_project_below_the_top_has_those_at_its_place_in_other_work_trees() throws IOException {
    main.write("packages/a/file", "text").commit("second");
    var linked = linked("agent").resolve("packages/a");
    work(main.root());
    work(main.root().resolve("packages/a"));

    assertThat(others(linked)).containsExactly(tree(main.root().resolve("packages/a"), "main"));
    assertThat(others(folder("agent"))).containsExactly(tree(main.root(), "main"));
  }

  private Path submodule(ScratchRepository around, String path) {
    var source = ScratchRepository.in(temp.resolve("source-" + path.replace('/', '-')));
    source.write("file", "text").commit("first");
    around.git("submodule", "--quiet", "add", source.root().toString(), path);
    around.commit("with " + path);
    return around.root().resolve(path);
  }

  @Test
  void superproject_and_submodules_are_found_from_each_other() throws IOException {
    var lib = submodule(main, "libs/core");
    var nested = submodule(main.at(lib), "deps");
    work(main.root());
    work(nested);

    assertThat(others(main.root())).containsExactly(tuple(Kind.SUBMODULE, nested, "main", false));
    assertThat(others(lib))
        .containsExactly(
            tuple(Kind.SUPERPROJECT, main.root(), "main", false),
            tuple(Kind.SUBMODULE, nested, "main", false));
    assertThat(others(nested))
        .containsExactly(tuple(Kind.SUPERPROJECT, main.root(), "main", false));
    assertThat(StateFolder.of(lib).isAnyInRepository()).isTrue();
  }

  @Test
  void a_moved_submodule_is_found_in_its_new_place() throws IOException {
    work(submodule(main, "lib"));
    main.git("mv", "lib", "other");

    assertThat(others(main.root()))
        .containsExactly(tuple(Kind.SUBMODULE, main.root().resolve("other"), "main", false));
  }

  @Test
  void a_submodule_of_a_linked_work_tree_belongs_to_that() throws IOException {
    submodule(main, "lib");
    var linked = linked("agent");
    main.at(linked).git("submodule", "--quiet", "update", "--init");
    work(main.root());
    work(linked);

    assertThat(others(linked.resolve("lib")))
        .containsExactly(tuple(Kind.SUPERPROJECT, linked, "agent", false));
    assertThat(others(main.root().resolve("lib")))
        .containsExactly(tuple(Kind.SUPERPROJECT, main.root(), "main", false));
  }
}

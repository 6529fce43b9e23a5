package dev.tidemark.integrations.git;

import static dev.tidemark.integrations.git.ProjectRoot.Origin.FOLDER;
import static dev.tidemark.integrations.git.ProjectRoot.Origin.GIT;
import static dev.tidemark.integrations.git.ProjectRoot.Origin.OPTION;
import static dev.tidemark.integrations.git.ProjectRoot.Origin.VARIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("R-COM-01")
final class ProjectRootTest {
  @TempDir Path folder;

  @Test
  void a_folder_of_a_repository_has_the_top_as_its_root() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var below = Files.createDirectories(scratch.root().resolve("a/b"));

    assertThat(find(scratch, below)).isEqualTo(new ProjectRoot(scratch.root(), GIT));
    assertThat(find(scratch, below).folder()).isEqualTo(topLevel(scratch.at(below)));
  }

  @Test
  void outside_git_the_working_folder_is_the_root() throws IOException {
    var scratch = ScratchRepository.without(folder);
    var below = Files.createDirectories(scratch.root().resolve("d"));

    assertThat(find(scratch, below)).isEqualTo(new ProjectRoot(below, FOLDER));
  }

  @Test
  void the_variable_counts_if_it_names_a_folder() {
    var scratch = ScratchRepository.in(folder);
    var other = ScratchRepository.without(folder.resolve("other")).write("file", "");
    for (var name : new String[] {"", "missing", other.root() + "/file", "nul\0"}) {
      assertThat(find(scratch, Map.of("GIT_ROOT", name)))
          .isEqualTo(new ProjectRoot(scratch.root(), GIT));
    }

    assertThat(find(scratch, Map.of("GIT_ROOT", other.root().toString())))
        .isEqualTo(new ProjectRoot(other.root(), VARIABLE));
  }

  @Test
  @Proves("R-COM-02")
  void head_is_read_in_the_named_root_even_if_it_is_bare() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("clone", "--quiet", "--bare", ".", "../bare");
    var bare = scratch.at(scratch.root().resolveSibling("bare"));
    bare.git("symbolic-ref", "HEAD", "refs/heads/elsewhere");
    var environment = with(scratch, Map.of("GIT_ROOT", bare.root().toString()));

    var root = ProjectRoot.find(null, environment, scratch.root());

    assertThat(root.folder()).isEqualTo(bare.root());
    assertThat(new GitRepository(root, environment).head().orElse(Head.NONE).branch())
        .isEqualTo("elsewhere");
  }

  @Test
  void the_option_is_stronger_than_everything_and_may_name_a_new_folder() {
    var scratch = ScratchRepository.in(folder);
    var environment = with(scratch, Map.of("GIT_ROOT", scratch.home().toString()));

    assertThat(ProjectRoot.find("../new", environment, scratch.root()))
        .isEqualTo(new ProjectRoot(scratch.root().resolveSibling("new"), OPTION));
  }

  @Test
  void a_link_on_the_way_does_not_hide_the_repository() throws IOException {
    var scratch = ScratchRepository.in(folder);
    Files.createDirectories(scratch.root().resolve("a/b"));
    var link =
        Files.createSymbolicLink(
            scratch.root().resolveSibling("link"), scratch.root().resolve("a/b"));

    assertThat(find(scratch, link).folder()).isEqualTo(scratch.root());
  }

  @Test
  void worktrees_and_submodules_are_roots_of_their_own() {
    var scratch = ScratchRepository.in(folder);
    var library = ScratchRepository.in(folder.resolve("library"));
    library.commit("library");
    scratch.git("submodule", "--quiet", "add", library.root().toString(), "sub");
    scratch.commit("one");
    scratch.git("worktree", "add", "--quiet", "../tree");

    for (var name : new String[] {"sub", "../tree"}) {
      var place = scratch.at(Path.of(name));
      assertThat(find(scratch, place.root()).folder())
          .isEqualTo(topLevel(place))
          .isEqualTo(place.root().normalize());
    }
  }

  @Test
  void where_git_names_no_top_the_working_folder_is_the_root() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var bare = ScratchRepository.in(folder.resolve("other"), "--bare");
    var cut = ScratchRepository.without(folder.resolve("cut")).write(".git", "gitdir: gone\n");
    var below = Files.createDirectories(cut.root().resolve("a"));
    for (var place : new Path[] {scratch.root().resolve(".git/hooks"), bare.root(), below}) {
      assertThat(scratch.at(place).accepts("rev-parse", "--show-toplevel")).isFalse();
      assertThat(find(scratch, place)).isEqualTo(new ProjectRoot(place, FOLDER));
    }
  }

  @Test
  void an_empty_folder_called_dot_git_is_no_repository() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var inner = Files.createDirectories(scratch.root().resolve("inner/.git")).getParent();

    assertThat(find(scratch, inner).folder())
        .isEqualTo(scratch.root())
        .isEqualTo(topLevel(scratch.at(inner)));
  }

  @Test
  void the_repository_may_say_where_its_work_tree_is() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var work = Files.createDirectories(scratch.root().resolveSibling("work"));
    scratch.git("config", "core.worktree", "../../work");

    assertThat(find(scratch, scratch.root()).folder()).isEqualTo(work).isEqualTo(topLevel(scratch));
  }

  @Test
  void settings_of_one_worktree_count_there_only() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("worktree", "add", "--quiet", "../tree");
    scratch.git("config", "extensions.worktreeConfig", "true");
    scratch.git("config", "--worktree", "core.bare", "true");
    var tree = scratch.at(scratch.root().resolveSibling("tree"));

    assertThat(find(scratch, tree.root()).folder()).isEqualTo(topLevel(tree));
    assertThat(scratch.accepts("rev-parse", "--show-toplevel")).isFalse();
    assertThat(find(scratch, scratch.root()).origin()).isEqualTo(FOLDER);
  }

  @Test
  void variables_of_git_are_obeyed() {
    var scratch = ScratchRepository.in(folder);
    var work = ScratchRepository.without(folder.resolve("work"));
    var environment =
        with(
            scratch,
            Map.of(
                "GIT_DIR", scratch.root().resolve(".git").toString(),
                "GIT_WORK_TREE", work.root().toString()));

    assertThat(ProjectRoot.find(null, environment, work.home()))
        .isEqualTo(new ProjectRoot(work.root(), GIT));
  }

  @Test
  void a_search_stops_where_it_is_told_to() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var below = Files.createDirectories(scratch.root().resolve("a/b"));
    var ceiling = Map.of("GIT_CEILING_DIRECTORIES", scratch.root().toString());

    assertThat(ProjectRoot.find(null, with(scratch, ceiling), below))
        .isEqualTo(new ProjectRoot(below, FOLDER));
    assertThat(ProjectRoot.find(null, with(scratch, ceiling), scratch.root()).origin())
        .isEqualTo(GIT);
  }

  private static Path topLevel(ScratchRepository place) {
    return Path.of(place.git("rev-parse", "--show-toplevel"));
  }

  private static ProjectRoot find(ScratchRepository scratch, Path cwd) {
    return ProjectRoot.find(null, with(scratch, Map.of()), cwd);
  }

  private static ProjectRoot find(ScratchRepository scratch, Map<String, String> variables) {
    return ProjectRoot.find(null, with(scratch, variables), scratch.root());
  }

  private static Map<String, String> with(
      ScratchRepository scratch, Map<String, String> variables) {
    var environment = new HashMap<>(scratch.environment(System.getenv()));
    environment.putAll(variables);
    return environment;
  }
}

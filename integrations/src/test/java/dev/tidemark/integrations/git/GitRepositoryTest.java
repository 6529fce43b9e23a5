package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.IgnoreStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-COM-02")
final class GitRepositoryTest {
  @TempDir Path folder;

  @Test
  void outside_a_repository_there_is_neither_branch_nor_commit() {
    var scratch = ScratchRepository.without(folder);

    assertThat(known(scratch)).isEqualTo(Head.NONE);
    assertThat(scratch.accepts("rev-parse", "--git-dir")).isFalse();
  }

  @Test
  void before_the_first_commit_there_is_only_a_branch() {
    var scratch = ScratchRepository.in(folder);

    assertThat(known(scratch)).isEqualTo(new Head("main", null)).isEqualTo(asked(scratch));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha1", "sha256"})
  void a_commit_is_read_in_full_whatever_its_length(String format) {
    var scratch = ScratchRepository.in(folder, "--object-format=" + format);
    var commit = scratch.commit("one");

    assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
    assertThat(commit).hasSize(format.equals("sha1") ? 40 : 64);
  }

  @Test
  void every_change_of_head_is_seen() {
    var scratch = ScratchRepository.in(folder);
    var repository = repository(scratch);
    var first = scratch.commit("one");
    assertThat(repository.head().orElse(Head.NONE)).isEqualTo(new Head("main", first));

    var second = scratch.commit("two");
    assertThat(repository.head().orElse(Head.NONE)).isEqualTo(new Head("main", second));

    scratch.git("switch", "--quiet", "--create", "other", first);
    assertThat(repository.head().orElse(Head.NONE)).isEqualTo(new Head("other", first));
  }

  @Test
  void a_detached_head_has_a_commit_and_no_branch() {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    scratch.git("checkout", "--quiet", "--detach");

    assertThat(known(scratch)).isEqualTo(new Head(null, commit)).isEqualTo(asked(scratch));
  }

  @ParameterizedTest
  @ValueSource(strings = {"feature/team/login", "a", "größe/µ", "refs/heads/odd", "x-1.2_@y"})
  void a_branch_keeps_its_whole_name(String branch) {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    scratch.git("switch", "--quiet", "--create", branch);

    assertThat(known(scratch)).isEqualTo(new Head(branch, commit)).isEqualTo(asked(scratch));
  }

  @Test
  void packed_branches_are_found_among_many_and_their_like() {
    var scratch = ScratchRepository.in(folder);
    var old = scratch.commit("old");
    for (int i = 0; i < 60; i++) {
      scratch.git("branch", "topic/" + i);
    }
    scratch.git("branch", "x/main");
    scratch.git("branch", "mainly");
    scratch.git("tag", "--annotate", "--message", "tagged", "main-tag");
    var commit = scratch.commit("new");
    scratch.git("pack-refs", "--all");

    assertThat(scratch.root().resolve(".git/refs/heads/main")).doesNotExist();
    assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
    for (var branch : List.of("topic/7", "topic/59", "x/main", "mainly")) {
      scratch.git("symbolic-ref", "HEAD", "refs/heads/" + branch);
      assertThat(known(scratch)).isEqualTo(new Head(branch, old)).isEqualTo(asked(scratch));
    }
  }

  @Test
  void a_loose_branch_hides_its_packed_past() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("pack-refs", "--all");
    var commit = scratch.commit("two");

    assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
  }

  @Test
  void an_unborn_branch_may_stand_where_a_folder_of_branches_is() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("branch", "a/b");
    for (var branch : List.of("a", "a/b/c", "nothing")) {
      scratch.git("symbolic-ref", "HEAD", "refs/heads/" + branch);
      assertThat(known(scratch)).isEqualTo(new Head(branch, null)).isEqualTo(asked(scratch));
    }
  }

  @Test
  void symbolic_references_are_followed_as_far_as_git_does() {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    scratch.git("symbolic-ref", "refs/heads/b1", "refs/heads/main");
    for (int i = 2; i <= 5; i++) {
      scratch.git("symbolic-ref", "refs/heads/b" + i, "refs/heads/b" + (i - 1));
    }
    for (int i = 1; i <= 3; i++) {
      scratch.write(".git/HEAD", "ref: refs/heads/b" + i + "\n");
      assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
    }

    scratch.write(".git/HEAD", "ref: refs/heads/b4\n");
    assertThat(scratch.accepts("rev-parse", "--verify", "HEAD")).isFalse();
    assertThat(repository(scratch).head().reason()).contains("too many symbolic references");
  }

  @Test
  void head_may_be_a_symbolic_link() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    var head = scratch.root().resolve(".git/HEAD");
    Files.delete(head);
    Files.createSymbolicLink(head, Path.of("refs/heads/main"));

    assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
  }

  @Test
  void a_worktree_has_its_own_head_and_shares_the_branches() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("worktree", "add", "--quiet", "-b", "side/line", "../tree");
    var tree = scratch.at(scratch.root().resolveSibling("tree"));
    var commit = tree.commit("two");

    assertThat(known(tree)).isEqualTo(new Head("side/line", commit)).isEqualTo(asked(tree));
    assertThat(known(scratch)).isEqualTo(asked(scratch));

    scratch.git("pack-refs", "--all");
    assertThat(known(tree)).isEqualTo(new Head("side/line", commit)).isEqualTo(asked(tree));
  }

  @Test
  void a_worktree_of_a_bare_repository_has_a_head() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("clone", "--quiet", "--bare", ".", "../bare");
    var bare = scratch.at(scratch.root().resolveSibling("bare"));
    bare.git("worktree", "add", "--quiet", "-b", "work", "../tree");
    var tree = scratch.at(scratch.root().resolveSibling("tree"));

    assertThat(known(tree)).isEqualTo(asked(tree));
    assertThat(known(tree).branch()).isEqualTo("work");
    assertThat(ProjectRoot.find(null, environment(tree), tree.root()).folder())
        .isEqualTo(Path.of(tree.git("rev-parse", "--show-toplevel")));
  }

  @Test
  void a_submodule_has_its_own_head() {
    var scratch = ScratchRepository.in(folder);
    var library = ScratchRepository.in(folder.resolve("library"));
    var commit = library.commit("library");
    scratch.git("submodule", "--quiet", "add", library.root().toString(), "lib/sub");
    scratch.commit("one");
    var sub = scratch.at(Path.of("lib/sub"));

    assertThat(sub.root().resolve(".git")).isRegularFile();
    assertThat(known(sub)).isEqualTo(new Head("main", commit)).isEqualTo(asked(sub));
    assertThat(known(scratch)).isEqualTo(asked(scratch)).isNotEqualTo(known(sub));
  }

  @Test
  void a_bare_repository_named_as_root_has_a_head() {
    var scratch = ScratchRepository.in(folder, "--bare");
    assertThat(known(scratch)).isEqualTo(new Head("main", null)).isEqualTo(asked(scratch));
  }

  @Test
  void another_reference_storage_is_left_to_the_program() {
    var scratch = ScratchRepository.without(folder);
    assumeTrue(
        scratch.accepts("init", "--quiet", "--ref-format=reftable"),
        "the installed git knows no reftable: " + scratch.git("version"));
    var commit = scratch.commit("one");

    assertThat(known(scratch)).isEqualTo(new Head("main", commit)).isEqualTo(asked(scratch));
  }

  @Test
  void an_extension_that_git_does_not_know_either_is_a_reason() {
    var scratch = ScratchRepository.in(folder);
    scratch.git("config", "core.repositoryFormatVersion", "1");
    scratch.git("config", "extensions.refStorage", "unheard-of");

    assertThat(repository(scratch).head().isKnown()).isFalse();
    assertThat(repository(scratch).head().reason()).isNotEmpty();
    assertThat(scratch.accepts("rev-parse", "HEAD")).isFalse();
  }

  @Test
  void variables_choose_the_repository_unless_a_root_was_named() {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    var other = ScratchRepository.in(folder.resolve("other"));
    other.git("switch", "--quiet", "--create", "elsewhere");
    var environment = new HashMap<>(environment(scratch));
    environment.put("GIT_DIR", other.root().resolve(".git").toString());

    var found = ProjectRoot.find(null, environment, scratch.root());
    assertThat(new GitRepository(found, environment).head().orElse(Head.NONE).branch())
        .isEqualTo("elsewhere");
    var named = ProjectRoot.find(scratch.root().toString(), environment, other.root());
    assertThat(new GitRepository(named, environment).head().orElse(Head.NONE).branch())
        .isEqualTo("main");
  }

  @Test
  void without_the_program_head_is_read_and_ignore_rules_are_unknown() {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    var environment = new HashMap<>(environment(scratch));
    environment.put("PATH", folder.toString());
    var repository = new GitRepository(root(scratch), environment);

    assertThat(repository.head().orElse(Head.NONE)).isEqualTo(new Head("main", commit));
    assertThat(repository.ignored(List.of("a")).reason()).isEqualTo("git is not on the PATH");
  }

  @Test
  void without_the_program_a_folder_outside_is_still_known_to_be_outside() {
    var scratch = ScratchRepository.without(folder);
    var repository = new GitRepository(root(scratch), Map.of());

    assertThat(repository.head().orElse(new Head("assumed", null))).isEqualTo(Head.NONE);
    assertThat(repository.ignored(List.of("a", "b/")).orElse(List.of()))
        .containsExactly(IgnoreStatus.OUTSIDE, IgnoreStatus.OUTSIDE);
  }

  @Test
  void a_link_to_a_missing_folder_is_a_reason() {
    var scratch = ScratchRepository.without(folder).write(".git", "gitdir: ../gone/sub\n");

    assertThat(repository(scratch).head().isKnown()).isFalse();
    assertThat(repository(scratch).head().reason())
        .contains(".git points to ")
        .contains("gone/sub")
        .doesNotContain("Exception");
    assertThat(repository(scratch).ignored(List.of("a")).isKnown()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage\n",
        "ref: \n",
        "ref: ../../outside\n",
        "ref: refs/heads/../x\n",
        "0123\n",
        "ref: refs/heads/a\u0000b\n"
      })
  void a_damaged_head_is_a_reason(String text) {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.write(".git/HEAD", text);

    assertThat(repository(scratch).head().isKnown()).isFalse();
    assertThat(repository(scratch).head().reason()).isNotEmpty().doesNotContain("Exception");
    assertThat(scratch.accepts("rev-parse", "--verify", "HEAD")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage\n", "1234567890\n"})
  void a_damaged_branch_is_a_reason(String text) {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.write(".git/refs/heads/main", text);

    assertThat(repository(scratch).head().reason()).contains("refs/heads/main names no commit");
    assertThat(scratch.accepts("rev-parse", "--verify", "HEAD")).isFalse();
  }

  @Test
  void a_packed_file_that_is_cut_off_is_a_reason() throws IOException {
    var scratch = ScratchRepository.in(folder);
    scratch.commit("one");
    scratch.git("pack-refs", "--all");
    var packed = scratch.root().resolve(".git/packed-refs");
    scratch.write(".git/packed-refs", Files.readString(packed).strip());

    assertThat(repository(scratch).head().reason()).contains("packed-refs is cut off");
    assertThat(scratch.accepts("rev-parse", "--verify", "HEAD")).isFalse();
  }

  private static Head known(ScratchRepository scratch) {
    Fact<Head> head = repository(scratch).head();
    assertThat(head.reason()).isEmpty();
    return head.orElse(Head.NONE);
  }

  private static Head asked(ScratchRepository scratch) {
    var branch = scratch.git("branch", "--show-current");
    var born = scratch.accepts("rev-parse", "--quiet", "--verify", "HEAD");
    @Nullable String commit = born ? scratch.git("rev-parse", "HEAD") : null;
    return new Head(branch.isEmpty() ? null : branch, commit);
  }

  private static GitRepository repository(ScratchRepository scratch) {
    return new GitRepository(root(scratch), environment(scratch));
  }

  private static ProjectRoot root(ScratchRepository scratch) {
    return new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
  }

  private static Map<String, String> environment(ScratchRepository scratch) {
    return scratch.environment(System.getenv());
  }
}

package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
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
import org.junit.jupiter.params.provider.CsvSource;

/// The branch by which the files of a run get from one machine to the next.
class RunBranchTest {
  private static final CheckpointId LOGIN = new CheckpointId("state", "feature", "login");

  @TempDir private Path temp;
  private ScratchRepository one;
  private ScratchRepository two;
  private Map<String, String> environment;

  @BeforeEach
  void prepare() {
    one = ScratchRepository.in(temp.resolve("one"));
    environment = one.environment(System.getenv());
    one.write("a.txt", "1\n").write(".gitignore", "ignored\n.work/\n").commit("first");
    one.git("init", "--quiet", "--bare", temp.resolve("origin").toString());
    one.git("remote", "add", "origin", temp.resolve("origin").toString());
    one.git("push", "--quiet", "origin", "main");
    one.git("clone", "--quiet", temp.resolve("origin").toString(), temp.resolve("two").toString());
    two = one.at(temp.resolve("two"));
    two.git("checkout", "--quiet", "main");
  }

  private RunBranch branch(ScratchRepository scratch) {
    return new RunBranch(scratch.root(), environment, LOGIN);
  }

  private GitWorktrees worktrees(ScratchRepository scratch) {
    return new GitWorktrees(scratch.root(), environment, List.of(".claude"));
  }

  @ParameterizedTest
  @CsvSource({
    "login, tidemark/state/feature/login",
    "FEAT-7_b, tidemark/state/feature/FEAT-7_b",
    "a/b, tidemark/state/feature/a%2fb",
    "a..b.lock, tidemark/state/feature/a%2e%2eb%2elock",
    "~^:?*[ @{, tidemark/state/feature/%7e%5e%3a%3f%2a%5b%20%40%7b",
    "é, tidemark/state/feature/%c3%a9",
  })
  void every_run_has_a_name_that_git_allows(String item, String name) {
    var branch = new RunBranch(one.root(), environment, new CheckpointId("state", "feature", item));
    assertThat(branch.name()).isEqualTo(name);
    assertThat(one.accepts("check-ref-format", "refs/heads/" + name)).isTrue();
    assertThat(branch.folderName()).doesNotContain("/");
  }

  @Test
  void a_commit_gets_from_one_machine_to_the_next() throws IOException {
    assertThat(branch(two).fetch()).isNull();
    var head = one.git("rev-parse", "HEAD");
    branch(one).push(head, null);
    assertThat(branch(two).fetch()).isEqualTo(head);
    var next = one.write("b.txt", "2\n").commit("second");
    branch(one).push(next, head);
    // Once more, as if the answer had been lost.
    branch(one).push(next, head);
    assertThat(branch(two).fetch()).isEqualTo(next);
    assertThat(branch(two).follows(next, head)).isTrue();
    assertThat(branch(two).follows(head, next)).isFalse();
  }

  @Test
  void of_two_machines_that_push_one_is_refused() throws IOException {
    var head = one.git("rev-parse", "HEAD");
    branch(one).push(head, null);
    branch(two).fetch();
    var ours = one.write("b.txt", "one\n").commit("ours");
    var theirs = two.write("b.txt", "two\n").commit("theirs");
    branch(one).push(ours, head);
    assertThatThrownBy(() -> branch(two).push(theirs, head))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the branch tidemark/state/feature/login has moved on: another machine has pushed to"
                + " it");
    assertThatThrownBy(() -> branch(two).push(theirs, null)).hasMessageContaining("has moved on");
    assertThat(branch(two).fetch()).isEqualTo(ours);
  }

  @Test
  void a_repository_that_refuses_or_is_gone_is_told() throws IOException {
    var hook = temp.resolve("origin/hooks/pre-receive");
    Files.writeString(hook, "#!/bin/sh\necho closed for maintenance >&2\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    var head = one.git("rev-parse", "HEAD");
    assertThatThrownBy(() -> branch(one).push(head, null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed for maintenance");
    one.git("remote", "set-url", "origin", temp.resolve("nowhere").toString());
    assertThatThrownBy(() -> branch(one).fetch())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void a_work_tree_is_made_reused_and_its_content_published() throws IOException {
    var worktrees = worktrees(one);
    var tree = one.root().resolve(".work/login");
    var head = one.git("rev-parse", "HEAD");
    var folder = worktrees.checkOut(tree, head, "refs/tidemark/left/x");
    assertThat(folder.resolve("a.txt")).hasContent("1");
    assertThat(worktrees.commit(tree, head, "nothing")).isEqualTo(head);

    Files.writeString(folder.resolve("b.txt"), "2\n");
    Files.writeString(folder.resolve("ignored"), "cache\n");
    Files.createDirectories(folder.resolve(".claude"));
    Files.writeString(folder.resolve(".claude/copy.json"), "{}\n");
    var made = worktrees.commit(tree, head, "plan: attempt 1");
    assertThat(one.git("show", "--name-only", "--format=%s%n%an", made))
        .isEqualTo("plan: attempt 1\ntidemark\n\nb.txt");
    assertThat(one.git("rev-parse", made + "^")).isEqualTo(head);
    var inTree = one.at(tree);
    assertThat(inTree.git("rev-parse", "HEAD")).isEqualTo(made);
    assertThat(inTree.git("status", "--porcelain")).isEqualTo("?? .claude/");
    // The user's own work tree is as it was.
    assertThat(one.git("rev-parse", "HEAD")).isEqualTo(head);
    assertThat(one.git("status", "--porcelain")).isEmpty();

    // On the same commit, what an ended attempt has left stays.
    Files.writeString(folder.resolve("c.txt"), "half\n");
    worktrees.checkOut(tree, made, "refs/tidemark/left/x");
    assertThat(folder.resolve("c.txt")).exists();
    // So does what was committed and not pushed yet.
    worktrees.checkOut(tree, head, "refs/tidemark/left/x");
    assertThat(folder.resolve("b.txt")).exists();
    // On another commit, it is kept in the repository, and what git ignores stays.
    var other = one.write("d.txt", "4\n").commit("by another machine");
    worktrees.checkOut(tree, other, "refs/tidemark/left/x");
    assertThat(folder.resolve("c.txt")).doesNotExist();
    assertThat(folder.resolve("b.txt")).doesNotExist();
    assertThat(folder.resolve("ignored")).exists();
    assertThat(one.git("show", "refs/tidemark/left/x:c.txt")).isEqualTo("half");
  }

  /// An agent may commit by itself.
  @Test
  void commits_that_were_made_in_the_work_tree_are_kept() throws IOException {
    var worktrees = worktrees(one);
    var tree = one.root().resolve(".work/login");
    var head = one.git("rev-parse", "HEAD");
    worktrees.checkOut(tree, head, "refs/tidemark/left/x");
    var inTree = one.at(tree);
    var own = inTree.write("b.txt", "2\n").commit("by the agent");
    assertThat(worktrees.commit(tree, head, "plan")).isEqualTo(own);
    inTree.write("c.txt", "3\n");
    var made = worktrees.commit(tree, head, "plan");
    assertThat(one.git("log", "--format=%s", head + ".." + made)).isEqualTo("plan\nby the agent");
    // A history that does not follow the branch is not published, its content is.
    inTree.git("checkout", "--quiet", "--orphan", "other");
    inTree.git("commit", "--quiet", "--message", "elsewhere");
    var again = worktrees.commit(tree, made, "code");
    assertThat(again).isEqualTo(made);
    assertThat(inTree.git("rev-parse", "HEAD")).isEqualTo(made);
  }

  @Test
  void a_work_tree_whose_link_was_changed_is_made_anew() throws IOException {
    var worktrees = worktrees(one);
    var tree = one.root().resolve(".work/login");
    var head = one.git("rev-parse", "HEAD");
    worktrees.checkOut(tree, head, "refs/tidemark/left/x");
    one.git("worktree", "prune", "--expire", "now");
    Files.writeString(tree.resolve(".git"), "gitdir: " + temp.resolve("elsewhere") + "\n");
    worktrees.checkOut(tree, head, "refs/tidemark/left/x");
    Files.writeString(tree.resolve("b.txt"), "2\n");
    assertThat(worktrees.commit(tree, head, "plan")).isNotEqualTo(head);
  }
}

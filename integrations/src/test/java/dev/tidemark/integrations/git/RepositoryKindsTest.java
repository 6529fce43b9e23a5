package dev.tidemark.integrations.git;

import static dev.tidemark.integrations.git.Heads.asked;
import static dev.tidemark.integrations.git.Heads.environment;
import static dev.tidemark.integrations.git.Heads.known;
import static dev.tidemark.integrations.git.Heads.repository;
import static dev.tidemark.integrations.git.Heads.root;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("R-COM-02")
final class RepositoryKindsTest {
  @TempDir Path folder;

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
  void a_branch_that_the_locale_cannot_spell_is_asked_of_the_program() throws Exception {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("one");
    scratch.git("switch", "--quiet", "--create", "gr\u00f6\u00dfe");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes = System.getProperty("java.class.path");
    var child =
        new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-cp", classes, HeadOf.class.getName())
            .directory(scratch.root().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    child.environment().clear();
    child.environment().putAll(environment(scratch));
    child.environment().put("LC_ALL", "C");

    var process = child.start();
    var printed = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(printed).isEqualTo("6772c3b6c39f65 " + commit + " ");
    assertThat(process.waitFor()).isZero();
  }

  /// Prints the branch in hexadecimal digits, the commit, and what was in the way.
  static final class HeadOf {
    private HeadOf() {}

    public static void main(String[] arguments) {
      var environment = System.getenv();
      var root = ProjectRoot.find(null, environment, Path.of("").toAbsolutePath());
      var head = new GitRepository(root, environment).head();
      var known = head.orElse(Head.NONE);
      var branch = String.valueOf(known.branch()).getBytes(UTF_8);
      System.out.print(HexFormat.of().formatHex(branch) + " ");
      System.out.print(known.commit() + " " + head.reason());
    }
  }
}

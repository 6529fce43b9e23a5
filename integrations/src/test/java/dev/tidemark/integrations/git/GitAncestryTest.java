package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a commit of the past lies to HEAD, read from loose objects or asked of the git program.
class GitAncestryTest {
  @TempDir private Path temp;
  private ScratchRepository scratch;
  private String begin;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(temp.resolve("project"));
    begin = scratch.commit("Begin");
  }

  private Fact<CommitRelation> asked(String commit) {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    var root = new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
    return new GitRepository(root, environment).since(commit);
  }

  private CommitRelation since(String commit) {
    var asked = asked(commit);
    assertThat(asked.reason()).isEmpty();
    return asked.orElse(CommitRelation.SAME);
  }

  @Test
  void commits_on_top_are_counted_with_and_without_packs() {
    assertThat(since(begin)).isEqualTo(CommitRelation.SAME);
    scratch.commit("One");
    assertThat(since(begin)).isEqualTo(CommitRelation.ahead(1));
    scratch.commit("Two");
    scratch.commit("Three");
    assertThat(since(begin)).isEqualTo(CommitRelation.ahead(3));

    scratch.git("gc", "--quiet");

    assertThat(since(begin)).isEqualTo(CommitRelation.ahead(3));
  }

  @Test
  void every_commit_of_a_merge_counts() {
    scratch.git("checkout", "--quiet", "-b", "side");
    scratch.commit("One");
    scratch.commit("Two");
    scratch.git("checkout", "--quiet", "-");
    scratch.commit("Three");
    scratch.git("merge", "--quiet", "--no-ff", "--message", "Merge", "side");

    assertThat(since(begin)).isEqualTo(CommitRelation.ahead(4));
  }

  @Test
  void a_commit_that_head_does_not_contain_has_diverged() {
    var lost = scratch.commit("Lost");
    scratch.git("reset", "--quiet", "--hard", begin);
    scratch.commit("Instead");

    assertThat(since(lost)).isEqualTo(CommitRelation.diverged(1));
    assertThat(asked("0".repeat(40)).isKnown()).isFalse();
  }
}

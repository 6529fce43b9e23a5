package dev.tidemark.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A repository without git: it has neither commits nor merges.
class RepositoryTest {
  private static final class Bare implements Repository {
    @Override
    public Fact<Head> head() {
      return Fact.known(Head.NONE);
    }

    @Override
    public Fact<List<IgnoreStatus>> ignored(List<String> paths) {
      return Fact.unknown("no git");
    }

    @Override
    public Fact<GitFile> file(String path) {
      return Fact.unknown("no git");
    }

    @Override
    public Fact<Optional<String>> committed(String path) {
      return Fact.known(Optional.empty());
    }

    @Override
    public Fact<String> tree(List<String> except) {
      return Fact.unknown("no git");
    }

    @Override
    public Fact<List<String>> changed(List<String> except) {
      return Fact.unknown("no git");
    }

    @Override
    public Fact<Boolean> movedSince(String commit, List<String> except) {
      return Fact.unknown("no git");
    }

    @Override
    public List<Blocker> commit(String message, List<String> paths) {
      return List.of();
    }

    @Override
    public List<Blocker> stageRemoval(List<String> paths) {
      return List.of();
    }
  }

  @Test
  void facts_of_git_are_unknown_with_a_reason_and_there_is_no_merge() {
    var bare = new Bare();

    assertThat(bare.since("c1").isKnown()).isFalse();
    assertThat(bare.since("c1").reason()).isEqualTo("commit relations are not supported");
    assertThat(bare.commitTree("t1", List.of()).isKnown()).isFalse();
    assertThat(bare.commitTree("t1", List.of()).reason()).isEqualTo("git trees are not supported");
    assertThat(bare.changes(null, 10, List.of()).isKnown()).isFalse();
    assertThat(bare.changes(null, 10, List.of()).reason()).isEqualTo("git is not available");
    assertThat(bare.merged("a", true).isKnown()).isTrue();
    assertThat(bare.merged("a", true).orElse(null)).isEmpty();
    assertThat(bare.configure("a", "b")).isEmpty();
  }
}

package dev.tidemark.integrations.git;

import static dev.tidemark.integrations.git.Heads.asked;
import static dev.tidemark.integrations.git.Heads.known;
import static dev.tidemark.integrations.git.Heads.repository;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-COM-02")
final class GitHeadTest {
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
}

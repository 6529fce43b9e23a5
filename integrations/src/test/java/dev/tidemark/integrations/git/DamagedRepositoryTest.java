package dev.tidemark.integrations.git;

import static dev.tidemark.integrations.git.Heads.repository;
import static org.assertj.core.api.Assertions.assertThat;

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
final class DamagedRepositoryTest {
  @TempDir Path folder;

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
}

package dev.tidemark.stores.file.path;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.stores.file.Place;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The block in `info/exclude`, as git takes it.
class ExcludeFileTest {
  private static final String BLOCK =
      ExcludeFile.BEGIN + "\n/.mcp.json\n/state/\n" + ExcludeFile.END + "\n";
  private static final List<String> PATHS = List.of("state/", ".mcp.json");

  @TempDir Path temp;
  private ScratchRepository scratch;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(temp);
    scratch.write("file", "text").commit("first");
  }

  private static ExcludeFile exclude(Path root) {
    return StateFolder.of(root).excludeFile().orElseThrow();
  }

  private ExcludeFile exclude() {
    return exclude(scratch.root());
  }

  private Path file() {
    return scratch.root().resolve(".git/info/exclude");
  }

  private String text() throws IOException {
    return Files.readString(file(), ISO_8859_1);
  }

  private void text(String text) throws IOException {
    Files.writeString(file(), text, ISO_8859_1);
  }

  @Test
  void git_ignores_what_was_added_and_nothing_of_the_same_name_below() throws IOException {
    assertThat(exclude().add(PATHS)).isTrue();
    scratch.write("state/x", "").write(".mcp.json", "").write("src/state/x", "");

    assertThat(scratch.git("status", "--porcelain")).isEqualTo("?? src/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*.log\n", "# \u00e9\u00ff\n\n\n", "a\nb"})
  void other_content_stays_byte_for_byte(String before) throws IOException {
    text(before);

    exclude().add(PATHS);

    var end = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
    assertThat(text()).isEqualTo(before + end + BLOCK);
    exclude().remove(PATHS);
    assertThat(text()).isEqualTo(before + end);
  }

  @Test
  void a_block_keeps_its_place_between_other_lines() throws IOException {
    text("a\n" + ExcludeFile.BEGIN + "\n/state/\n" + ExcludeFile.END + "\nb\n");

    exclude().add(PATHS);

    assertThat(text()).isEqualTo("a\n" + BLOCK + "b\n");
  }

  @Test
  void line_ends_are_those_of_the_file_and_git_takes_them() throws IOException {
    text("*.log\r\n");

    exclude().add(PATHS);
    scratch.write("state/x", "").write("x.log", "");

    assertThat(text()).isEqualTo("*.log\r\n" + BLOCK.replace("\n", "\r\n"));
    assertThat(scratch.git("status", "--porcelain")).isEmpty();
    assertThat(exclude().add(PATHS)).isTrue();
    assertThat(text()).isEqualTo("*.log\r\n" + BLOCK.replace("\n", "\r\n"));
  }

  @Test
  void a_missing_folder_is_made() throws IOException {
    Files.deleteIfExists(file());
    Files.delete(file().getParent());

    assertThat(exclude().add(PATHS)).isTrue();

    assertThat(text()).isEqualTo(BLOCK);
  }

  @Test
  void a_file_keeps_its_permissions() throws IOException {
    text("");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--r-----"));

    exclude().add(PATHS);

    assertThat(text()).isEqualTo(BLOCK);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("r--r-----");
  }

  @Test
  void a_link_in_the_place_of_the_file_is_left_alone() throws IOException {
    var outside = Files.writeString(temp.resolve("outside"), "theirs");
    Files.deleteIfExists(file());
    Files.createSymbolicLink(file(), outside);

    assertThat(exclude().add(PATHS)).isFalse();
    assertThat(exclude().remove(PATHS)).isFalse();

    assertThat(outside).hasContent("theirs");
    assertThat(file()).isSymbolicLink();
  }

  @Test
  void a_link_in_the_place_of_the_folder_is_left_alone() throws IOException {
    var outside = Files.createDirectory(temp.resolve("outside"));
    Files.deleteIfExists(file());
    Files.delete(file().getParent());
    Files.createSymbolicLink(file().getParent(), outside);

    assertThat(exclude().add(PATHS)).isFalse();

    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void a_block_without_its_end_loses_no_line() throws IOException {
    text(ExcludeFile.BEGIN + "\n*.log\n");

    exclude().add(PATHS);

    assertThat(text()).isEqualTo(BLOCK + "*.log\n");
  }

  @Test
  void a_block_that_was_removed_comes_back_as_a_whole_with_the_next_write() throws IOException {
    new Place(scratch.root()).put("one");
    exclude().add(PATHS);
    text("theirs\n");
    assertThat(exclude().lost())
        .containsExactly(".mcp.json", ".tidemark/workspaces/", ".tidemark/worktrees/", "state/");

    new Place(scratch.root()).put("two");

    assertThat(text()).startsWith("theirs\n").contains("/.mcp.json\n", "/state/\n");
    assertThat(exclude().lost()).isEmpty();
  }

  @Test
  void what_was_taken_out_does_not_come_back() throws IOException {
    new Place(scratch.root()).put("one");
    exclude().add(PATHS);
    exclude().remove(List.of(".mcp.json"));
    text("");

    new Place(scratch.root()).put("two");

    assertThat(text()).contains("/state/\n").doesNotContain("mcp");
  }

  @Test
  void a_project_below_the_top_has_rules_of_its_own() throws IOException {
    var below = "a [b]/\u00fc*?";
    var root = Files.createDirectories(scratch.root().resolve(below));

    exclude(root).add(PATHS);
    scratch.write(below + "/state/x", "").write("state/x", "");

    assertThat(scratch.git("status", "--porcelain")).isEqualTo("?? state/");
    assertThat(exclude(root).add(PATHS)).isTrue();
    exclude().add(PATHS);
    assertThat(scratch.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void the_rules_of_a_linked_work_tree_are_those_of_the_repository() throws IOException {
    scratch.git("worktree", "add", "--quiet", "../tree");
    var tree = scratch.at(scratch.root().resolveSibling("tree"));

    new Place(tree.root()).put("one");
    exclude(tree.root()).add(List.of("state/"));

    assertThat(tree.git("status", "--porcelain")).isEmpty();
    assertThat(text()).contains("/state/\n");
  }

  @Test
  void outside_git_there_is_no_such_file() {
    var plain = ScratchRepository.without(temp.resolve("plain"));
    new Place(plain.root()).put("one");

    assertThat(StateFolder.of(plain.root()).excludeFile()).isEmpty();
    assertThat(plain.root().resolve(".git")).doesNotExist();
  }

  @Test
  void a_file_that_cannot_be_changed_does_not_stop_a_write() throws IOException {
    Files.deleteIfExists(file());
    Files.createDirectories(file());

    new Place(scratch.root()).put("one");

    assertThat(new Place(scratch.root()).open().history(Place.RUN)).hasSize(1);
    assertThat(file()).isEmptyDirectory();
  }
}

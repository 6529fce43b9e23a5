package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where a file is that was moved or renamed.
class GitRenamesTest {
  private static final String TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

  @TempDir private Path temp;
  private ScratchRepository scratch;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(temp.resolve("a b"));
    scratch.write("docs/d.md", TEXT).write(".gitignore", "out/\n").commit("Begin");
  }

  private @Nullable String moved(Path root, String path, @Nullable String recorded) {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    var at = new ProjectRoot(root, ProjectRoot.Origin.OPTION);
    var bytes = (recorded == null ? "" : recorded).getBytes(StandardCharsets.UTF_8);
    var digest = recorded == null ? null : Sha256.hex(bytes);
    return new GitRepository(at, environment).movedFiles().path(path, bytes.length, digest);
  }

  private @Nullable String moved(@Nullable String recorded) {
    return moved(scratch.root(), "docs/d.md", recorded);
  }

  private void move(String from, String to) throws IOException {
    var target = scratch.root().resolve(to);
    Files.createDirectories(target.getParent());
    Files.move(scratch.root().resolve(from), target);
  }

  @Test
  void a_file_moved_in_the_work_tree_is_found_by_its_content() throws IOException {
    move("docs/d.md", "notes/ü b.md");

    assertThat(moved(TEXT)).isEqualTo("notes/ü b.md");
    assertThat(moved("other")).isNull();
    assertThat(moved(null)).isNull();
  }

  @Test
  void of_several_with_the_content_the_one_of_the_same_name_is_taken() throws IOException {
    scratch.write("a.md", TEXT).write("z.md", TEXT);
    move("docs/d.md", "notes/d.md");

    assertThat(moved(TEXT)).isEqualTo("notes/d.md");
  }

  @Test
  void a_file_renamed_in_commits_is_followed_through_edits() {
    scratch.git("mv", "docs/d.md", "docs/e.md");
    scratch.commit("One");
    scratch.write("docs/e.md", TEXT + "nine\n").commit("Edit");
    scratch.git("mv", "docs/e.md", "f.md");
    scratch.commit("Two");
    scratch.git("mv", "f.md", "g.md");
    scratch.write("g.md", TEXT + "nine\nten\n");

    assertThat(moved(TEXT)).isEqualTo("g.md");
    assertThat(moved(null)).isEqualTo("g.md");
  }

  @Test
  void a_file_that_is_deleted_or_ignored_is_nowhere() throws IOException {
    scratch.git("rm", "--quiet", "docs/d.md");
    assertThat(moved(TEXT)).isNull();
    scratch.write("out/d.md", TEXT);
    assertThat(moved(TEXT)).isNull();
    assertThat(moved("")).isNull();
  }

  @Test
  void a_project_in_a_folder_of_the_repository_has_paths_of_its_own() {
    scratch.write("app/x.md", TEXT + "x\n").commit("App");
    scratch.git("mv", "app/x.md", "app/y.md");
    scratch.commit("Rename");

    assertThat(moved(scratch.root().resolve("app"), "x.md", null)).isEqualTo("y.md");
  }

  /// Git is asked once for all files: what changes after the first question is not seen.
  @Test
  void one_search_reads_git_once() {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    var at = new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
    var moved = new GitRepository(at, environment).movedFiles();
    assertThat(moved.path("docs/d.md", 0, null)).isNull();

    scratch.git("mv", "docs/d.md", "e.md");

    assertThat(moved.path("docs/d.md", 0, null)).isNull();
    assertThat(moved(null)).isEqualTo("e.md");
  }

  @Test
  void outside_git_nothing_is_followed() throws IOException {
    var plain = Files.createDirectories(temp.resolve("plain"));
    assertThat(moved(plain, "docs/d.md", TEXT)).isNull();
  }
}

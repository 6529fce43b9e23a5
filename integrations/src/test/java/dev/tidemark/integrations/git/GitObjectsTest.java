package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A commit has the tree of the work tree that it was made of, read from git objects alone.
class GitObjectsTest {
  private static final List<String> EXCEPT = List.of(".tidemark", "docs/receipts");

  @TempDir private Path temp;
  private ScratchRepository scratch;

  private void begin(String format) {
    scratch = ScratchRepository.in(temp.resolve("a b:c\"d" + format), "--object-format=" + format);
    scratch.write(".gitignore", "target/\n").write("src/ä b.txt", "a\n").write("sub/x", "x\n");
    scratch.write("docs/receipts/r/a.json", "{}\n").write(".tidemark/config.yaml", "a: b\n");
  }

  @BeforeEach
  void prepare() {
    begin("sha1");
  }

  private ProjectRoot root(String path) {
    return new ProjectRoot(scratch.root().resolve(path), ProjectRoot.Origin.OPTION);
  }

  private Map<String, String> environment() {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    return environment;
  }

  private GitObjects objects() {
    return new GitObjects(root(""), environment());
  }

  private String workTree() {
    var repository = new GitRepository(root(""), environment());
    var content = repository.tree(EXCEPT).orElse("");
    var tree = repository.commitTree(content, EXCEPT);
    assertThat(tree.reason()).isEmpty();
    return tree.orElse("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha1", "sha256"})
  void the_tree_is_that_of_the_work_tree_before_it_was_committed(String format) throws IOException {
    if (format.equals("sha256")) {
      begin(format);
    }
    Files.createSymbolicLink(scratch.root().resolve("link"), Path.of("sub/x"));
    Files.createSymbolicLink(scratch.root().resolve("dangling"), Path.of("nowhere"));
    var before = workTree();

    var commit = scratch.commit("All");
    scratch.write("docs/receipts/r/b.json", "{}\n");
    var later = scratch.commit("A receipt");

    assertThat(objects().tree(commit, EXCEPT)).isEqualTo(before);
    assertThat(objects().tree(later, EXCEPT)).isEqualTo(before).isEqualTo(workTree());
    scratch.write("docs/receipts.txt", "counts\n");
    assertThat(objects().tree(scratch.commit("More"), EXCEPT)).isNotEqualTo(before);
  }

  @Test
  void a_commit_is_read_whatever_is_checked_out_or_replaced() throws IOException {
    var first = scratch.commit("First");
    var tree = objects().tree(first, EXCEPT);
    scratch.write("src/ä b.txt", "b\n");
    var second = scratch.commit("Second");
    scratch.git("replace", second, first);

    assertThat(objects().tree(first, EXCEPT)).isEqualTo(tree);
    assertThat(objects().tree(second, EXCEPT)).isNotEqualTo(tree);
  }

  @Test
  void a_project_in_a_folder_of_the_repository_has_its_own_paths() throws IOException {
    scratch.write("sub/docs/receipts/a.json", "1");
    var commit = scratch.commit("First");
    var below = new GitObjects(root("sub"), environment());

    assertThat(below.entries(commit, EXCEPT))
        .extracting(GitObjects.Entry::path)
        .containsExactly("docs/receipts/a.json");
    var tree = below.tree(commit, EXCEPT);
    scratch.write("sub/docs/receipts/b.json", "2");
    assertThat(below.tree(scratch.commit("Second"), EXCEPT)).isEqualTo(tree);
    scratch.write("docs/receipts/b.json", "2");
    assertThat(below.tree(scratch.commit("Third"), EXCEPT)).isNotEqualTo(tree);
  }

  @Test
  void many_blobs_are_read_byte_for_byte() throws IOException {
    var expected = new ArrayList<String>();
    for (int i = 0; i < 1_100; i++) {
      expected.add("ü\r\n" + "x".repeat(i % 7) + i);
      scratch.write("docs/receipts/" + i + ".json", expected.get(i));
    }
    var commit = scratch.commit("Many");
    var ids = new ArrayList<String>();
    for (var entry : objects().entries(commit, List.of("docs/receipts/"))) {
      ids.add(entry.object());
    }

    var read = new ArrayList<String>();
    for (var bytes : objects().blobs(ids).values()) {
      read.add(new String(bytes, UTF_8));
    }

    assertThat(read).hasSize(1_101).containsAll(expected);
  }

  @Test
  void names_of_no_commit_and_missing_objects_are_told() throws IOException {
    scratch.commit("First");

    assertThat(objects().commit("nowhere")).isEmpty();
    assertThat(objects().commit("--all")).isEmpty();
    assertThat(objects().commit("HEAD:src")).isEmpty();
    assertThat(objects().isShallow()).isFalse();
    assertThatThrownBy(() -> objects().blobs(List.of("0".repeat(40))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("git has no object");
    assertThatThrownBy(() -> objects().entries("0".repeat(40), EXCEPT))
        .isInstanceOf(IOException.class);
  }

  @Test
  void content_that_no_commit_holds_has_no_tree_of_a_commit() throws IOException {
    var repository = new GitRepository(root(""), environment());
    var content = repository.tree(EXCEPT).orElse("");
    scratch.write("new.txt", "1\n");
    assertThat(repository.commitTree(content, EXCEPT).reason())
        .isEqualTo("the work tree has changed since");

    var inner = ScratchRepository.in(temp.resolve("inner"));
    inner.write("a.txt", "1\n").commit("Begin");
    scratch.git("submodule", "--quiet", "add", inner.root().toString(), "module");
    var commit = scratch.commit("Module");
    assertThat(objects().tree(commit, EXCEPT)).isEqualTo(workTree());
    scratch.write("module/a.txt", "2\n");
    var changed = repository.tree(EXCEPT).orElse("");
    assertThat(repository.commitTree(changed, EXCEPT).reason())
        .contains("submodule module has content that no commit of it holds");
  }
}

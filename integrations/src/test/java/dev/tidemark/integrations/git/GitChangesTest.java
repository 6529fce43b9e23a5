package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.port.Repository;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files in which a work tree differs from a commit.
class GitChangesTest {
  private static final List<String> EXCEPT = List.of(".tidemark", "docs/checkpoints/");

  @TempDir private Path temp;
  private ScratchRepository scratch;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(temp.resolve("a b"));
    scratch.write("src/a.txt", "1\n2\n3\n").write("src/b.txt", "b\n").write("gone.txt", "x\n");
    scratch.write(".gitignore", "target/\n").commit("Begin");
  }

  private Fact<List<FileChange>> changes(@Nullable String since, int patience) {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    var root = new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
    return new GitRepository(root, environment).changes(since, patience, EXCEPT);
  }

  private List<String> lines(@Nullable String since) {
    var changes = changes(since, 60_000);
    assertThat(changes.reason()).isEmpty();
    return changes.orElse(List.of()).stream().map(FileChange::line).toList();
  }

  @Test
  void no_program_of_the_repository_is_started() {
    var started = temp.resolve("started");
    var program = "touch '" + started + "'; cat";
    scratch.write(".gitattributes", "* filter=evil diff=evil\n");
    scratch.write("sub/c.txt", "c\n").at(Path.of("sub")).git("init", "--quiet");
    scratch.git("-C", "sub", "add", "--all");
    scratch.git("-C", "sub", "commit", "--quiet", "--message", "Begin");
    scratch.git("add", "sub");
    scratch.commit("Submodule");
    for (var name : List.of("filter.evil.clean", "diff.evil.textconv", "core.fsmonitor")) {
      scratch.git("config", name, program);
      scratch.git("-C", "sub", "config", name, program);
    }
    scratch.git("config", "filter.evil.required", "true");
    scratch.write("src/b.txt", "b\nc\n").write("sub/c.txt", "d\n");

    assertThat(changes("HEAD", 60_000).reason() + lines(null)).contains("src/b.txt");
    assertThat(started).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"include", "worktree"})
  void a_filter_outside_the_settings_themselves_is_found_too(String place) throws IOException {
    var started = temp.resolve("started");
    scratch.write(".gitattributes", "* filter=evil\n").commit("Attributes");
    if (place.equals("include")) {
      var filter = "[filter \"evil\"]\n clean = \"touch '" + started + "'; cat\"\n";
      Files.writeString(scratch.root().resolve(".git/more"), filter);
      scratch.git("config", "include.path", "more");
    } else {
      scratch.git("config", "extensions.worktreeConfig", "true");
      scratch.git("config", "--worktree", "filter.evil.clean", "touch '" + started + "'; cat");
    }
    scratch.write("src/b.txt", "b\nc\n");

    assertThat(lines(null)).containsExactly("changed src/b.txt +1 -0 (uncommitted)");
    assertThat(started).doesNotExist();
  }

  @Test
  void a_clean_work_tree_has_none() {
    assertThat(lines(null)).isEmpty();
  }

  @Test
  void uncommitted_changes_are_counted_in_lines() throws IOException {
    scratch.write("src/a.txt", "1\n2\nthree\nfour\n").write("new file.txt", "n\n");
    scratch.write("target/built", "x").write("docs/checkpoints/x.md", "x");
    scratch.write("src/b.txt", "b\nc\n").git("add", "src/b.txt");
    Files.delete(scratch.root().resolve("gone.txt"));

    assertThat(lines(null))
        .containsExactly(
            "deleted gone.txt +0 -1 (uncommitted)",
            "new new file.txt",
            "changed src/a.txt +2 -1 (uncommitted)",
            "changed src/b.txt +1 -0 (uncommitted)");
  }

  @Test
  void changes_since_an_earlier_commit_tell_what_was_committed_meanwhile() {
    var begin = scratch.git("rev-parse", "HEAD");
    scratch.write("src/a.txt", "1\n2\n").commit("Less");
    scratch.write("src/b.txt", "c\n");

    assertThat(lines(begin))
        .containsExactly("changed src/a.txt +0 -1", "changed src/b.txt +1 -1 (uncommitted)");
    assertThat(lines(null)).containsExactly("changed src/b.txt +1 -1 (uncommitted)");
  }

  @Test
  void binary_files_and_conflicts_are_told_as_such() {
    scratch.write("logo.png", "a\0b").commit("Logo");
    scratch.git("checkout", "-q", "-b", "other");
    scratch.write("src/a.txt", "other\n").commit("Other");
    scratch.git("checkout", "-q", "main");
    scratch.write("src/a.txt", "main\n").commit("Main");
    scratch.write("logo.png", "a\0c");
    assertThat(lines(null)).containsExactly("changed logo.png (uncommitted)");

    assertThat(scratch.accepts("merge", "other")).isFalse();

    assertThat(lines(null))
        .anyMatch(line -> line.startsWith("conflict src/a.txt"))
        .contains("changed logo.png (uncommitted)");
  }

  @Test
  void a_repository_without_a_commit_has_untracked_files_only() {
    scratch = ScratchRepository.in(temp.resolve("empty"));
    scratch.write("a.txt", "a");

    assertThat(lines(null)).containsExactly("new a.txt");
  }

  @Test
  void what_cannot_be_found_out_is_unknown() {
    assertThat(changes("f".repeat(40), 60_000).isKnown()).isFalse();
    assertThat(changes("--output=x", 60_000).isKnown()).isFalse();
  }

  @Test
  void of_very_many_the_first_are_told() {
    for (int i = 0; i < Repository.CHANGES_MAX + 5; i++) {
      scratch.write("f" + i, "x");
    }

    assertThat(lines(null)).hasSize(Repository.CHANGES_MAX);
  }

  /// A git that counts how often it is called.
  private GitRepository counted() throws IOException {
    var git = Files.createDirectories(temp.resolve("bin")).resolve("git");
    var real = SearchPath.of(System.getenv(), Path.of("")).find("git");
    Files.writeString(git, "#!/bin/sh\necho x >> '" + temp + "/calls'\nexec " + real + " \"$@\"\n");
    assertThat(git.toFile().setExecutable(true)).isTrue();
    var environment = scratch.environment(Map.of());
    environment.put("PATH", git.getParent() + ":" + System.getenv("PATH"));
    return new GitRepository(
        new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION), environment);
  }

  private int calls() throws IOException {
    return Files.readAllLines(temp.resolve("calls")).size();
  }

  @Test
  void what_was_begun_before_is_asked_for_once() throws IOException {
    scratch.write("new.txt", "x\n");
    var repository = counted();
    try (var begun = repository.prefetchChanges(60_000, EXCEPT)) {
      assertThat(begun).isNotSameAs(Repository.Prefetch.NONE);
      assertThat(repository.changes(null, 60_000, EXCEPT).orElse(List.of()))
          .extracting(FileChange::path)
          .containsExactly("new.txt");
      assertThat(calls()).isEqualTo(1);
      scratch.write("other.txt", "x\n");
      assertThat(repository.changes(null, 60_000, EXCEPT).orElse(List.of())).hasSize(2);
      assertThat(calls()).isEqualTo(2);
    }
  }

  @Test
  void what_was_begun_counts_for_the_same_paths_and_until_it_is_closed() throws IOException {
    scratch.write("new.txt", "x\n");
    var repository = counted();
    var other = repository.prefetchChanges(60_000, List.of("new.txt"));
    assertThat(repository.changes(null, 60_000, EXCEPT).orElse(List.of())).hasSize(1);
    other.close();
    repository.prefetchChanges(60_000, EXCEPT).close();
    assertThat(repository.changes(null, 60_000, EXCEPT).orElse(List.of())).hasSize(1);
    var since = scratch.git("rev-parse", "HEAD");
    var first = repository.prefetchChanges(60_000, EXCEPT);
    var second = repository.prefetchChanges(60_000, EXCEPT);
    assertThat(repository.changes(since, 60_000, EXCEPT).orElse(List.of())).hasSize(1);
    first.close();
    second.close();
    var unused = repository.prefetchChanges(60_000, EXCEPT);
    assertThat(repository.changes("no-commit", 60_000, EXCEPT).isKnown()).isFalse();
    unused.close();
  }

  @Test
  void outside_a_repository_nothing_is_begun() throws IOException {
    var outside = new ProjectRoot(temp, ProjectRoot.Origin.OPTION);
    var environment = scratch.environment(Map.of());
    assertThat(new GitRepository(outside, environment).prefetchChanges(1, EXCEPT))
        .isSameAs(Repository.Prefetch.NONE);
  }
}

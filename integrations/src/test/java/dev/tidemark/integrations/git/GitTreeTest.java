package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The id of a work tree says whether the content is the same, and nothing else.
class GitTreeTest {
  private static final List<String> EXCEPT = List.of(".tidemark", "docs/checkpoints/");

  @TempDir private Path temp;
  private ScratchRepository scratch;

  @BeforeEach
  void prepare() {
    scratch = ScratchRepository.in(temp.resolve("a b:c\"d"));
    scratch.write(".gitignore", "target/\n.tidemark/\n").write("src/a.txt", "a\n").commit("Begin");
  }

  private GitRepository repository() {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    return new GitRepository(
        new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION), environment);
  }

  private String tree() {
    var tree = repository().tree(EXCEPT);
    assertThat(tree.reason()).isEmpty();
    return tree.orElse("");
  }

  @Test
  void a_clean_work_tree_has_the_id_of_its_commit() {
    assertThat(tree()).isEqualTo(scratch.git("rev-parse", "HEAD^{tree}"));
    assertThat(repository().changed(EXCEPT).orElse(List.of("?"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "docs/checkpoints/epic-1.md, true",
    "docs/checkpoints/old/epic-1.md, true",
    "docs/checkpoints/epic-1.json.corrupt-20261121T013000Z, true",
    "docs/checkpoints/check.sh, false",
    "docs/checkpoints/check, false",
    "docs/checkpoints/.gitkeep, true",
    "docs/checkpoints/json, false",
    "docs/checkpoints/.json, false",
    "docs/checkpoints/check.corrupt-x.sh, false",
    "docs/checkpoints/check.sh.corrupt-1, false",
    "docs/checkpoints/check.tmp, false",
    "docs/checkpoints/.check.sh.tidemark-tmp, false",
    "docs/checkpoints/.epic-1.md.k3x9.tidemark-tmp, true",
    ".tidemark-x/worktrees/check.sh, false",
    "docs/checkpoints/.gitattributes, false",
    ".tidemark/check.sh, true",
    ".tidemarker, false"
  })
  void in_folders_of_records_only_records_do_not_count(String path, boolean excluded)
      throws IOException {
    scratch.write(path, "1\n");
    var before = tree();
    scratch.write(path, "2\n");
    assertThat(tree().equals(before)).isEqualTo(excluded);

    scratch.commit("with it");
    var commit = scratch.git("rev-parse", "HEAD");
    var objects = new GitObjects(Heads.root(scratch), System.getenv());
    assertThat(objects.tree(commit, EXCEPT)).isEqualTo(tree());
    scratch.write(path, "3\n");
    assertThat(tree().equals(objects.tree(commit, EXCEPT))).isEqualTo(excluded);
    assertThat(repository().changed(EXCEPT).orElse(List.of()).isEmpty()).isEqualTo(excluded);
    scratch.commit("changed");
    assertThat(repository().movedSince(commit, EXCEPT).orElse(false)).isEqualTo(!excluded);
  }

  @Test
  void content_makes_the_id_whether_it_is_committed_or_not() {
    var clean = tree();
    scratch.write("src/a.txt", "b\n").write("new.txt", "n");
    var dirty = tree();
    scratch.git("add", "new.txt");
    var staged = tree();
    scratch.commit("All of it");

    assertThat(dirty).isNotEqualTo(clean).isEqualTo(staged).isEqualTo(tree());
    scratch.git("revert", "--no-edit", "HEAD");
    assertThat(tree()).isEqualTo(clean);
  }

  @Test
  void checkpoints_and_ignored_files_do_not_count() {
    var clean = tree();
    scratch.write("target/x.class", "x").write(".tidemark/journal/x", "x");
    scratch.write("docs/checkpoints/epic-1.md", "x");
    assertThat(tree()).isEqualTo(clean);
    assertThat(repository().changed(EXCEPT).orElse(List.of("?"))).isEmpty();

    var before = scratch.git("rev-parse", "HEAD");
    scratch.git("add", "docs");
    scratch.git("commit", "--quiet", "-m", "A checkpoint");

    assertThat(tree()).isEqualTo(clean);
    assertThat(repository().movedSince(before, EXCEPT).orElse(true)).isFalse();
    scratch.write("src/a.txt", "b").commit("Work");
    assertThat(repository().movedSince(before, EXCEPT).orElse(false)).isTrue();
  }

  @Test
  void asking_leaves_no_trace_in_the_repository() throws IOException {
    scratch.write("big.txt", "never committed\n");
    scratch.git("status");
    var index = Files.readAllBytes(scratch.root().resolve(".git/index"));
    var objects = scratch.git("count-objects", "-v");

    tree();

    assertThat(Files.readAllBytes(scratch.root().resolve(".git/index"))).isEqualTo(index);
    assertThat(scratch.git("count-objects", "-v")).isEqualTo(objects);
  }

  @Test
  void changed_paths_are_named_as_they_are() {
    scratch.write("mit Umlaut ä.txt", "x").write("src/a.txt", "b");
    scratch.git("mv", "src/a.txt", "src/b.txt");

    assertThat(repository().changed(EXCEPT).orElse(List.of()))
        .containsExactlyInAnyOrder("src/a.txt", "src/b.txt", "mit Umlaut ä.txt");
  }

  @Test
  void a_submodule_starts_no_program() {
    scratch.write("sub/c.txt", "c\n").at(Path.of("sub")).git("init", "--quiet");
    scratch.git("-C", "sub", "add", "--all");
    scratch.git("-C", "sub", "commit", "--quiet", "--message", "Begin");
    scratch.git("add", "sub");
    scratch.commit("Submodule");
    var started = temp.resolve("started");
    scratch.git("-C", "sub", "config", "core.fsmonitor", "touch '" + started + "'");
    scratch.write("sub/.git/hooks/post-index-change", "#!/bin/sh\ntouch '" + started + "'\n");
    scratch.root().resolve("sub/.git/hooks/post-index-change").toFile().setExecutable(true);
    var before = tree();
    scratch.write("sub/c.txt", "d\n");

    assertThat(tree()).isNotEqualTo(before);
    assertThat(started).doesNotExist();
  }

  @Test
  void a_repository_without_a_commit_has_a_tree_too() {
    var empty = ScratchRepository.in(temp.resolve("empty"));
    empty.write("a.txt", "a");
    scratch = empty;

    assertThat(tree()).hasSize(40);
    assertThat(repository().changed(EXCEPT).orElse(List.of())).containsExactly("a.txt");
  }

  @Test
  void outside_of_git_nothing_is_known_and_the_reason_is() {
    scratch = ScratchRepository.without(temp.resolve("none"));

    assertThat(repository().tree(EXCEPT).reason()).contains("not a git repository");
    assertThat(repository().changed(EXCEPT).isKnown()).isFalse();
    assertThat(repository().movedSince("a".repeat(40), EXCEPT).isKnown()).isFalse();
  }

  /// Each way makes `git status` silent about a change of a.txt, or about a new file.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "skip-worktree",
        "assume-unchanged",
        "clean filter",
        "filter in info/attributes",
        "ident",
        "checkStat",
        "trustctime",
        "ignoreStat",
        "fileMode",
        "worktree",
        "exclude",
        "excludesFile",
        "sparse",
        "autocrlf",
        "submodule",
        "skip-worktree in a submodule",
        "attributesFile",
        "filter with an equals sign",
        "ignoreCase",
        "symlinks",
        "an ignore file that ignores itself",
        "repository in the tree",
        "submodule of a submodule",
        "submodule without its repository",
        "submodule whose repository is broken",
        "link to an ignored folder",
        "link target",
        "the same tick"
      })
  void nothing_that_git_is_told_hides_a_change(String way) throws IOException {
    prepare(way);
    var before = repository().tree(EXCEPT);
    if (!hidden(way)) {
      hiddenElsewhere(way);
    }

    var after = repository().tree(EXCEPT);

    assertThat(before.isKnown()).as(before.reason()).isTrue();
    assertThat(after.isKnown() && after.orElse("").equals(before.orElse(""))).isFalse();
  }

  /// Changes a file in a way that settings of git or its index hide; false for another way.
  private boolean hidden(String way) throws IOException {
    var file = scratch.root().resolve("src/a.txt");
    var modified = Files.getLastModifiedTime(file);
    switch (way) {
      case "skip-worktree", "assume-unchanged" -> {
        scratch.write("src/a.txt", "evil\n");
        scratch.git("update-index", "--" + way, "src/a.txt");
      }
      case "clean filter" -> {
        scratch.git("config", "filter.x.clean", "git show HEAD:src/a.txt");
        scratch.write("src/a.txt", "evil\n");
      }
      case "filter in info/attributes", "ident" -> {
        var line = way.equals("ident") ? "*.txt ident\n" : "*.txt filter=x\n";
        Files.createDirectories(scratch.root().resolve(".git/info"));
        scratch.write(".git/info/attributes", line);
        scratch.git("config", "filter.x.clean", "git show HEAD:src/a.txt");
        scratch.write("src/a.txt", way.equals("ident") ? "$Id: evil $\n" : "evil\n");
      }
      case "checkStat", "trustctime", "the same tick" -> {
        if (way.equals("checkStat")) {
          scratch.git("config", "core.checkStat", "minimal");
        }
        scratch.git("config", "core.trustctime", "false");
        scratch.write("src/a.txt", "b\n");
        Files.setLastModifiedTime(file, modified);
      }
      case "ignoreStat" -> {
        scratch.git("config", "core.ignoreStat", "true");
        scratch.git("update-index", "--refresh");
        scratch.write("src/a.txt", "evil\n");
      }
      case "fileMode" -> {
        scratch.git("config", "core.fileMode", "false");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      case "worktree" -> {
        Files.createDirectories(temp.resolve("other/src"));
        Files.writeString(temp.resolve("other/src/a.txt"), "a\n");
        Files.writeString(temp.resolve("other/.gitignore"), "target/\n.tidemark/\n");
        scratch.git("config", "core.worktree", temp.resolve("other").toString());
        scratch.write("src/a.txt", "evil\n");
      }
      case "exclude" -> {
        Files.createDirectories(scratch.root().resolve(".git/info"));
        scratch.write(".git/info/exclude", "evil.txt\n").write("evil.txt", "evil\n");
      }
      case "excludesFile" -> {
        scratch.write("target/rules", "evil.txt\n").write("evil.txt", "evil\n");
        scratch.git("config", "core.excludesFile", "target/rules");
      }
      case "sparse" -> {
        scratch.git("sparse-checkout", "set", "--no-cone", "/.gitignore");
        scratch.write("src/a.txt", "evil\n");
      }
      case "autocrlf" -> {
        scratch.git("config", "core.autocrlf", "input");
        scratch.write("src/a.txt", "a\r\n");
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Changes a file in a submodule, behind a link or beside the files that git sees.
  private void hiddenElsewhere(String way) throws IOException {
    switch (way) {
      case "submodule" -> scratch.write("sub/in.txt", "evil\n");
      case "skip-worktree in a submodule" -> {
        scratch.write("sub/in.txt", "evil\n");
        scratch.git("-C", "sub", "update-index", "--skip-worktree", "in.txt");
      }
      case "attributesFile", "filter with an equals sign" -> {
        var name = way.equals("attributesFile") ? "x" : "x=y";
        if (way.equals("attributesFile")) {
          scratch.write("target/attributes", "*.txt filter=x\n");
          scratch.git("config", "core.attributesFile", "target/attributes");
        }
        scratch.git("config", "filter." + name + ".clean", "git show HEAD:src/a.txt");
        scratch.write("src/a.txt", "evil\n");
      }
      case "ignoreCase" -> {
        scratch.git("config", "core.ignoreCase", "true");
        scratch.write("src/A.txt", "evil\n");
      }
      case "symlinks" -> {
        scratch.git("config", "core.symlinks", "false");
        Files.delete(scratch.root().resolve("link.txt"));
        scratch.write("link.txt", temp.resolve("outside.txt").toString());
      }
      case "an ignore file that ignores itself" ->
          scratch.write("src/.gitignore", "evil.txt\n.gitignore\n").write("src/evil.txt", "evil\n");
      case "repository in the tree" -> nested("sub", "evil\n");
      case "submodule of a submodule" -> scratch.write("sub/sub/in.txt", "evil\n");
      case "submodule without its repository" -> {
        deleteAll(scratch.root().resolve("sub/.git"));
        scratch.write("sub/in.txt", "evil\n");
      }
      case "submodule whose repository is broken" -> {
        Files.delete(scratch.root().resolve("sub/.git/HEAD"));
        scratch.write("sub/in.txt", "evil\n");
      }
      case "link to an ignored folder" -> {
        Files.createDirectories(scratch.root().resolve("target"));
        Files.writeString(scratch.root().resolve("target/in.txt"), "evil\n");
      }
      default -> Files.writeString(temp.resolve("outside.txt"), "evil\n");
    }
  }

  /// The variables of git 2.51 (`git help git`, and those in its source) that may name other
  /// settings, files, rules or a repository.
  private Map<String, String> variables(Path rules) throws IOException {
    var excludes = "[core]\n\texcludesFile = " + rules + "\n";
    var settings = Files.writeString(temp.resolve("settings"), excludes).toString();
    var home = Files.createDirectories(temp.resolve("home/git"));
    Files.writeString(home.resolve("config"), excludes);
    Files.writeString(home.resolve("ignore"), "evil.txt\n");
    Files.writeString(home.resolveSibling(".gitconfig"), excludes);
    var other = ScratchRepository.in(temp.resolve("other"));
    other.write("src/a.txt", "a\n").commit("Another");
    var git = other.root().resolve(".git");
    var variables = new TreeMap<String, String>();
    variables.put("GIT_CONFIG", settings);
    variables.put("GIT_CONFIG_GLOBAL", settings);
    variables.put("GIT_CONFIG_SYSTEM", settings);
    variables.put("GIT_CONFIG_PARAMETERS", "'core.excludesFile=" + rules + "'");
    variables.put("HOME", home.getParent().toString());
    variables.put("XDG_CONFIG_HOME", home.getParent().toString());
    variables.put("GIT_DIR", git.toString());
    variables.put("GIT_COMMON_DIR", git.toString());
    variables.put("GIT_WORK_TREE", other.root().toString());
    variables.put("GIT_INDEX_FILE", git.resolve("index").toString());
    variables.put("GIT_OBJECT_DIRECTORY", git.resolve("objects").toString());
    variables.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", git.resolve("objects").toString());
    variables.put("GIT_ATTR_SOURCE", "HEAD");
    variables.put("GIT_ATTR_NOSYSTEM", "1");
    variables.put("GIT_EXTERNAL_DIFF", "true");
    variables.put("GIT_DIFF_OPTS", "-u0");
    variables.put("GIT_EXEC_PATH", temp.resolve("home").toString());
    variables.put("GIT_TEMPLATE_DIR", temp.resolve("home").toString());
    variables.put("GIT_NAMESPACE", "x");
    variables.put("GIT_CEILING_DIRECTORIES", scratch.root().getParent().toString());
    variables.put("GIT_DEFAULT_HASH", "sha256");
    variables.put("GIT_INDEX_VERSION", "4");
    variables.put("GIT_SHALLOW_FILE", git.resolve("HEAD").toString());
    variables.put("GIT_GRAFT_FILE", git.resolve("HEAD").toString());
    variables.put("GIT_REPLACE_REF_BASE", "refs/heads/");
    variables.put("GIT_NO_REPLACE_OBJECTS", "1");
    variables.put("GIT_NO_LAZY_FETCH", "1");
    variables.put("GIT_TRACE", temp.resolve("trace").toString());
    variables.put("GIT_TRACE2", temp.resolve("trace").toString());
    variables.put("GIT_PREFIX", "src/");
    variables.put("GIT_QUARANTINE_PATH", git.resolve("objects").toString());
    for (var kind : List.of("LITERAL", "GLOB", "NOGLOB", "ICASE")) {
      variables.put("GIT_" + kind + "_PATHSPECS", "1");
    }
    return variables;
  }

  @Test
  void no_variable_of_the_environment_chooses_what_counts() throws IOException {
    var rules = Files.writeString(temp.resolve("rules"), "evil.txt\n");
    scratch.write("evil.txt", "evil\n").write("src/a.txt", "changed\n");
    var expected = tree();
    var ways = new TreeMap<String, Map<String, String>>();
    variables(rules).forEach((name, value) -> ways.put(name, Map.of(name, value)));
    ways.put("all", variables(rules));
    ways.put(
        "GIT_CONFIG_COUNT",
        Map.of(
            "GIT_CONFIG_COUNT",
            "1",
            "GIT_CONFIG_KEY_0",
            "core.excludesFile",
            "GIT_CONFIG_VALUE_0",
            rules.toString()));

    for (var origin : ProjectRoot.Origin.values()) {
      for (var way : ways.entrySet()) {
        var environment = scratch.environment(Map.of());
        environment.put("PATH", System.getenv("PATH"));
        environment.putAll(way.getValue());
        var repository = new GitRepository(new ProjectRoot(scratch.root(), origin), environment);
        var found = repository.tree(EXCEPT);

        assertThat(found.orElse(found.reason()))
            .as("%s, root by %s", way.getKey(), origin)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void what_cannot_be_read_whole_leaves_the_tree_unknown_with_the_reason() throws IOException {
    Files.createSymbolicLink(
        scratch.root().resolve("link"), Files.createDirectory(temp.resolve("folder")));
    assertThat(repository().tree(EXCEPT).reason()).contains("link leads out of the work tree");
    Files.delete(scratch.root().resolve("link"));
    for (int depth = 9; depth > 0; depth--) {
      nested("sub/".repeat(depth).substring(0, depth * 4 - 1), "in\n");
    }
    assertThat(repository().tree(EXCEPT).reason()).contains("submodules are nested too deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"src/a.txt", "new.bin", "link"})
  void a_file_that_takes_too_long_to_read_leaves_the_tree_unknown_and_is_named(String path)
      throws IOException {
    var file = path.equals("link") ? temp.resolve("outside.bin") : scratch.root().resolve(path);
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(GitTree.FILE_BYTES_MAX + 1);
    }
    if (path.equals("link")) {
      Files.createSymbolicLink(scratch.root().resolve(path), file);
    }

    var tree = repository().tree(EXCEPT);

    assertThat(tree.isKnown()).isFalse();
    assertThat(tree.reason()).startsWith(path + " is too large for evidence of a tree: at most");
  }

  @Test
  void files_that_take_too_long_together_leave_the_tree_unknown() throws IOException {
    for (int i = 0; i <= GitTree.ALL_BYTES_MAX / GitTree.FILE_BYTES_MAX; i++) {
      try (var sparse = new RandomAccessFile(scratch.root().resolve("f" + i).toFile(), "rw")) {
        sparse.setLength(GitTree.FILE_BYTES_MAX);
      }
    }

    assertThat(repository().tree(EXCEPT).reason())
        .startsWith("the work tree is too large for evidence of a tree");
  }

  @Test
  void a_folder_of_a_cache_that_ignores_itself_does_not_count() {
    var clean = tree();
    scratch.write(".cache/.gitignore", "*\n").write(".cache/x", "x\n");
    assertThat(tree()).isEqualTo(clean);
  }

  @Test
  void a_file_of_an_installation_that_only_this_machine_has_does_not_count() {
    var clean = tree();
    scratch.write(".mcp.json", "{}");
    assertThat(tree()).isNotEqualTo(clean);

    scratch.write(".git/info/exclude", "/.mcp.json\n/sub/.mcp.json\n");
    assertThat(tree()).isEqualTo(clean);
    scratch.write("sub/.mcp.json", "{}");
    assertThat(tree()).as("not in the folder of the project").isNotEqualTo(clean);
  }

  @Test
  void a_tracked_file_of_an_installation_counts_whatever_rules_say() {
    scratch.write(".mcp.json", "{}").commit("Servers");
    var clean = tree();
    scratch.write(".git/info/exclude", "/.mcp.json\n").write(".mcp.json", "{ }");
    assertThat(tree()).isNotEqualTo(clean);
  }

  @Test
  void a_replaced_commit_hides_no_changed_path() {
    scratch.write("src/a.txt", "b\n").commit("More");
    scratch.write("src/a.txt", "a\n");
    scratch.git("replace", "HEAD", "HEAD~1");
    assertThat(repository().changed(EXCEPT).orElse(List.of())).containsExactly("src/a.txt");
  }

  private void prepare(String way) throws IOException {
    if (way.equals("submodule of a submodule")) {
      nested("sub/sub", "in\n");
      nested("sub", "in\n");
      scratch.commit("A submodule");
    } else if (way.contains("submodule")) {
      nested("sub", "in\n");
      scratch.commit("A submodule");
    } else if (way.equals("link target") || way.equals("symlinks")) {
      Files.writeString(temp.resolve("outside.txt"), "good\n");
      Files.createSymbolicLink(scratch.root().resolve("link.txt"), temp.resolve("outside.txt"));
      scratch.commit("A link");
    } else if (way.equals("link to an ignored folder")) {
      Files.createSymbolicLink(scratch.root().resolve("link"), Path.of("target"));
      scratch.commit("A link");
    } else if (way.equals("clean filter")) {
      scratch.write(".gitattributes", "*.txt filter=x\n").commit("Attributes");
    } else if (way.equals("filter with an equals sign")) {
      scratch.write(".gitattributes", "*.txt filter=x=y\n").commit("Attributes");
    }
  }

  private void nested(String path, String text) {
    scratch.write(path + "/in.txt", text);
    scratch.git("init", "--quiet", path);
    scratch.git("-C", path, "add", ".");
    scratch.git(
        "-C", path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "In");
  }

  private static void deleteAll(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

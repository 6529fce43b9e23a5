package dev.tidemark.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A real git repository that a test may do anything to.
///
/// It sees nothing of the machine it runs on: no `GIT_*` and no `TIDEMARK_*` variable, no settings
/// of the user or the system, an identity of its own, and no repository above its folder. The dates
/// of commits are fixed, so the same steps give the same hashes.
public final class ScratchRepository {
  /// The state folder of a main work tree, from its root.
  public static final String STATE = ".git/tidemark/main";

  /// How long one git command may take before the test fails, in seconds.
  private static final int PATIENCE = 60;

  private static final String SETTINGS =
      """
      [user]
      \tname = Scratch
      \temail = scratch@example.invalid
      [init]
      \tdefaultBranch = main
      [commit]
      \tgpgSign = false
      [gc]
      \tauto = 0
      [maintenance]
      \tauto = false
      [protocol "file"]
      \tallow = always
      [safe]
      \tdirectory = *
      [advice]
      \tdetachedHead = false
      """;

  private static final Copies EMPTY = new Copies(ScratchRepository::initialize);

  private final Path root;
  private final Path home;
  private int commits;

  private ScratchRepository(Path root, Path home) {
    this.root = root;
    this.home = home;
  }

  /// Makes `project`, an empty repository with the branch `main`, and `home` in the folder.
  ///
  /// @param options further options of `git init`, for example `--object-format=sha256`
  public static ScratchRepository in(Path folder, String... options) {
    if (options.length == 0) {
      return EMPTY.in(folder);
    }
    var scratch = without(folder);
    scratch.initialize(options);
    return scratch;
  }

  private void initialize(String... options) {
    var command = new ArrayList<String>(List.of("init", "--quiet"));
    command.addAll(List.of(options));
    git(command.toArray(new String[0]));
  }

  /// Makes the same two folders, but no repository.
  public static ScratchRepository without(Path folder) {
    try {
      var real = Files.createDirectories(folder).toRealPath();
      var root = Files.createDirectories(real.resolve("project"));
      var home = Files.createDirectories(real.resolve("home"));
      Files.writeString(home.resolve(".gitconfig"), SETTINGS);
      return new ScratchRepository(root, home);
    } catch (IOException e) {
      throw new UncheckedIOException("no scratch repository in " + folder, e);
    }
  }

  /// Returns the folder of the project, without symbolic links.
  public Path root() {
    return root;
  }

  /// Returns the home folder that git commands of this repository see.
  public Path home() {
    return home;
  }

  /// Returns the folder with the state that Tidemark has of this work tree, which need not exist.
  public Path state() {
    if (Files.isDirectory(root.resolve(".git"))) {
      return root.resolve(STATE);
    }
    if (!Files.exists(root.resolve(".git"))) {
      return root.resolve(".tidemark");
    }
    var common = Path.of(git("rev-parse", "--path-format=absolute", "--git-common-dir"));
    var link = Path.of(git("rev-parse", "--absolute-git-dir"), "tidemark");
    try {
      return common.resolve("tidemark/worktrees").resolve(Files.readString(link).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("no state of " + root, e);
    }
  }

  /// Returns the same surroundings in another folder: a worktree, a submodule, a clone.
  public ScratchRepository at(Path folder) {
    return new ScratchRepository(root.resolve(folder), home);
  }

  /// Writes a file below the root, with the folders that it needs.
  public ScratchRepository write(String path, String text) {
    var file = root.resolve(path);
    try {
      Files.createDirectories(file.resolveSibling(""));
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /// Commits everything that is not ignored, even nothing, and returns the commit's full hash.
  public String commit(String message) {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    commits++;
    return git("rev-parse", "HEAD");
  }

  /// Runs git in the root and returns what it printed, without white space around it.
  ///
  /// Fails the test if git does.
  public String git(String... arguments) {
    var run = run(arguments);
    if (run.exit() != 0) {
      throw new AssertionError(
          "git " + String.join(" ", arguments) + " ended with " + run.exit() + ": " + run.output());
    }
    return run.output();
  }

  /// Returns whether git accepts a command; for questions, and for what the installed one may lack.
  public boolean accepts(String... arguments) {
    return run(arguments).exit() == 0;
  }

  /// Returns a copy of an environment without `GIT_*` and `TIDEMARK_*`, and with this home.
  ///
  /// Meant for child processes, and for code that takes its environment as a map.
  public Map<String, String> environment(Map<String, String> inherited) {
    var clean = new HashMap<String, String>();
    for (var entry : inherited.entrySet()) {
      if (!entry.getKey().startsWith("GIT_") && !entry.getKey().startsWith("TIDEMARK_")) {
        clean.put(entry.getKey(), entry.getValue());
      }
    }
    clean.put("HOME", home.toString());
    clean.put("XDG_CONFIG_HOME", home.resolve(".config").toString());
    clean.put("GIT_CONFIG_NOSYSTEM", "1");
    clean.put("GIT_CONFIG_GLOBAL", home.resolve(".gitconfig").toString());
    clean.put("GIT_CEILING_DIRECTORIES", String.valueOf(home.getParent()));
    clean.put("LC_ALL", "C");
    return clean;
  }

  private Run run(String... arguments) {
    var command = new ArrayList<String>(List.of("git"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
    var clean = environment(builder.environment());
    var date = (1_767_225_600L + 60L * commits) + " +0000";
    clean.put("GIT_AUTHOR_DATE", date);
    clean.put("GIT_COMMITTER_DATE", date);
    builder.environment().clear();
    builder.environment().putAll(clean);
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " took longer than " + PATIENCE + " s");
      }
      return new Run(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(command + " was interrupted", e);
    }
  }

  private record Run(int exit, String output) {}

  /// Copies of a repository that is made once for a process, when the first is asked for: thousands
  /// of tests begin alike, and git takes longer for the same.
  public static final class Copies {
    private final Consumer<ScratchRepository> making;
    private final Map<Path, byte[]> content = new LinkedHashMap<>();
    private final List<Path> folders = new ArrayList<>();
    private int commits;

    /// Takes what makes the repository of two empty folders.
    public Copies(Consumer<ScratchRepository> making) {
      this.making = making;
    }

    /// Makes one in a folder.
    public synchronized ScratchRepository in(Path folder) {
      try {
        if (content.isEmpty()) {
          make();
        }
        var copy = without(folder);
        for (var each : folders) {
          Files.createDirectories(copy.root.resolve(each));
        }
        for (var each : content.entrySet()) {
          Files.write(copy.root.resolve(each.getKey()), each.getValue());
        }
        copy.commits = commits;
        if (commits > 0) {
          // The index knows files by their times and numbers.
          copy.git("update-index", "--refresh");
        }
        return copy;
      } catch (IOException e) {
        throw new UncheckedIOException("no scratch repository in " + folder, e);
      }
    }

    private void make() throws IOException {
      var folder = Files.createTempDirectory("tidemark-scratch-");
      var original = without(folder);
      making.accept(original);
      commits = original.commits;
      try (var walk = Files.walk(folder)) {
        for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
          if (path.startsWith(original.root)) {
            read(original.root.relativize(path), path);
          }
          Files.delete(path);
        }
      }
    }

    /// Samples of hooks, which git leaves in each repository, are of no use.
    private void read(Path name, Path path) throws IOException {
      if (Files.isDirectory(path)) {
        folders.addFirst(name);
      } else if (!name.toString().endsWith(".sample")) {
        content.put(name, Files.readAllBytes(path));
      }
    }
  }
}

package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.text.BoundedFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Git process with a timeout.
///
/// Git runs with English messages, without password prompts, optional locks and file system
/// monitor, and with hooks of the repository for a commit only. Input is small: more than a pipe
/// holds would block.
final class GitProcess {
  /// The prefix of git's message outside a repository.
  private static final String OUTSIDE = "not a git repository (or any";

  /// The default timeout of git, in milliseconds.
  static final long PATIENCE = 5_000;

  private static final long STEP = 5;

  /// The limits of files named by settings that are looked into for further ones: their number, and
  /// the size of each.
  private static final int NAMED_MAX = 100;

  private static final long NAMED_BYTES_MAX = 1 << 20;

  /// The usual name for no rules.
  private static final String NO_FILE = "/dev/null";

  private static final String DOT_GIT = ".git";
  private static final String LINK = "gitdir:";
  private static final String[] IN_WORK_TREE = {".gitignore", ".gitattributes", ".gitmodules"};
  private static final String[] IN_FOLDER = {"HEAD", "index", "config.worktree", "commondir"};
  private static final String[] IN_COMMON_FOLDER = {
    "config",
    "packed-refs",
    "shallow",
    "info/exclude",
    "info/attributes",
    "info/sparse-checkout",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/commit-graph",
    "objects/info/multi-pack-index"
  };

  private final Path folder;
  private final Map<String, String> environment;
  private final long patience;

  GitProcess(Path folder, Map<String, String> environment, boolean useGitVariables) {
    this(folder, GitVariables.of(environment, useGitVariables), PATIENCE);
  }

  /// Takes the exact environment and another time limit, in milliseconds.
  GitProcess(Path folder, Map<String, String> environment, long patience) {
    this.folder = folder;
    this.environment = environment;
    this.patience = patience;
  }

  /// Output of git.
  ///
  /// @param exit its exit code
  /// @param output its standard output
  /// @param errors its standard error
  record Answer(int exit, String output, String errors) {
    /// Returns the output without its last line break.
    String line() {
      return output.endsWith("\n") ? output.substring(0, output.length() - 1) : output;
    }

    /// Returns the parts of an output in which each part ends with a NUL.
    List<String> fields() {
      var fields = new ArrayList<String>();
      int start = 0;
      for (int end = output.indexOf('\0'); end >= 0; end = output.indexOf('\0', start)) {
        fields.add(output.substring(start, end));
        start = end + 1;
      }
      return fields;
    }

    /// Returns the first line of the complaints, without the word that they begin with.
    String error() {
      int end = errors.indexOf('\n');
      var first = end < 0 ? errors : errors.substring(0, end);
      return first.startsWith("fatal: ") ? first.substring("fatal: ".length()) : first;
    }

    /// Returns whether the complaint is that there is no repository.
    boolean isNoRepository() {
      return error().startsWith(OUTSIDE);
    }
  }

  /// Runs git to its end.
  ///
  /// @throws UnreadableRepositoryException if it is missing, cannot be started or takes too long
  Answer run(String input, String... arguments) throws UnreadableRepositoryException {
    try (var running = start(input, arguments)) {
      return running.await();
    }
  }

  /// Runs git to its end, for output that is not text: each character is one byte.
  ///
  /// @throws UnreadableRepositoryException as [#run]
  Answer runForBytes(String input, String... arguments) throws UnreadableRepositoryException {
    try (var running = start(input, arguments)) {
      return running.await(ISO_8859_1);
    }
  }

  /// Starts git without input.
  ///
  /// @throws UnreadableRepositoryException if it is missing or cannot be started
  Running start(String... arguments) throws UnreadableRepositoryException {
    return start("", arguments);
  }

  private Running start(String input, String... arguments) throws UnreadableRepositoryException {
    refuseBlockingFiles(folder);
    var path = SearchPath.of(environment, folder);
    var program = path.find("git");
    if (program == null) {
      throw new UnreadableRepositoryException("git " + path.missing());
    }
    boolean commits = commits(arguments);
    var command = new ArrayList<String>();
    command.add(program);
    command.addAll(List.of("-c", "core.fsmonitor=false"));
    if (!commits) {
      command.addAll(List.of("-c", "core.hooksPath=/dev/null"));
    }
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    if (!commits) {
      builder.environment().put("PATH", path.value());
    }
    try {
      var running = new Running(builder.start(), "git " + arguments[0], patience);
      running.send(input);
      return running;
    } catch (IOException e) {
      throw new UnreadableRepositoryException("git cannot be run: " + e.getMessage());
    }
  }

  /// Hooks of the repository belong to a commit; updates of an index or a reference have some too.
  private static boolean commits(String... arguments) {
    for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
      if (arguments[i].equals("commit")) {
        return true;
      }
    }
    return false;
  }

  /// A started process; closing it kills it if it still runs.
  static final class Running implements AutoCloseable {
    private final Process process;
    private final String name;
    private final long patience;

    /// @param name its name, for messages
    /// @param patience the time limit, in milliseconds
    Running(Process process, String name, long patience) {
      this.process = process;
      this.name = name;
      this.patience = patience;
    }

    private void send(String input) throws IOException {
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(UTF_8));
      } catch (IOException broken) {
        close();
        throw broken;
      }
    }

    /// Waits for its end. Reads both streams as they come, so that neither can fill up and stop it.
    ///
    /// @throws UnreadableRepositoryException if it takes too long
    Answer await() throws UnreadableRepositoryException {
      return await(UTF_8);
    }

    private Answer await(Charset charset) throws UnreadableRepositoryException {
      var output = new ByteArrayOutputStream();
      var errors = new ByteArrayOutputStream();
      // By the clock: on a busy machine each step takes longer.
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
      try {
        while (!process.waitFor(STEP, TimeUnit.MILLISECONDS)) {
          if (System.nanoTime() - end > 0) {
            throw new UnreadableRepositoryException(name + " took longer than " + patience + " ms");
          }
          drain(process.getInputStream(), output);
          drain(process.getErrorStream(), errors);
        }
        process.getInputStream().transferTo(output);
        process.getErrorStream().transferTo(errors);
      } catch (UnreadableRepositoryException e) {
        throw e;
      } catch (IOException e) {
        throw new UnreadableRepositoryException(name + " cannot be run: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UnreadableRepositoryException(name + " was interrupted");
      }
      return new Answer(process.exitValue(), output.toString(charset), errors.toString(UTF_8));
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static void drain(InputStream from, ByteArrayOutputStream to) throws IOException {
    for (int n = from.available(); n > 0; n = from.available()) {
      to.write(from.readNBytes(n));
    }
  }

  /// Makes sure that git finds files where it opens files.
  ///
  /// @param start the folder in which git is started
  /// @throws UnreadableRepositoryException if something else stands in the place of one
  private static void refuseBlockingFiles(Path start) throws UnreadableRepositoryException {
    for (Path folder = start.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      check(folder, IN_WORK_TREE);
      var dotGit = folder.resolve(DOT_GIT);
      var file = dotGit.toFile();
      if (file.isDirectory()) {
        checkFolder(dotGit, dotGit, folder);
        return;
      }
      if (file.exists()) {
        check(folder, new String[] {DOT_GIT});
        checkLinked(folder, dotGit);
        return;
      }
    }
  }

  private static void checkLinked(Path folder, Path link) throws UnreadableRepositoryException {
    var text = text(link);
    if (text != null && text.startsWith(LINK)) {
      try {
        var gitDir = GitFiles.resolve(folder, text.substring(LINK.length()).strip());
        check(gitDir, IN_FOLDER);
        var common = text(gitDir.resolve("commondir"));
        var shared = common == null ? gitDir : GitFiles.resolve(gitDir, common.strip());
        checkFolder(gitDir, shared, folder);
      } catch (UnreadableRepositoryException blocking) {
        throw blocking;
      } catch (IOException unreadable) {
        // Git itself reports problems of its own files.
      }
    }
  }

  private static void checkFolder(Path gitDir, Path common, Path workTree)
      throws UnreadableRepositoryException {
    check(gitDir, IN_FOLDER);
    check(common, IN_COMMON_FOLDER);
    var head = text(gitDir.resolve("HEAD"));
    if (head != null && head.startsWith("ref: refs/") && !head.contains("..")) {
      check(common, new String[] {head.substring("ref: ".length()).strip()});
    }
    var seen = new HashSet<Path>();
    checkNamed(common.resolve("config"), workTree, seen);
    checkNamed(gitDir.resolve("config.worktree"), workTree, seen);
  }

  /// Checks the files that settings name: relative to their own folder where they are included,
  /// else to the work tree.
  private static void checkNamed(Path settings, Path workTree, Set<Path> seen)
      throws UnreadableRepositoryException {
    boolean small = settings.toFile().length() <= NAMED_BYTES_MAX;
    if (!small || seen.size() == NAMED_MAX || !seen.add(settings)) {
      return;
    }
    var text = text(settings);
    for (var name : text == null ? List.<String>of() : GitConfig.filesIn(text)) {
      for (var folder : List.of(settings.resolve(".."), workTree)) {
        try {
          var file = folder.resolve(name).normalize();
          if (!name.equals(NO_FILE)) {
            check(file, new String[] {""});
            checkNamed(file, workTree, seen);
          }
        } catch (InvalidPathException impossible) {
          // Git itself reports a name that no file can have.
        }
      }
    }
  }

  private static @Nullable String text(Path file) {
    try {
      return GitFiles.read(file);
    } catch (IOException unreadable) {
      return null; // Git says so itself.
    }
  }

  private static boolean isReadable(File file) {
    try {
      return file.isFile() && (file.length() > 0 || !BoundedFile.leadsToSystem(file.toPath()));
    } catch (IOException gone) {
      return true;
    }
  }

  private static void check(Path folder, String[] names) throws UnreadableRepositoryException {
    for (var name : names) {
      var file = new File(folder.toFile(), name);
      if (file.exists() && !file.isDirectory() && !isReadable(file)) {
        throw new UnreadableRepositoryException(
            "git was not started, it would block: "
                + file
                + " is not a regular file; remove it, or put a file in its place");
      }
    }
  }
}

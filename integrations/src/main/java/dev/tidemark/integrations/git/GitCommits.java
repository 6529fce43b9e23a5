package dev.tidemark.integrations.git;

import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.GitFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Commits single paths with the git program, which runs the user's hooks and uses their identity.
///
/// Only the named paths are touched: other staged changes of the user stay staged.
final class GitCommits {
  /// Hooks may take their time; a user would wait longer than this only for their own hook.
  private static final long PATIENCE = 120_000;

  /// The pause between two attempts to lock git's index, in nanoseconds.
  private static final long PAUSE = 20_000_000;

  /// The exit code of `git config --unset` where there is no such key.
  private static final int NO_SUCH_KEY = 5;

  private final GitProcess git;
  private final Duration lockTimeout;

  /// @param lockTimeout how long to wait for another process that holds the lock of git's index
  GitCommits(GitProcess git, Duration lockTimeout) {
    this.git = git;
    this.lockTimeout = lockTimeout;
  }

  /// Runs a git command that changes the index. Git itself does not wait for `index.lock`.
  private GitProcess.Answer locking(String... command) throws UnreadableRepositoryException {
    long deadline = System.nanoTime() + lockTimeout.toNanos();
    while (true) {
      var answer = git.run("", command);
      boolean held = answer.exit() != 0 && answer.errors().contains("index.lock");
      if (!held || System.nanoTime() - deadline >= 0) {
        return answer;
      }
      LockSupport.parkNanos(PAUSE);
    }
  }

  /// Returns how long a commit may take, in milliseconds.
  static long timeoutMillis() {
    return PATIENCE;
  }

  /// Returns the git status of a path.
  Fact<GitFile> file(String path) {
    try {
      boolean inIndex = hasOutput("ls-files", "--cached", "--", path);
      boolean inHead = hasOutput("ls-tree", "--name-only", "HEAD", "--", path);
      boolean changed = hasOutput("status", "--porcelain", "--ignored=no", "--", path);
      return Fact.known(new GitFile(inHead, inIndex, changed));
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Returns the content of a file at HEAD.
  Fact<Optional<String>> committed(String path) {
    try {
      if (!hasOutput("ls-tree", "--name-only", "HEAD", "--", path)) {
        return Fact.known(Optional.empty());
      }
      var answer = git.run("", "cat-file", "blob", "HEAD:./" + path);
      return answer.exit() == 0
          ? Fact.known(Optional.of(answer.output()))
          : Fact.unknown(answer.error());
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Commits the paths as they are in the work tree; paths that are gone are committed as removed.
  List<Blocker> commit(String message, List<String> paths) {
    try {
      var known = new ArrayList<String>();
      for (var path : paths) {
        var added = locking("--literal-pathspecs", "add", "--all", "--", path);
        boolean removed =
            added.exit() != 0 && hasOutput("ls-tree", "--name-only", "HEAD", "--", path);
        boolean staged = removed && !hasOutput("ls-files", "--cached", "--", path);
        if (added.exit() == 0 || staged) {
          known.add(path);
        } else if (!added.errors().contains("did not match any files")) {
          return blocked("not-added", path, added, rule(path));
        }
      }
      if (known.isEmpty() || !changed(known)) {
        return List.of();
      }
      var command = new ArrayList<>(List.of("--literal-pathspecs", "commit", "--quiet"));
      command.addAll(List.of("--only", "-m", message, "--"));
      command.addAll(known);
      var committed = locking(command.toArray(new String[0]));
      return committed.exit() == 0
          ? List.of()
          : blocked("not-committed", String.join(", ", known), committed, "");
    } catch (UnreadableRepositoryException failure) {
      return List.of(
          Blocker.refused(
              "not-committed",
              String.join(", ", paths) + " could not be committed: " + failure.getMessage(),
              "Fix the problem that git reports and run the command again"));
    }
  }

  /// Stages the removal of the paths.
  List<Blocker> stageRemoval(List<String> paths) {
    try {
      var command =
          new ArrayList<>(
              List.of("--literal-pathspecs", "rm", "--quiet", "--cached", "--ignore-unmatch"));
      command.add("--");
      command.addAll(paths);
      var removed = locking(command.toArray(new String[0]));
      return removed.exit() == 0
          ? List.of()
          : blocked("not-staged", String.join(", ", paths), removed, "");
    } catch (UnreadableRepositoryException failure) {
      return List.of(
          Blocker.refused(
              "not-staged",
              "the removal could not be staged: " + failure.getMessage(),
              "Fix the problem that git reports and run the command again"));
    }
  }

  /// Sets a value in the configuration of the clone; none removes it.
  List<Blocker> configure(String key, @Nullable String value) {
    try {
      var answer =
          value == null
              ? git.run("", "config", "--local", "--unset-all", key)
              : git.run("", "config", "--local", "--replace-all", key, value);
      boolean gone = value == null && answer.exit() == NO_SUCH_KEY;
      return answer.exit() == 0 || gone ? List.of() : notConfigured(key, answer.error());
    } catch (UnreadableRepositoryException failure) {
      return notConfigured(key, String.valueOf(failure.getMessage()));
    }
  }

  private static List<Blocker> notConfigured(String key, String why) {
    return List.of(
        Blocker.refused(
            "not-configured",
            "git could not set " + key + ": " + why,
            "Fix the problem that git reports and run the command again"));
  }

  private boolean changed(List<String> paths) throws UnreadableRepositoryException {
    var command = new ArrayList<>(List.of("--literal-pathspecs", "status", "--porcelain", "--"));
    command.addAll(paths);
    var answer = git.run("", command.toArray(new String[0]));
    return answer.exit() != 0 || !answer.output().isEmpty();
  }

  private boolean hasOutput(String... command) throws UnreadableRepositoryException {
    var words = new ArrayList<>(List.of("--literal-pathspecs"));
    words.addAll(List.of(command));
    var answer = git.run("", words.toArray(new String[0]));
    return answer.exit() == 0 && !answer.output().isEmpty();
  }

  /// Returns the rule that ignores a path, as git names it: file, line and pattern; empty if none
  /// does.
  private String rule(String path) throws UnreadableRepositoryException {
    var answer = git.run("", "check-ignore", "--verbose", "--no-index", "--", path);
    int end = answer.output().indexOf('\t');
    return end < 0 ? "" : " (ignored by " + answer.output().substring(0, end) + ")";
  }

  private static List<Blocker> blocked(
      String code, String path, GitProcess.Answer answer, String rule) {
    var words = answer.errors().isBlank() ? answer.output() : answer.errors();
    return List.of(
        Blocker.refused(
            code,
            "git refused " + path + " (the files are changed): " + words.strip() + rule,
            "Fix the problem that git reports and run the command again; it commits what is"
                + " pending"));
  }
}

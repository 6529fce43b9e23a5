package dev.tidemark.integrations.git;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.port.Repository;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MovedFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Git repository of a project's root, if there is one.
///
/// HEAD is read from git's files. The git program is started where they are not enough: for ignore
/// rules, for storage formats unknown here, for names that Java's locale cannot express, and where
/// `GIT_DIR` or `GIT_WORK_TREE` is set. These variables count only if the root was not named by
/// `--root` or `GIT_ROOT`: a named root means the repository that contains it.
///
/// Nothing is remembered between calls, so a long-lived process sees every checkout, unless it was
/// asked to look [#readingHeadOnce] or [ahead][#prefetchChanges]. Safe for use by several threads.
public final class GitRepository implements Repository {
  private final ProjectRoot root;
  private final Map<String, String> environment;
  private final boolean once;
  private final Duration lockTimeout;
  private volatile @Nullable Fact<Head> cachedHead;
  private @Nullable Prefetched prefetched;

  /// The answer of a comparison that git was stopped in; a process of one call waits once for it.
  private volatile @Nullable Fact<List<FileChange>> stopped;

  /// Takes the root, and the variables of the process.
  public GitRepository(ProjectRoot root, Map<String, String> environment) {
    this(root, environment, false, Duration.ofSeconds(5));
  }

  private GitRepository(
      ProjectRoot root, Map<String, String> environment, boolean once, Duration lockTimeout) {
    this.root = root;
    this.environment = environment;
    this.once = once;
    this.lockTimeout = lockTimeout;
  }

  /// Returns one that waits as long for another process that changes git's index.
  public GitRepository waiting(Duration timeout) {
    return new GitRepository(root, environment, once, timeout);
  }

  /// Returns the repository of another folder.
  public GitRepository at(Path folder) {
    var other = new ProjectRoot(folder, ProjectRoot.Origin.OPTION);
    return new GitRepository(other, environment, once, lockTimeout);
  }

  /// Returns a repository that reads HEAD once: for a process that answers a single call or event.
  public GitRepository readingHeadOnce() {
    return new GitRepository(root, environment, true, lockTimeout);
  }

  @Override
  public Fact<Head> head() {
    var known = cachedHead;
    if (known == null) {
      known = readHead();
      cachedHead = once ? known : null;
    }
    return known;
  }

  private Fact<Head> readHead() {
    if (root.usesGitVariables(environment)) {
      return program().head();
    }
    try {
      var files = files();
      if (files == null) {
        return Fact.known(Head.NONE);
      }
      return files.isReadable() ? Fact.known(files.head()) : program().head();
    } catch (IOException e) {
      // In the locale C, Java cannot open a file whose name has an umlaut; git can.
      return e.getCause() instanceof InvalidPathException
          ? program().head()
          : Fact.unknown(DiskReason.located(e));
    }
  }

  @Override
  public Fact<CommitRelation> since(String commit) {
    if (!GitHistory.isCommit(commit)) {
      return Fact.unknown("no commit is called that");
    }
    var now = head().orElse(Head.NONE).commit();
    if (now == null) {
      return Fact.unknown("nothing is checked out");
    }
    if (now.equals(commit)) {
      return Fact.known(CommitRelation.SAME);
    }
    try {
      var files = root.usesGitVariables(environment) ? null : files();
      int commits =
          files != null && files.isReadable() ? files.history().distance(now, commit) : -1;
      if (commits > 0) {
        return Fact.known(CommitRelation.ahead(commits));
      }
    } catch (IOException e) {
      return Fact.unknown(DiskReason.located(e));
    }
    return program().since(commit);
  }

  @Override
  public Fact<List<IgnoreStatus>> ignored(List<String> paths) {
    if (paths.isEmpty()) {
      return Fact.known(List.of());
    }
    if (root.usesGitVariables(environment)) {
      return program().ignored(paths);
    }
    try {
      var files = files();
      var workTree = files == null ? null : files.workTree();
      if (workTree == null || !folder().startsWith(workTree)) {
        return Fact.known(Collections.nCopies(paths.size(), IgnoreStatus.OUTSIDE));
      }
      return program().ignored(paths);
    } catch (IOException e) {
      return Fact.unknown(DiskReason.located(e));
    }
  }

  @Override
  public Fact<GitFile> file(String path) {
    return commits().file(path);
  }

  @Override
  public Fact<Optional<String>> committed(String path) {
    return commits().committed(path);
  }

  @Override
  public Fact<Optional<MergeSides>> merged(String path, boolean committed) {
    try {
      var files = files();
      if (files == null || !files.isReadable()) {
        return Fact.known(Optional.empty());
      }
      var variables = GitVariables.of(environment, root.usesGitVariables(environment));
      var git = new GitProcess(root.folder(), variables, GitCommits.timeoutMillis());
      return new GitMerges(files, git).of(path, committed);
    } catch (IOException e) {
      return Fact.unknown(DiskReason.located(e));
    }
  }

  @Override
  public List<Blocker> commit(String message, List<String> paths) {
    var blockers = commits().commit(message, paths);
    cachedHead = null;
    return blockers;
  }

  @Override
  public List<Blocker> stageRemoval(List<String> paths) {
    return commits().stageRemoval(paths);
  }

  @Override
  public Fact<String> tree(List<String> except) {
    return workTree(except).id();
  }

  @Override
  public Fact<String> commitTree(String content, List<String> except) {
    return workTree(except).commitTree(content);
  }

  @Override
  public Fact<List<String>> changed(List<String> except) {
    return workTree(except).changed();
  }

  @Override
  public Fact<List<FileChange>> changes(@Nullable String since, int millis, List<String> except) {
    var now = head().orElse(Head.NONE);
    if (now.equals(Head.NONE)) {
      return Fact.unknown("there is no git repository");
    }
    var known = stopped;
    if (known != null) {
      return known;
    }
    var base = since == null ? now.commit() : since;
    long begun = System.nanoTime();
    try (var early = exchange(null)) {
      var found =
          early != null && early.except.equals(except)
              ? early.changes.since(base, now.commit(), early.begun)
              : comparison(millis, except).since(base, now.commit());
      boolean late = System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(millis);
      stopped = once && late && !found.isKnown() ? found : null;
      return found;
    } catch (IOException e) {
      return Fact.unknown(DiskReason.located(e));
    }
  }

  private GitChanges comparison(int millis, List<String> except) throws IOException {
    boolean selected = root.usesGitVariables(environment);
    var variables = GitVariables.of(environment, selected);
    var files = selected ? null : files();
    boolean filters = files == null || files.mayHaveFilters();
    return new GitChanges(new GitProcess(root.folder(), variables, millis), filters, except);
  }

  /// Comparison that [#changes] takes over.
  private final class Prefetched implements Prefetch {
    final GitChanges changes;
    final GitChanges.Begun begun;
    final List<String> except;

    Prefetched(GitChanges changes, List<String> except) throws UnreadableRepositoryException {
      this.changes = changes;
      this.begun = changes.begin();
      this.except = List.copyOf(except);
    }

    @Override
    public void close() {
      synchronized (GitRepository.this) {
        if (prefetched == this) {
          prefetched = null;
        }
      }
      begun.close();
    }
  }

  private synchronized @Nullable Prefetched exchange(@Nullable Prefetched next) {
    var before = prefetched;
    prefetched = next;
    return before;
  }

  @Override
  public Prefetch prefetchChanges(int millis, List<String> except) {
    if (head().orElse(Head.NONE).equals(Head.NONE)) {
      return Prefetch.NONE;
    }
    try {
      var early = new Prefetched(comparison(millis, except), except);
      var before = exchange(early);
      if (before != null) {
        before.close();
      }
      return early;
    } catch (IOException e) {
      // Who asks for the changes is told.
      return Prefetch.NONE;
    }
  }

  @Override
  public MovedFiles movedFiles() {
    return new GitRenames(root.folder(), this::renameProcess);
  }

  private @Nullable GitProcess renameProcess() {
    if (head().orElse(Head.NONE).equals(Head.NONE)) {
      return null;
    }
    var variables = GitVariables.of(environment, root.usesGitVariables(environment));
    return new GitProcess(root.folder(), variables, GitProcess.PATIENCE);
  }

  @Override
  public Fact<Boolean> movedSince(String commit, List<String> except) {
    return commit.equals(head().orElse(Head.NONE).commit())
        ? Fact.known(false)
        : workTree(except).movedSince(commit);
  }

  @Override
  public List<Blocker> configure(String key, @Nullable String value) {
    return commits().configure(key, value);
  }

  private GitTree workTree(List<String> except) {
    var variables = GitVariables.of(environment, root.usesGitVariables(environment));
    return new GitTree(root.folder(), variables, except);
  }

  private GitCommits commits() {
    var variables = GitVariables.of(environment, root.usesGitVariables(environment));
    var git = new GitProcess(root.folder(), variables, GitCommits.timeoutMillis());
    return new GitCommits(git, lockTimeout);
  }

  private @Nullable GitFiles files() throws IOException {
    return GitFiles.find(folder(), environment);
  }

  private GitProgram program() {
    return new GitProgram(root.folder(), environment, root.usesGitVariables(environment));
  }

  /// Git resolves symbolic links in paths; a root that does not exist yet has none.
  private Path folder() {
    try {
      return root.folder().toRealPath();
    } catch (IOException e) {
      return root.folder();
    }
  }
}

package dev.tidemark.port;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MovedFiles;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Git repository port for the project root (R-COM-02).
///
/// No git program, no repository, no commit and a detached HEAD are normal answers, never errors.
public interface Repository {
  /// The most files that [#changes] returns.
  int CHANGES_MAX = 500;

  /// Returns HEAD; [Head#NONE] outside a repository.
  ///
  /// Unknown if there is a repository that cannot be read, with the reason.
  Fact<Head> head();

  /// Returns the relation of a commit to HEAD.
  ///
  /// @return unknown if git failed or does not have the commit, with the reason
  default Fact<CommitRelation> since(String commit) {
    return Fact.unknown("commit relations are not supported");
  }

  /// Returns the ignore status of each of the paths, in the same order.
  ///
  /// @param paths from the project root; a folder ends with `/`
  /// @return unknown if git could not be asked, with the reason
  Fact<List<IgnoreStatus>> ignored(List<String> paths);

  /// Returns the git status of a path.
  ///
  /// @return unknown if git could not be asked, with the reason
  Fact<GitFile> file(String path);

  /// Returns the content of a file at HEAD; an empty answer if HEAD has no such file, or there is
  /// no commit.
  ///
  /// @return unknown if git could not be asked, with the reason
  Fact<Optional<String>> committed(String path);

  /// Returns the versions of a file that a merge brings together; an empty answer if there is no
  /// merge.
  ///
  /// @param committed whether a merge that is committed counts too
  /// @return unknown if git could not be asked, with the reason
  default Fact<Optional<MergeSides>> merged(String path, boolean committed) {
    return Fact.known(Optional.empty());
  }

  /// Returns the id of everything in the work tree that git does not ignore, whether it is
  /// committed or not: the same content has the same id.
  ///
  /// @param except paths from the project root that do not count
  /// @return unknown outside a repository, or if git could not be asked, with the reason
  Fact<String> tree(List<String> except);

  /// Returns the id of the git tree that a commit of the work tree would have, without the
  /// exceptions.
  ///
  /// @param content the id of the same content, as [#tree] returned it
  /// @param except paths from the project root that do not count
  /// @return unknown if the content has changed since, if a commit would not hold all of it, or if
  ///   git could not be asked, with the reason
  default Fact<String> commitTree(String content, List<String> except) {
    return Fact.unknown("git trees are not supported");
  }

  /// Returns the paths in which the work tree differs from the commit that is checked out.
  ///
  /// @param except paths from the project root that do not count
  /// @return unknown outside a repository, or if git could not be asked, with the reason
  Fact<List<String>> changed(List<String> except);

  /// Returns the files in which the work tree differs from a commit, at most [#CHANGES_MAX] of
  /// them. Untracked files are among them, ignored ones are not.
  ///
  /// @param since the commit; absent to compare with the one checked out
  /// @param millis the time limit of git
  /// @param except paths from the project root that do not count
  /// @return unknown outside a repository, or if git could not be asked in time, with the reason
  default Fact<List<FileChange>> changes(@Nullable String since, int millis, List<String> except) {
    return Fact.unknown("git is not available");
  }

  /// Begins what the next call of [#changes] with the same exceptions waits for, so that git works
  /// while its caller does.
  ///
  /// @param millis the time limit of git
  /// @param except paths from the project root that do not count
  /// @return to be closed by the caller, which ends git if the result was not asked for
  default Prefetch prefetchChanges(int millis, List<String> except) {
    return Prefetch.NONE;
  }

  /// Comparison that was begun before its result is asked for.
  interface Prefetch extends AutoCloseable {
    /// Nothing was begun.
    Prefetch NONE = () -> {};

    @Override
    void close();
  }

  /// Returns the search for files that were moved or renamed, as the work tree and the last commits
  /// are at its first question.
  default MovedFiles movedFiles() {
    return MovedFiles.NONE;
  }

  /// Returns whether HEAD has changes against another commit.
  ///
  /// @param except paths from the project root that do not count
  /// @return unknown if git does not have one of them, or failed, with the reason
  Fact<Boolean> movedSince(String commit, List<String> except);

  /// Commits exactly these paths, removed ones included: other staged changes stay staged.
  /// Nothing to commit is success.
  ///
  /// @return why it could not be done, with git's own words; empty if it was
  List<Blocker> commit(String message, List<String> paths);

  /// Stages the removal of these paths.
  ///
  /// @return why it could not be done, with git's own words; empty if it was
  List<Blocker> stageRemoval(List<String> paths);

  /// Sets a value in the configuration of the clone.
  ///
  /// @param value absent to remove it
  /// @return why it could not be done, with git's own words; empty if it was
  default List<Blocker> configure(String key, @Nullable String value) {
    return List.of();
  }
}

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.RunStart;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Fact query: one fact that the rules request before they decide.
///
/// The engine fetches exactly the requested facts, once per attempt: an unused fact costs nothing.
///
/// @param <T> the type of the answer
public sealed interface FactQuery<T> {

  /// The kinds of queries: a switch over them loads no class of another kind.
  enum Kind {
    HEAD,
    IGNORED,
    EXISTS,
    TEXT,
    FILES,
    FILES_BELOW,
    DIGEST,
    FINGERPRINT,
    COMMIT_RELATION,
    GIT_STATUS,
    TEXT_AT_HEAD,
    MERGE_SIDES,
    PROGRAM,
    TREE,
    CHANGED_FILES,
    CHANGES,
    MOVED_SINCE,
    SHIP_VERDICT,
    NEWEST_START,
    EVIDENCE,
    DOCUMENT,
    PARSE_ERROR,
    READY_WORK
  }

  /// Returns the kind of query.
  Kind kind();

  // Queries are map keys, so their generated record methods are written out: they would be linked
  // at run time.

  /// Git HEAD of the project root.
  enum HeadNow implements FactQuery<Head> {
    /// The only way to ask it.
    HEAD;

    @Override
    public Kind kind() {
      return Kind.HEAD;
    }
  }

  /// Whether git ignores a path.
  ///
  /// @param path from the project root
  record Ignored(String path) implements FactQuery<IgnoreStatus> {
    @Override
    public Kind kind() {
      return Kind.IGNORED;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Ignored that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Whether a file or folder exists.
  ///
  /// @param path from the project root
  record Exists(String path) implements FactQuery<Boolean> {
    @Override
    public Kind kind() {
      return Kind.EXISTS;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Exists that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Content of a text file; an empty answer if there is no such file, unknown if it cannot be
  /// read.
  ///
  /// @param path from the project root
  record Text(String path) implements FactQuery<Optional<String>> {
    @Override
    public Kind kind() {
      return Kind.TEXT;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Text that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Entries of a folder, by name; empty if there is no such folder.
  ///
  /// @param folder from the project root
  record Files(String folder) implements FactQuery<List<FileFact>> {
    @Override
    public Kind kind() {
      return Kind.FILES;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Files that && folder.equals(that.folder);
    }

    @Override
    public int hashCode() {
      return folder.hashCode();
    }
  }

  /// Entries of a folder and its subfolders, by path; empty if there is no such folder.
  ///
  /// @param folder from the project root
  record FilesBelow(String folder) implements FactQuery<List<FileFact>> {
    @Override
    public Kind kind() {
      return Kind.FILES_BELOW;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FilesBelow that && folder.equals(that.folder);
    }

    @Override
    public int hashCode() {
      return folder.hashCode();
    }
  }

  /// The SHA-256 of a file, in hex; an empty answer if there is no such file.
  ///
  /// @param path from the project root
  record Digest(String path) implements FactQuery<Optional<String>> {
    @Override
    public Kind kind() {
      return Kind.DIGEST;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Digest that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// The [Fingerprint] of a file; an empty answer if there is no such file.
  ///
  /// @param path from the project root
  record Print(String path) implements FactQuery<Optional<Fingerprint>> {
    @Override
    public Kind kind() {
      return Kind.FINGERPRINT;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Print that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Relation of a commit to HEAD.
  ///
  /// @param commit 40 or 64 hex digits
  record Since(String commit) implements FactQuery<CommitRelation> {
    @Override
    public Kind kind() {
      return Kind.COMMIT_RELATION;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Since that && commit.equals(that.commit);
    }

    @Override
    public int hashCode() {
      return commit.hashCode();
    }
  }

  /// Git status of a path.
  ///
  /// @param path from the project root
  record InGit(String path) implements FactQuery<GitFile> {
    @Override
    public Kind kind() {
      return Kind.GIT_STATUS;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof InGit that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Content of a file at HEAD; an empty answer if HEAD has no such file.
  ///
  /// @param path from the project root
  record Committed(String path) implements FactQuery<Optional<String>> {
    @Override
    public Kind kind() {
      return Kind.TEXT_AT_HEAD;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Committed that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// The versions of a file that the merge in progress, or the merge commit that is checked out,
  /// brings together; an empty answer if there is no such merge.
  ///
  /// @param path from the project root
  /// @param committed whether a merge that is committed counts too
  record Merged(String path, boolean committed) implements FactQuery<Optional<MergeSides>> {
    @Override
    public Kind kind() {
      return Kind.MERGE_SIDES;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Merged that && path.equals(that.path) && committed == that.committed;
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /// Whether a program can be started.
  ///
  /// @param name its name, without a folder
  record Program(String name) implements FactQuery<Boolean> {
    @Override
    public Kind kind() {
      return Kind.PROGRAM;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Program that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  /// The id of everything in the work tree that git does not ignore, checkpoints left out.
  enum TreeNow implements FactQuery<String> {
    /// The only way to ask it.
    TREE;

    @Override
    public Kind kind() {
      return Kind.TREE;
    }
  }

  /// The paths in which the work tree differs from the commit checked out, checkpoints left out.
  enum ChangedFiles implements FactQuery<List<String>> {
    /// The only way to ask it.
    IN_TREE;

    @Override
    public Kind kind() {
      return Kind.CHANGED_FILES;
    }
  }

  /// The files in which the work tree differs from a commit, checkpoints left out. Untracked files
  /// are among them, ignored ones are not.
  ///
  /// @param since the commit; absent to compare with the one checked out
  /// @param patience how long git may take, in milliseconds
  record Changes(@Nullable String since, int patience) implements FactQuery<List<FileChange>> {
    @Override
    public Kind kind() {
      return Kind.CHANGES;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Changes that
          && patience == that.patience
          && Objects.equals(since, that.since);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(since);
    }
  }

  /// Whether HEAD has changes against another commit, checkpoints excluded.
  ///
  /// @param commit the other one
  record MovedSince(String commit) implements FactQuery<Boolean> {
    @Override
    public Kind kind() {
      return Kind.MOVED_SINCE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MovedSince that && commit.equals(that.commit);
    }

    @Override
    public int hashCode() {
      return commit.hashCode();
    }
  }

  /// The ship gate's verdict for the subject of a run.
  ///
  /// @param item the subject; empty for none
  record ShipReady(String item) implements FactQuery<ShipJudgement> {
    @Override
    public Kind kind() {
      return Kind.SHIP_VERDICT;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ShipReady that && item.equals(that.item);
    }

    @Override
    public int hashCode() {
      return item.hashCode();
    }
  }

  /// The last start of the run; an empty answer if none is recorded. Answered by the engine.
  enum Begun implements FactQuery<Optional<RunStart>> {
    /// The only way to ask it.
    HOW;

    @Override
    public Kind kind() {
      return Kind.NEWEST_START;
    }
  }

  /// The recorded evidence of the run; an empty answer if there is none. Answered by the engine.
  enum Recorded implements FactQuery<Optional<Evidence>> {
    /// The only way to ask it.
    EVIDENCE;

    @Override
    public Kind kind() {
      return Kind.EVIDENCE;
    }
  }

  /// The document of a run, this one or another; an empty answer if there is none, unknown if it is
  /// no text. Answered by the engine. Nothing that the answer leads to is done if that document has
  /// changed by then.
  ///
  /// @param id which run
  record DocumentOf(CheckpointId id) implements FactQuery<Optional<String>> {
    @Override
    public Kind kind() {
      return Kind.DOCUMENT;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof DocumentOf that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
      return id.hashCode();
    }
  }

  /// The parse error of the run's document; an empty answer if it can be read, or if there is none.
  /// Answered by the engine.
  public enum Damage implements FactQuery<Optional<String>> {
    /// The only way to ask it.
    PROBLEM;

    @Override
    public Kind kind() {
      return Kind.PARSE_ERROR;
    }
  }

  /// The ready work items of a tracker, the most urgent first; an empty answer if the project has
  /// no tracker.
  enum ReadyWork implements FactQuery<Optional<List<WorkItem>>> {
    /// The only way to ask it.
    READY;

    @Override
    public Kind kind() {
      return Kind.READY_WORK;
    }
  }
}

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.RunStart;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
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
/// Queries are map keys: two of one kind with equal arguments are equal.
///
/// @param <T> the type of the answer
@SuppressWarnings("UnusedTypeParameter") // the type of the answer, for the compiler
public final class FactQuery<T> {

  /// The kinds of queries.
  public enum Kind {
    HEAD,
    IGNORED,
    EXISTS,
    TEXT,
    FILES,
    FILES_BELOW,
    DIGEST,
    FILE_STATE,
    FINGERPRINT,
    LOCATION,
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

  /// Git HEAD of the project root.
  public static final FactQuery<Head> HEAD = new FactQuery<>(Kind.HEAD, "");

  /// The id of everything in the work tree that git does not ignore, checkpoints left out.
  public static final FactQuery<String> TREE = new FactQuery<>(Kind.TREE, "");

  /// The paths in which the work tree differs from the commit checked out, checkpoints left out.
  public static final FactQuery<List<String>> CHANGED_FILES =
      new FactQuery<>(Kind.CHANGED_FILES, "");

  /// The last start of the run; an empty answer if none is recorded. Answered by the engine.
  public static final FactQuery<Optional<RunStart>> NEWEST_START =
      new FactQuery<>(Kind.NEWEST_START, "");

  /// The recorded evidence of the run; an empty answer if there is none. Answered by the engine.
  public static final FactQuery<Optional<Evidence>> EVIDENCE = new FactQuery<>(Kind.EVIDENCE, "");

  /// The parse error of the run's document; an empty answer if it can be read, or if there is none.
  /// Answered by the engine.
  public static final FactQuery<Optional<String>> PARSE_ERROR =
      new FactQuery<>(Kind.PARSE_ERROR, "");

  /// The ready work items of a tracker, the most urgent first; an empty answer if the project has
  /// no tracker.
  public static final FactQuery<Optional<List<WorkItem>>> READY_WORK =
      new FactQuery<>(Kind.READY_WORK, "");

  private final Kind kind;
  private final String subject;

  /// A number, or 0 and 1 for false and true.
  private final int option;

  private final @Nullable CheckpointId id;

  private FactQuery(Kind kind, String subject) {
    this(kind, subject, 0, null);
  }

  private FactQuery(Kind kind, String subject, int option, @Nullable CheckpointId id) {
    this.kind = kind;
    this.subject = subject;
    this.option = option;
    this.id = id;
  }

  /// Whether git ignores a path from the project root.
  public static FactQuery<IgnoreStatus> ignored(String path) {
    return new FactQuery<>(Kind.IGNORED, path);
  }

  /// Whether a file or folder exists, by its path from the project root.
  public static FactQuery<Boolean> exists(String path) {
    return new FactQuery<>(Kind.EXISTS, path);
  }

  /// Content of a text file; an empty answer if there is no such file, unknown if it cannot be
  /// read.
  public static FactQuery<Optional<String>> fileText(String path) {
    return new FactQuery<>(Kind.TEXT, path);
  }

  /// Entries of a folder, by name; empty if there is no such folder.
  public static FactQuery<List<FileFact>> files(String folder) {
    return new FactQuery<>(Kind.FILES, folder);
  }

  /// Entries of a folder and its subfolders, by path; empty if there is no such folder.
  public static FactQuery<List<FileFact>> filesBelow(String folder) {
    return new FactQuery<>(Kind.FILES_BELOW, folder);
  }

  /// The SHA-256 of a file, in hex; an empty answer if there is no such file.
  public static FactQuery<Optional<String>> digest(String path) {
    return new FactQuery<>(Kind.DIGEST, path);
  }

  /// The digest of all that an approval covers of a file, in hex: its SHA-256, or for an executable
  /// file or one behind a symbolic link that of content, mode and where it is. An empty answer if
  /// there is no such file.
  public static FactQuery<Optional<String>> fileState(String path) {
    return new FactQuery<>(Kind.FILE_STATE, path);
  }

  /// The [Fingerprint] of a file; an empty answer if there is no such file.
  public static FactQuery<Optional<Fingerprint>> fingerprint(String path) {
    return new FactQuery<>(Kind.FINGERPRINT, path);
  }

  /// Location of a file on this machine, as messages show it: the state folder, whose paths begin
  /// with `.tidemark`, may be elsewhere.
  public static FactQuery<String> location(String path) {
    return new FactQuery<>(Kind.LOCATION, path);
  }

  /// Relation of a commit to HEAD.
  ///
  /// @param commit 40 or 64 hex digits
  public static FactQuery<CommitRelation> commitRelation(String commit) {
    return new FactQuery<>(Kind.COMMIT_RELATION, commit);
  }

  /// Git status of a path.
  public static FactQuery<GitFile> gitStatus(String path) {
    return new FactQuery<>(Kind.GIT_STATUS, path);
  }

  /// Content of a file at HEAD; an empty answer if HEAD has no such file.
  public static FactQuery<Optional<String>> textAtHead(String path) {
    return new FactQuery<>(Kind.TEXT_AT_HEAD, path);
  }

  /// The versions of a file that the merge in progress, or the merge commit that is checked out,
  /// brings together; an empty answer if there is no such merge.
  ///
  /// @param committed whether a merge that is committed counts too
  public static FactQuery<Optional<MergeSides>> mergeSides(String path, boolean committed) {
    return new FactQuery<>(Kind.MERGE_SIDES, path, committed ? 1 : 0, null);
  }

  /// Whether a program can be started, by its name without a folder.
  public static FactQuery<Boolean> program(String name) {
    return new FactQuery<>(Kind.PROGRAM, name);
  }

  /// The files in which the work tree differs from a commit, checkpoints left out. Untracked files
  /// are among them, ignored ones are not.
  ///
  /// @param since the commit; absent to compare with the one checked out
  /// @param millis the time limit of git
  public static FactQuery<List<FileChange>> changes(@Nullable String since, int millis) {
    return new FactQuery<>(Kind.CHANGES, since == null ? "" : since, millis, null);
  }

  /// Whether HEAD has changes against another commit, checkpoints excluded.
  public static FactQuery<Boolean> movedSince(String commit) {
    return new FactQuery<>(Kind.MOVED_SINCE, commit);
  }

  /// The ship gate's verdict for the subject of a run; the subject is empty for none.
  public static FactQuery<ShipJudgement> shipVerdict(String item) {
    return new FactQuery<>(Kind.SHIP_VERDICT, item);
  }

  /// The document of a run, this one or another; an empty answer if there is none, unknown if it is
  /// no text. Answered by the engine. Nothing that the answer leads to is done if that document has
  /// changed by then.
  public static FactQuery<Optional<String>> document(CheckpointId id) {
    return new FactQuery<>(Kind.DOCUMENT, "", 0, id);
  }

  /// Returns the kind of query.
  public Kind kind() {
    return kind;
  }

  /// Returns the path, folder, commit, program or item in question; empty if the query has none.
  public String subject() {
    return subject;
  }

  /// Returns whether a committed merge counts, for the [sides of a merge][Kind#MERGE_SIDES].
  public boolean committed() {
    return option == 1;
  }

  /// Returns the time limit of git, for [changes][Kind#CHANGES].
  public int millis() {
    return option;
  }

  /// Returns the run whose [document][Kind#DOCUMENT] is requested.
  public CheckpointId run() {
    return Objects.requireNonNull(id);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FactQuery<?> that
        && kind == that.kind
        && subject.equals(that.subject)
        && option == that.option
        && Objects.equals(id, that.id);
  }

  @Override
  public int hashCode() {
    return (kind.hashCode() * 31 + subject.hashCode()) * 31 + (id == null ? 0 : id.hashCode());
  }

  @Override
  public String toString() {
    return kind + " " + (id == null ? subject : id);
  }
}

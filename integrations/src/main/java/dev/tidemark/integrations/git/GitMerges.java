package dev.tidemark.integrations.git;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Three-way merges: finds the base, ours and theirs of one file, from the index while git waits
/// for a conflict to be resolved, from the parents of HEAD once the merge is committed.
final class GitMerges {
  private static final Fact<Optional<MergeSides>> NONE = Fact.known(Optional.empty());

  private final GitFiles files;
  private final GitProcess git;

  GitMerges(GitFiles files, GitProcess git) {
    this.files = files;
    this.git = git;
  }

  Fact<Optional<MergeSides>> of(String path, boolean committed) throws IOException {
    try {
      if (files.isMerging()) {
        return unmerged(path);
      }
      return committed ? committed(path, files.head().commit()) : NONE;
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Reads the stages of the index; a path that is not in conflict has none.
  private Fact<Optional<MergeSides>> unmerged(String path) throws IOException {
    var stages = git.run("", "--literal-pathspecs", "ls-files", "-u", "-z", "--", path).fields();
    if (stages.isEmpty()) {
      return NONE;
    }
    var head = files.head().commit();
    var theirs = files.incoming();
    return Fact.known(
        Optional.of(
            new MergeSides(
                new Side("", blob(":1:./" + path)),
                new Side(head == null ? "" : Head.abbreviated(head), blob(":2:./" + path)),
                new Side(theirs == null ? "" : Head.abbreviated(theirs), blob(":3:./" + path)),
                false)));
  }

  private Fact<Optional<MergeSides>> committed(String path, @Nullable String head)
      throws IOException {
    if (head == null) {
      return NONE;
    }
    var read = files.history().parents(head);
    var parents = read == null ? asked(head) : read;
    if (parents.size() != 2) {
      return NONE;
    }
    var ours = parents.get(0);
    var theirs = parents.get(1);
    var base = git.run("", "merge-base", ours, theirs).line();
    return Fact.known(
        Optional.of(
            new MergeSides(
                readSide(base, path), readSide(ours, path), readSide(theirs, path), true)));
  }

  private List<String> asked(String head) throws UnreadableRepositoryException {
    var words = git.run("", "rev-list", "--parents", "-n", "1", head).line().split(" ");
    return List.of(words).subList(1, words.length);
  }

  private Side readSide(String commit, String path) throws UnreadableRepositoryException {
    return commit.isEmpty()
        ? new Side("", null)
        : new Side(Head.abbreviated(commit), blob(commit + ":./" + path));
  }

  private @Nullable String blob(String name) throws UnreadableRepositoryException {
    var answer = git.run("", "cat-file", "blob", name);
    return answer.exit() == 0 ? answer.output() : null;
  }
}

package dev.tidemark.integrations.git;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Branch of a run in the remote repository `origin`: how the files of a run get from one machine
/// to the next.
///
/// Only a commit that follows the one expected is pushed, so that of two machines one is refused.
public final class RunBranch {
  /// The remote repository.
  public static final String REMOTE = "origin";

  private static final String PREFIX = "tidemark/";
  private static final String BRANCHES = "refs/heads/";
  private static final long PATIENCE = 300_000;

  /// The exit code of `git ls-remote --exit-code` if there is no such reference.
  private static final int ABSENT = 2;

  private final String name;
  private final GitProcess git;

  /// @param root the root of the project
  /// @param environment the variables of the process
  public RunBranch(Path root, Map<String, String> environment, CheckpointId run) {
    this.name = PREFIX + encoded(run);
    var variables = new HashMap<>(GitVariables.of(environment, false));
    // A question of ssh would wait for an answer that never comes.
    variables.putIfAbsent("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
    this.git = new GitProcess(root, variables, PATIENCE);
  }

  /// Returns the parts of a run's id as parts of a reference: what git does not allow, and `/`
  /// within a part, is written as `%` and two digits for each byte.
  private static String encoded(CheckpointId run) {
    var item = run.item();
    var name = encoded(run.dialect()) + "/" + encoded(run.workflow());
    return item == null ? name : name + "/" + encoded(item);
  }

  private static String encoded(String part) {
    var encoded = new StringBuilder();
    for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
      encoded.append(plain ? String.valueOf(c) : "%%%02x".formatted(b));
    }
    return encoded.toString();
  }

  /// Returns its name, such as `tidemark/state/feature/login`.
  public String name() {
    return name;
  }

  /// Returns its name as that of a folder.
  public String folderName() {
    return name.substring(PREFIX.length()).replace('/', '-');
  }

  /// Fetches the branch.
  ///
  /// @return its commit; null if the remote repository has no such branch
  /// @throws IOException if the remote repository cannot be read, with git's reason
  public @Nullable String fetch() throws IOException {
    if (tip() == null) {
      return null;
    }
    var local = "refs/remotes/" + REMOTE + "/" + name;
    checked(
        git.run(
            "",
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            REMOTE,
            "+" + BRANCHES + name + ":" + local));
    return checked(git.run("", "rev-parse", "--verify", local)).line();
  }

  /// Returns the commit that the branch has in the remote repository; null if there is none.
  ///
  /// @throws IOException if the remote repository cannot be read, with git's reason
  public @Nullable String tip() throws IOException {
    var there = git.run("", "ls-remote", "--exit-code", REMOTE, BRANCHES + name);
    if (there.exit() == ABSENT) {
      return null;
    }
    var line = checked(there).line();
    return line.substring(0, Math.max(0, line.indexOf('\t')));
  }

  /// Pushes a commit, if the branch still is where it was.
  ///
  /// @param expected the commit that the branch has; absent if there is no branch yet
  /// @throws IOException if the branch has moved on, or the remote repository cannot be written,
  ///   with git's reason
  public void push(String commit, @Nullable String expected) throws IOException {
    var lease = "--force-with-lease=" + BRANCHES + name + ":" + (expected == null ? "" : expected);
    var pushed = git.run("", "push", "--quiet", lease, REMOTE, commit + ":" + BRANCHES + name);
    if (pushed.exit() == 0) {
      return;
    }
    var tip = tip();
    if (commit.equals(tip)) {
      return; // It has arrived, and the answer was lost.
    }
    if (!Objects.equals(tip, expected)) {
      throw new UnreadableRepositoryException(
          "the branch " + name + " has moved on: another machine has pushed to it");
    }
    throw new UnreadableRepositoryException(
        "git push: " + pushed.errors().strip().replace('\n', ' '));
  }

  /// Returns whether one commit is another or follows it.
  ///
  /// @throws IOException if one of them is not there, with git's reason
  public boolean follows(String commit, String earlier) throws IOException {
    var answer = git.run("", "merge-base", "--is-ancestor", earlier, commit);
    return answer.exit() == 1 ? false : checked(answer).exit() == 0;
  }

  private static GitProcess.Answer checked(GitProcess.Answer answer) throws IOException {
    if (answer.exit() != 0) {
      throw new UnreadableRepositoryException(answer);
    }
    return answer;
  }
}

package dev.tidemark.integrations.git;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Git queries through the git program, for facts that its files do not show.
///
/// Every answer is a fact: a program that is missing, hangs or refuses is a reason, never an
/// exception. Nothing here changes a repository.
final class GitProgram {
  /// Stands for any file of a folder, to ask whether the folder's contents are ignored.
  private static final String ANY_FILE = "any-file";

  private final GitProcess git;

  /// Takes the folder that git is started in.
  ///
  /// @param useGitVariables whether variables such as `GIT_DIR` may select the repository
  GitProgram(Path folder, Map<String, String> environment, boolean useGitVariables) {
    this.git = new GitProcess(folder, environment, useGitVariables);
  }

  /// Returns the top of the work tree.
  Fact<Path> topLevel() {
    try {
      var answer = git.run("", "rev-parse", "--show-toplevel");
      return answer.exit() == 0 ? Fact.known(Path.of(answer.line())) : Fact.unknown(answer.error());
    } catch (UnreadableRepositoryException e) {
      return unknown(e);
    } catch (InvalidPathException e) {
      return Fact.unknown("git names a folder that cannot be opened: " + e.getMessage());
    }
  }

  /// Returns the branch and the commit; [Head#NONE] outside a repository.
  Fact<Head> head() {
    try {
      var symbolic = git.run("", "symbolic-ref", "--quiet", "HEAD");
      if (symbolic.exit() > 1) {
        return symbolic.isNoRepository() ? Fact.known(Head.NONE) : Fact.unknown(symbolic.error());
      }
      var commit = git.run("", "rev-parse", "--quiet", "--verify", "HEAD");
      if (commit.exit() != 0 && (symbolic.exit() != 0 || !commit.error().isEmpty())) {
        return Fact.unknown(commit.error());
      }
      var name = symbolic.line();
      var branch = name.startsWith("refs/heads/") ? name.substring("refs/heads/".length()) : null;
      return Fact.known(new Head(branch, commit.exit() == 0 ? commit.line() : null));
    } catch (UnreadableRepositoryException e) {
      return unknown(e);
    }
  }

  /// Returns the relation of a commit to HEAD.
  Fact<CommitRelation> since(String commit) {
    try {
      var answer = git.run("", "rev-list", "--left-right", "--count", commit + "...HEAD");
      if (answer.exit() != 0) {
        return Fact.unknown(answer.error());
      }
      var line = answer.line();
      int tab = line.indexOf('\t');
      int ahead = Integer.parseInt(line.substring(tab + 1));
      boolean contained = line.substring(0, tab).equals("0");
      return Fact.known(contained ? CommitRelation.ahead(ahead) : CommitRelation.diverged(ahead));
    } catch (UnreadableRepositoryException e) {
      return unknown(e);
    }
  }

  /// Returns the ignore status of each path; see [GitRepository#ignored(List)].
  ///
  /// A folder is tracked if something in it is tracked although a rule ignores it: a `.gitkeep`
  /// that its rules spare is no harm.
  Fact<List<IgnoreStatus>> ignored(List<String> paths) {
    try {
      var tracked = tracked(paths, false);
      var buried = tracked.isEmpty() ? tracked : tracked(paths, true);
      var excluded = excluded(paths);
      var statuses = new ArrayList<IgnoreStatus>(paths.size());
      for (var path : paths) {
        statuses.add(status(path, tracked, buried, excluded));
      }
      return Fact.known(List.copyOf(statuses));
    } catch (UnreadableRepositoryException e) {
      return e.isNoRepository()
          ? Fact.known(Collections.nCopies(paths.size(), IgnoreStatus.OUTSIDE))
          : unknown(e);
    }
  }

  private static IgnoreStatus status(
      String path, Set<String> tracked, Set<String> buried, Set<String> excluded) {
    boolean folder = path.endsWith("/");
    if (!folder && tracked.contains(path)) {
      return IgnoreStatus.TRACKED;
    }
    if (!excluded.contains(probe(path))) {
      return IgnoreStatus.VISIBLE;
    }
    return folder && buried.stream().anyMatch(file -> file.startsWith(path))
        ? IgnoreStatus.TRACKED
        : IgnoreStatus.IGNORED;
  }

  /// Returns the files in the index at or below the paths, all of them or those that a rule
  /// ignores.
  private Set<String> tracked(List<String> paths, boolean ignored)
      throws UnreadableRepositoryException {
    var command =
        new ArrayList<String>(List.of("--literal-pathspecs", "ls-files", "--cached", "-z"));
    if (ignored) {
      command.addAll(List.of("--ignored", "--exclude-standard"));
    }
    command.add("--");
    command.addAll(paths);
    var answer = git.run("", command.toArray(new String[0]));
    if (answer.exit() != 0) {
      throw new UnreadableRepositoryException(answer);
    }
    return new HashSet<>(answer.fields());
  }

  /// Returns those of the paths that a rule ignores, whether they are tracked or not.
  private Set<String> excluded(List<String> paths) throws UnreadableRepositoryException {
    var input = new StringBuilder();
    for (var path : paths) {
      input.append(probe(path)).append('\0');
    }
    var answer =
        git.run(
            input.toString(),
            "check-ignore",
            "--no-index",
            "--stdin",
            "-z",
            "--verbose",
            "--non-matching");
    if (answer.exit() > 1) {
      throw new UnreadableRepositoryException(answer);
    }
    var excluded = new HashSet<String>();
    var fields = answer.fields();
    // Four fields each: file of the rule, its line, the rule, the path; no rule, no text.
    for (int i = 0; i + 3 < fields.size(); i += 4) {
      var rule = fields.get(i + 2);
      if (!rule.isEmpty() && !rule.startsWith("!")) {
        excluded.add(fields.get(i + 3));
      }
    }
    return excluded;
  }

  /// Returns the path as an argument; the `./` keeps git from interpreting special names.
  private static String probe(String path) {
    return "./" + (path.endsWith("/") ? path + ANY_FILE : path);
  }

  private static <T> Fact<T> unknown(UnreadableRepositoryException e) {
    return Fact.unknown(String.valueOf(e.getMessage()));
  }
}

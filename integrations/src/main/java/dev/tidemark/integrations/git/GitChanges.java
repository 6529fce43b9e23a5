package dev.tidemark.integrations.git;

import dev.tidemark.port.Repository;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.FileChange.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Changed files of the work tree against a commit: `git status` and `git diff --numstat`. They run
/// side by side; against HEAD the second one is started only if a file that git tracks has changed.
/// External diff programs, text conversions and clean filters of the repository's own settings are
/// disabled, and so is git in a submodule, whose settings are its own.
final class GitChanges {
  /// The filter that repositories set for themselves, by the name of its program.
  private static final String KNOWN_FILTER = "git-lfs ";

  private static final String SUBMODULES = "--ignore-submodules=dirty";

  private final GitProcess git;
  private final boolean filters;
  private final List<String> except;

  /// @param filters whether the repository's own settings may contain a clean filter
  /// @param except paths below the folder that do not count
  GitChanges(GitProcess git, boolean filters, List<String> except) {
    this.git = git;
    this.filters = filters;
    this.except = List.copyOf(except);
  }

  /// Returns the files, at most [Repository#CHANGES_MAX].
  ///
  /// @param commit the base; absent before the first commit
  /// @param head the commit that is checked out
  Fact<List<FileChange>> since(@Nullable String commit, @Nullable String head) {
    try (var begun = begin()) {
      return since(commit, head, begun);
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Status of the work tree against HEAD that git was asked for.
  ///
  /// @param settings the options of its filters
  record Begun(List<String> settings, GitProcess.Running status) implements AutoCloseable {
    @Override
    public void close() {
      status.close();
    }
  }

  /// Starts `git status`.
  ///
  /// @throws UnreadableRepositoryException if git cannot be started
  Begun begin() throws UnreadableRepositoryException {
    var settings = filters ? settings() : List.<String>of();
    var command = new ArrayList<>(settings);
    command.addAll(List.of("status", "--porcelain", "-z", "--no-renames"));
    command.add(SUBMODULES);
    return new Begun(settings, git.start(words(command)));
  }

  /// Returns the same files as [#since(String, String)], with a status that was begun before.
  Fact<List<FileChange>> since(@Nullable String commit, @Nullable String head, Begun begun) {
    if (commit != null && !GitHistory.isCommit(commit)) {
      return Fact.unknown("no commit is called " + commit);
    }
    try {
      return compared(commit, head, begun);
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  private Fact<List<FileChange>> compared(
      @Nullable String commit, @Nullable String head, Begun begun)
      throws UnreadableRepositoryException {
    Map<String, int[]> lines =
        commit == null || commit.equals(head) ? Map.of() : numstat(commit, begun.settings());
    var answer = begun.status().await();
    if (answer.exit() != 0) {
      return Fact.unknown(answer.error());
    }
    var states = states(answer.fields());
    if (commit != null && commit.equals(head) && !areAll(states, Kind.UNTRACKED)) {
      lines = numstat(commit, begun.settings());
    }
    return Fact.known(merged(states, lines));
  }

  private static boolean areAll(Map<String, Kind> states, Kind kind) {
    for (var state : states.values()) {
      if (state != kind) {
        return false;
      }
    }
    return true;
  }

  /// Returns options that switch off the clean filters of the repository's own settings: they are
  /// programs, and a checkout that came as an archive brings them. Those of the user stay.
  private List<String> settings() throws UnreadableRepositoryException {
    var filters =
        git.run(
            "",
            "config",
            "--show-scope",
            "--includes",
            "-z",
            "--get-regexp",
            "^filter\\..*\\.(clean|process)$");
    var settings = new ArrayList<String>();
    var fields = filters.fields();
    // Two fields each: the scope; the name, a line break and the value.
    for (int i = 0; i + 1 < fields.size(); i += 2) {
      var setting = fields.get(i + 1);
      int line = setting.indexOf('\n');
      var name = line < 0 ? setting : setting.substring(0, line);
      boolean own = fields.get(i).equals("local") || fields.get(i).equals("worktree");
      if (!own || setting.startsWith(KNOWN_FILTER, line + 1)) {
        continue;
      }
      if (name.indexOf('=') >= 0) {
        throw new UnreadableRepositoryException("the filter " + name + " cannot be switched off");
      }
      var filter = name.substring(0, name.lastIndexOf('.'));
      settings.addAll(List.of("-c", name + "=", "-c", filter + ".required=false"));
    }
    return settings;
  }

  private Map<String, int[]> numstat(String commit, List<String> settings)
      throws UnreadableRepositoryException {
    var command = new ArrayList<>(settings);
    command.addAll(List.of("diff", "--numstat", "-z", "--no-renames", "--no-ext-diff"));
    command.addAll(List.of("--no-textconv", SUBMODULES, commit));
    var answer = git.run("", words(command));
    if (answer.exit() != 0) {
      throw new UnreadableRepositoryException(answer);
    }
    var lines = new HashMap<String, int[]>();
    for (var field : answer.fields()) {
      int first = field.indexOf('\t');
      int second = field.indexOf('\t', first + 1);
      if (first > 0 && second > first) {
        int added = number(field.substring(0, first));
        int removed = number(field.substring(first + 1, second));
        lines.put(field.substring(second + 1), new int[] {added, removed});
      }
    }
    return lines;
  }

  /// Returns the count, or -1 for a binary file.
  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException binary) {
      return -1;
    }
  }

  private static Map<String, Kind> states(List<String> fields) {
    var states = new HashMap<String, Kind>();
    for (var field : fields) {
      if (field.length() > 3) {
        states.put(field.substring(3), kind(field.substring(0, 2)));
      }
    }
    return states;
  }

  private static Kind kind(String code) {
    if (code.equals("??")) {
      return Kind.UNTRACKED;
    }
    if (code.indexOf('U') >= 0 || code.equals("DD") || code.equals("AA")) {
      return Kind.CONFLICTED;
    }
    return code.indexOf('D') >= 0 ? Kind.DELETED : Kind.CHANGED;
  }

  private static List<FileChange> merged(Map<String, Kind> states, Map<String, int[]> lines) {
    var changes = new TreeMap<String, FileChange>();
    for (var entry : states.entrySet()) {
      var path = entry.getKey();
      var count = lines.getOrDefault(path, new int[] {-1, -1});
      changes.put(path, new FileChange(path, entry.getValue(), count[0], count[1], false));
    }
    for (var entry : lines.entrySet()) {
      var path = entry.getKey();
      if (!states.containsKey(path)) {
        var count = entry.getValue();
        changes.put(path, new FileChange(path, Kind.CHANGED, count[0], count[1], true));
      }
    }
    var all = List.copyOf(changes.values());
    return all.subList(0, Math.min(Repository.CHANGES_MAX, all.size()));
  }

  private String[] words(List<String> command) {
    var words = new ArrayList<>(command);
    words.addAll(List.of("--", ":/"));
    for (var path : except) {
      words.add(":(exclude,literal)" + path);
    }
    return words.toArray(new String[0]);
  }
}

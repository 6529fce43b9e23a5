package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.integrations.git.GitWorktrees;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Write scope of a phase: finds the files outside the patterns of `writes` that its attempts have
/// changed, by commits of the work tree before and after each. It detects, and does not prevent.
///
/// A file outside the patterns that an attempt has changed counts against the later attempts too,
/// until it is as it was before, the patterns allow it, or a person completes the phase. It is kept
/// in the log of the attempts, and so is the state before an attempt: that of a killed runner is
/// compared when the next one begins. What others change between two attempts does not count; nor
/// does it settle anything that the phase is completed or the run started anew during an attempt.
///
/// A nested repository is compared as one file. Files that git ignores or is told to overlook are
/// not seen, nor are records of Tidemark.
final class WriteScope {
  private static final int SHOWN_MAX = 5;
  private static final String SINCE = "since";
  private static final String BEFORE = "before";
  private static final String NESTED = "nested";

  /// What the id of the content of a nested repository begins with.
  private static final String CONTENT = "content:";

  private static final String OUTSIDE = "outside";

  private final GitWorktrees worktrees;
  private final AttemptLog log;
  private final PhaseName phase;
  private final List<String> patterns;
  private final long since;

  /// The changed files outside the patterns, each with the commit that has it as it was; nested
  /// repositories with the id of their content.
  private final Map<String, String> outside = new TreeMap<>();

  private State before;

  /// State of a work tree.
  ///
  /// @param commit a commit of its content
  /// @param nested the nested repositories, each with the id of its content
  private record State(String commit, Map<String, String> nested) {
    static State of(GitWorktrees worktrees) throws IOException {
      return new State(worktrees.snapshot(), worktrees.nested());
    }

    static State of(String commit, @Nullable JsonObject kept) {
      return new State(commit, kept == null ? Map.of() : texts(kept));
    }

    /// Returns the id of the content of a nested repository, with what tells it from a commit.
    String content(String path) {
      return CONTENT + nested.getOrDefault(path, "");
    }
  }

  /// Takes the state before the attempt.
  ///
  /// @param patterns glob patterns of the files that the phase may change
  WriteScope(
      Project project,
      CheckpointId id,
      GitWorktrees worktrees,
      AttemptLog log,
      PhaseName phase,
      List<String> patterns)
      throws IOException {
    this.worktrees = worktrees;
    this.log = log;
    this.phase = phase;
    this.patterns = patterns;
    this.since = settled(project.history().history(id), phase);
    this.before = State.of(worktrees);
    var known = log.writes().object(phase.value());
    var kept = known == null ? null : known.object(OUTSIDE);
    var number = known == null ? null : known.number(SINCE);
    if (known != null
        && kept != null
        && number != null
        && number.wholeValue().orElse(-1) == since) {
      outside.putAll(texts(kept));
      var unchecked = known.string(BEFORE);
      if (unchecked != null) {
        compare(State.of(unchecked, known.object(NESTED)), before);
      }
    }
    keep(before);
  }

  /// Returns the number of the entry that completed the phase last, or started the run since. What
  /// is recorded during an attempt at the phase counts only if its response was applied with it.
  private static long settled(List<HistoryEntry> history, PhaseName phase) {
    long last = 0;
    boolean works = false;
    for (var entry : history) {
      boolean settles = false;
      boolean applies = false;
      for (var event : entry.events()) {
        if (event instanceof Event.AttemptStarted it) {
          works |= it.phase().equals(phase);
        } else if (event instanceof Event.AttemptEnded it) {
          works &= !it.phase().equals(phase);
        }
        applies |= event instanceof Event.HandoffApplied;
        boolean completes = event instanceof Event.PhaseCompleted it && it.phase().equals(phase);
        settles |= completes || event instanceof Event.WorkflowStarted;
      }
      last = settles && (applies || !works) ? entry.sequence() : last;
    }
    return last;
  }

  /// Returns the changed files outside the patterns, of this attempt and those before it.
  List<String> outside() throws IOException {
    var after = State.of(worktrees);
    compare(before, after);
    for (var origin : new HashSet<>(outside.values())) {
      boolean nested = origin.startsWith(CONTENT);
      var changed = nested ? null : changedOrNull(origin, after.commit());
      outside
          .entrySet()
          .removeIf(
              it ->
                  it.getValue().equals(origin)
                      && (nested
                          ? origin.equals(after.content(it.getKey()))
                          : changed != null && !changed.contains(it.getKey())));
    }
    keep(null);
    return List.copyOf(outside.keySet());
  }

  private void compare(State from, State to) throws IOException {
    var nested = new TreeSet<>(from.nested().keySet());
    nested.addAll(to.nested().keySet());
    nested.removeIf(path -> from.content(path).equals(to.content(path)));
    for (var path : outside(patterns, List.copyOf(nested))) {
      outside.putIfAbsent(path, from.content(path));
    }
    for (var path : outside(patterns, worktrees.changed(from.commit(), to.commit()))) {
      outside.putIfAbsent(path, from.commit());
    }
    var left = outside(patterns, List.copyOf(outside.keySet()));
    outside.keySet().retainAll(left);
  }

  /// Returns the differences; null if a commit is not there any more.
  private @Nullable List<String> changedOrNull(String from, String to) throws IOException {
    try {
      return worktrees.changed(from, to);
    } catch (IOException gone) {
      return null;
    }
  }

  private void keep(@Nullable State unchecked) throws IOException {
    var state =
        JsonObject.builder()
            .add(SINCE, since)
            .addIfPresent(BEFORE, unchecked == null ? null : unchecked.commit())
            .add(NESTED, json(unchecked == null ? Map.of() : unchecked.nested()))
            .add(OUTSIDE, json(outside))
            .build();
    log.keepWrites(log.writes().with(phase.value(), state));
  }

  private static Map<String, String> texts(JsonObject object) {
    var texts = new TreeMap<String, String>();
    for (var member : object.members()) {
      var text = object.string(member.key());
      texts.put(member.key(), text == null ? "" : text);
    }
    return texts;
  }

  private static JsonObject json(Map<String, String> texts) {
    var object = JsonObject.builder();
    texts.forEach(object::add);
    return object.build();
  }

  /// Returns the files outside the patterns.
  ///
  /// @param patterns glob patterns; none for all files
  static List<String> outside(List<String> patterns, List<String> changed) {
    if (patterns.isEmpty()) {
      return List.of();
    }
    var matchers = new ArrayList<PathMatcher>();
    for (var pattern : patterns) {
      matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + pattern));
    }
    var outside = new ArrayList<>(changed);
    outside.removeIf(path -> matchers.stream().anyMatch(it -> it.matches(Path.of(path))));
    return outside;
  }

  /// Returns the first few of some files, for a message.
  static String shown(List<String> files) {
    var shown = String.join(", ", files.subList(0, Math.min(SHOWN_MAX, files.size())));
    return files.size() > SHOWN_MAX ? shown + ", … (" + files.size() + ")" : shown;
  }
}

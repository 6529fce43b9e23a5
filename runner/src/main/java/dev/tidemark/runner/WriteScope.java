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
import org.jspecify.annotations.Nullable;

/// Write scope of a phase: finds the files outside the patterns of `writes` that its attempts have
/// changed, by commits of the work tree before and after each. It detects, and does not prevent.
///
/// A file outside the patterns that an attempt has changed counts against the later attempts too,
/// until it is as it was before, the patterns allow it, or the phase was completed. It is kept in
/// the log of the attempts, and so is the commit before an attempt: that of a killed runner is
/// compared when the next one begins. What others change between two attempts does not count.
///
/// Files that git ignores or is told to overlook are not seen, nor are those of Tidemark.
final class WriteScope {
  private static final int SHOWN_MAX = 5;
  private static final String SINCE = "since";
  private static final String BEFORE = "before";
  private static final String OUTSIDE = "outside";

  private final GitWorktrees worktrees;
  private final AttemptLog log;
  private final PhaseName phase;
  private final List<String> patterns;
  private final long since;

  /// The changed files outside the patterns, each with the commit that has it as it was.
  private final Map<String, String> outside = new TreeMap<>();

  private String before;

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
    this.since = completion(project.history().history(id), phase);
    this.before = worktrees.snapshot();
    var known = log.writes().object(phase.value());
    var kept = known == null ? null : known.object(OUTSIDE);
    var number = known == null ? null : known.number(SINCE);
    if (known != null
        && kept != null
        && number != null
        && number.wholeValue().orElse(-1) == since) {
      for (var member : kept.members()) {
        outside.put(member.key(), kept.string(member.key()));
      }
      var unchecked = known.string(BEFORE);
      if (unchecked != null) {
        compare(unchecked, before);
      }
    }
    keep(before);
  }

  /// Returns the number of the entry that completed the phase last, or started the run since.
  private static long completion(List<HistoryEntry> history, PhaseName phase) {
    long last = 0;
    for (var entry : history) {
      for (var event : entry.events()) {
        boolean completes = event instanceof Event.PhaseCompleted it && it.phase().equals(phase);
        last = completes || event.kind() == Event.Kind.WORKFLOW_STARTED ? entry.sequence() : last;
      }
    }
    return last;
  }

  /// Returns the changed files outside the patterns, of this attempt and those before it.
  List<String> outside() throws IOException {
    var after = worktrees.snapshot();
    compare(before, after);
    for (var origin : new HashSet<>(outside.values())) {
      var changed = changedOrNull(origin, after);
      outside
          .entrySet()
          .removeIf(
              it ->
                  it.getValue().equals(origin)
                      && changed != null
                      && !changed.contains(it.getKey()));
    }
    keep(null);
    return List.copyOf(outside.keySet());
  }

  private void compare(String from, String to) throws IOException {
    for (var path : outside(patterns, worktrees.changed(from, to))) {
      outside.putIfAbsent(path, from);
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

  private void keep(@Nullable String unchecked) throws IOException {
    var files = JsonObject.builder();
    outside.forEach(files::add);
    var state =
        JsonObject.builder()
            .add(SINCE, since)
            .addIfPresent(BEFORE, unchecked)
            .add(OUTSIDE, files.build())
            .build();
    log.keepWrites(log.writes().with(phase.value(), state));
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

package dev.tidemark.engine.diff;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.diff.DiffEntry.Kind;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Semantic diff of two states of a run, independent of the format. Off the hot path.
final class CheckpointDiff {
  private final List<DiffEntry> differences = new ArrayList<>();

  private CheckpointDiff() {}

  /// Returns the differences, by importance for people.
  ///
  /// @param before absent for no document: then all there is counts as added
  static List<DiffEntry> of(@Nullable Checkpoint before, Checkpoint after) {
    var checkpointDiff = new CheckpointDiff();
    var commit = after.commit().orElse(null);
    if (before == null) {
      checkpointDiff.one(Kind.RUN, "", null, progress(after));
      checkpointDiff.phases(List.of(), after.phases());
      checkpointDiff.one(Kind.CURRENT, "", null, current(after));
      checkpointDiff.decisions(List.of(), after.decisions());
      checkpointDiff.details(List.of(), after.details());
      checkpointDiff.one(Kind.COMMIT, "", null, commit);
    } else {
      checkpointDiff.one(Kind.RUN, "", progress(before), progress(after));
      checkpointDiff.phases(before.phases(), after.phases());
      checkpointDiff.one(Kind.CURRENT, "", current(before), current(after));
      checkpointDiff.decisions(before.decisions(), after.decisions());
      checkpointDiff.details(before.details(), after.details());
      checkpointDiff.one(Kind.COMMIT, "", before.commit().orElse(null), commit);
    }
    return List.copyOf(checkpointDiff.differences);
  }

  /// Returns the differences of timestamps that [#of] does not cover.
  static List<DiffEntry> ofTimes(@Nullable Checkpoint before, Checkpoint after) {
    var checkpointDiff = new CheckpointDiff();
    checkpointDiff.details(before == null ? List.of() : before.times(), after.times());
    return List.copyOf(checkpointDiff.differences);
  }

  private void phases(List<Phase> before, List<Phase> after) {
    var old = byName(before);
    var fresh = byName(after);
    for (var was : old.values()) {
      if (!fresh.containsKey(was.name().value())) {
        one(Kind.PHASE, was.name().value(), status(was), null);
      }
    }
    for (var is : fresh.values()) {
      phase(is.name().value(), old.get(is.name().value()), is);
    }
    var kept = new ArrayList<>(old.keySet());
    kept.retainAll(fresh.keySet());
    var now = new ArrayList<>(fresh.keySet());
    now.retainAll(old.keySet());
    if (!kept.equals(now)) {
      one(Kind.ORDER, "", String.join(", ", kept), String.join(", ", now));
    }
  }

  private void phase(String name, @Nullable Phase was, Phase is) {
    one(Kind.PHASE, name, was == null ? null : status(was), status(is));
    one(Kind.SUMMARY, name, was == null ? null : text(was.summary()), text(is.summary()));
    one(Kind.FAILURE, name, was == null ? null : was.failure(), is.failure());
    List<Artifact> old = was == null ? List.of() : was.artifacts();
    for (var gone : elementsMissingFrom(old, is.artifacts())) {
      one(Kind.FILE, gone.path(), word(gone), null);
    }
    for (var come : elementsMissingFrom(is.artifacts(), old)) {
      one(Kind.FILE, come.path(), null, word(come));
    }
  }

  private void decisions(List<Decision> before, List<Decision> after) {
    for (var gone : elementsMissingFrom(before, after)) {
      one(Kind.DECISION, gone.phase().value(), gone.text(), null);
    }
    for (var come : elementsMissingFrom(after, before)) {
      one(Kind.DECISION, come.phase().value(), null, come.text());
    }
  }

  private void details(List<DocumentField> before, List<DocumentField> after) {
    var old = grouped(before);
    var fresh = grouped(after);
    var names = new ArrayList<>(old.keySet());
    for (var name : fresh.keySet()) {
      if (!old.containsKey(name)) {
        names.add(name);
      }
    }
    for (var name : names) {
      var was = old.getOrDefault(name, List.of());
      var is = fresh.getOrDefault(name, List.of());
      var gone = elementsMissingFrom(was, is);
      var come = elementsMissingFrom(is, was);
      if (gone.size() == 1 && come.size() == 1) {
        detail(name, gone.getFirst(), come.getFirst());
        continue;
      }
      gone.forEach(text -> detail(name, text, null));
      come.forEach(text -> detail(name, null, text));
    }
  }

  private void detail(String name, @Nullable String before, @Nullable String after) {
    // A name of several words describes an event; a field has its time.
    boolean time = name.indexOf(' ') < 0 && isTime(before) && isTime(after);
    one(time ? Kind.TIME : Kind.DETAIL, name, before, after);
  }

  private static boolean isTime(@Nullable String text) {
    return text == null || Timestamps.parse(text).isPresent();
  }

  private static Map<String, List<String>> grouped(List<DocumentField> details) {
    var grouped = new LinkedHashMap<String, List<String>>();
    for (var documentField : details) {
      grouped
          .computeIfAbsent(documentField.name(), missing -> new ArrayList<>())
          .add(documentField.text());
    }
    return grouped;
  }

  private void one(Kind kind, String name, @Nullable String before, @Nullable String after) {
    if (!Objects.equals(before, after)) {
      differences.add(new DiffEntry(kind, name, before, after));
    }
  }

  /// Returns the elements of one list that another lacks, duplicates counted.
  static <T> List<T> elementsMissingFrom(List<T> all, List<T> others) {
    int shorter = Math.min(all.size(), others.size());
    int head = 0;
    while (head < shorter && all.get(head).equals(others.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head
        && all.get(all.size() - 1 - tail).equals(others.get(others.size() - 1 - tail))) {
      tail++;
    }
    Map<T, Integer> counts = new HashMap<>();
    for (var other : others.subList(head, others.size() - tail)) {
      counts.merge(other, 1, Integer::sum);
    }
    var rest = new ArrayList<T>();
    for (var one : all.subList(head, all.size() - tail)) {
      if (counts.getOrDefault(one, 0) > 0) {
        counts.merge(one, -1, Integer::sum);
      } else {
        rest.add(one);
      }
    }
    return rest;
  }

  private static Map<String, Phase> byName(List<Phase> phases) {
    Function<Phase, String> name = phase -> phase.name().value();
    var byName = new LinkedHashMap<String, Phase>();
    phases.forEach(phase -> byName.putIfAbsent(name.apply(phase), phase));
    return byName;
  }

  private static @Nullable String current(Checkpoint checkpoint) {
    return checkpoint.current().map(PhaseName::value).orElse(null);
  }

  private static String progress(Checkpoint checkpoint) {
    return checkpoint.finished() ? "complete" : "open";
  }

  private static @Nullable String text(@Nullable ContextSummary summary) {
    return summary == null ? null : summary.text();
  }

  private static String status(Phase phase) {
    return phase.status().word();
  }

  private static String word(Artifact artifact) {
    return artifact.kind().name().toLowerCase(Locale.ROOT);
  }
}

package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builder of the next state of a checkpoint.
final class Draft {
  private final Matter matter;
  private final List<Event> events = new ArrayList<>();
  private final List<Notice> notices;
  private ItemCheckpoint now;

  /// Whether all changes are described by events of goals and notes.
  private boolean noted;

  Draft(Matter matter) {
    this.matter = matter;
    this.notices = matter.notices();
    this.now = matter.base();
  }

  ItemCheckpoint now() {
    return now;
  }

  /// Returns the defined phases with their current state; all phases if there is no definition.
  List<Row> rows() {
    var defined = matter.defined();
    return defined.isEmpty() ? now.rows() : now.rows().subList(0, defined.size());
  }

  void put(Row row) {
    now = now.with(Rows.with(now.rows(), row));
  }

  void put(Body body) {
    now = now.with(body);
  }

  void happened(Event event) {
    events.add(event);
  }

  void notice(String code, String text) {
    notices.add(new Notice(code, text));
  }

  /// Returns the notices so far.
  List<Notice> told() {
    return notices;
  }

  /// Sets the state description.
  void state(String text) {
    var state = Words.paragraph(text);
    int sentences = Words.sentences(state);
    if (sentences > Words.STATE_SENTENCES || state.length() > Words.STATE_CHARS) {
      notice(
          "long-state",
          "the current state has "
              + sentences
              + " sentences and "
              + state.length()
              + " characters; up to "
              + Words.STATE_SENTENCES
              + " and "
              + Words.STATE_CHARS
              + " are usual");
    }
    put(now.body().state(state));
  }

  /// Marks that goals and notes were added, which have events of their own.
  ///
  /// @param more whether anything was put that has none
  void noted(boolean more) {
    noted = !more;
  }

  /// Adds the report of a phase: decisions and files, each once.
  void report(PhaseReport report, Row row) {
    var decisions = new ArrayList<>(now.body().decisions());
    for (var text : report.decisions()) {
      var line = Words.line(text);
      var entry = "[Phase " + row.number() + "] " + line;
      if (!line.isEmpty() && !decisions.contains(entry)) {
        decisions.add(entry);
        events.add(new Event.DecisionRecorded(new Decision(row.phase(), line)));
      }
    }
    var artifacts = new ArrayList<>(now.body().artifacts());
    for (var artifact : report.artifacts()) {
      var path = Words.line(artifact.path());
      if (!path.isEmpty() && !mentions(artifacts, path)) {
        var how = artifact.kind().name().toLowerCase(Locale.ROOT);
        artifacts.add("`" + path + "` (" + how + " in Phase " + row.number() + ")");
      }
    }
    put(now.body().decisions(decisions).artifacts(artifacts));
  }

  private static boolean mentions(List<String> artifacts, String path) {
    for (var entry : artifacts) {
      if (Words.path(entry).equals(path)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the transition to the built state. A write that would change nothing but the time is
  /// not made.
  ///
  /// @param message of the commit; absent if this is not to be committed
  Outcome<ItemCheckpoint> outcome(@Nullable String message) {
    now = now.with(now.header().at(progress()));
    var before = matter.before();
    if (before != null && now.equals(before)) {
      return new Outcome.Transition<>(
          before, failures(), notices, List.of(), matter.effects(message), Outcome.Fate.UNTOUCHED);
    }
    var all = new ArrayList<Event>();
    if (before == null && matter.begun() == null) {
      all.add(new Event.WorkflowStarted(phases(), now.header().item(), Map.of()));
    }
    all.addAll(events);
    if (all.isEmpty() && !noted) {
      var active = Rows.active(rows());
      all.add(new Event.PhaseAmended((active == null ? rows().getLast() : active).phase()));
    }
    now = now.with(now.header().updated(matter.now()));
    return new Outcome.Transition<>(
        now, all, notices, List.of(), matter.effects(message), Outcome.Fate.WRITTEN);
  }

  /// Returns the failures: a phase that fails again for the same reason leaves the document as it
  /// is, but was begun again meanwhile.
  private List<Event> failures() {
    var failures = new ArrayList<Event>();
    for (var event : events) {
      if (event instanceof Event.PhaseFailed) {
        failures.add(event);
      }
    }
    return failures;
  }

  private List<PhaseName> phases() {
    var phases = new ArrayList<PhaseName>();
    for (var row : rows()) {
      phases.add(row.phase());
    }
    return phases;
  }

  private Header.Progress progress() {
    var rows = rows();
    var active = Rows.active(rows);
    var highest = Numbers.highest(rows);
    return new Header.Progress(active == null ? rows.getLast().number() : active.number(), highest);
  }
}

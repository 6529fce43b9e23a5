package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.item.format.ItemBody;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builder of the next state of a checkpoint.
final class ItemUpdate {
  private final ItemContext itemContext;
  private final List<Event> events = new ArrayList<>();
  private final List<Notice> notices;
  private ItemCheckpoint now;

  /// Whether all changes are described by events of goals and notes.
  private boolean noted;

  ItemUpdate(ItemContext itemContext) {
    this.itemContext = itemContext;
    this.notices = itemContext.notices();
    this.now = itemContext.base();
  }

  ItemCheckpoint checkpoint() {
    return now;
  }

  /// Returns the defined phases with their current state; all phases if there is no definition.
  List<PhaseRow> rows() {
    var defined = itemContext.defined();
    return defined.isEmpty() ? now.rows() : now.rows().subList(0, defined.size());
  }

  void put(PhaseRow phaseRow) {
    now = now.with(PhaseRows.with(now.rows(), phaseRow));
  }

  void put(ItemBody itemBody) {
    now = now.with(itemBody);
  }

  void addEvent(Event event) {
    events.add(event);
  }

  void addNotice(String code, String text) {
    notices.add(new Notice(code, text));
  }

  /// Returns the notices so far.
  List<Notice> notices() {
    return notices;
  }

  /// Sets the state description.
  void state(String text) {
    var state = MarkdownSafeText.paragraph(text);
    int sentences = MarkdownSafeText.sentences(state);
    if (sentences > MarkdownSafeText.STATE_SENTENCES
        || state.length() > MarkdownSafeText.STATE_CHARS) {
      addNotice(
          "long-state",
          "the current state has "
              + sentences
              + " sentences and "
              + state.length()
              + " characters; up to "
              + MarkdownSafeText.STATE_SENTENCES
              + " and "
              + MarkdownSafeText.STATE_CHARS
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

  /// Takes decisions out that no longer hold.
  void withdraw(List<Note> resolved) {
    var known = now.decisions();
    var left = new ArrayList<String>();
    for (int i = 0; i < known.size(); i++) {
      var phase = known.get(i).phase();
      var decision = new Note(Note.Kind.DECISION, phase, known.get(i).text());
      if (!resolved.contains(decision)) {
        left.add(now.body().decisions().get(i));
      }
    }
    put(now.body().decisions(left));
  }

  /// Adds the report of a phase: decisions and files, each once.
  void report(PhaseReport report, PhaseRow phaseRow) {
    var decisions = new ArrayList<>(now.body().decisions());
    for (var text : report.decisions()) {
      var line = MarkdownSafeText.line(text);
      var entry = "[Phase " + phaseRow.number() + "] " + line;
      if (!line.isEmpty() && !decisions.contains(entry)) {
        decisions.add(entry);
        events.add(new Event.DecisionRecorded(new Decision(phaseRow.phase(), line)));
      }
    }
    var artifacts = new ArrayList<>(now.body().artifacts());
    for (var artifact : report.artifacts()) {
      var path = MarkdownSafeText.line(artifact.path());
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        for (int i = artifacts.size() - 1; i >= 0; i--) {
          if (MarkdownSafeText.path(artifacts.get(i)).equals(path)) {
            artifacts.remove(i);
          }
        }
      } else if (!path.isEmpty() && !mentions(artifacts, path)) {
        var how = artifact.kind().name().toLowerCase(Locale.ROOT);
        artifacts.add("`" + path + "` (" + how + " in Phase " + phaseRow.number() + ")");
      }
    }
    put(now.body().decisions(decisions).artifacts(artifacts));
  }

  private static boolean mentions(List<String> artifacts, String path) {
    for (var entry : artifacts) {
      if (MarkdownSafeText.path(entry).equals(path)) {
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
    var rows = rows();
    var open = PhaseRows.active(rows);
    var current = open == null ? rows.getLast().number() : open.number();
    now = now.with(now.header().atPhase(current, PhaseRows.highest(rows)));
    var before = itemContext.before();
    if (before != null && now.equals(before)) {
      return new Outcome.Transition<>(
          before,
          failures(),
          notices,
          List.of(),
          itemContext.effects(message),
          Outcome.Fate.UNTOUCHED);
    }
    var all = new ArrayList<Event>();
    if (before == null && itemContext.begun() == null) {
      all.add(new Event.WorkflowStarted(phases(), now.header().item(), Map.of()));
    }
    all.addAll(events);
    if (all.isEmpty() && !noted) {
      var active = PhaseRows.active(rows());
      all.add(new Event.PhaseAmended((active == null ? rows().getLast() : active).phase()));
    }
    now = now.with(now.header().updated(itemContext.timestamp()));
    return new Outcome.Transition<>(
        now, all, notices, List.of(), itemContext.effects(message), Outcome.Fate.WRITTEN);
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
    for (var phaseRow : rows()) {
      phases.add(phaseRow.phase());
    }
    return phases;
  }
}

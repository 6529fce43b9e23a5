package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Merges summaries, decisions and files of the journal into checkpoints of formats without fields
/// for them.
public final class JournalNotes {
  private JournalNotes() {}

  /// Returns the events that record a report.
  ///
  /// @param phase the subject of the report; absent for the run as a whole
  public static List<Event> events(@Nullable PhaseName phase, PhaseReport report) {
    var events = new ArrayList<Event>();
    var summary = report.summary();
    if (summary != null) {
      events.add(recorded(Note.Kind.SUMMARY, phase, summary.text()));
    }
    for (var text : report.decisions()) {
      events.add(
          phase == null
              ? recorded(Note.Kind.DECISION, null, text)
              : new Event.DecisionRecorded(new Decision(phase, text)));
    }
    for (var artifact : report.artifacts()) {
      boolean modified = artifact.kind() == Artifact.Kind.MODIFIED;
      var kind = modified ? Note.Kind.MODIFIED : Note.Kind.CREATED;
      events.add(recorded(kind, phase, artifact.path()));
    }
    return events;
  }

  private static Event recorded(Note.Kind kind, @Nullable PhaseName phase, String text) {
    return new Event.NoteRecorded(new Note(kind, phase, text));
  }
}

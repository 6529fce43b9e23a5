package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Report about a phase by its worker: summary, files, decisions.
///
/// @param summary the context summary for the next phase; absent to leave the recorded one
///   unchanged
/// @param artifacts files created or changed, which are added to those already known, or taken out
///   of them
/// @param decisions choices made, one sentence each; added likewise
/// @param task the task in hand, for example `T002`; absent to leave it alone
public record PhaseReport(
    @Nullable ContextSummary summary,
    List<Artifact> artifacts,
    List<String> decisions,
    @Nullable String task) {
  /// The empty report.
  public static final PhaseReport NONE = new PhaseReport(null, List.of(), List.of(), null);

  /// Takes its own copies of the lists.
  public PhaseReport {
    artifacts = List.copyOf(artifacts);
    decisions = List.copyOf(decisions);
  }

  /// Returns this report with other files.
  public PhaseReport withArtifacts(List<Artifact> other) {
    return new PhaseReport(summary, other, decisions, task);
  }

  /// Returns the events that record the report in the journal, for formats without fields for it.
  ///
  /// @param phase the subject of the report; absent for the run as a whole
  public List<Event> journalEvents(@Nullable PhaseName phase) {
    var events = new ArrayList<Event>();
    if (summary != null) {
      events.add(recorded(Note.Kind.SUMMARY, phase, summary.text()));
    }
    for (var text : decisions) {
      events.add(
          phase == null
              ? recorded(Note.Kind.DECISION, null, text)
              : new Event.DecisionRecorded(new Decision(phase, text)));
    }
    for (var artifact : artifacts) {
      boolean modified = artifact.kind() == Artifact.Kind.MODIFIED;
      var kind = modified ? Note.Kind.MODIFIED : Note.Kind.CREATED;
      if (artifact.kind() != Artifact.Kind.REMOVED) {
        events.add(recorded(kind, phase, artifact.path()));
      }
    }
    return events;
  }

  private static Event recorded(Note.Kind kind, @Nullable PhaseName phase, String text) {
    return new Event.NoteRecorded(new Note(kind, phase, text));
  }
}

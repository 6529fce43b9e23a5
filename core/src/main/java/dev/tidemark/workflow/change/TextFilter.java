package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A visitor of every text of a [Change] before it is recorded. Texts may come back altered; names
/// are keys, paths and ids, and come back as they are.
public interface TextFilter {
  /// Returns a text as it may be recorded.
  String text(String text);

  /// Scans a name that becomes a path, an id or a key.
  ///
  /// @param field its description for a message: `the branch`
  void name(String field, String name);

  /// Scans a name that becomes a path, an id or a key.
  default void name(String name) {
    name("a name or path", name);
  }

  /// Returns data of a protocol as it may be recorded.
  JsonObject json(JsonObject json);

  /// Returns a text as it may be recorded; absent stays absent.
  default @Nullable String optional(@Nullable String text) {
    return text == null ? null : text(text);
  }

  /// Scans a name, if there is one.
  default void names(String field, @Nullable String name) {
    if (name != null) {
      name(field, name);
    }
  }

  /// Scans the name of a phase, if there is one.
  default void names(@Nullable PhaseName phase) {
    if (phase != null) {
      name("the phase", phase.value());
    }
  }

  /// Returns texts as they may be recorded.
  default List<String> texts(List<String> texts) {
    var safe = new ArrayList<String>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      safe.add(text(texts.get(i)));
    }
    return safe;
  }

  /// Returns notes as they may be recorded.
  default List<Note> notes(List<Note> notes) {
    var safe = new ArrayList<Note>(notes.size());
    for (int i = 0; i < notes.size(); i++) {
      var note = notes.get(i);
      names(note.phase());
      safe.add(new Note(note.kind(), note.phase(), text(note.text())));
    }
    return safe;
  }

  /// Returns a report as it may be recorded.
  default PhaseReport report(PhaseReport report) {
    var original = report.summary();
    var summary = original == null ? null : new ContextSummary(text(original.text()));
    for (Artifact artifact : report.artifacts()) {
      name("the path of a file", artifact.path());
    }
    return new PhaseReport(
        summary, report.artifacts(), texts(report.decisions()), optional(report.task()));
  }
}

package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The phases of a document as one list, out of the four places that mention them.
final class PhaseList {
  private final StateCheckpoint checkpoint;
  private final List<String> completed;
  private final @Nullable String current;

  private PhaseList(StateCheckpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.completed = checkpoint.completed();
    this.current = checkpoint.currentName();
  }

  /// Returns the phases in the order they were begun, then those ahead.
  static List<Phase> of(StateCheckpoint checkpoint) {
    return new PhaseList(checkpoint).phases();
  }

  private List<Phase> phases() {
    var names = order();
    var phases = new ArrayList<Phase>(names.size());
    for (var name : names) {
      phases.add(phase(name));
    }
    return phases;
  }

  /// Phases done without an entry of their own stand right after the one done before them.
  private List<String> order() {
    var names = new ArrayList<String>();
    for (var member : checkpoint.entries().members()) {
      if (!member.key().isBlank() && !names.contains(member.key())) {
        names.add(member.key());
      }
    }
    int after = 0;
    for (var name : completed) {
      if (name.isBlank()) {
        continue;
      }
      int found = names.indexOf(name);
      if (found < 0) {
        names.add(after, name);
        found = after;
      }
      after = found + 1;
    }
    if (current != null && !names.contains(current)) {
      names.add(current);
    }
    for (var name : checkpoint.pending()) {
      if (!name.isBlank() && !names.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private Phase phase(String name) {
    var entry = checkpoint.entries().object(name);
    if (entry == null) {
      return new Phase(new PhaseName(name), listed(name), null, null, null, null, List.of());
    }
    var word = entry.string(Fields.STATUS);
    var told = word == null ? null : StatusWord.parse(word);
    var status = told == null ? listed(name) : told;
    var summary = entry.string(Fields.CONTEXT_SUMMARY);
    return new Phase(
        new PhaseName(name),
        status,
        StateCheckpoint.time(entry, Fields.STARTED_AT),
        status.isOpen() ? null : StateCheckpoint.time(entry, Fields.UPDATED_AT),
        summary == null ? null : new ContextSummary(summary),
        entry.string(Fields.ERROR),
        artifacts(entry));
  }

  /// Returns the status that the lists give a phase which does not tell its own.
  private PhaseStatus listed(String name) {
    if (name.equals(current)) {
      return PhaseStatus.IN_PROGRESS;
    }
    return completed.contains(name) ? PhaseStatus.COMPLETE : PhaseStatus.PENDING;
  }

  private static List<Artifact> artifacts(JsonObject entry) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : entry.strings(Fields.FILES_CREATED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.CREATED));
    }
    for (var path : entry.strings(Fields.FILES_MODIFIED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.MODIFIED));
    }
    return artifacts;
  }
}

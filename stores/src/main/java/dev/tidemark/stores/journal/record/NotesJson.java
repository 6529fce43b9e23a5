package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Event;
import dev.tidemark.history.EventJson;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.history.WorklogJson;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON codec of notes: `{"events":[...],"evidence":{"startedAt":...,"branch":...,"commit":...}}`,
/// and in the evidence `"proofs":[{"at":...,"by":...,"claim":...}]` where gates may depend on them,
/// and `"worklog":{...}` (see [WorklogJson]) where anything was noted or captured.
public final class NotesJson {
  private NotesJson() {}

  public static String text(RecordNotes recordNotes) {
    var events = new ArrayList<Json>(recordNotes.events().size());
    for (int i = 0; i < recordNotes.events().size(); i++) {
      events.add(EventJson.of(recordNotes.events().get(i)));
    }
    var evidence = JsonObject.builder();
    var startedAt = recordNotes.evidence().startedAt();
    if (startedAt != null) {
      evidence.add("startedAt", Timestamps.millis(startedAt));
    }
    evidence.addIfPresent("branch", recordNotes.evidence().head().branch());
    evidence.addIfPresent("commit", recordNotes.evidence().head().commit());
    if (!recordNotes.evidence().proofs().isEmpty()) {
      evidence.add("proofs", ProofJson.array(recordNotes.evidence().proofs()));
    }
    if (!recordNotes.evidence().files().isEmpty()) {
      evidence.add("files", FilesJson.of(recordNotes.evidence().files()));
    }
    if (!recordNotes.evidence().worklog().isEmpty()) {
      evidence.add("worklog", WorklogJson.of(recordNotes.evidence().worklog()));
    }
    var json = JsonObject.builder().add("events", JsonArray.of(events));
    return JsonText.compact(json.add("evidence", evidence.build()).build());
  }

  /// Parses notes; unknown fields of a newer version are ignored.
  public static RecordNotes notes(JsonObject json) {
    var evidence = json.object("evidence");
    return new RecordNotes(events(json.array("events")), evidence(evidence));
  }

  private static List<Event> events(@Nullable JsonArray array) {
    var events = new ArrayList<Event>();
    for (int i = 0; array != null && i < array.size(); i++) {
      if (!(array.get(i) instanceof JsonObject json)) {
        throw new MalformedException("an event that is no object");
      }
      var event = EventJson.read(json);
      if (event == null) {
        throw new MalformedException("an event without a kind");
      }
      events.add(event);
    }
    return events;
  }

  private static Evidence evidence(@Nullable JsonObject json) {
    if (json == null) {
      return Evidence.NONE;
    }
    var startedAt = json.string("startedAt");
    var head = new Head(json.string("branch"), json.string("commit"));
    var at = startedAt == null ? null : HeadJson.instant(startedAt);
    var proofs = json.array("proofs");
    List<Proof> proved = proofs == null ? List.of() : ProofJson.proofs(proofs);
    var worklog = WorklogJson.worklog(json.object("worklog"));
    return new Evidence(at, head, proved, FilesJson.read(json.array("files")), worklog);
  }
}

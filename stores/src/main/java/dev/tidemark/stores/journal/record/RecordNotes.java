package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.ClaimJson;
import dev.tidemark.history.Event;
import dev.tidemark.history.EventJson;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
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

/// Record notes: the content of a record beside the states of the document, with its JSON codec:
/// `{"events":[...],"evidence":{"startedAt":...,"branch":...,"commit":...}}`, and in the evidence
/// `"proofs":[{"at":...,"by":...,"claim":...}]` where gates may depend on them,
/// `"files":[{"path":...,"size":...,"sha256":...}]`, with `tree`, `by` and `commit` where several
/// work trees share a store, and `"worklog":{...}` (see [WorklogJson]) where anything was noted or
/// captured.
///
/// @param events the events, in order
/// @param evidence the evidence from then on
public record RecordNotes(List<Event> events, Evidence evidence) {
  /// The kinds of events about the workflow as a whole begin like this in the text of a record. A
  /// text that a record quotes may have it too; then the record is read for nothing.
  public static final String WORKFLOW_EVENT = "\"workflow.";

  /// Takes its own copy of the events.
  public RecordNotes {
    events = List.copyOf(events);
  }

  /// Returns the JSON text of the notes.
  public String text() {
    var all = new ArrayList<Json>(events.size());
    for (int i = 0; i < events.size(); i++) {
      all.add(EventJson.of(events.get(i)));
    }
    var json = JsonObject.builder();
    var startedAt = evidence.startedAt();
    if (startedAt != null) {
      json.add("startedAt", Timestamps.millis(startedAt));
    }
    json.addIfPresent("branch", evidence.head().branch());
    json.addIfPresent("commit", evidence.head().commit());
    if (!evidence.proofs().isEmpty()) {
      json.add("proofs", array(evidence.proofs()));
    }
    if (!evidence.files().isEmpty()) {
      json.add("files", json(evidence.files()));
    }
    if (!evidence.worklog().isEmpty()) {
      json.add("worklog", WorklogJson.of(evidence.worklog()));
    }
    var notes = JsonObject.builder().add("events", JsonArray.of(all));
    return JsonText.compact(notes.add("evidence", json.build()).build());
  }

  /// Parses notes; unknown fields of a newer version are ignored.
  public static RecordNotes of(JsonObject json) {
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
    var at = startedAt == null ? null : JournalHead.instant(startedAt);
    var proofs = json.array("proofs");
    List<Proof> proved = proofs == null ? List.of() : proofs(proofs);
    var worklog = WorklogJson.worklog(json.object("worklog"));
    return new Evidence(at, head, proved, files(json), worklog);
  }

  private static JsonArray json(List<Fingerprint> files) {
    var all = new ArrayList<Json>(files.size());
    for (int i = 0; i < files.size(); i++) {
      var file = files.get(i);
      var json = JsonObject.builder().add("path", file.path()).add("size", file.size());
      json.addIfPresent("sha256", file.digest());
      var origin = file.origin();
      if (origin != null) {
        json.add("tree", origin.tree()).add("by", origin.label());
        json.addIfPresent("commit", origin.commit());
      }
      all.add(json.build());
    }
    return JsonArray.of(all);
  }

  /// Reads fingerprints; one that a newer version writes otherwise is passed over.
  private static List<Fingerprint> files(JsonObject evidence) {
    var files = new ArrayList<Fingerprint>();
    for (var json : evidence.objects("files")) {
      var path = json.string("path");
      var size = json.number("size");
      if (path != null && size != null && size.wholeValue().isPresent()) {
        var bytes = size.wholeValue().getAsLong();
        files.add(new Fingerprint(path, bytes, json.string("sha256"), origin(json)));
      }
    }
    return files;
  }

  private static @Nullable Origin origin(JsonObject json) {
    var tree = json.string("tree");
    var label = json.string("by");
    return tree == null || label == null ? null : new Origin(tree, label, json.string("commit"));
  }

  private static JsonArray array(List<Proof> proofs) {
    var array = new ArrayList<Json>(proofs.size());
    for (var proof : proofs) {
      array.add(
          JsonObject.builder()
              .add("at", Timestamps.millis(proof.at()))
              .add("by", JournalHead.actor(proof.by()))
              .add("claim", ClaimJson.of(proof.claim()))
              .build());
    }
    return JsonArray.of(array);
  }

  /// Reads proofs. A claim that only a newer version understands proves nothing here.
  ///
  /// @throws MalformedException if they are not as they are written
  private static List<Proof> proofs(JsonArray array) {
    var proofs = new ArrayList<Proof>();
    for (int i = 0; i < array.size(); i++) {
      var json = array.get(i) instanceof JsonObject object ? object : JsonObject.EMPTY;
      var at = json.string("at");
      var by = json.object("by");
      var claimJson = json.object("claim");
      if (at == null || by == null || claimJson == null) {
        throw new MalformedException("a proof without time, actor or claim");
      }
      var claim = ClaimJson.read(claimJson);
      if (claim != null) {
        proofs.add(new Proof(JournalHead.instant(at), JournalHead.actor(by), claim));
      }
    }
    return proofs;
  }
}

package dev.tidemark.stores.journal;

import dev.tidemark.history.Evidence;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.stores.journal.record.NotesJson;
import dev.tidemark.stores.journal.record.RecordNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Notes redactor: removes a secret from the notes of records. Off every hot path.
public final class NotesRedactor {
  /// Keys whose values are chosen by this program, never by the recorded actor.
  private static final Set<String> OURS = Set.of("kind", "at", "digest", "sha256");

  private final RedactedSecret secret;

  /// Takes the secret.
  public NotesRedactor(RedactedSecret secret) {
    this.secret = secret;
  }

  /// Returns notes without the secret; the same text if it is not in them.
  public String notes(String text) {
    if (!secret.isIn(text)) {
      return text;
    }
    var json = JsonText.parse(text, Integer.MAX_VALUE);
    var clean = cleaned(json);
    return clean.equals(json) ? text : JsonText.compact(clean);
  }

  /// Returns the evidence of a run, redacted.
  public Evidence evidence(Evidence evidence) {
    var text = NotesJson.text(new RecordNotes(List.of(), evidence));
    return JsonText.parse(notes(text), Integer.MAX_VALUE) instanceof JsonObject json
        ? NotesJson.notes(json).evidence()
        : evidence;
  }

  private Json cleaned(Json json) {
    if (json instanceof JsonString string) {
      var text = secret.cleaned(string.value());
      return text.equals(string.value()) ? json : JsonString.of(text);
    }
    if (json instanceof JsonArray array) {
      var elements = new ArrayList<Json>();
      array.elements().forEach(element -> elements.add(cleaned(element)));
      return JsonArray.of(elements);
    }
    if (json instanceof JsonObject object) {
      var clean = JsonObject.builder();
      for (var member : object.members()) {
        boolean ours = OURS.contains(member.key()) && member.value() instanceof JsonString;
        clean.add(member.key(), ours ? member.value() : cleaned(member.value()));
      }
      return clean.build();
    }
    return json;
  }
}

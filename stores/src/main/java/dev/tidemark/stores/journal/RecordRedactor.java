package dev.tidemark.stores.journal;

import dev.tidemark.history.Evidence;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.Redaction.Traces;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.RecordNotes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Record redactor: finds a secret in the states and notes of a journal, and computes the redacted
/// lines.
public final class RecordRedactor implements Consumer<JournalLine> {
  /// Keys whose values are chosen by this program, never by the recorded actor.
  private static final Set<String> UNCHANGED_KEYS = Set.of("kind", "at", "digest", "sha256");

  private final Set<Long> tainted = new TreeSet<>();
  private final Map<Long, String> notes = new HashMap<>();
  private final List<Long> heads = new ArrayList<>();
  private Evidence evidence = Evidence.NONE;
  private final String place;
  private final RedactedSecret secret;
  private final Map<Long, String> confirmed;
  private final Map<Long, byte[]> restated = new HashMap<>();
  private final Set<Long> altered = new HashSet<>();
  private byte @Nullable [] bytes;
  private boolean known = true;
  private boolean dropped;

  /// @param place the path of the journal, for messages
  /// @param confirmed the digests of notes that may be altered, by the sequence of their record
  public RecordRedactor(String place, RedactedSecret secret, Map<Long, String> confirmed) {
    this.place = place;
    this.secret = secret;
    this.confirmed = Map.copyOf(confirmed);
  }

  /// Returns the matches, after all records were visited.
  ///
  /// @param torn how many files beside the record hold the secret
  public Traces traces(int torn) {
    return new Traces(List.copyOf(tainted), notes, heads, torn, evidence);
  }

  @Override
  public void accept(JournalLine line) {
    long sequence = line.head().sequence();
    if (line.headContains(secret)) {
      heads.add(sequence);
    }
    notes(line, sequence);
    boolean pruned = line.body().isPruned();
    known = !pruned && (known || line.body().isSelfContained());
    if (!known) {
      bytes = null;
      dropped = true;
      return;
    }
    boolean alone = line.body().isSelfContained();
    bytes = StateReconstructor.after(place, line, bytes);
    boolean holds = bytes != null && secret.isIn(bytes);
    if (holds) {
      tainted.add(sequence);
    } else if (dropped && !alone && bytes != null) {
      restated.put(sequence, bytes);
    }
    dropped = holds;
  }

  private void notes(JournalLine line, long sequence) {
    var text = line.body().notesText();
    var clean = cleaned(text);
    if (!clean.equals(text)) {
      var digest = line.withNotes(clean).body().notesDigest();
      notes.put(sequence, digest);
      if (digest.equals(confirmed.get(sequence))) {
        altered.add(sequence);
      }
    }
    evidence = cleaned(line.body().notes().evidence());
  }

  /// Returns the redacted record; absent if it is unchanged.
  public @Nullable JournalLine rewritten(JournalLine line) {
    long sequence = line.head().sequence();
    var clean = line;
    if (tainted.contains(sequence)) {
      clean = clean.pruned();
    }
    var full = restated.get(sequence);
    if (full != null) {
      clean = clean.withFullState(full);
    }
    if (altered.contains(sequence)) {
      clean = clean.withNotes(cleaned(line.body().notesText()));
    }
    return clean == line ? null : clean;
  }

  /// Returns notes without the secret; the same text if it is not in them.
  private String cleaned(String text) {
    if (!secret.isIn(text)) {
      return text;
    }
    var json = JsonText.parse(text, Integer.MAX_VALUE);
    var clean = cleaned(json);
    return clean.equals(json) ? text : JsonText.compact(clean);
  }

  /// Returns the evidence of a run, redacted.
  private Evidence cleaned(Evidence noted) {
    var text = new RecordNotes(List.of(), noted).text();
    return JsonText.parse(cleaned(text), Integer.MAX_VALUE) instanceof JsonObject json
        ? RecordNotes.of(json).evidence()
        : noted;
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
        boolean ours =
            UNCHANGED_KEYS.contains(member.key()) && member.value() instanceof JsonString;
        clean.add(member.key(), ours ? member.value() : cleaned(member.value()));
      }
      return clean.build();
    }
    return json;
  }
}

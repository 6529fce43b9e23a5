package dev.tidemark.stores.journal.record;

import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Record body: notes, and the state of the document after it, which may be pruned.
///
/// The digest is a hash over two hashes, one of the notes and one of the state, both salted. A
/// pruned body keeps the hash of its state in place of it, so its digest and with it the chain
/// still hold, and its notes can still be checked. The salt prevents guessing the dropped content
/// from the remaining hash.
///
/// After a redaction two more forms are possible: a state rewritten as a full copy beside the hash
/// of the original, which the revision in the head confirms; and altered notes beside the hash of
/// the original ones, which a later record confirms.
public final class RecordBody {
  /// The number of random bytes of a salt.
  public static final int SALT_BYTES = 12;

  private static final String BEGIN = "{\"salt\":\"";
  private static final String NOTES = "\",\"notes\":";
  private static final String STATE = ",\"state\":";
  private static final String FULL = "{\"full\":";
  private static final String PATCH = "{\"patch\":";
  private static final int LEAF = 64;
  private static final String PRUNED = ",\"pruned\":\"";
  private static final String WAS = ",\"was\":\"";

  private final String salt;
  private final String notes;
  private final @Nullable String state;

  /// The hash of the state that the head was written for; empty where this is it.
  private final String leaf;

  /// The hash of the notes that the head was written for; empty where these are they.
  private final String was;

  /// The notes, parsed lazily.
  private @Nullable RecordNotes known;

  private RecordBody(String salt, String notes, @Nullable String state, String leaf, String was) {
    this.salt = salt;
    this.notes = notes;
    this.state = state;
    this.leaf = leaf;
    this.was = was;
  }

  /// Returns the body with this content.
  public static RecordBody of(byte[] salt, RecordNotes recordNotes, DocumentState documentState) {
    var text = Base64.getUrlEncoder().withoutPadding().encodeToString(salt);
    var stateText = documentState.text();
    var recordBody = new RecordBody(text, recordNotes.text(), stateText, "", "");
    recordBody.known = recordNotes;
    return recordBody;
  }

  /// Reads a body; null if it is none.
  static @Nullable RecordBody read(String text) {
    int saltEnd = text.indexOf('"', BEGIN.length());
    if (!text.startsWith(BEGIN) || saltEnd < 0 || !text.startsWith(NOTES, saltEnd)) {
      return null;
    }
    var salt = text.substring(BEGIN.length(), saltEnd);
    int notesStart = saltEnd + NOTES.length();
    int notesEnd = JournalLine.objectEnd(text, notesStart);
    if (notesEnd < 0 || !text.endsWith("}")) {
      return null;
    }
    var notes = text.substring(notesStart, notesEnd);
    int at = notesEnd;
    var was = "";
    if (text.startsWith(WAS, at)) {
      int wasEnd = text.indexOf('"', at + WAS.length());
      if (wasEnd < 0) {
        return null;
      }
      was = text.substring(at + WAS.length(), wasEnd);
      at = wasEnd + 1;
    }
    var leaf = "";
    if (text.startsWith(PRUNED, at)) {
      int leafEnd = text.indexOf('"', at + PRUNED.length());
      if (leafEnd < 0) {
        return null;
      }
      leaf = text.substring(at + PRUNED.length(), leafEnd);
      at = leafEnd + 1;
    }
    int end = text.length() - 1;
    if (text.startsWith(STATE, at)) {
      return new RecordBody(salt, notes, text.substring(at + STATE.length(), end), leaf, was);
    }
    return leaf.isEmpty() || at != end ? null : new RecordBody(salt, notes, null, leaf, was);
  }

  /// Returns the hash that a head holds of its body.
  public String digest() {
    var first = was.isEmpty() ? notesDigest() : was;
    return Hashes.base64((first + leaf()).getBytes(StandardCharsets.US_ASCII));
  }

  /// Returns the hash of the notes as they are now.
  public String notesDigest() {
    return hash(salt, notes);
  }

  /// Returns whether these are other notes than the head was written for.
  public boolean isAltered() {
    return !was.isEmpty();
  }

  /// Returns the JSON text of the notes.
  public String notesText() {
    return notes;
  }

  /// Returns the notes.
  ///
  /// @throws MalformedException if they cannot be understood
  public RecordNotes notes() {
    var read = known;
    if (read == null) {
      read = parsed(notes);
      known = read;
    }
    return read;
  }

  private static RecordNotes parsed(String notes) {
    try {
      if (JsonText.parse(notes, Integer.MAX_VALUE) instanceof JsonObject json) {
        return RecordNotes.of(json);
      }
    } catch (JsonException damaged) {
      throw new MalformedException("the notes are no JSON: " + damaged.getMessage());
    }
    throw new MalformedException("the notes are no object");
  }

  /// Returns the state; null if it was pruned.
  ///
  /// @throws MalformedException if it cannot be understood
  public @Nullable DocumentState state() {
    return state == null ? null : DocumentState.of(state);
  }

  /// Returns whether the state was dropped.
  public boolean isPruned() {
    return state == null;
  }

  /// Returns whether its state is independent of the one before.
  public boolean isSelfContained() {
    return state != null && !state.startsWith(PATCH);
  }

  /// Returns whether the state after the record is surely a text.
  public boolean isText() {
    return state != null && (state.startsWith(PATCH) || state.startsWith(FULL));
  }

  /// Returns how many characters the state takes; 0 if it was pruned.
  public int stateLength() {
    return state == null ? 0 : state.length();
  }

  /// Returns this body with the state dropped.
  public RecordBody pruned() {
    return new RecordBody(salt, notes, null, leaf(), was);
  }

  /// Returns this body with the same state as a full copy.
  public RecordBody withFullState(DocumentState full) {
    return new RecordBody(salt, notes, full.text(), leaf(), was);
  }

  /// Returns this body with other notes.
  RecordBody withNotes(String otherNotes) {
    var first = was.isEmpty() ? notesDigest() : was;
    return new RecordBody(salt, otherNotes, state, leaf, first);
  }

  /// Writes the JSON text of it.
  void write(StringBuilder out) {
    out.append(BEGIN).append(salt).append(NOTES).append(notes);
    if (!was.isEmpty()) {
      out.append(WAS).append(was).append('"');
    }
    if (!leaf.isEmpty()) {
      out.append(PRUNED).append(leaf).append('"');
    }
    if (state != null) {
      out.append(STATE).append(state);
    }
    out.append('}');
  }

  /// Returns how many characters [#write] writes, or a few less.
  int length() {
    return BEGIN.length() + salt.length() + NOTES.length() + notes.length() + stateLength() + LEAF;
  }

  private String leaf() {
    return leaf.isEmpty() && state != null ? hash(salt, state) : leaf;
  }

  private static String hash(String salt, String text) {
    return Hashes.base64((salt + text).getBytes(StandardCharsets.UTF_8));
  }
}

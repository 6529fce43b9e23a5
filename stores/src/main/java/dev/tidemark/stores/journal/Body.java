package dev.tidemark.stores.journal;

import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// What a record carries: notes, and the state of the document after it, which may be pruned.
///
/// The digest is a hash over two hashes, one of the notes and one of the state, both salted. A
/// pruned body keeps the hash of its state in place of it, so its digest and with it the chain
/// still hold, and its notes can still be checked. The salt makes sure that what was dropped cannot
/// be guessed from the hash that stays.
public final class Body {
  /// How many random bytes make a salt.
  public static final int SALT_BYTES = 12;

  private static final String BEGIN = "{\"salt\":\"";
  private static final String NOTES = "\",\"notes\":";
  private static final String STATE = ",\"state\":";
  private static final String FULL = "{\"full\":";
  private static final String PATCH = "{\"patch\":";
  private static final int LEAF = 64;
  private static final String PRUNED = ",\"pruned\":\"";

  private final String salt;
  private final String notes;
  private final @Nullable String state;
  private final String leaf;

  /// What the notes say, once they were read.
  private @Nullable Notes known;

  private Body(String salt, String notes, @Nullable String state, String leaf) {
    this.salt = salt;
    this.notes = notes;
    this.state = state;
    this.leaf = leaf;
  }

  /// Returns the body that says this.
  public static Body of(byte[] salt, Notes notes, State state) {
    var text = Base64.getUrlEncoder().withoutPadding().encodeToString(salt);
    var stateText = state.text();
    var body = new Body(text, NotesJson.text(notes), stateText, hash(text, stateText));
    body.known = notes;
    return body;
  }

  /// Reads a body; null if it is none.
  static @Nullable Body read(String text) {
    int saltEnd = text.indexOf('"', BEGIN.length());
    if (!text.startsWith(BEGIN) || saltEnd < 0 || !text.startsWith(NOTES, saltEnd)) {
      return null;
    }
    var salt = text.substring(BEGIN.length(), saltEnd);
    int notesStart = saltEnd + NOTES.length();
    int notesEnd = ObjectEnd.of(text, notesStart);
    if (notesEnd < 0 || !text.endsWith("}")) {
      return null;
    }
    var notes = text.substring(notesStart, notesEnd);
    int end = text.length() - 1;
    if (text.startsWith(STATE, notesEnd)) {
      return new Body(salt, notes, text.substring(notesEnd + STATE.length(), end), "");
    }
    if (text.startsWith(PRUNED, notesEnd) && text.startsWith("\"", end - 1)) {
      return new Body(salt, notes, null, text.substring(notesEnd + PRUNED.length(), end - 1));
    }
    return null;
  }

  /// Returns the hash that a head holds of its body.
  public String digest() {
    return Hashes.base64((hash(salt, notes) + leaf()).getBytes(StandardCharsets.US_ASCII));
  }

  /// Returns the notes.
  ///
  /// @throws MalformedException if they cannot be understood
  public Notes notes() {
    var read = known;
    if (read == null) {
      read = parsed(notes);
      known = read;
    }
    return read;
  }

  private static Notes parsed(String notes) {
    try {
      if (JsonText.parse(notes, Integer.MAX_VALUE) instanceof JsonObject json) {
        return NotesJson.notes(json);
      }
    } catch (JsonException damaged) {
      throw new MalformedException("the notes are no JSON: " + damaged.getMessage());
    }
    throw new MalformedException("the notes are no object");
  }

  /// Returns the state; null if it was pruned.
  ///
  /// @throws MalformedException if it cannot be understood
  public @Nullable State state() {
    return state == null ? null : State.of(state);
  }

  /// Returns whether the state was dropped.
  public boolean isPruned() {
    return state == null;
  }

  /// Returns whether there is a state that can be told without the one before.
  public boolean standsAlone() {
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
  public Body pruned() {
    return new Body(salt, notes, null, leaf());
  }

  /// Writes the JSON text of it.
  void write(StringBuilder out) {
    out.append(BEGIN).append(salt).append(NOTES).append(notes);
    if (state == null) {
      out.append(PRUNED).append(leaf).append("\"}");
    } else {
      out.append(STATE).append(state).append('}');
    }
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

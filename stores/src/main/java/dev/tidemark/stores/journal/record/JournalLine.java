package dev.tidemark.stores.journal.record;

import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Journal line: one record as `{"head":{...},"body":{...},"crc":"xxxxxxxx"}` and a line feed.
///
/// The checksum covers every byte before it, so that a line can be judged alone: the last line of a
/// journal may be torn by a crash. The head holds the hash of the head before it, so that nothing
/// can be left out or put in between; prune may change a body, but never a head.
public final class JournalLine {
  private static final String HEAD = "{\"head\":";

  private static final String BODY = ",\"body\":";

  private final JournalHead head;
  private final String headText;
  private final RecordBody recordBody;

  private JournalLine(JournalHead head, String headText, RecordBody recordBody) {
    this.head = head;
    this.headText = headText;
    this.recordBody = recordBody;
  }

  /// Returns the record of this head and this body, whose digest the head holds.
  public static JournalLine of(JournalHead head, RecordBody recordBody) {
    return new JournalLine(head, head.text(), recordBody);
  }

  /// Reads a line.
  ///
  /// @param to the end of the line, without its line feed
  /// @return null if this is not a valid record: torn, or changed since it was written
  /// @throws MalformedException if it is, but its content violates the format
  public static @Nullable JournalLine read(byte[] bytes, int from, int to) {
    int end = ChecksummedLine.payloadEnd(bytes, from, to);
    if (end < 0) {
      return null;
    }
    var text = Utf8.decode(Arrays.copyOfRange(bytes, from, end));
    if (text.isEmpty() || !text.get().startsWith(HEAD)) {
      return null;
    }
    return read(text.get());
  }

  /// Returns the index of the next line feed; -1 if there is none.
  public static int end(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// Returns where the line begins that ends there, its line feed included or not.
  ///
  /// @param end at least 1
  public static int begin(byte[] bytes, int end) {
    int begin = end - 1;
    while (begin > 0 && bytes[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }

  private static JournalLine read(String text) {
    int headEnd = objectEnd(text, HEAD.length());
    if (headEnd < 0 || !text.startsWith(BODY, headEnd)) {
      throw new MalformedException("a line that is no record");
    }
    var recordBody = RecordBody.read(text.substring(headEnd + BODY.length()));
    if (recordBody == null) {
      throw new MalformedException("a record without a body");
    }
    var headText = text.substring(HEAD.length(), headEnd);
    return new JournalLine(head(headText), headText, recordBody);
  }

  private static JournalHead head(String text) {
    try {
      if (JsonText.parse(text) instanceof JsonObject json) {
        return JournalHead.of(json);
      }
    } catch (JsonException damaged) {
      throw new MalformedException("the head is no JSON: " + damaged.getMessage());
    }
    throw new MalformedException("the head is no object");
  }

  /// Returns the parsed head of the record.
  public JournalHead head() {
    return head;
  }

  /// Returns the body of the record.
  public RecordBody body() {
    return recordBody;
  }

  /// Returns the hash that the next head holds of this one.
  public String headHash() {
    return Hashes.base64(headText.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns whether the body is the one that the head was written for.
  public boolean hasValidDigest() {
    return recordBody.digest().equals(head.digest());
  }

  /// Returns this record without the state it carries. Its head stays as it is.
  public JournalLine pruned() {
    return new JournalLine(head, headText, recordBody.pruned());
  }

  /// Returns this record with the same state as a full copy.
  public JournalLine withFullState(byte[] state) {
    return new JournalLine(head, headText, recordBody.withFullState(DocumentState.full(state)));
  }

  /// Returns this record with other notes.
  public JournalLine withNotes(String notes) {
    return new JournalLine(head, headText, recordBody.withNotes(notes));
  }

  /// Returns whether the head holds a secret, which could not be taken out of it.
  public boolean headContains(RedactedSecret secret) {
    return secret.isIn(headText);
  }

  /// Returns the line, with its line feed.
  public byte[] bytes() {
    var out =
        new StringBuilder(HEAD.length() + headText.length() + BODY.length() + recordBody.length());
    out.append(HEAD).append(headText).append(BODY);
    recordBody.write(out);
    return ChecksummedLine.line(out.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Returns the index after the JSON object that begins at `start`, or -1 if none begins or ends.
  /// It is scanned and not parsed, so that its exact characters can be hashed and large parts
  /// skipped.
  static int objectEnd(String text, int start) {
    if (!text.startsWith("{", start)) {
      return -1;
    }
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        i = closing(text, i);
        if (i < 0) {
          return -1;
        }
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /// Returns the index of the quote that closes the one at `open`, or -1.
  private static int closing(String text, int open) {
    int quote = text.indexOf('"', open + 1);
    while (quote >= 0) {
      int backslashes = 0;
      while (text.charAt(quote - 1 - backslashes) == '\\') {
        backslashes++;
      }
      if ((backslashes & 1) == 0) {
        return quote;
      }
      quote = text.indexOf('"', quote + 1);
    }
    return -1;
  }
}

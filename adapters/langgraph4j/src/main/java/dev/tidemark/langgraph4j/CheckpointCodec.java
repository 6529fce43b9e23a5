package dev.tidemark.langgraph4j;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.serializer.PlainTextStateSerializer;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.state.AgentState;

/// JSON codec of one checkpoint. The state is an object if its serializer writes JSON, else a
/// string: the text as it is, or the bytes as Base64.
final class CheckpointCodec {
  static final String ID = "id";

  /// The number of the journal entry that has the state, in an entry without it.
  static final String ENTRY = "entry";

  private static final String NODE = "node";
  private static final String NEXT = "next_node";
  private static final String STATE = "state";
  private static final String TEXT = "text";
  private static final String BYTES = "base64";

  private final StateSerializer<? extends AgentState> serializer;

  CheckpointCodec(StateSerializer<? extends AgentState> serializer) {
    this.serializer = serializer;
  }

  /// Returns a checkpoint with its state, without the number of an entry.
  ///
  /// @throws UncheckedIOException if the state cannot be serialized
  JsonObject encode(Checkpoint checkpoint) {
    var head =
        JsonObject.builder()
            .add(ID, checkpoint.getId())
            .add(NODE, checkpoint.getNodeId())
            .add(NEXT, checkpoint.getNextNodeId())
            .build();
    try {
      if (serializer instanceof PlainTextStateSerializer<?> plain) {
        var text = plain.writeDataAsString(checkpoint.getState());
        return parse(text) instanceof JsonObject object
            ? head.with(STATE, object)
            : head.with(TEXT, text);
      }
      var bytes = serializer.dataToBytes(checkpoint.getState());
      return head.with(BYTES, Base64.getEncoder().encodeToString(bytes));
    } catch (IOException unserializable) {
      throw new UncheckedIOException(
          "the state after node " + checkpoint.getNodeId() + " cannot be serialized",
          unserializable);
    }
  }

  /// Returns the checkpoint of an entry that has its state.
  ///
  /// @throws UncheckedIOException if the state cannot be deserialized
  Checkpoint decode(JsonObject entry) {
    try {
      return Checkpoint.builder()
          .id(text(entry, ID))
          .nodeId(text(entry, NODE))
          .nextNodeId(text(entry, NEXT))
          .state(state(entry))
          .build();
    } catch (IOException | ClassNotFoundException | IllegalArgumentException undecodable) {
      throw new UncheckedIOException(
          new IOException(
              "the state of checkpoint "
                  + text(entry, ID)
                  + " cannot be deserialized; was it saved with another serializer?",
              undecodable));
    }
  }

  private Map<String, Object> state(JsonObject entry) throws IOException, ClassNotFoundException {
    var bytes = entry.string(BYTES);
    if (bytes != null) {
      return serializer.dataFromBytes(Base64.getDecoder().decode(bytes));
    }
    if (serializer instanceof PlainTextStateSerializer<?> plain) {
      var object = entry.object(STATE);
      return plain.readDataFromString(
          object == null ? text(entry, TEXT) : JsonText.compact(object));
    }
    throw new IOException("the state is text, and the serializer reads bytes");
  }

  private static String text(JsonObject entry, String key) {
    var text = entry.string(key);
    return text == null ? "" : text;
  }

  private static Json parse(String text) {
    try {
      return JsonText.parse(text, Integer.MAX_VALUE);
    } catch (JsonException notJson) {
      return JsonNull.NULL;
    }
  }

  static String id(JsonObject entry) {
    return text(entry, ID);
  }

  static long sequence(JsonObject entry) {
    var number = entry.number(ENTRY);
    return number == null ? 0 : number.wholeValue().orElse(0);
  }

  static boolean hasState(JsonObject entry) {
    return entry.has(STATE) || entry.has(TEXT) || entry.has(BYTES);
  }

  static JsonObject withoutState(JsonObject entry, long sequence) {
    return entry.without(STATE).without(TEXT).without(BYTES).with(ENTRY, JsonNumber.of(sequence));
  }
}

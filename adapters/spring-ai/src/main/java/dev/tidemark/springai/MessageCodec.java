package dev.tidemark.springai;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AbstractMessage;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.util.MimeType;

/// JSON codec of chat messages of every type. Of the metadata, values that have no JSON form
/// (objects of a provider) are left out.
final class MessageCodec {
  private static final String TYPE = "type";
  private static final String TEXT = "text";
  private static final String METADATA = "metadata";
  private static final String MEDIA = "media";
  private static final String CALLS = "tool_calls";
  private static final String RESPONSES = "responses";
  private static final String ID = "id";
  private static final String NAME = "name";

  private MessageCodec() {}

  static JsonObject encode(Message message) {
    var type = message.getMessageType();
    var json =
        JsonObject.builder().add(TYPE, type.getValue()).addOrNull(TEXT, message.getText()).build();
    var metadata = metadata(message.getMetadata());
    if (metadata.size() > 0) {
      json = json.with(METADATA, metadata);
    }
    if (message instanceof MediaContent content && !content.getMedia().isEmpty()) {
      json =
          json.with(
              MEDIA, JsonArray.of(content.getMedia().stream().map(MessageCodec::media).toList()));
    }
    if (message instanceof AssistantMessage assistant && assistant.hasToolCalls()) {
      var calls = assistant.getToolCalls().stream().map(MessageCodec::call).toList();
      json = json.with(CALLS, JsonArray.of(calls));
    }
    if (message instanceof ToolResponseMessage tool) {
      var responses = tool.getResponses().stream().map(MessageCodec::response).toList();
      json = json.with(RESPONSES, JsonArray.of(responses));
    }
    return json;
  }

  static Message decode(JsonObject json) {
    var text = json.string(TEXT);
    var metadata = metadata(json.object(METADATA));
    var media = objects(json, MEDIA).stream().map(MessageCodec::media).toList();
    return switch (MessageType.valueOf(required(json, TYPE).toUpperCase(Locale.ROOT))) {
      case USER ->
          UserMessage.builder().text(required(json, TEXT)).media(media).metadata(metadata).build();
      case SYSTEM -> SystemMessage.builder().text(required(json, TEXT)).metadata(metadata).build();
      case ASSISTANT ->
          AssistantMessage.builder()
              .content(text)
              .properties(metadata)
              .toolCalls(objects(json, CALLS).stream().map(MessageCodec::call).toList())
              .media(media)
              .build();
      case TOOL ->
          ToolResponseMessage.builder()
              .responses(objects(json, RESPONSES).stream().map(MessageCodec::response).toList())
              .metadata(metadata)
              .build();
    };
  }

  private static JsonObject call(AssistantMessage.ToolCall call) {
    return JsonObject.builder()
        .addOrNull(ID, call.id())
        .addOrNull(TYPE, call.type())
        .addOrNull(NAME, call.name())
        .addOrNull("arguments", call.arguments())
        .build();
  }

  private static AssistantMessage.ToolCall call(JsonObject json) {
    return new AssistantMessage.ToolCall(
        text(json, ID), text(json, TYPE), text(json, NAME), text(json, "arguments"));
  }

  private static JsonObject response(ToolResponseMessage.ToolResponse response) {
    return JsonObject.builder()
        .addOrNull(ID, response.id())
        .addOrNull(NAME, response.name())
        .addOrNull("data", response.responseData())
        .build();
  }

  private static ToolResponseMessage.ToolResponse response(JsonObject json) {
    return new ToolResponseMessage.ToolResponse(
        text(json, ID), text(json, NAME), text(json, "data"));
  }

  private static JsonObject media(Media media) {
    var json =
        JsonObject.builder()
            .add("mime_type", media.getMimeType().toString())
            .addIfPresent(ID, media.getId())
            .addIfPresent(NAME, media.getName())
            .build();
    return media.getData() instanceof byte[] bytes
        ? json.with("base64", Base64.getEncoder().encodeToString(bytes))
        : json.with("uri", media.getData().toString());
  }

  private static Media media(JsonObject json) {
    var media = Media.builder().mimeType(MimeType.valueOf(required(json, "mime_type")));
    var bytes = json.string("base64");
    if (bytes == null) {
      // As text, which is no URI where it has a blank: media keep any text as it is.
      media.data(required(json, "uri"));
    } else {
      media.data(Base64.getDecoder().decode(bytes));
    }
    var id = json.string(ID);
    if (id != null) {
      media.id(id);
    }
    var name = json.string(NAME);
    if (name != null) {
      media.name(name);
    }
    return media.build();
  }

  private static JsonObject metadata(Map<String, Object> metadata) {
    var json = JsonObject.builder();
    metadata.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(AbstractMessage.MESSAGE_TYPE))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> {
              var value = json(entry.getValue());
              if (value != null) {
                json.add(entry.getKey(), value);
              }
            });
    return json.build();
  }

  private static Map<String, Object> metadata(@Nullable JsonObject json) {
    var metadata = new HashMap<String, Object>();
    if (json != null) {
      for (var member : json.members()) {
        var value = value(member.value());
        if (value != null) {
          metadata.put(member.key(), value);
        }
      }
    }
    return metadata;
  }

  /// Returns a value as JSON; null if it has no JSON form.
  private static @Nullable Json json(@Nullable Object value) {
    if (value instanceof CharSequence || value instanceof Enum<?>) {
      return JsonString.of(value.toString());
    }
    if (value instanceof Boolean bool) {
      return JsonBoolean.of(bool);
    }
    if (value instanceof Integer || value instanceof Long || value instanceof Short) {
      return JsonNumber.of(((Number) value).longValue());
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return JsonNumber.spelled(number.toString());
    }
    if (value instanceof Map<?, ?> map) {
      var json = JsonObject.builder();
      map.forEach(
          (key, element) -> {
            var encoded = json(element);
            if (encoded != null) {
              json.add(String.valueOf(key), encoded);
            }
          });
      return json.build();
    }
    if (value instanceof Iterable<?> elements) {
      var encoded = new ArrayList<Json>();
      elements.forEach(
          element -> encoded.add(Objects.requireNonNullElse(json(element), JsonNull.NULL)));
      return JsonArray.of(encoded);
    }
    return null;
  }

  private static @Nullable Object value(Json json) {
    return switch (json) {
      case JsonString string -> string.value();
      case JsonBoolean bool -> bool.value();
      case JsonNumber number -> number(number);
      case JsonObject object -> metadata(object);
      case JsonArray array -> {
        var values = new ArrayList<@Nullable Object>();
        array.elements().forEach(element -> values.add(value(element)));
        yield values;
      }
      default -> null;
    };
  }

  private static Object number(JsonNumber number) {
    var whole = number.wholeValue();
    if (whole.isEmpty() || number.spelling().contains(".")) {
      return number.doubleValue();
    }
    long value = whole.getAsLong();
    return (int) value == value ? (Object) (int) value : (Object) value;
  }

  private static List<JsonObject> objects(JsonObject json, String key) {
    var array = json.array(key);
    var objects = new ArrayList<JsonObject>();
    for (var element : array == null ? List.<Json>of() : array.elements()) {
      if (element instanceof JsonObject object) {
        objects.add(object);
      }
    }
    return objects;
  }

  private static String text(JsonObject json, String key) {
    var text = json.string(key);
    return text == null ? "" : text;
  }

  private static String required(JsonObject json, String key) {
    var text = json.string(key);
    if (text == null) {
      throw new IllegalStateException("a saved message has no " + key);
    }
    return text;
  }
}

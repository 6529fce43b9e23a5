package dev.tidemark.clients;

import static dev.tidemark.clients.Protocol.object;
import static dev.tidemark.clients.Protocol.objects;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The Chat Completions API, which most other providers offer.
final class ChatProtocol implements Protocol {
  private static final int UNPAID = 402;

  @Override
  public boolean serves(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public List<String> tools(JsonObject request) {
    var names = new ArrayList<String>();
    for (var tool : objects(request, "tools")) {
      var function = tool.object("function");
      if (function != null) {
        names.add(String.valueOf(function.string("name")));
      }
    }
    return names;
  }

  @Override
  public List<String> results(JsonObject request) {
    var results = new ArrayList<String>();
    for (var message : objects(request, "messages")) {
      var content = message.find("content");
      if ("tool".equals(message.string("role")) && content != null) {
        results.add(ModelRequest.strings(content));
      }
    }
    return results;
  }

  @Override
  public Reply failure(Failure failure) {
    var message = failure.message("Insufficient credits. Add more to continue.");
    var error = object("type", failure.openAi(), "message", message);
    int status = failure == Failure.UNPAID ? UNPAID : failure.status();
    return Reply.failure(status, object("error", error));
  }

  @Override
  public Reply reply(Turn turn, JsonObject request, String path) {
    var reason = turn.calls().isEmpty() ? "stop" : "tool_calls";
    var calls = JsonArray.of(calls(turn));
    if (!request.isTrue("stream")) {
      var message = object("role", "assistant", "content", turn.text());
      var choice =
          object(
              "index",
              0,
              "message",
              turn.calls().isEmpty() ? message : message.with("tool_calls", (Json) calls),
              "finish_reason",
              reason);
      var whole = chunk(JsonArray.of(choice)).with("object", "chat.completion");
      return Reply.json(whole.with("usage", usage(turn)));
    }
    var events = new ArrayList<JsonObject>();
    events.add(delta(object("role", "assistant", "content", turn.text()), JsonNull.NULL));
    if (!turn.calls().isEmpty()) {
      events.add(delta(object("tool_calls", calls), JsonNull.NULL));
    }
    events.add(delta(JsonObject.EMPTY, JsonString.of(reason)));
    events.add(chunk(JsonArray.EMPTY).with("usage", usage(turn)));
    var stream = Reply.events(events);
    return new Reply(stream.status(), stream.type(), stream.body() + "data: [DONE]\n\n", false);
  }

  private static List<JsonObject> calls(Turn turn) {
    var calls = new ArrayList<JsonObject>();
    for (var call : turn.calls()) {
      var function = object("name", call.name(), "arguments", JsonText.compact(call.input()));
      calls.add(
          object(
              "index",
              calls.size(),
              "id",
              "call_" + UUID.randomUUID(),
              "type",
              "function",
              "function",
              function));
    }
    return calls;
  }

  private static JsonObject delta(JsonObject delta, Json reason) {
    var choice = object("index", 0, "delta", delta, "finish_reason", reason);
    return chunk(JsonArray.of(choice));
  }

  private static JsonObject chunk(JsonArray choices) {
    return object(
        "id",
        "chatcmpl-1",
        "object",
        "chat.completion.chunk",
        "created",
        1,
        "model",
        "scripted",
        "choices",
        choices);
  }

  private static JsonObject usage(Turn turn) {
    return object(
        "prompt_tokens",
        turn.inputTokens(),
        "completion_tokens",
        20,
        "total_tokens",
        turn.inputTokens() + 20);
  }
}

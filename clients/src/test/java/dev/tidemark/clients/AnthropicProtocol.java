package dev.tidemark.clients;

import static dev.tidemark.clients.Protocol.object;
import static dev.tidemark.clients.Protocol.objects;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The Messages API of Anthropic.
final class AnthropicProtocol implements Protocol {
  private static final int OVERLOADED = 529;
  private static final int UNPAID = 400;

  @Override
  public boolean serves(String path) {
    return path.startsWith("/v1/messages") && !path.startsWith("/v1/messages/");
  }

  @Override
  public List<String> tools(JsonObject request) {
    return objects(request, "tools").stream()
        .map(tool -> String.valueOf(tool.string("name")))
        .toList();
  }

  @Override
  public List<String> results(JsonObject request) {
    var results = new ArrayList<String>();
    for (var message : objects(request, "messages")) {
      for (var block : objects(message, "content")) {
        var content = block.find("content");
        if ("tool_result".equals(block.string("type")) && content != null) {
          results.add(ModelRequest.strings(content));
        }
      }
    }
    return results;
  }

  @Override
  public Reply failure(Failure failure) {
    var unpaid = "Your credit balance is too low to access the Anthropic API.";
    var error = object("type", failure.anthropic(), "message", failure.message(unpaid));
    int status =
        switch (failure) {
          case OVERLOADED -> OVERLOADED;
          case UNPAID -> UNPAID;
          default -> failure.status();
        };
    return Reply.failure(status, object("type", "error", "error", error));
  }

  @Override
  public Reply reply(Turn turn, JsonObject request, String path) {
    var blocks = blocks(turn);
    var stop = turn.calls().isEmpty() ? "end_turn" : "tool_use";
    var message =
        JsonObject.builder()
            .add("id", "msg_" + id())
            .add("type", "message")
            .add("role", "assistant")
            .addOrNull("model", request.string("model"))
            .add("content", JsonArray.of(blocks))
            .add("stop_reason", stop)
            .add("stop_sequence", JsonNull.NULL)
            .add("usage", usage(turn))
            .build();
    return request.isTrue("stream")
        ? Reply.events(events(message, blocks, stop))
        : Reply.json(message);
  }

  private static List<JsonObject> blocks(Turn turn) {
    var blocks = new ArrayList<JsonObject>();
    if (!turn.text().isEmpty()) {
      blocks.add(object("type", "text", "text", turn.text()));
    }
    for (var call : turn.calls()) {
      blocks.add(
          object(
              "type",
              "tool_use",
              "id",
              "toolu_" + id(),
              "name",
              call.name(),
              "input",
              call.input()));
    }
    return blocks;
  }

  private static JsonObject usage(Turn turn) {
    return object(
        "input_tokens",
        turn.inputTokens(),
        "output_tokens",
        20,
        "cache_creation_input_tokens",
        0,
        "cache_read_input_tokens",
        0);
  }

  private static List<JsonObject> events(JsonObject message, List<JsonObject> blocks, String stop) {
    var events = new ArrayList<JsonObject>();
    var begun = message.with("content", JsonArray.EMPTY).with("stop_reason", (Json) JsonNull.NULL);
    events.add(object("type", "message_start", "message", begun));
    for (int i = 0; i < blocks.size(); i++) {
      var block = blocks.get(i);
      var text = block.string("text");
      JsonObject empty;
      JsonObject delta;
      if (text != null) {
        empty = block.with("text", "");
        delta = object("type", "text_delta", "text", text);
      } else {
        empty = block.with("input", JsonObject.EMPTY);
        var input = JsonText.compact(input(block));
        delta = object("type", "input_json_delta", "partial_json", input);
      }
      events.add(object("type", "content_block_start", "index", i, "content_block", empty));
      events.add(object("type", "content_block_delta", "index", i, "delta", delta));
      events.add(object("type", "content_block_stop", "index", i));
    }
    var end = object("stop_reason", stop, "stop_sequence", JsonNull.NULL);
    events.add(object("type", "message_delta", "delta", end, "usage", object("output_tokens", 20)));
    events.add(object("type", "message_stop"));
    return events;
  }

  private static JsonObject input(JsonObject block) {
    var input = block.object("input");
    return input == null ? JsonObject.EMPTY : input;
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}

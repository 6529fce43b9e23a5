package dev.tidemark.clients;

import static dev.tidemark.clients.Protocol.object;
import static dev.tidemark.clients.Protocol.objects;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The Responses API of OpenAI.
final class ResponsesProtocol implements Protocol {
  @Override
  public boolean serves(String path) {
    return path.endsWith("/responses");
  }

  /// Tools in a group are named `group.tool`; some come with the input instead of the request.
  @Override
  public List<String> tools(JsonObject request) {
    var names = new ArrayList<String>();
    add(names, objects(request, "tools"), "");
    for (var item : objects(request, "input")) {
      if ("additional_tools".equals(item.string("type"))) {
        add(names, objects(item, "tools"), "");
      }
    }
    return names;
  }

  private static void add(List<String> names, List<JsonObject> tools, String group) {
    for (var tool : tools) {
      var name = tool.string("name") == null ? tool.string("type") : tool.string("name");
      names.add(group + name);
      add(names, objects(tool, "tools"), name + ".");
    }
  }

  @Override
  public List<String> results(JsonObject request) {
    var results = new ArrayList<String>();
    for (var item : objects(request, "input")) {
      var output = item.has("output") ? item.find("output") : item.find("tools");
      if (output != null && String.valueOf(item.string("type")).endsWith("_output")) {
        results.add(ModelRequest.strings(output));
      }
    }
    return results;
  }

  @Override
  public Reply failure(Failure failure) {
    var unpaid = "You exceeded your current quota, please check your plan and billing details.";
    var error = object("code", failure.openAi(), "message", failure.message(unpaid));
    return Reply.failure(failure.status(), object("error", error));
  }

  @Override
  public Reply reply(Turn turn, JsonObject request, String path) {
    var id = "resp_" + id();
    var items = items(turn);
    var events = new ArrayList<JsonObject>();
    events.add(object("type", "response.created", "response", response(id, "in_progress")));
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      events.add(object("type", "response.output_item.added", "output_index", i, "item", item));
      if ("message".equals(item.string("type"))) {
        events.add(
            object(
                "type",
                "response.output_text.delta",
                "item_id",
                String.valueOf(item.string("id")),
                "output_index",
                i,
                "content_index",
                0,
                "delta",
                turn.text()));
      }
      events.add(object("type", "response.output_item.done", "output_index", i, "item", item));
    }
    var completed =
        response(id, "completed").with("output", JsonArray.of(items)).with("usage", usage(turn));
    events.add(object("type", "response.completed", "response", completed));
    return Reply.events(events);
  }

  private static JsonObject response(String id, String status) {
    return object("id", id, "object", "response", "status", status, "output", JsonArray.EMPTY);
  }

  private static List<JsonObject> items(Turn turn) {
    var items = new ArrayList<JsonObject>();
    if (!turn.text().isEmpty()) {
      var part = object("type", "output_text", "text", turn.text(), "annotations", JsonArray.EMPTY);
      items.add(
          object(
              "type",
              "message",
              "id",
              "msg_" + id(),
              "role",
              "assistant",
              "status",
              "completed",
              "content",
              JsonArray.of(part)));
    }
    for (var call : turn.calls()) {
      items.add(item(call));
    }
    return items;
  }

  private static JsonObject item(ToolCall call) {
    boolean search = call.name().equals("tool_search");
    var type =
        search
            ? "tool_search_call"
            : call.freeText().isEmpty() ? "function_call" : "custom_tool_call";
    var item =
        JsonObject.builder()
            .add("type", type)
            .add("id", "fc_" + id())
            .add("call_id", "call_" + id())
            .add("status", "completed");
    if (search) {
      return item.add("execution", "client").add("arguments", call.input()).build();
    }
    item.add("name", call.name());
    if (!call.namespace().isEmpty()) {
      item.add("namespace", call.namespace());
    }
    if (call.freeText().isEmpty()) {
      return item.add("arguments", JsonText.compact(call.input())).build();
    }
    return item.add("input", call.freeText()).build();
  }

  private static JsonObject usage(Turn turn) {
    return object(
        "input_tokens",
        turn.inputTokens(),
        "input_tokens_details",
        object("cached_tokens", 0),
        "output_tokens",
        20,
        "output_tokens_details",
        object("reasoning_tokens", 0),
        "total_tokens",
        turn.inputTokens() + 20);
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, 16);
  }
}

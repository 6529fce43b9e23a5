package dev.tidemark.clients;

import static dev.tidemark.clients.Protocol.object;
import static dev.tidemark.clients.Protocol.objects;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The Gemini API of Google.
final class GeminiProtocol implements Protocol {
  @Override
  public boolean serves(String path) {
    return path.contains(":generateContent") || path.contains(":streamGenerateContent");
  }

  @Override
  public List<String> tools(JsonObject request) {
    var names = new ArrayList<String>();
    for (var group : objects(request, "tools")) {
      for (var tool : objects(group, "functionDeclarations")) {
        names.add(String.valueOf(tool.string("name")));
      }
    }
    return names;
  }

  @Override
  public List<String> results(JsonObject request) {
    var results = new ArrayList<String>();
    for (var content : objects(request, "contents")) {
      for (var part : objects(content, "parts")) {
        var result = part.object("functionResponse");
        var response = result == null ? null : result.object("response");
        if (response != null) {
          results.add(ModelRequest.strings(response));
        }
      }
    }
    return results;
  }

  @Override
  public Reply failure(Failure failure) {
    int status = failure.status();
    var message = failure.message("Your prepayment credits are depleted. Manage your billing.");
    var error = object("code", status, "message", message, "status", failure.google());
    return Reply.failure(status, object("error", error));
  }

  @Override
  public Reply reply(Turn turn, JsonObject request, String path) {
    var parts = new ArrayList<JsonObject>();
    if (!turn.text().isEmpty()) {
      parts.add(object("text", turn.text()));
    }
    for (var call : turn.calls()) {
      var id = UUID.randomUUID().toString().substring(0, 8);
      var function = object("name", call.name(), "args", call.input(), "id", id);
      // Gemini refuses a call that comes back without the signature of the thought behind it.
      parts.add(object("functionCall", function, "thoughtSignature", "c2lnbmF0dXJl"));
    }
    var content = object("role", "model", "parts", JsonArray.of(parts));
    var candidate = object("content", content, "finishReason", "STOP", "index", 0);
    var response =
        object(
            "candidates",
            JsonArray.of(candidate),
            "usageMetadata",
            object(
                "promptTokenCount",
                turn.inputTokens(),
                "candidatesTokenCount",
                20,
                "totalTokenCount",
                turn.inputTokens() + 20),
            "modelVersion",
            "scripted",
            "responseId",
            "response-1");
    return path.contains(":stream") ? Reply.events(List.of(response)) : Reply.json(response);
  }
}

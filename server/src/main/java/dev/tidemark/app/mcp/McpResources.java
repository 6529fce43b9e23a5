package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.ToolBackend.CallContext;
import dev.tidemark.app.mcp.rpc.PercentEncoding;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MCP resources: the open runs, the brief of a run, the checkpoint file of a run.
final class McpResources {
  private static final String RUNS = "tidemark://runs";
  private static final String BRIEF = "tidemark://brief";
  private static final String CHECKPOINT = "tidemark://checkpoint";
  private static final String NAME = "tidemark: ";
  private static final int PAGE = 50;

  private final ToolBackend toolBackend;

  McpResources(ToolBackend toolBackend) {
    this.toolBackend = toolBackend;
  }

  /// Returns the result of `resources/list`.
  ///
  /// @throws RpcError if the cursor is invalid
  JsonObject list(ClientInfo clientInfo, JsonObject params) {
    var all = new ArrayList<JsonObject>();
    all.add(resource(RUNS, "runs", "The open runs", "application/json"));
    all.add(resource(BRIEF, "brief", "Next step and context of the open run", "text/plain"));
    for (var run : openRuns(clientInfo)) {
      var name = EscapedText.line(run);
      all.add(resource(uri(BRIEF, run), "brief " + name, "Brief of " + name, "text/plain"));
      all.add(resource(uri(CHECKPOINT, run), name, "Checkpoint of " + name, "text/plain"));
    }
    int from = pageStart(params, all.size());
    int to = Math.min(all.size(), from + PAGE);
    var page = JsonObject.builder().add("resources", JsonArray.of(all.subList(from, to)));
    return (to < all.size() ? page.add("nextCursor", Integer.toString(to)) : page).build();
  }

  /// Returns the result of `resources/templates/list`.
  static JsonObject templates() {
    return JsonObject.builder()
        .add(
            "resourceTemplates",
            JsonArray.of(
                template(BRIEF, "brief of a run", "Next step and context of a run"),
                template(CHECKPOINT, "checkpoint", "The checkpoint file of a run")))
        .build();
  }

  /// Returns the result of `resources/read`.
  ///
  /// @throws RpcError if there is no such resource
  JsonObject read(ClientInfo clientInfo, JsonObject params) {
    var uri = params.string("uri");
    if (uri == null) {
      throw RpcError.params("the member uri must be a string");
    }
    if (uri.equals(RUNS)) {
      var runs = runs(clientInfo, uri);
      return contents(uri, "application/json", EscapedText.json(JsonText.compact(runs)) + "\n");
    }
    var run = run(uri, BRIEF);
    if (run != null || uri.equals(BRIEF)) {
      var ran = run(clientInfo, CommandRequest.text("resume").argument(run));
      return contents(uri, "text/plain", succeeded(ran, clientInfo, uri).text());
    }
    run = run(uri, CHECKPOINT);
    if (run == null) {
      throw missing(clientInfo, uri, "there is no resource " + uri);
    }
    var ran = run(clientInfo, CommandRequest.json("show").option("run", run));
    var shown = document(succeeded(ran, clientInfo, uri));
    return contents(
        uri, type(String.valueOf(shown.string("path"))), String.valueOf(shown.string("text")));
  }

  /// Returns the brief as text, for a prompt.
  String brief(ClientInfo clientInfo, @Nullable String run) {
    var ran = run(clientInfo, CommandRequest.text("resume").argument(run));
    return (ran.succeeded() ? ran.text() : ran.diagnostics()).strip();
  }

  private CommandResult run(ClientInfo clientInfo, CommandRequest request) {
    return toolBackend.run(new CallContext(clientInfo, null, false), request);
  }

  private JsonObject runs(ClientInfo clientInfo, String uri) {
    return document(succeeded(run(clientInfo, CommandRequest.json("list")), clientInfo, uri));
  }

  private static CommandResult succeeded(CommandResult ran, ClientInfo clientInfo, String uri) {
    if (!ran.succeeded()) {
      throw missing(clientInfo, uri, diagnosticsText(ran));
    }
    return ran;
  }

  private static JsonObject document(CommandResult ran) {
    return ran.json() == null ? JsonObject.EMPTY : ran.json();
  }

  /// Diagnostics begin with the name of the program.
  private static String diagnosticsText(CommandResult ran) {
    var text = ran.diagnostics().strip();
    return text.startsWith(NAME) ? text.substring(NAME.length()) : text;
  }

  private static JsonObject contents(String uri, String type, String text) {
    var content =
        JsonObject.builder().add("uri", uri).add("mimeType", type).add("text", text).build();
    return JsonObject.builder().add("contents", JsonArray.of(content)).build();
  }

  private static RpcError missing(ClientInfo clientInfo, String uri, String why) {
    return new RpcError(
        clientInfo.version().resourceNotFound(), why, JsonObject.builder().add("uri", uri).build());
  }

  private List<String> openRuns(ClientInfo clientInfo) {
    var ran = run(clientInfo, CommandRequest.json("list"));
    if (!ran.succeeded()) {
      throw new RpcError(RpcError.INTERNAL_ERROR, diagnosticsText(ran));
    }
    var names = new ArrayList<String>();
    for (var run : document(ran).objects("runs")) {
      if (run.has("run")) {
        names.add(String.valueOf(run.string("run")));
      }
    }
    return names;
  }

  private static int pageStart(JsonObject params, int size) {
    var cursor = params.string("cursor");
    if (cursor == null && !params.has("cursor")) {
      return 0;
    }
    int from = 0;
    for (int i = 0; cursor != null && i < cursor.length() && from <= size; i++) {
      int digit = cursor.charAt(i) - '0';
      from = digit < 0 || digit > 9 ? size : from * 10 + digit;
    }
    if (from == 0 || from >= size || from % PAGE != 0) {
      throw RpcError.params("unknown cursor, or its list has become shorter");
    }
    return from;
  }

  private static String type(String path) {
    if (path.endsWith(".json")) {
      return "application/json";
    }
    return path.endsWith(".md") ? "text/markdown" : "text/plain";
  }

  private static JsonObject resource(String uri, String name, String title, String type) {
    return JsonObject.builder()
        .add("uri", uri)
        .add("name", name)
        .add("title", title)
        .add("mimeType", type)
        .build();
  }

  private static JsonObject template(String base, String name, String description) {
    return JsonObject.builder()
        .add("uriTemplate", base + "/{+run}")
        .add("name", name)
        .add("description", description)
        .build();
  }

  private static String uri(String base, String run) {
    return base + "/" + PercentEncoding.encode(run);
  }

  /// Returns which run a URI names; null if it is of another kind.
  private static @Nullable String run(String uri, String base) {
    boolean named = uri.startsWith(base + "/") && uri.length() > base.length() + 1;
    return named ? PercentEncoding.decode(uri.substring(base.length() + 1)) : null;
  }
}

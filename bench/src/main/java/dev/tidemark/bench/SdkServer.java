package dev.tidemark.bench;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.ContextUse;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A server of the same tools, made with the official SDK in its usual way: what `tidemark mcp` is
/// compared with. The one tool that is called judges the use of a context, as ours does.
public final class SdkServer {
  private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();

  private SdkServer() {}

  /// Serves on standard input and output.
  ///
  /// @param args the file of the tools, as `tools/list` of `tidemark mcp` answers
  public static void main(String[] args) throws IOException {
    var list = (JsonObject) JsonText.parse(Files.readString(Path.of(args[0])));
    var tools = list.array("tools");
    var server =
        McpServer.sync(new StdioServerTransportProvider(JSON))
            .serverInfo("tidemark", "0.1.0")
            .capabilities(ServerCapabilities.builder().tools(false).build());
    for (var tool : (tools == null ? JsonArray.EMPTY : tools).elements()) {
      server.toolCall(tool((JsonObject) tool), (exchange, request) -> answer(request));
    }
    server.build();
  }

  private static Tool tool(JsonObject definition) {
    return Tool.builder(text(definition, "name"), JSON, schema(definition, "inputSchema"))
        .title(text(definition, "title"))
        .description(text(definition, "description"))
        .outputSchema(JSON, schema(definition, "outputSchema"))
        .build();
  }

  private static CallToolResult answer(CallToolRequest request) {
    var percent = request.arguments().get("percent");
    double share = percent instanceof Number number ? number.doubleValue() : 0;
    var warnings = ContextUse.warnings(share, false);
    var json =
        JsonText.compact(
            JsonObject.builder()
                .add("percent", JsonText.parse(String.valueOf(percent)))
                .add("warnings", warnings)
                .build());
    return CallToolResult.builder().addTextContent(json).structuredContent(JSON, json).build();
  }

  private static String text(JsonObject definition, String key) {
    return String.valueOf(definition.string(key));
  }

  private static String schema(JsonObject definition, String key) {
    var schema = definition.object(key);
    return JsonText.compact(schema == null ? JsonObject.EMPTY : schema);
  }
}

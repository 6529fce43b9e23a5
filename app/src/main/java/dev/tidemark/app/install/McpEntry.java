package dev.tidemark.app.install;

import dev.tidemark.app.hook.Agent;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entry of our MCP server among those in an agent's JSON file. An entry of that name with
/// another command is not ours, and stays as it is.
///
/// @param key the key under which the agent keeps its servers
/// @param entry our entry
record McpEntry(String key, JsonObject entry) {
  private static final String NAME = "tidemark";
  private static final String MCP = "mcp";
  private static final String COMMAND = "command";
  private static final String ARGS = "args";

  static McpEntry of(Agent agent, List<String> program) {
    var words = new ArrayList<>(program);
    words.add(MCP);
    if (agent == Agent.OPENCODE) {
      var entry = JsonObject.builder().add("type", "local").add(COMMAND, words);
      return new McpEntry(MCP, entry.add("enabled", true).build());
    }
    var entry = JsonObject.builder().add(COMMAND, words.getFirst());
    return new McpEntry(
        "mcpServers", entry.add(ARGS, words.subList(1, words.size())).build());
  }

  /// Returns the settings with our entry, or without it.
  JsonObject edit(JsonObject settings, boolean in) {
    var servers = settings.object(key);
    var present = servers == null ? null : servers.find(NAME);
    if (present != null && !isOurs(present)) {
      return settings;
    }
    if (in) {
      var all = servers == null ? JsonObject.EMPTY : servers;
      return settings.with(key, all.with(NAME, entry));
    }
    if (servers == null || present == null) {
      return settings;
    }
    var left = servers.without(NAME);
    return left.size() == 0 ? settings.without(key) : settings.with(key, left);
  }

  private static boolean isOurs(Object present) {
    if (!(present instanceof JsonObject object)) {
      return false;
    }
    var words = object.strings(COMMAND).isEmpty() ? object.strings(ARGS) : object.strings(COMMAND);
    var program = first(object);
    return program != null
        && program.contains(NAME)
        && !words.isEmpty()
        && words.getLast().equals(MCP);
  }

  private static @Nullable String first(JsonObject object) {
    JsonArray words = object.array(COMMAND);
    return words == null
        ? object.string(COMMAND)
        : words.strings().isEmpty() ? null : words.strings().getFirst();
  }
}

package dev.tidemark.app.install.edit;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// MCP server entry of Tidemark in an agent's JSON file. An entry of that name with another command
/// belongs to the user, and stays unchanged.
///
/// @param key the key under which the agent keeps its servers
/// @param entry our entry
public record McpEntry(String key, JsonObject entry) {
  private static final String NAME = "tidemark";
  private static final String MCP = "mcp";
  private static final String COMMAND = "command";
  private static final String ARGS = "args";

  public static McpEntry of(Agent agent, List<String> program) {
    var words = new ArrayList<>(program);
    words.add(MCP);
    if (agent == Agent.OPENCODE) {
      var entry = JsonObject.builder().add("type", "local").add(COMMAND, words);
      return new McpEntry(MCP, entry.add("enabled", true).build());
    }
    var entry = JsonObject.builder().add(COMMAND, words.getFirst());
    return new McpEntry("mcpServers", entry.add(ARGS, words.subList(1, words.size())).build());
  }

  /// Returns the settings with our entry, or without it.
  public JsonObject edit(JsonObject settings, boolean in) {
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

  /// The entry of this program starts a program of this name, or a JVM with its classes, with the
  /// argument `mcp`.
  private static boolean isOurs(Json present) {
    if (!(present instanceof JsonObject object)) {
      return false;
    }
    var words = new ArrayList<>(object.strings(COMMAND));
    var command = object.string(COMMAND);
    if (command != null) {
      words.add(command);
    }
    words.addAll(object.strings(ARGS));
    return words.size() > 1
        && words.getLast().equals(MCP)
        && words.stream().anyMatch(word -> word.contains(NAME));
  }
}

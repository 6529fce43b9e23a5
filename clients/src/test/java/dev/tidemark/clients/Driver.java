package dev.tidemark.clients;

import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How one client is configured, started and read, and what it calls the tools that a model may
/// use.
interface Driver {
  /// The npm package.
  String packageName();

  /// What `tidemark install` calls the client.
  String word();

  /// What `tidemark run --agent` calls the client.
  default String agent() {
    return word();
  }

  /// The turn by which a model answers a request for output of a schema.
  default Turn structured(JsonObject output) {
    return Turn.say(JsonText.compact(output));
  }

  /// Writes the settings that a user would have, so that the client asks nothing and talks to the
  /// model server.
  void prepare(Workspace workspace) throws IOException;

  /// Returns the variables that the client needs besides those of the workspace.
  Map<String, String> environment();

  /// Returns the words that start a headless session.
  List<String> command(String prompt, List<String> options);

  /// Returns the words that start a session at a terminal; empty where none is driven there.
  default List<String> attended() {
    return List.of();
  }

  /// Returns the final answer of a session, as a script would read it.
  default String answer(Ran ran) {
    return ran.out().strip();
  }

  /// A call of the shell.
  ToolCall shell(String command);

  /// A call that writes a file.
  ToolCall write(Path file, String content);

  /// A call that replaces a text in a file.
  ToolCall edit(Path file, String before, String after);

  /// A call of a tool of Tidemark's MCP server, with pairs of key and value.
  ToolCall mcp(String tool, String... input);

  /// Calls that a model has to make before it may call the tools of the MCP server.
  default List<ToolCall> discover() {
    return List.of();
  }

  /// A call that has a sub-agent answer before the model goes on; null where the model has none.
  @Nullable ToolCall subagent(String prompt);

  /// A call by which the model itself runs a skill or command of the project; null where there is
  /// no such tool.
  @Nullable ToolCall skill(String name);

  /// Defines a command and a skill of the project with a text.
  void define(Workspace workspace, String name, String text);

  /// Returns the ways to type a command of the project: the prompt and options of each, by how it
  /// is typed.
  Map<String, List<String>> typed(String name);

  /// The turn by which a sub-agent hands in its report.
  default Turn report(String text) {
    return Turn.say(text);
  }

  /// The options that go on with the last session, where only an earlier prompt can be compacted;
  /// empty where the current one can.
  default List<String> resume() {
    return List.of();
  }

  /// How often a provider has to fail until the client gives up, as [#prepare] has limited it; for
  /// a client that cannot be limited, how often it may fail without taking long.
  default int failures() {
    return 4;
  }

  /// Has the client note each event at the end of a turn and of a session in a file, by hooks that
  /// stand beside those of Tidemark, which is installed after them.
  void recordEnds(Workspace workspace, Path log) throws IOException;

  /// The settings files in a project to which `tidemark install` adds something, with what else a
  /// user may have in them.
  Map<String, String> settings();

  /// The file in the project that names the MCP server.
  String mcpFile();
}

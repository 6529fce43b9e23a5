package dev.tidemark.clients;

import dev.tidemark.app.main.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// How one client is configured, started and read, and what it calls the tools that a model may
/// use.
interface Driver {
  /// The npm package.
  String packageName();

  /// What `tidemark install` calls the client.
  String word();

  /// Writes the settings that a user would have, so that the client asks nothing and talks to the
  /// model server.
  void prepare(Workspace workspace) throws IOException;

  /// Returns the variables that the client needs besides those of the workspace.
  Map<String, String> environment();

  /// Returns the words that start a headless session.
  List<String> command(String prompt, List<String> options);

  /// Returns the final answer of a session, as a script would read it.
  String answer(Ran ran);

  /// A call of the shell.
  ToolCall shell(String command);

  /// A call that writes a file.
  ToolCall write(Path file, String content);

  /// A call that replaces a text in a file.
  ToolCall edit(Path file, String before, String after);

  /// A call of a tool of Tidemark's MCP server, with pairs of key and value.
  ToolCall mcp(String tool, String... input);

  /// Calls that a model has to make before it may call the tools of the MCP server.
  List<ToolCall> discover();
}

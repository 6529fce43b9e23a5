package dev.tidemark.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Gemini CLI of Google.
final class GeminiCli implements Driver {
  @Override
  public String packageName() {
    return "@google/gemini-cli";
  }

  @Override
  public String word() {
    return "gemini";
  }

  @Override
  public void prepare(Workspace workspace) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".gemini"));
    Files.writeString(
        folder.resolve("settings.json"),
        """
        {"security": {"auth": {"selectedType": "gemini-api-key"}},
         "privacy": {"usageStatisticsEnabled": false},
         "model": {"name": "gemini-2.5-pro"},
         "general": {"disableAutoUpdate": true, "disableUpdateNag": true, "maxAttempts": 2}}
        """);
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "GEMINI_API_KEY",
        "dummy",
        "GOOGLE_GEMINI_BASE_URL",
        Namespace.MODEL,
        "GEMINI_CLI_TRUST_WORKSPACE",
        "true",
        "GEMINI_CLI_NO_RELAUNCH",
        "true",
        "GEMINI_TELEMETRY_ENABLED",
        "false",
        "NO_COLOR",
        "1");
  }

  @Override
  public List<String> command(String prompt, List<String> options) {
    var words = new ArrayList<>(List.of(Installation.program("gemini").toString(), "-p", prompt));
    words.add("--yolo");
    words.addAll(options);
    return words;
  }

  @Override
  public ToolCall shell(String command) {
    return ToolCall.of("run_shell_command", "command", command);
  }

  @Override
  public ToolCall write(Path file, String content) {
    return ToolCall.of("write_file", "file_path", file.toString(), "content", content);
  }

  @Override
  public ToolCall edit(Path file, String before, String after) {
    return ToolCall.of(
        "replace",
        "file_path",
        file.toString(),
        "instruction",
        "scripted",
        "old_string",
        before,
        "new_string",
        after);
  }

  @Override
  public ToolCall mcp(String tool, String... input) {
    return ToolCall.of("mcp_tidemark_" + tool, input);
  }

  @Override
  public ToolCall subagent(String prompt) {
    return ToolCall.of("invoke_agent", "agent_name", "generalist", "prompt", prompt);
  }

  @Override
  public ToolCall skill(String name) {
    return ToolCall.of("activate_skill", "name", name);
  }

  @Override
  public void define(Workspace workspace, String name, String text) {
    workspace.scratch().write(".gemini/commands/" + name + ".toml", "prompt = '" + text + "'\n");
    workspace
        .scratch()
        .write(
            ".gemini/skills/" + name + "/SKILL.md",
            "---\nname: " + name + "\ndescription: scripted\n---\n" + text);
  }

  @Override
  public Map<String, List<String>> typed(String name) {
    return Map.of("`/name`", List.of("/" + name));
  }

  @Override
  public Turn report(String text) {
    var result = Protocol.object("result", Protocol.object("response", text));
    return Turn.call(ToolCall.of("complete_task", result));
  }

  /// It compresses what came before the current prompt only.
  @Override
  public List<String> resume() {
    return List.of("--resume", "latest");
  }

  @Override
  public void recordEnds(Workspace workspace, Path log) throws IOException {
    var file = workspace.root().resolve(".gemini/settings.json");
    Workspace.recordHooks(file, log, "AfterAgent", "SessionEnd");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(
        ".gemini/settings.json",
        "{\n  // ours\n  \"ui\": {\"theme\":   \"x\"}}\n",
        "GEMINI.md",
        "# Ours\n");
  }

  @Override
  public String mcpFile() {
    return ".gemini/settings.json";
  }
}

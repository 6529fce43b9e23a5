package dev.tidemark.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Qwen Code of Alibaba.
final class QwenCode implements Driver {
  @Override
  public String packageName() {
    return "@qwen-code/qwen-code";
  }

  @Override
  public String word() {
    return "qwen-code";
  }

  @Override
  public void prepare(Workspace workspace) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".qwen"));
    Files.writeString(
        folder.resolve("settings.json"),
        """
        {"security": {"auth": {"selectedType": "openai"}},
         "privacy": {"usageStatisticsEnabled": false},
         "general": {"enableAutoUpdate": false},
         "model": {"name": "scripted"}}
        """);
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "OPENAI_API_KEY",
        "dummy",
        "OPENAI_BASE_URL",
        Namespace.MODEL + "/v1",
        "OPENAI_MODEL",
        "scripted",
        "NO_COLOR",
        "1");
  }

  @Override
  public List<String> command(String prompt, List<String> options) {
    var words = new ArrayList<>(List.of(Installation.program("qwen").toString(), "-p", prompt));
    words.add("--yolo");
    words.addAll(options);
    return words;
  }

  @Override
  public ToolCall shell(String command) {
    var input = Protocol.object("command", command, "is_background", false);
    return ToolCall.of("run_shell_command", input);
  }

  @Override
  public ToolCall write(Path file, String content) {
    return ToolCall.of("write_file", "file_path", file.toString(), "content", content);
  }

  @Override
  public ToolCall edit(Path file, String before, String after) {
    return ToolCall.of(
        "edit", "file_path", file.toString(), "old_string", before, "new_string", after);
  }

  @Override
  public ToolCall mcp(String tool, String... input) {
    var arguments = Protocol.object((Object[]) input);
    var name = "mcp__tidemark__" + tool;
    return ToolCall.of("tool_call", Protocol.object("name", name, "arguments", arguments));
  }

  @Override
  public List<ToolCall> discover() {
    return List.of(
        ToolCall.of(
            "tool_search",
            "query",
            "select:mcp__tidemark__tidemark_update,mcp__tidemark__tidemark_approve"));
  }

  @Override
  public ToolCall subagent(String prompt) {
    var input =
        Protocol.object(
            "description",
            "scripted",
            "prompt",
            prompt,
            "subagent_type",
            "general-purpose",
            "run_in_background",
            false);
    return ToolCall.of("agent", input);
  }

  @Override
  public ToolCall skill(String name) {
    return ToolCall.of("skill", "skill", name);
  }

  @Override
  public void define(Workspace workspace, String name, String text) {
    var head = "---\nname: " + name + "\ndescription: scripted\n---\n";
    workspace.scratch().write(".qwen/commands/" + name + ".md", text);
    workspace.scratch().write(".qwen/skills/" + name + "/SKILL.md", head + text);
  }

  @Override
  public Map<String, List<String>> typed(String name) {
    return Map.of("`/name`", List.of("/" + name));
  }

  /// It tries seven times, and waits ever longer.
  @Override
  public int failures() {
    return 2;
  }

  @Override
  public void recordEnds(Workspace workspace, Path log) throws IOException {
    var file = workspace.root().resolve(".qwen/settings.json");
    Workspace.recordHooks(file, log, "Stop", "StopFailure", "SessionEnd");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(
        ".qwen/settings.json",
        "{\n  // ours\n  \"ui\": {\"theme\":   \"x\"}}\n",
        "QWEN.md",
        "# Ours\n");
  }

  @Override
  public String mcpFile() {
    return ".qwen/settings.json";
  }
}

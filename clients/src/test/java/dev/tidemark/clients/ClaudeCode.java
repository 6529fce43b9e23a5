package dev.tidemark.clients;

import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Claude Code of Anthropic.
final class ClaudeCode implements Driver {
  @Override
  public String packageName() {
    return "@anthropic-ai/claude-code";
  }

  @Override
  public String word() {
    return "claude-code";
  }

  @Override
  public String agent() {
    return "claude";
  }

  @Override
  public Turn structured(JsonObject output) {
    return Turn.call(ToolCall.of("StructuredOutput", output));
  }

  @Override
  public void prepare(Workspace workspace) throws IOException {
    Files.writeString(
        workspace.home().resolve(".claude.json"),
        """
        {"hasCompletedOnboarding": true, "theme": "dark",
         "customApiKeyResponses": {"approved": ["sk-ant-dummy"], "rejected": []},
         "projects": {"%s": {"hasTrustDialogAccepted": true}}}
        """
            .formatted(workspace.root()));
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "ANTHROPIC_BASE_URL",
        Namespace.MODEL,
        "ANTHROPIC_API_KEY",
        "sk-ant-dummy",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        "1",
        "DISABLE_AUTOUPDATER",
        "1",
        "CLAUDE_CODE_MAX_RETRIES",
        "1",
        // Builds run as root in containers, where it would refuse to skip permissions.
        "IS_SANDBOX",
        "1");
  }

  @Override
  public List<String> command(String prompt, List<String> options) {
    var words = new ArrayList<>(List.of(Installation.program("claude").toString(), "-p", prompt));
    words.add("--dangerously-skip-permissions");
    words.addAll(options);
    return words;
  }

  @Override
  public List<String> attended() {
    return List.of(
        Installation.program("claude").toString(),
        "--permission-mode",
        "default",
        "--allowedTools",
        "Bash ToolSearch mcp__tidemark__tidemark_approve");
  }

  @Override
  public ToolCall shell(String command) {
    return ToolCall.of("Bash", "command", command, "description", "scripted");
  }

  @Override
  public ToolCall write(Path file, String content) {
    return ToolCall.of("Write", "file_path", file.toString(), "content", content);
  }

  @Override
  public ToolCall edit(Path file, String before, String after) {
    return ToolCall.of(
        "Edit", "file_path", file.toString(), "old_string", before, "new_string", after);
  }

  @Override
  public ToolCall mcp(String tool, String... input) {
    return ToolCall.of("mcp__tidemark__" + tool, input);
  }

  @Override
  public List<ToolCall> discover() {
    return List.of(
        ToolCall.of(
            "ToolSearch",
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
    return ToolCall.of("Agent", input);
  }

  @Override
  public ToolCall skill(String name) {
    return ToolCall.of("Skill", "skill", name);
  }

  @Override
  public void define(Workspace workspace, String name, String text) {
    workspace.scratch().write(".claude/commands/" + name + ".md", text);
  }

  @Override
  public Map<String, List<String>> typed(String name) {
    return Map.of("`/name`", List.of("/" + name));
  }

  @Override
  public void recordEnds(Workspace workspace, Path log) throws IOException {
    var file = workspace.home().resolve(".claude/settings.json");
    Workspace.recordHooks(file, log, "Stop", "StopFailure", "SessionEnd");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(
        ".claude/settings.local.json",
        "{\"env\":   {\"A\": \"1\"},\n\t\"other\": 1.0e2}\n",
        "CLAUDE.md",
        "# Ours\n");
  }

  @Override
  public String mcpFile() {
    return ".mcp.json";
  }
}

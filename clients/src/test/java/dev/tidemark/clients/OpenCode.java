package dev.tidemark.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// OpenCode.
final class OpenCode implements Driver {
  @Override
  public String packageName() {
    return "opencode-ai";
  }

  @Override
  public String word() {
    return "opencode";
  }

  @Override
  public void prepare(Workspace workspace) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".config/opencode"));
    Files.writeString(
        folder.resolve("opencode.json"),
        """
        {"model": "scripted/model",
         "autoupdate": false,
         "share": "disabled",
         "permission": "allow",
         "provider": {"scripted": {
           "npm": "@ai-sdk/openai-compatible",
           "options": {"baseURL": "%s/v1", "apiKey": "dummy"},
           "models": {"model": {"name": "model", "limit": {"context": 200000, "output": 8000}}}}}}
        """
            .formatted(Namespace.MODEL));
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "OPENCODE_DISABLE_AUTOUPDATE",
        "1",
        "OPENCODE_DISABLE_MODELS_FETCH",
        "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD",
        "1",
        // It looks for a package of its own once there is a plugin, and retries for a minute.
        "npm_config_registry",
        Namespace.MODEL + "/npm/",
        "npm_config_fetch_retries",
        "0");
  }

  @Override
  public List<String> command(String prompt, List<String> options) {
    var words = new ArrayList<>(List.of(Installation.program("opencode").toString(), "run"));
    words.addAll(options);
    words.add(prompt);
    return words;
  }

  @Override
  public ToolCall shell(String command) {
    return ToolCall.of("bash", "command", command, "description", "scripted");
  }

  @Override
  public ToolCall write(Path file, String content) {
    return ToolCall.of("write", "filePath", file.toString(), "content", content);
  }

  @Override
  public ToolCall edit(Path file, String before, String after) {
    return ToolCall.of(
        "edit", "filePath", file.toString(), "oldString", before, "newString", after);
  }

  @Override
  public ToolCall mcp(String tool, String... input) {
    return ToolCall.of("tidemark_" + tool, input);
  }

  @Override
  public ToolCall subagent(String prompt) {
    return ToolCall.of(
        "task", "description", "scripted", "prompt", prompt, "subagent_type", "general");
  }

  @Override
  public ToolCall skill(String name) {
    return ToolCall.of("skill", "name", name);
  }

  @Override
  public void define(Workspace workspace, String name, String text) {
    workspace.scratch().write(".opencode/commands/" + name + ".md", text);
    workspace
        .scratch()
        .write(
            ".opencode/skills/" + name + "/SKILL.md",
            "---\nname: " + name + "\ndescription: scripted\n---\n" + text);
  }

  @Override
  public Map<String, List<String>> typed(String name) {
    return Map.of(
        "`/name`", List.of("/" + name), "`--command name`", List.of("now", "--command", name));
  }

  @Override
  public int failures() {
    return 2;
  }

  @Override
  public void recordEnds(Workspace workspace, Path log) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".config/opencode/plugins"));
    Files.writeString(
        folder.resolve("ends.js"),
        """
        import { appendFileSync } from "node:fs"
        const ends = ["session.error", "session.idle"]
        export const Ends = async () => ({
          event: async ({ event }) => {
            if (ends.includes(event.type)) appendFileSync("%s", event.type + "\\n")
          },
        })
        """
            .formatted(log));
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(
        "opencode.json", "{\n  // ours\n  \"theme\":   \"x\"}\n", "AGENTS.md", "# Ours\n");
  }

  @Override
  public String mcpFile() {
    return "opencode.json";
  }
}

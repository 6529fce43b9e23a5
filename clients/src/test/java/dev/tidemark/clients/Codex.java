package dev.tidemark.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Codex CLI of OpenAI.
final class Codex implements Driver {
  /// The option that leaves its sandbox on.
  static final String SANDBOX = "--sandbox";

  @Override
  public String packageName() {
    return "@openai/codex";
  }

  @Override
  public String word() {
    return "codex";
  }

  @Override
  public void prepare(Workspace workspace) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".codex"));
    Files.writeString(
        folder.resolve("config.toml"),
        """
        model = "gpt-5.5"
        model_provider = "scripted"
        model_auto_compact_token_limit = 100000
        [model_providers.scripted]
        name = "scripted"
        base_url = "%s/v1"
        env_key = "SCRIPTED_KEY"
        wire_api = "responses"
        request_max_retries = 1
        stream_max_retries = 1
        [projects."%s"]
        trust_level = "trusted"
        # Its sandbox leaves empty folders where it may write, and protects them: .git and the like.
        [sandbox_workspace_write]
        exclude_slash_tmp = true
        exclude_tmpdir_env_var = true
        """
            .formatted(Namespace.MODEL, workspace.main()));
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("SCRIPTED_KEY", "dummy");
  }

  @Override
  public List<String> command(String prompt, List<String> options) {
    var words = new ArrayList<>(List.of(Installation.program("codex").toString(), "exec"));
    if (!options.contains(SANDBOX)) {
      words.add("--dangerously-bypass-approvals-and-sandbox");
    }
    words.add("--dangerously-bypass-hook-trust");
    words.addAll(options);
    words.add(prompt);
    return words;
  }

  @Override
  public ToolCall shell(String command) {
    return ToolCall.of("exec_command", "cmd", command);
  }

  @Override
  public ToolCall write(Path file, String content) {
    return patch("*** Add File: " + file + "\n+" + content);
  }

  @Override
  public ToolCall edit(Path file, String before, String after) {
    return patch("*** Update File: " + file + "\n@@\n-" + before + "\n+" + after);
  }

  private static ToolCall patch(String body) {
    return ToolCall.text("apply_patch", "*** Begin Patch\n" + body + "\n*** End Patch\n");
  }

  @Override
  public ToolCall mcp(String tool, String... input) {
    return ToolCall.of(tool, input).in("mcp__tidemark");
  }

  @Override
  public List<ToolCall> discover() {
    return List.of(ToolCall.of("tool_search", "query", "tidemark"));
  }

  @Override
  public ToolCall subagent(String prompt) {
    return ToolCall.of("spawn_agent", "message", prompt);
  }

  @Override
  public @Nullable ToolCall skill(String name) {
    return null;
  }

  @Override
  public void define(Workspace workspace, String name, String text) {
    workspace
        .scratch()
        .write(
            ".agents/skills/" + name + "/SKILL.md",
            "---\nname: " + name + "\ndescription: scripted\n---\n" + text);
  }

  @Override
  public Map<String, List<String>> typed(String name) {
    return Map.of("`/name`", List.of("/" + name), "`$name`", List.of("$" + name));
  }

  @Override
  public void recordEnds(Workspace workspace, Path log) throws IOException {
    var file = workspace.home().resolve(".codex/hooks.json");
    Workspace.recordHooks(file, log, "Stop", "SessionEnd");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(".codex/config.toml", "# ours\n[tui]\n  theme = 'x'\n", "AGENTS.md", "# Ours\n");
  }

  @Override
  public String mcpFile() {
    return ".codex/config.toml";
  }
}

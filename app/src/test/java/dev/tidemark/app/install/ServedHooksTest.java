package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hooks that call the MCP server, where the client's version can.
@LongProof
class ServedHooksTest {
  @TempDir private Path temp;

  @Test
  void a_client_that_can_calls_the_server_and_the_self_test_does_as_well() throws IOException {
    var tidemark = project("claude", "2.1.330 (Claude Code)");

    var ran = tidemark.run("install claude-code");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).containsPattern("self-test: (\\d+) of \\1 passed");
    var settings = settings(tidemark);
    assertThat(settings)
        .contains("\"type\": \"mcp_tool\"", "\"tool_input\": \"${tool_input}\"", "\"onFailure\"")
        .contains("hook claude-code SessionStart", "hook claude-code SessionEnd")
        .doesNotContain("hook claude-code PreToolUse", "hook claude-code Stop");
    assertThat(tidemark.run("install claude-code").out()).contains("unchanged");
  }

  @Test
  void an_older_client_and_one_without_the_server_run_commands() throws IOException {
    var older = project("claude", "2.1.329 (Claude Code)");
    older.after("install claude-code");
    assertThat(settings(older)).doesNotContain("mcp_tool");

    var alone = project("claude", "2.1.330 (Claude Code)");
    alone.after("install claude-code --uninstall", "install claude-code --only hooks");
    assertThat(settings(alone)).doesNotContain("mcp_tool").contains("hook claude-code PreToolUse");
  }

  @Test
  void a_client_that_was_replaced_by_an_older_one_is_named_with_what_helps() throws IOException {
    var tidemark = project("claude", "2.1.330 (Claude Code)").after("install claude-code");
    assertThat(tidemark.run("doctor").out()).doesNotContain("client-too-old");
    var path = tidemark.environment().get("PATH");
    replace(path, "claude", "2.1.197 (Claude Code)");

    var doctor = tidemark.run("doctor --json");

    assertThat(doctor.out())
        .contains("client-too-old", "needs claude-code 2.1.330; the one on the PATH is 2.1.197");
    var again = tidemark.run("install claude-code");
    assertThat(again.exit()).as(again.toString()).isZero();
    assertThat(again.out()).contains("Claude Code 2.1.197 lets a tool act where its guard fails");
    assertThat(settings(tidemark)).doesNotContain("mcp_tool");
    assertThat(tidemark.run("doctor --json").out()).doesNotContain("client-too-old");
  }

  @Test
  void without_its_server_the_hooks_run_commands_again() throws IOException {
    var tidemark = project("claude", "2.2.0 (Claude Code)").after("install claude-code");

    tidemark.after("install claude-code --only mcp --uninstall");

    assertThat(settings(tidemark))
        .doesNotContain("mcp_tool")
        .contains("hook claude-code PreToolUse");
  }

  @Test
  void uninstalling_takes_them_all_out() throws IOException {
    var tidemark = project("claude", "2.1.330 (Claude Code)").after("install claude-code");

    tidemark.after("install claude-code --uninstall");

    assertThat(tidemark.folder().resolve(".claude/settings.local.json")).doesNotExist();
  }

  @Test
  void codex_names_only_members_that_each_event_has() throws IOException {
    var tidemark = project("codex", "codex-cli 0.169.0").after("install codex");

    assertThat(Files.readString(tidemark.folder().resolve(".codex/hooks.json")))
        .contains("mcp_tool", "\"turn_id\": \"${turn_id}\"")
        .contains("hook codex SessionEnd\",\n            \"timeout\": 3")
        .doesNotContain("prompt_id", "onFailure");
  }

  @Test
  void a_part_that_the_client_has_not_changes_nothing() throws IOException {
    var tidemark = project("codex", "codex-cli 0.169.0");

    var ran = tidemark.run("install codex --only statusline");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(tidemark.folder().resolve(".codex")).doesNotExist();
  }

  private CommandLineHarness project(String client, String version) throws IOException {
    var folder = Files.createTempDirectory(temp, "project");
    var bin = Files.createDirectories(temp.resolve("bin-" + version.hashCode()));
    var program = bin.resolve(client);
    Files.writeString(program, "#!/bin/sh\necho '" + version + "'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    var tidemark = CommandLineHarness.fresh(folder);
    return tidemark.with("PATH", bin + ":" + tidemark.environment().get("PATH"));
  }

  private static void replace(String path, String client, String version) throws IOException {
    var program = Path.of(path.substring(0, path.indexOf(':')), client);
    Files.writeString(program, "#!/bin/sh\necho '" + version + "'\n");
  }

  private static String settings(CommandLineHarness tidemark) throws IOException {
    return Files.readString(tidemark.folder().resolve(".claude/settings.local.json"));
  }
}

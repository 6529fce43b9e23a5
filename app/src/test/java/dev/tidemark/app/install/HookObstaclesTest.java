package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `install` and `doctor` tell when an agent will not run the hooks, by the agent's own settings.
@LongProof
class HookObstaclesTest {
  @TempDir private Path temp;
  private Path home;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() throws IOException {
    home = Files.createDirectories(temp.resolve("home"));
    tidemark = CommandLineHarness.fresh(temp.resolve("project")).with("HOME", home.toString());
  }

  private void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Ran install(Agent agent) {
    return tidemark.run("install " + agent.word() + " --only hooks");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "claude-code; .claude/settings.local.json; {\"disableAllHooks\": true}; disableAllHooks",
        "claude-code; .claude/settings.json; {\"disableAllHooks\": true}; disableAllHooks",
        "claude-code; ~/.claude/settings.json; {\"disableAllHooks\": true}; disableAllHooks",
        "gemini; .gemini/settings.json; {\"hooksConfig\": {\"enabled\": false}};"
            + " hooksConfig.enabled",
        "gemini; ~/.gemini/settings.json; {\"hooksConfig\": {\"enabled\": false}};"
            + " hooksConfig.enabled",
        "gemini; ~/.gemini/settings.json; {\"hooksConfig\": {\"disabled\": [\"tidemark"
            + " BeforeTool\"]}}; hooksConfig.disabled",
        "qwen-code; .qwen/settings.json; {\"disableAllHooks\": true}; disableAllHooks",
        "qwen-code; ~/.qwen/settings.json; {\"disableAllHooks\": true}; disableAllHooks",
        "codex; ~/.codex/config.toml; features.hooks = false; features.hooks",
      })
  void hooks_that_are_switched_off_fail_the_installation_with_file_key_and_remedy(
      String agent, String name, String text, String key) throws IOException {
    var file =
        name.startsWith("~/") ? home.resolve(name.substring(2)) : tidemark.folder().resolve(name);
    write(file, text);

    var ran = install(Agent.of(agent));

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.err())
        .contains(file.toString(), key, "so the hooks of Tidemark do not run\nhint: ");
    var doctor = tidemark.run("doctor --json");
    assertThat(doctor.out()).contains("\"hooks-off\"", key);
  }

  @Test
  void the_setting_that_is_nearest_counts() throws IOException {
    write(home.resolve(".claude/settings.json"), "{\"disableAllHooks\": true}");
    write(tidemark.folder().resolve(".claude/settings.local.json"), "{\"disableAllHooks\": false}");

    assertThat(install(Agent.CLAUDE_CODE).exit()).isZero();
    assertThat(tidemark.run("doctor").out()).doesNotContain("disableAllHooks");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void distrust_of_qwen_code_counts_where_folders_are_trusted_one_by_one(boolean asks)
      throws IOException {
    var trust = "{\"security\": {\"folderTrust\": {\"enabled\": " + asks + "}}}";
    write(home.resolve(".qwen/settings.json"), trust);
    var folders = JsonObject.builder().add(tidemark.folder().toString(), "DO_NOT_TRUST").build();
    write(home.resolve(".qwen/trustedFolders.json"), JsonText.compact(folders));

    var ran = install(Agent.QWEN);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(asks ? 1 : 0);
    assertThat(ran.err().contains("/permissions in Qwen Code")).isEqualTo(asks);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-code", "codex", "gemini", "cursor", "opencode", "qwen-code"})
  void an_agent_with_nothing_switched_off_passes(String agent) {
    var ran = tidemark.run("install " + agent + " --json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
  }

  @Test
  void codex_hooks_are_untrusted_until_the_config_holds_their_hashes() throws IOException {
    var fresh = install(Agent.CODEX);
    assertThat(fresh.exit()).as("the user is told what to do next").isZero();
    assertThat(fresh.err())
        .contains("[hooks.state]", "SessionStart, UserPromptSubmit, PreToolUse", "/hooks in Codex");
    assertThat(install(Agent.CODEX).exit()).isEqualTo(1);
    assertThat(tidemark.run("doctor --json").out()).contains("hooks-untrusted");

    var file = tidemark.folder().resolve(".codex/hooks.json");
    var settings = (JsonObject) JsonText.parse(Files.readString(file));
    var config = new StringBuilder();
    for (var place : new HookEntries(Agent.CODEX, java.util.List.of()).places(settings)) {
      var key =
          file + ":" + place.event().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase() + ":0:0";
      config.append("[hooks.state.\"").append(key).append("\"]\ntrusted_hash = \"");
      config.append(CodexTrust.hash(place.event(), place.group(), 0)).append("\"\n");
    }
    write(home.resolve(".codex/config.toml"), config.toString());
    assertThat(install(Agent.CODEX).exit()).isZero();
    assertThat(tidemark.run("doctor --json").out()).doesNotContain("hooks-untrusted");

    Files.writeString(file, Files.readString(file).replace("\"timeout\": 10", "\"timeout\": 11"));
    assertThat(tidemark.run("doctor").out())
        .contains("no [hooks.state] entry that trusts SessionStart, UserPromptSubmit, PreToolUse");
  }

  /// The hashes are those that `hooks/list` of Codex 0.169 gave for the same definitions.
  @Test
  void the_hash_of_a_hook_is_the_one_that_codex_computes() {
    var group =
        """
        {"matcher":"^Bash$","hooks":[{"type":"command","timeout":10,
        "command":"/opt/tidemark hook codex PreToolUse"}]}\
        """;
    assertThat(CodexTrust.hash("PreToolUse", (JsonObject) JsonText.parse(group), 0))
        .isEqualTo("sha256:d75343aae2fb5f9e50f95bba05124efcf3d4d8c1fa5a1ccbe1243d7f04108b98");
  }

  @Test
  void a_program_that_is_gone_is_named_by_doctor() throws IOException {
    install(Agent.CLAUDE_CODE);
    var file = tidemark.folder().resolve(".claude/settings.local.json");
    var text = Files.readString(file);
    Files.writeString(file, text.replaceAll("-x \\S+ (?=.* hook )", "-x /no/such/program "));

    assertThat(tidemark.run("doctor").out())
        .contains("calls /no/such/program, which is not there")
        .contains("tidemark install claude-code");
  }

  @ParameterizedTest
  @CsvSource({
    "codex, .codex",
    "gemini, .gemini",
    "cursor, .cursor",
    "opencode, .opencode",
    "qwen-code, .qwen",
    "claude-code, .claude",
  })
  void uninstalling_leaves_no_empty_folder(String agent, String folder) {
    tidemark.run("install " + agent);
    assertThat(tidemark.folder().resolve(folder)).exists();

    assertThat(tidemark.run("install " + agent + " --uninstall").exit()).isZero();

    assertThat(tidemark.folder().resolve(folder)).doesNotExist();
  }
}

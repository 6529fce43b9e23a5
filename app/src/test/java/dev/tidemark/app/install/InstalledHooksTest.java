package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Hooks as they stand in a file: they reach the sessions that begin in the project, harm nothing
/// without the program, and leave no trace.
class InstalledHooksTest {
  @TempDir private Path temp;
  private Path home;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() throws IOException {
    home = Files.createDirectories(temp.resolve("home"));
    tidemark =
        CommandLineHarness.fresh(temp.resolve("project"))
            .with("HOME", home.toString())
            .with("XDG_CONFIG_HOME", "");
  }

  @ParameterizedTest
  @EnumSource(value = Agent.class, names = "OPENCODE", mode = EnumSource.Mode.EXCLUDE)
  void without_the_program_no_hook_blocks_or_fails(Agent agent)
      throws IOException, InterruptedException {
    Files.createDirectories(tidemark.folder().resolve(".tidemark"));
    var entries = new HookEntries(agent, List.of("/no such folder/tidemark"));
    var settings = entries.installed(JsonObject.EMPTY);

    for (var entry : entries.ourEntries(settings)) {
      var process =
          new ProcessBuilder("sh", "-c", entry.command())
              .directory(tidemark.folder().toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(entry.command()).isZero();
      if (entry.hook().moment() == HookEvent.SESSION_START && agent != Agent.CURSOR) {
        assertThat(((JsonObject) JsonText.parse(printed)).string("systemMessage"))
            .contains("no gate is guarded");
      } else {
        assertThat(printed).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "opencode --only mcp; opencode.json; // ours\\n{\\n  \"mcp\": {}, // by make setup\\n}\\n",
        "cursor --only mcp; .cursor/mcp.json; { \"mcpServers\" : { } }",
        "claude-code --only mcp; .mcp.json; {}\\n",
        "claude-code --only mcp; .claude/settings.local.json; // mine\\n{ \"hooks\": {} }",
        "claude-code --only instructions; CLAUDE.md; ''",
        "gemini --only mcp; .gemini/settings.json; {/* empty */}",
        "qwen-code --only instructions; QWEN.md; ours",
        "codex --only mcp; .codex/config.toml; # nothing yet",
      })
  void a_file_of_the_user_is_given_back_byte_for_byte(String what, String name, String given)
      throws IOException {
    givesBack(what, name, given.replace("\\n", "\n").replace("''", ""));
  }

  @LongProof
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "claude-code; .worktreeinclude; .env",
        "claude-code; .claude/settings.local.json; // mine\\n{ \"hooks\": {} }",
        "codex; .codex/hooks.json; { }",
        "gemini; .gemini/settings.json; {/* empty */}",
        "qwen-code; .qwen/settings.json; // mine\\n{ \"hooks\": {} }",
        "cursor; .cursor/hooks.json; {}",
        "opencode; opencode.json; {\\n  // none\\n}\\n",
      })
  void so_it_is_after_an_installation_of_all(String what, String name, String given)
      throws IOException {
    givesBack(what, name, given.replace("\\n", "\n"));
  }

  private void givesBack(String what, String name, String text) throws IOException {
    tidemark.scratch().write(name, text);

    tidemark.after("install " + what);
    assertThat(tidemark.run("install " + what).out()).contains(name + ": unchanged");
    assertThat(tidemark.folder().resolve(name)).content().isNotEqualTo(text);
    tidemark.after("install " + what + " --uninstall");

    assertThat(tidemark.folder().resolve(name)).content().isEqualTo(text);
    assertThat(tidemark.scratch().git("status", "--porcelain", "--ignored"))
        .as("nothing else is left")
        .doesNotContain("tidemark-old")
        .matches("(?s)(\\?\\? \\S+\n?)?");
    assertThat(home.resolve(".config/tidemark/installed")).isEmptyDirectory();
  }

  @Test
  void what_the_user_wrote_meanwhile_stays_and_the_file_with_it() throws IOException {
    tidemark.scratch().write("opencode.json", "{}\n");
    tidemark.after("install opencode --only mcp");
    var file = tidemark.folder().resolve("opencode.json");
    Files.writeString(file, "// ours\n" + Files.readString(file));

    tidemark.after("install opencode --only mcp --uninstall");

    assertThat(file).content().startsWith("// ours\n{");
  }

  @Test
  void a_part_that_is_taken_out_leaves_the_others_in() throws IOException {
    tidemark.scratch().write(".gemini/settings.json", "{ \"theme\" : \"dark\" }\n");
    tidemark.after(
        "install gemini --only mcp",
        "install gemini --only hooks",
        "install gemini --only mcp --uninstall");
    var file = tidemark.folder().resolve(".gemini/settings.json");
    assertThat(file).content().contains("hook gemini", "\"dark\"").doesNotContain("mcpServers");

    tidemark.after("install gemini --uninstall");

    assertThat(file).content().isEqualTo("{ \"theme\" : \"dark\" }\n");
  }

  @Test
  void the_installation_itself_is_no_work_in_progress() throws IOException {
    tidemark.scratch().write("AGENTS.md", "# Rules\n").write("src/a", "a\n").commit("first");
    tidemark.after("start implement/auth", "enter implementation");
    for (var agent : Agent.words()) {
      tidemark.after("install " + agent + " --only mcp");
      tidemark.after("install " + agent + " --only instructions");
    }

    assertThat(tidemark.run("resume").out())
        .doesNotContain(
            "CLAUDE.md", "AGENTS.md", "GEMINI.md", "QWEN.md", ".claude", ".worktreeinclude")
        .doesNotContain("new: ");
    var instructions = Files.readString(tidemark.folder().resolve("AGENTS.md"));
    tidemark.scratch().write("AGENTS.md", instructions + "- mine\n");
    assertThat(tidemark.run("resume").out()).contains("changed: AGENTS.md");
  }

  @Test
  void below_the_top_of_the_project_it_says_where_sessions_have_hooks() throws IOException {
    var web = Files.createDirectories(tidemark.folder().resolve("packages/web"));
    var below = tidemark.from(web);

    var installed = below.run("install claude-code --only hooks");

    assertThat(installed.exit()).as(installed.toString()).isZero();
    assertThat(installed.err())
        .contains("started in packages/web has no hooks", "tidemark install claude-code --user");
    assertThat(below.run("doctor --json").out()).contains("hooks-above");
    assertThat(below.run("install codex --only hooks").err()).doesNotContain("packages/web");
    assertThat(tidemark.run("doctor --json").out()).doesNotContain("hooks-above");
    below.after("install claude-code --user --only hooks");
    assertThat(below.run("doctor --json").out()).doesNotContain("hooks-above");
  }

  @Test
  void a_linked_work_tree_without_hooks_is_told() {
    tidemark.scratch().write("src/a", "a\n").commit("first");
    tidemark.after("install gemini --only hooks");
    var tree = temp.resolve("tree");
    tidemark.scratch().git("worktree", "add", "-q", tree.toString());
    var linked = tidemark.from(tree);

    assertThat(linked.run("doctor").out())
        .contains("gemini started in this work tree has no hooks: they are in ")
        .contains("tidemark install gemini");
    linked.after("install gemini --only hooks");
    assertThat(linked.run("doctor").out()).doesNotContain("this work tree has no hooks");
    assertThat(linked.run("install codex --only hooks").err())
        .contains("codex started in this work tree reads the hooks of the main one, ");
    tidemark.after("install codex --only hooks");
    assertThat(linked.run("doctor").out()).doesNotContain("the hooks of the main one");
  }

  @Test
  void claude_code_is_told_which_files_its_work_trees_need() {
    tidemark.after("install claude-code --only hooks");

    assertThat(tidemark.folder().resolve(".worktreeinclude"))
        .content()
        .contains("\n.claude/settings.local.json\n.mcp.json\n");
    assertThat(tidemark.scratch().git("status", "--porcelain")).doesNotContain("worktree");
  }

  @Test
  void an_older_client_and_a_login_shell_without_the_program_are_named() throws IOException {
    var bin = Files.createDirectories(temp.resolve("bin"));
    program(bin.resolve("claude"), "2.1.329 (Claude Code)");
    program(bin.resolve("codex"), "codex-cli 0.171.0");
    var there = tidemark.with("PATH", bin + ":" + tidemark.environment().get("PATH"));

    assertThat(there.run("install claude-code").out())
        .contains("Claude Code 2.1.329 lets a tool act where its guard fails; 2.1.330 blocks it");
    assertThat(there.run("install codex").out())
        .contains("client: codex 0.171.0", "a login shell, which does not find tidemark");
  }

  private static void program(Path file, String version) throws IOException {
    Files.writeString(file, "#!/bin/sh\necho '" + version + "'\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}

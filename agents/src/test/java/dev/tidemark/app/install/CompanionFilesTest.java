package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// MCP entry, skill and instructions, beside the file of the hooks.
class CompanionFilesTest {
  private static final InstallRecord RECORD = new InstallRecord(Map.of());
  private static final List<String> PROGRAM = List.of("/opt/tidemark/bin/tidemark");
  private static final Set<InstallPart> ALL = InstallPart.of(null, true);

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource(Agent.class)
  void installing_twice_is_installing_once_and_uninstalling_leaves_nothing(Agent agent)
      throws IOException {
    make(companions(agent).edits(true, ALL));
    var installed = tree();

    assertThat(installed).containsKey(CompanionFiles.instructions(agent));
    assertThat(companions(agent).edits(true, ALL))
        .extracting(edit -> edit.file().effect())
        .containsOnly(FileEdit.Effect.UNCHANGED);
    make(companions(agent).edits(false, ALL));
    assertThat(tree()).isEmpty();
  }

  @Test
  void each_agent_gets_the_server_where_it_reads_it() throws IOException {
    for (var agent : Agent.values()) {
      make(companions(agent).edits(true, EnumSet.of(InstallPart.MCP)));
    }

    var installed = tree();
    assertThat(installed.keySet())
        .containsExactly(".codex/config.toml", ".cursor/mcp.json", ".mcp.json", "opencode.json");
    assertThat(installed.get(".mcp.json"))
        .contains("\"mcpServers\"", "\"command\": \"/opt/tidemark/bin/tidemark\"", "\"mcp\"");
    assertThat(installed.get(".codex/config.toml"))
        .contains("[mcp_servers.tidemark]", "args = [\"mcp\"]");
    assertThat(installed.get("opencode.json")).contains("\"type\": \"local\"");
  }

  @Test
  void a_server_of_that_name_that_is_not_ours_stays() throws IOException {
    var mine = "{\"mcpServers\":{\"tidemark\":{\"command\":\"other\",\"args\":[\"serve\"]}}}";
    Files.writeString(temp.resolve(".mcp.json"), mine);

    for (boolean in : new boolean[] {true, false}) {
      make(companions(Agent.CLAUDE_CODE).edits(in, EnumSet.of(InstallPart.MCP)));
      assertThat(tree()).containsEntry(".mcp.json", mine);
    }
  }

  @Test
  void a_table_that_the_user_wrote_stays() throws IOException {
    var mine = "[mcp_servers.tidemark]\ncommand = \"mine\"\n";
    Files.createDirectory(temp.resolve(".codex"));
    Files.writeString(temp.resolve(".codex/config.toml"), mine);

    for (boolean in : new boolean[] {true, false}) {
      make(companions(Agent.CODEX).edits(in, EnumSet.of(InstallPart.MCP)));
      assertThat(tree()).containsEntry(".codex/config.toml", mine);
    }
  }

  @Test
  void a_skill_that_is_not_ours_stops_the_installation() throws IOException {
    var folder = Files.createDirectories(temp.resolve(".claude/skills/tidemark-takeover"));
    Files.writeString(folder.resolve("SKILL.md"), "---\nname: other\n---\n");

    assertThatThrownBy(
            () -> companions(Agent.CLAUDE_CODE).edits(true, EnumSet.of(InstallPart.SKILL)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("SKILL.md");
  }

  @Test
  void what_holds_for_all_projects_of_a_user_gets_no_instructions() throws IOException {
    for (var agent : Agent.values()) {
      var hookFile = HookFile.user(agent, temp, Map.of());
      assertThat(new CompanionFiles(hookFile, temp, PROGRAM, RECORD).edits(true, ALL))
          .extracting(CompanionFiles.Edit::part)
          .doesNotContain(InstallPart.INSTRUCTIONS);
    }
  }

  @Test
  void codex_may_write_the_state_from_its_sandbox_once_that_is_asked_for() throws IOException {
    var git = ScratchRepository.in(temp.resolve("a"));
    var mine = "model = \"best\"";
    var file = git.write(".codex/config.toml", mine).root().resolve(".codex/config.toml");
    var codex =
        new CompanionFiles(HookFile.project(Agent.CODEX, git.root()), git.root(), PROGRAM, RECORD);
    make(codex.edits(true, ALL));
    var usual = Files.readString(file);
    assertThat(usual).contains("[mcp_servers.tidemark]").doesNotContain("writable_roots");

    make(codex.edits(true, EnumSet.of(InstallPart.SANDBOX)));
    var state = git.root().resolve(".git/tidemark");
    assertThat(file)
        .content()
        .contains(
            "args = [\"mcp\"]\n[sandbox_workspace_write]\nwritable_roots = [\"" + state + "\"]\n");
    assertThat(codex.edits(true, ALL))
        .extracting(edit -> edit.file().effect())
        .containsOnly(FileEdit.Effect.UNCHANGED);

    make(codex.edits(false, EnumSet.of(InstallPart.MCP)));
    assertThat(file).content().contains("writable_roots").doesNotContain("mcp_servers");
    make(codex.edits(true, EnumSet.of(InstallPart.MCP)));
    make(codex.edits(false, EnumSet.of(InstallPart.SANDBOX)));
    assertThat(file).hasContent(usual);
    make(codex.edits(true, EnumSet.of(InstallPart.SANDBOX)));
    make(codex.edits(false, InstallPart.of(null, false)));
    assertThat(Files.readString(file)).isEqualTo(mine);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[sandbox_workspace_write]\nnetwork_access = true\n",
        "sandbox_workspace_write.x=1"
      })
  void folders_that_the_user_lets_codex_write_stay_as_they_are(String mine) throws IOException {
    var git = ScratchRepository.in(temp.resolve("a")).write(".codex/config.toml", mine);
    var codex =
        new CompanionFiles(HookFile.project(Agent.CODEX, git.root()), git.root(), PROGRAM, RECORD);

    assertThatThrownBy(() -> codex.edits(true, EnumSet.of(InstallPart.SANDBOX)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("left as it is")
        .extracting(refused -> ((InputException) refused).hint())
        .asString()
        .contains(git.root().resolve(".git/tidemark").toString());
    make(codex.edits(true, ALL));
    make(codex.edits(false, InstallPart.of(null, false)));
    assertThat(git.root().resolve(".codex/config.toml")).hasContent(mine);
  }

  @Test
  void the_state_folder_is_writable_for_one_project_in_git_only() throws IOException {
    var sandbox = EnumSet.of(InstallPart.SANDBOX);
    make(companions(Agent.CODEX).edits(true, sandbox));
    assertThat(tree()).isEmpty();

    var hookFile = HookFile.user(Agent.CODEX, temp, Map.of());
    assertThatThrownBy(
            () -> new CompanionFiles(hookFile, temp, PROGRAM, RECORD).edits(true, sandbox))
        .isInstanceOf(InputException.class);
  }

  private CompanionFiles companions(Agent agent) {
    return new CompanionFiles(HookFile.project(agent, temp), temp, PROGRAM, RECORD);
  }

  private static void make(List<CompanionFiles.Edit> edits) throws IOException {
    for (var edit : edits) {
      edit.file().make();
      edit.file().finish();
    }
  }

  /// The files of the project, by their path.
  private Map<String, String> tree() throws IOException {
    var files = new TreeMap<String, String>();
    try (var all = Files.walk(temp)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        files.put(temp.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }
}

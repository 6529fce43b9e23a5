package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The plugin of Claude Code in `plugins/claude-code`: its hooks are made from the table, with
/// `-Dtidemark.write=true`, and its names are nobody else's.
class PluginTest {
  private static final Path MARKETPLACE = Repository.root().resolve("plugins/claude-code");
  private static final Path PLUGIN = MARKETPLACE.resolve("tidemark");
  private static final String PROGRAM = "\"${CLAUDE_PLUGIN_ROOT}\"/bin/tidemark-agent";

  /// Slash names that Claude Code keeps for itself; a bare one of these would be captured or
  /// hidden.
  private static final List<String> RESERVED =
      List.of(
          "checkpoint",
          "undo",
          "rewind",
          "resume",
          "continue",
          "status",
          "plan",
          "review",
          "code-review",
          "security-review",
          "verify",
          "run",
          "tasks",
          "context",
          "memory",
          "compact",
          "clear",
          "new",
          "reset",
          "branch",
          "fork",
          "goal",
          "loop",
          "schedule",
          "routines",
          "recap",
          "workflows",
          "hooks",
          "init",
          "import",
          "export",
          "doctor",
          "debug",
          "diff",
          "stop",
          "background",
          "batch",
          "subtask",
          "skills",
          "plugin",
          "stats",
          "cost",
          "usage",
          "share",
          "settings",
          "config");

  @Test
  void its_hooks_are_those_of_the_table() throws IOException {
    var hooks = JsonObject.builder();
    for (var hook : HookTable.of(Agent.CLAUDE_CODE)) {
      var command = PROGRAM + " hook claude-code " + hook.event();
      hooks.add(hook.event(), JsonArray.of(HookEntries.entry(hook, command)));
    }
    var wanted = JsonText.pretty(JsonObject.builder().add("hooks", hooks.build()).build()) + "\n";
    var file = PLUGIN.resolve("hooks/hooks.json");
    if (Boolean.getBoolean("tidemark.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    assertThat(file).hasContent(wanted);
  }

  @Test
  void its_manifests_say_what_claude_code_reads_and_nothing_else() throws IOException {
    var manifest = json(".claude-plugin/plugin.json");
    assertThat(manifest.string("name")).isEqualTo("tidemark");
    var known =
        List.of(
            "name",
            "displayName",
            "version",
            "description",
            "author",
            "icon",
            "network",
            "homepage",
            "repository",
            "license",
            "keywords");
    assertThat(manifest.members()).extracting(member -> member.key()).isSubsetOf(known);
    assertThat(manifest.string("version")).isEqualTo(version());
    assertThat(manifest.object("author").string("name")).isNotEmpty();
    assertThat(manifest.object("network").strings("hosts")).isEmpty();
    assertThat(PLUGIN.resolve(manifest.string("icon"))).isRegularFile();
    assertThat(PLUGIN.resolve("README.md")).isRegularFile();
    try (var files = Files.list(PLUGIN.resolve(".claude-plugin"))) {
      assertThat(files).hasSize(1);
    }
    var market =
        (JsonObject)
            JsonText.parse(
                Files.readString(MARKETPLACE.resolve(".claude-plugin/marketplace.json")));
    var entry = (JsonObject) market.array("plugins").get(0);
    assertThat(entry.string("name")).isEqualTo("tidemark");
    assertThat(market.string("description")).isNotEmpty();
    assertThat(MARKETPLACE.resolve(entry.string("source")).normalize()).isEqualTo(PLUGIN);
  }

  /// Runs its launcher where the program is not installed.
  private static Ran withoutProgram(Path folder, String... words)
      throws IOException, InterruptedException {
    for (var place : List.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/tidemark/bin")) {
      Assumptions.assumeFalse(Files.exists(Path.of(place, "tidemark")), "the program is installed");
    }
    var command = new ArrayList<>(List.of(PLUGIN.resolve("bin/tidemark-agent").toString()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    var process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ran(process.waitFor(), printed, "");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the script needs a POSIX shell")
  void without_the_program_it_blocks_nothing_and_each_session_says_so(@TempDir Path temp)
      throws IOException, InterruptedException {
    Files.createDirectories(temp.resolve(".tidemark"));
    for (var hook : HookTable.of(Agent.CLAUDE_CODE)) {
      var ran = withoutProgram(temp, "hook", "claude-code", hook.event());

      assertThat(ran.exit()).as(hook.event()).isZero();
      if (hook.moment() == HookEvent.SESSION_START) {
        assertThat(ran.string("systemMessage")).contains("no gate is guarded");
      } else {
        assertThat(ran.out()).as(hook.event()).isEmpty();
      }
    }
    assertThat(withoutProgram(temp, "mcp").exit()).isEqualTo(69);
  }

  @Test
  void its_server_is_the_program_itself() throws IOException {
    var server = json(".mcp.json").object("mcpServers").object("tidemark");
    assertThat(server.string("command")).isEqualTo("${CLAUDE_PLUGIN_ROOT}/bin/tidemark-agent");
    assertThat(server.strings("args")).containsExactly("mcp");
    assertThat(PLUGIN.resolve("bin/tidemark-agent")).isExecutable();
  }

  @Test
  void it_takes_no_name_that_is_reserved() throws IOException {
    var names = new TreeSet<String>();
    for (var folder : List.of("skills", "commands", "agents")) {
      var all = PLUGIN.resolve(folder);
      if (Files.exists(all)) {
        try (var found = Files.list(all)) {
          found.forEach(path -> names.add(path.getFileName().toString().replace(".md", "")));
        }
      }
    }
    assertThat(names).isNotEmpty().doesNotContainAnyElementsOf(RESERVED);
    assertThat(RESERVED).hasSize(46);
    for (var name : names) {
      var skill = Files.readString(PLUGIN.resolve("skills/" + name + "/SKILL.md"));
      assertThat(skill).startsWith("---\nname: " + name + "\ndescription: ");
      assertThat(name).matches("[a-z0-9]+(-[a-z0-9]+)*");
    }
  }

  @Test
  void its_skill_is_the_one_that_install_writes() throws IOException {
    var wanted = CompanionFiles.resource("skill.md").replace("@PROGRAM@", PROGRAM);
    var file = PLUGIN.resolve("skills/tidemark-takeover/SKILL.md");
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, wanted);
    }
    assertThat(file).hasContent(wanted);
  }

  private static JsonObject json(String file) throws IOException {
    return (JsonObject) JsonText.parse(Files.readString(PLUGIN.resolve(file)));
  }

  private static String version() throws IOException {
    var pom = Files.readString(Repository.root().resolve("pom.xml"));
    int at = pom.indexOf("<artifactId>tidemark</artifactId>");
    int start = pom.indexOf("<version>", at) + "<version>".length();
    return pom.substring(start, pom.indexOf("</version>", start));
  }
}

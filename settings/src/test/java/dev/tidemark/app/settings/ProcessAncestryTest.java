package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.settings.ProcessAncestry.Ancestor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which processes show an agent.
class ProcessAncestryTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "nobody",
      value = {
        "claude,                                                        claude-code",
        "/home/ann/.local/bin/claude,                                   claude-code",
        "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js,   claude-code",
        "node /usr/lib/node_modules/@google/gemini-cli/dist/index.js,   gemini-cli",
        "node /usr/local/bin/gemini,                                    gemini-cli",
        "node --max-old-space-size=8192 /usr/local/bin/gemini,          gemini-cli",
        "/usr/bin/node --no-warnings -r ./x.js /usr/local/bin/claude,   claude-code",
        "node /usr/local/bin/copilot --allow-all,                       copilot-cli",
        "node /usr/lib/node_modules/@github/copilot/index.js,           copilot-cli",
        "node /usr/local/bin/amp,                                       amp",
        "node /opt/node_modules/@sourcegraph/amp/dist/main.js,          amp",
        "nodejs /usr/local/bin/qwen,                                    qwen-code",
        "bun run /home/ann/.bun/bin/opencode,                           opencode",
        "deno run -A npm/claude.js,                                     claude-code",
        "python3 -u /home/ann/.local/bin/aider --yes,                   aider",
        "python3.12 -m aider,                                           aider",
        "/bin/sh /usr/local/bin/claude,                                 claude-code",
        "bash -lc claude,                                               nobody",
        "node -e claude,                                                nobody",
        "node server.js claude,                                         nobody",
        "python3 notes.py gemini,                                       nobody",
        "node,                                                          nobody",
        "codex exec,                                                    codex",
        "C:\\bin\\opencode.exe,                                         opencode",
        "cursor-agent,                                                  cursor",
        "/usr/share/cursor/cursor,                                      nobody",
        "vim /home/ann/notes/claude/todo.md,                            nobody",
        "vim claude.md,                                                 nobody",
        "-bash,                                                         nobody",
        "'',                                                            nobody"
      })
  void an_agent_is_known_by_its_program(String line, String agent) {
    var words = line.isEmpty() ? List.<String>of() : List.of(line.split(" "));
    var found = ProcessAncestry.agent(List.of(new Ancestor(7, words, Map.of())));

    assertThat(found.map(ProcessAncestry.Found::agent).orElse(null)).isEqualTo(agent);
  }

  @Test
  void a_script_is_known_by_the_package_that_its_link_leads_into(@TempDir Path folder)
      throws IOException {
    var main = folder.resolve("lib/node_modules/@google/gemini-cli/dist/index.js");
    Files.createDirectories(main.getParent());
    Files.writeString(main, "");
    var link = Files.createSymbolicLink(folder.resolve("g"), main);

    for (var word : List.of(link.toString(), "g")) {
      var ancestor = new Ancestor(7, List.of("node", word), Map.of(), folder, null);
      assertThat(ProcessAncestry.agent(List.of(ancestor)))
          .contains(new ProcessAncestry.Found("gemini-cli", 7));
    }
  }

  private static Ancestor process(String program, String... words) {
    return new Ancestor(7, List.of(words), Map.of(), null, program);
  }

  @Test
  void what_a_process_calls_itself_neither_hides_an_agent_nor_makes_one() {
    var hidden = process("/opt/claude", "bash", "-l");
    var fake = process("/usr/bin/python3.11", "claude", "client.py");

    assertThat(ProcessAncestry.agent(List.of(hidden))).isPresent();
    assertThat(ProcessAncestry.agentBehindProgram(List.of(fake, hidden))).isPresent();
    assertThat(ProcessAncestry.agentBehindProgram(List.of(hidden))).isEmpty();
  }

  @Test
  void of_two_agents_in_a_row_the_lower_one_is_a_program_that_the_upper_one_ran() {
    var npm = "/usr/lib/node_modules/@openai/";
    var wrapper = process("/usr/bin/node", "node", npm + "codex/bin/codex.js");
    var own = process(npm + "codex-linux-x64/codex", "codex");
    var gemini = process("/usr/bin/node", "node", "/usr/lib/node_modules/@google/gemini-cli/g.js");

    for (var asked : List.of(List.of(own, wrapper), List.of(gemini, gemini), List.of(own))) {
      assertThat(ProcessAncestry.agentBehindProgram(asked)).as("%s", asked).isEmpty();
    }
    var script = process("/usr/bin/node", "node", "/tmp/gemini");
    var copy = process("/tmp/codex", "codex");
    for (var ran :
        List.of(
            List.of(script, gemini),
            List.of(copy, own),
            List.of(copy, wrapper),
            List.of(script, own, wrapper),
            List.of(process("/usr/bin/python3", "python3", "/tmp/claude"), own))) {
      assertThat(ProcessAncestry.agentBehindProgram(ran)).as("%s", ran).isPresent();
    }
  }

  @Test
  void there_is_no_depth_at_which_nobody_looks(@TempDir Path folder) throws Exception {
    var script = folder.resolve("n.sh");
    Files.writeString(
        script,
        "if [ $1 -gt 0 ]; then sh \"$0\" $(($1 - 1)); true; else echo $$; sleep 60; true; fi\n");
    var process = new ProcessBuilder("sh", script.toString(), "200").start();
    try (var output = process.inputReader()) {
      long deepest = Long.parseLong(output.readLine());

      assertThat(ProcessAncestry.of(deepest))
          .hasSizeGreaterThan(200)
          .extracting(Ancestor::id)
          .contains(ProcessHandle.current().pid());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void the_variables_of_any_ancestor_show_an_agent() {
    var ancestors = new ArrayList<Ancestor>();
    ancestors.add(new Ancestor(9, List.of("bash"), Map.of("PATH", "/bin")));
    ancestors.add(new Ancestor(8, List.of("bash"), Map.of("CLAUDECODE", "1")));

    assertThat(ProcessAncestry.agent(ancestors))
        .contains(new ProcessAncestry.Found("claude-code", 8));
  }

  @Test
  void the_ancestors_of_this_process_are_found() {
    var ancestors = ProcessAncestry.ofThisProcess();

    assertThat(ancestors).isNotEmpty();
    assertThat(ancestors.getFirst().id())
        .isEqualTo(ProcessHandle.current().parent().orElseThrow().pid());
    assertThat(ancestors.getFirst().words()).isNotEmpty();
  }

  @Test
  void a_server_that_the_agent_started_itself_is_told_from_one_that_its_shell_started() {
    var variables = Map.of("CLAUDECODE", "1");
    var agent = new Ancestor(10, List.of("/opt/claude", "-p", "go on"), Map.of());
    var shell = new Ancestor(11, List.of("bash", "-c", "python3 client.py"), variables);
    var client = new Ancestor(12, List.of("python3", "client.py"), Map.of());
    var login = new Ancestor(2, List.of("-bash"), Map.of());

    assertThat(ProcessAncestry.agentBehindProgram(List.of(agent, login))).isEmpty();
    assertThat(ProcessAncestry.agentBehindProgram(List.of(client, login))).isEmpty();
    assertThat(ProcessAncestry.agentBehindProgram(List.of(shell, agent, login))).isPresent();
    assertThat(ProcessAncestry.agentBehindProgram(List.of(client, shell, agent, login)))
        .contains(new ProcessAncestry.Found("claude-code", 11));
    assertThat(ProcessAncestry.agentBehindProgram(List.of(agent, shell, agent))).isPresent();
  }
}

package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.settings.Lineage.Ancestor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which processes show an agent.
class LineageTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "nobody",
      value = {
        "claude,                                                        claude-code",
        "/home/ann/.local/bin/claude,                                   claude-code",
        "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js,   claude-code",
        "node /usr/lib/node_modules/@google/gemini-cli/dist/index.js,   gemini-cli",
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
    var found = Lineage.agent(List.of(new Ancestor(7, words, Map.of())));

    assertThat(found.map(Lineage.Found::agent).orElse(null)).isEqualTo(agent);
  }

  @Test
  void the_variables_of_any_ancestor_show_an_agent() {
    var ancestors = new ArrayList<Ancestor>();
    ancestors.add(new Ancestor(9, List.of("bash"), Map.of("PATH", "/bin")));
    ancestors.add(new Ancestor(8, List.of("bash"), Map.of("CLAUDECODE", "1")));

    assertThat(Lineage.agent(ancestors)).contains(new Lineage.Found("claude-code", 8));
  }

  @Test
  void the_ancestors_of_this_process_are_found() {
    var ancestors = Lineage.ofThisProcess();

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

    assertThat(Lineage.agentBehindProgram(List.of(agent, login))).isEmpty();
    assertThat(Lineage.agentBehindProgram(List.of(client, login))).isEmpty();
    assertThat(Lineage.agentBehindProgram(List.of(shell, agent, login))).isPresent();
    assertThat(Lineage.agentBehindProgram(List.of(client, shell, agent, login)))
        .contains(new Lineage.Found("claude-code", 11));
    assertThat(Lineage.agentBehindProgram(List.of(agent, shell, agent))).isPresent();
  }
}

package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.AtTerminal;
import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.app.main.ServerProcess;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A whole session through the hooks of every agent and the server: start, two phases, a compaction
/// between, a crash, the resumption, a gate that stays shut until there are a review and the
/// approval of a person, and the end. One agent's commands are processes of their own in a full
/// run; a sample has two of the agents.
@Proves({"R-USR-18", "R-USR-26"})
class ScriptedSessionTest {
  private static final String WORKFLOW =
      """
      format: state
      phases:
        - build
        - check
        - name: ship
          gates:
            - review: true
            - approval: check
              files: [src/a.ts]
      """;
  private static final String DOCUMENT = ".claude/state/release-checkpoint.json";

  @TempDir private Path temp;
  private CommandLineHarness shell;

  static List<Agent> agents() {
    return Proofs.sample(List.of(Agent.values()), 4);
  }

  @ParameterizedTest
  @MethodSource("agents")
  void a_session_is_played_from_its_start_to_its_end(Agent agent) throws IOException {
    boolean processes = agent == Agent.CLAUDE_CODE;
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    shell = CommandLineHarness.fresh(temp);
    shell.scratch().write(".tidemark/workflows/release.yaml", WORKFLOW);
    shell.scratch().write("src/a.ts", "let a = 1;\n");
    shell.after("start release");
    BiFunction<CommandLineHarness, String, Ran> runner =
        processes && Proofs.areFull() ? CommandLineHarness::child : CommandLineHarness::run;

    var first = new AgentClient(agent, shell, runner);
    try (var server = ServerProcess.start(first.environment(), agent.word())) {
      works(first, server);
      ChildProcess.killedAt(shell, "before-publishing", "done check --summary 'Checked twice.'");
      server.kill();
    }
    var second = new AgentClient(agent, shell, runner);
    try (var server = ServerProcess.start(second.environment(), agent.word())) {
      assertThat(second.start()).contains("Checked twice.", "2 of 3", "ship");
      isBlocked(agent, second, server);
      ships(second, server);
      assertThat(server.end()).isZero();
    }
    second.end();

    var sent = new TreeSet<>(first.sent());
    sent.addAll(second.sent());
    assertThat(sent)
        .as("every event that we answer has come")
        .containsAll(HookTable.of(agent).stream().map(Hook::event).toList());
    assertThat(shell.run("history --run release").out())
        .contains("session sealed", "check approved (terminal, ", "ship complete", "run complete");
  }

  /// Two phases, with a compaction in the second.
  private void works(AgentClient client, ServerProcess server) {
    assertThat(client.start()).contains("state/release", "0 of 3", "build");
    assertThat(client.type("/release")).isNull();
    assertThat(update(client, server, "'action':'enter','phase':'build'")).contains("\"ok\":true");
    assertThat(client.write("src/a.ts")).isNull();
    assertThat(client.write(".tidemark/journal/x")).contains("only the command tidemark changes");
    client.stop();
    client.says("Go on");
    assertThat(client.says("And the tests").out()).contains("build", "tidemark done");
    assertThat(client.says("Well done").out()).doesNotContain("tidemark done");
    assertThat(client.run("done build --summary 'Built with care.'").exit()).isZero();

    assertThat(update(client, server, "'action':'enter','phase':'check'")).contains("\"ok\":true");
    assertThat(client.compact()).contains("Built with care.", "check", "1 of 3");
    assertThat(shell.run("history --run release --limit 1").out()).contains("sealed", "in check");
  }

  /// A command that is typed, a call of the server, the agent's shell, an edit of the document and
  /// an approval by whoever is no person: nothing of it begins the phase.
  private void isBlocked(Agent agent, AgentClient client, ServerProcess server) throws IOException {
    assertThat(client.type("/ship")).contains("review");
    var refused = update(client, server, "'action':'enter','phase':'ship'");
    assertThat(refused).contains("\"ok\":false", "no verdict of a review", "approve");
    assertThat(client.run("enter ship").exit()).isEqualTo(3);

    assertThat(client.run("gate set review --allowed true").exit()).isZero();
    assertThat(client.type("/ship")).contains("approval");
    assertThat(approve(client, server)).contains("\"ok\":false", "only a person can do this");
    var own = client.run("approve check");
    assertThat(own.exit()).as(own.toString()).isEqualTo(4);
    assertThat(new AtTerminal(client.environment(), temp).agent("approve", "check"))
        .contains("only a person can do this", "exit 4\n");

    var document = shell.scratch().root().resolve(DOCUMENT);
    var text = Files.readString(document);
    Files.writeString(document, text.replaceFirst("\\{", "{\"approved\":[\"check\"],"));
    if (agent != Agent.CURSOR) {
      assertThat(client.says("What is it?").out()).contains("edited externally", "opens no gate");
    }
    assertThat(update(client, server, "'action':'enter','phase':'ship'"))
        .contains("\"ok\":false", "approve");
    Files.writeString(document, text);
  }

  /// The user approves at a terminal of their own; what they approved of changes and comes back.
  private void ships(AgentClient client, ServerProcess server) {
    assertThat(new AtTerminal(shell, temp).person("approve", "check"))
        .contains("Checked twice.", "Approve check? [y/N] ", "exit 0\n");
    shell.scratch().write("src/a.ts", "let a = 2;\n");
    assertThat(client.type("/ship")).contains("review");
    assertThat(client.run("enter ship").exit()).isEqualTo(3);
    shell.scratch().write("src/a.ts", "let a = 1;\n");

    assertThat(client.type("/ship")).isNull();
    assertThat(update(client, server, "'action':'enter','phase':'ship'")).contains("\"ok\":true");
    assertThat(update(client, server, "'action':'done','phase':'ship','summary':'Out.'"))
        .contains("\"ok\":true");
    client.stop();
    assertThat(update(client, server, "'action':'finish'")).contains("\"finished\":true");
  }

  private static String update(AgentClient client, ServerProcess server, String arguments) {
    return call(client, server, "tidemark_update", arguments);
  }

  private static String approve(AgentClient client, ServerProcess server) {
    return call(client, server, "tidemark_approve", "'phase':'check'");
  }

  private static String call(
      AgentClient client, ServerProcess server, String tool, String arguments) {
    client.callsServer();
    var json = (JsonObject) JsonText.parse("{" + arguments.replace('\'', '"') + "}");
    return JsonText.compact(server.call(tool, json));
  }
}

package dev.tidemark.app.hook.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.Fixture;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Hooks that the client sends to the running MCP server.
@Proves("R-USR-18")
class ServerHookTest {
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"claude-code\",\"version\":\"2.1.330\"}}}\n";

  @TempDir private Path temp;

  static Stream<Fixture> events() {
    return Fixture.all().stream().filter(fixture -> isPossible(fixture));
  }

  private static boolean isPossible(Fixture fixture) {
    var agent = Agent.of(fixture.agent());
    var hook = agent == null ? null : HookTable.find(agent, fixture.event());
    return hook != null && ServerHook.isPossible(hook);
  }

  @ParameterizedTest
  @MethodSource("events")
  void an_event_is_answered_and_recorded_as_by_a_process(Fixture fixture) throws IOException {
    var process = project(temp.resolve("process"));
    var server = project(temp.resolve("server"));

    var printed = fixture.send(process).out().strip();
    var answered = send(server, fixture);

    assertThat(without(server.folder(), answered)).isEqualTo(without(process.folder(), printed));
    assertThat(journal(server)).isEqualTo(journal(process));
  }

  @Test
  void an_event_follows_the_agent_into_another_work_tree() throws IOException {
    var here = CommandLineHarness.fresh(temp.resolve("here"));
    var there = project(temp.resolve("there"));
    var fixture = Fixture.claude("Stop");
    var payload = (JsonObject) JsonText.parse(fixture.text(there.folder()));

    call(here, Agent.CLAUDE_CODE, fixture.event(), payload);

    assertThat(journal(there).getLast()).contains("session.captured", "\"cause\":\"stop\"");
  }

  @Test
  void the_tool_is_not_listed_and_costs_a_model_nothing() throws IOException {
    var tidemark = project(temp);

    var ran =
        tidemark
            .given(HELLO + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n")
            .run("mcp");

    assertThat(ran.out()).contains("tidemark_status").doesNotContain("\"name\":\"hook\"");
  }

  @Test
  void an_event_that_nothing_is_done_at_is_answered_with_nothing() throws IOException {
    var tidemark = project(temp);
    var line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"hook\","
            + "\"arguments\":{\"agent\":\"claude-code\",\"event\":\"Nonsense\"}}}\n";

    var ran = tidemark.given(HELLO + line).run("mcp");

    assertThat(ran.lines().getLast()).contains("\"result\":{\"content\":[]}");
    assertThat(ran.err()).contains("no such hook event", "Nonsense");
  }

  private static CommandLineHarness project(Path folder) throws IOException {
    Files.createDirectories(folder);
    return CommandLineHarness.fresh(folder)
        .with("CLAUDECODE", "1")
        .after("start implement/auth --phases implementation,validation", "enter implementation");
  }

  private static String send(CommandLineHarness tidemark, Fixture fixture) {
    var payload = (JsonObject) JsonText.parse(fixture.text(tidemark.folder()));
    return call(tidemark, Agent.of(fixture.agent()), fixture.event(), payload);
  }

  private static String call(
      CommandLineHarness tidemark, Agent agent, String event, JsonObject payload) {
    var template = ServerHook.input(HookTable.find(agent, event));
    var arguments = ServerHook.filled(agent, template, payload);
    assertThat(arguments).as("every member that the template names").isNotNull();
    var params = JsonObject.builder().add("name", ServerHook.TOOL).add("arguments", arguments);
    var request =
        JsonObject.builder()
            .add("jsonrpc", "2.0")
            .add("id", 1)
            .add("method", "tools/call")
            .add("params", params.build())
            .build();
    var ran = tidemark.given(HELLO + JsonText.compact(request) + "\n").run("mcp");
    assertThat(ran.err()).isEmpty();
    var result = ((JsonObject) JsonText.parse(ran.lines().getLast())).object("result");
    var content = result.array("content");
    return content.size() == 0 ? "" : ((JsonObject) content.get(0)).string("text");
  }

  private static String without(Path folder, String text) {
    return text.replace(folder.toString(), "@ROOT@");
  }

  /// What the journal tells of each change, times and processes aside.
  private static List<String> journal(CommandLineHarness tidemark) {
    var entries = tidemark.run("history --json").json().array("entries");
    var told = new ArrayList<String>();
    for (var entry : entries == null ? JsonArray.EMPTY.elements() : entries.elements()) {
      var one = (JsonObject) entry;
      var by = one.object("by");
      told.add(by.string("kind") + " " + by.string("name") + " " + text(one));
    }
    return told;
  }

  private static String text(JsonObject entry) {
    return JsonText.compact(entry.find("events"))
        .replaceAll("\"at\":\"[^\"]*\"", "\"at\":\"@NOW@\"");
  }
}

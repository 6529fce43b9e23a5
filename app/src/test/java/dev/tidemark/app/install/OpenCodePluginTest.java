package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The plugin file itself, called as OpenCode calls it. Without Node it is not tested, which fails
/// where `TIDEMARK_CI=1`.
class OpenCodePluginTest {
  /// Loads the plugin and goes through a session; prints what OpenCode would have been left with.
  private static final String HOST =
      """
      import { Tidemark } from "./plugin.mjs"
      const toasts = []
      const client = { tui: { showToast: async (toast) => toasts.push(toast.body.message) } }
      const hooks = await Tidemark({ directory: process.argv[2], client })
      const input = { sessionID: "ses_1", messageID: "msg_1" }
      const first = { message: { id: "msg_1" }, parts: [{ type: "text", text: "Go on" }] }
      await hooks["chat.message"](input, first)
      const second = { message: { id: "msg_2" }, parts: [{ type: "text", text: "Go on" }] }
      await hooks["chat.message"](input, second)
      const thrown = []
      for (const [tool, args] of [
        ["write", { filePath: ".tidemark/journal/x" }],
        ["bash", { command: "rm -rf .tidemark" }],
        ["write", { filePath: "src/a.ts" }],
        ["read", { filePath: ".tidemark/journal/x" }],
      ]) {
        try {
          await hooks["tool.execute.before"]({ tool, sessionID: "ses_1" }, { args })
        } catch (error) {
          thrown.push(error.message)
        }
      }
      const compaction = { context: [] }
      await hooks["experimental.session.compacting"](input, compaction)
      await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } })
      const deleted = { info: { id: "ses_1" } }
      await hooks.event({ event: { type: "session.deleted", properties: deleted } })
      await hooks.event({ event: { type: "session.updated" } })
      console.log(JSON.stringify({ first, second, thrown, compaction, toasts }))
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() throws IOException {
    boolean there = false;
    for (var place : System.getenv("PATH").split(":", -1)) {
      there |= Files.isExecutable(Path.of(place, "node"));
    }
    if (!"1".equals(System.getenv("TIDEMARK_CI"))) {
      assumeTrue(there, "node is not installed: the plugin of OpenCode is not tested");
    }
    assertThat(there).as("node is installed").isTrue();
    tidemark = CommandLineHarness.fresh(temp.resolve("project"));
    Files.writeString(temp.resolve("host.mjs"), HOST);
  }

  @Test
  void a_session_is_briefed_once_guarded_and_captured() throws IOException {
    tidemark.after("start implement/auth", "enter implementation");

    var left = session(ChildProcess.program());

    assertThat(left.object("first").array("parts").size()).isEqualTo(2);
    var brief = (JsonObject) left.object("first").array("parts").get(1);
    assertThat(brief.string("text")).contains("state/implement/auth");
    assertThat(brief.isTrue("synthetic")).isTrue();
    assertThat(brief.string("messageID")).isEqualTo("msg_1");
    assertThat(left.object("second").array("parts").size()).isEqualTo(1);
    assertThat(left.strings("thrown"))
        .hasSize(2)
        .allMatch(reason -> reason.contains("only the command tidemark changes"));
    assertThat(left.object("compaction").strings("context").getFirst()).contains("implementation");
    assertThat(left.strings("toasts")).hasSize(1);
    assertThat(tidemark.run("history").out())
        .contains("session captured (prompt) in implementation");
  }

  @Test
  void a_program_that_is_missing_or_talks_nonsense_stops_nothing() throws IOException {
    for (var program : List.of(List.of("/no/such/program"), List.of("echo", "nonsense"))) {
      var left = session(program);

      assertThat(left.object("first").array("parts").size()).isEqualTo(1);
      assertThat(left.strings("thrown")).isEmpty();
    }
  }

  private JsonObject session(List<String> program) throws IOException {
    Files.writeString(temp.resolve("plugin.mjs"), OpenCodePlugin.text(program));
    var host = temp.resolve("host.mjs").toString();
    var command = List.of("node", host, tidemark.folder().toString());
    var ran = ChildProcess.command(tidemark, command).end();
    assertThat(ran.exit()).as(ran.err()).isZero();
    return (JsonObject) JsonText.parse(ran.out());
  }
}

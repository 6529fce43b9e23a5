package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.main.ChildProcess;
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

/// The plugin file itself, called as OpenCode calls it. Without Node it is not tested, which fails
/// where `TIDEMARK_CI=1`.
@LongProof
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
      const commands = []
      for (const command of ["vt-c-5-finalize", "help"]) {
        const call = { command, sessionID: "ses_1", arguments: "" }
        try {
          await hooks["command.execute.before"](call, { parts: [] })
          commands.push(command)
        } catch (error) {
          thrown.push(error.message)
        }
      }
      const system = async (sessionID) => {
        const output = { system: ["You are an agent."] }
        await hooks["experimental.chat.system.transform"]({ sessionID }, output)
        return output.system.slice(1)
      }
      const compaction = { context: [] }
      const before = await system("ses_1")
      await hooks["experimental.session.compacting"](input, compaction)
      const after = await system("ses_1")
      const other = await system("ses_2")
      const third = { message: { id: "msg_3" }, parts: [{ type: "text", text: "Go on" }] }
      await hooks["chat.message"](input, third)
      const later = await system("ses_1")
      const fourth = { message: { id: "msg_4" }, parts: [{ type: "text", text: "Go on" }] }
      await hooks["chat.message"](input, fourth)
      const briefs = { before, after, other, third, later, fourth }
      await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } })
      const deleted = { info: { id: "ses_1" } }
      await hooks.event({ event: { type: "session.deleted", properties: deleted } })
      await hooks.event({ event: { type: "session.updated" } })
      console.log(JSON.stringify({ first, second, thrown, commands, compaction, briefs, toasts }))
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
    var reminder = (JsonObject) left.object("second").array("parts").get(1);
    assertThat(reminder.string("text")).startsWith("phase implementation");
    assertThat(left.strings("thrown"))
        .hasSize(2)
        .allMatch(reason -> reason.contains("only the command tidemark changes"));
    assertThat(left.strings("toasts")).isEmpty();
    assertThat(tidemark.run("history").out())
        .contains("session captured (prompt) in implementation");
  }

  @Test
  void the_brief_outlives_a_compaction_and_the_summary_is_left_as_it_is() throws IOException {
    tidemark.after("start implement/auth", "enter implementation");

    var left = session(ChildProcess.program());

    var briefs = left.object("briefs");
    assertThat(briefs.strings("before")).isEmpty();
    assertThat(briefs.strings("after")).hasSize(1);
    assertThat(briefs.strings("after").getFirst()).contains("state/implement/auth");
    assertThat(briefs.strings("other")).isEmpty();
    var parts = briefs.object("third").array("parts");
    assertThat(((JsonObject) parts.get(1)).string("text")).contains("state/implement/auth");
    assertThat(briefs.strings("later")).isEmpty();
    assertThat(briefs.object("fourth").toString()).doesNotContain("Verdict");
    assertThat(left.object("compaction").strings("context")).isEmpty();
  }

  @Test
  void a_command_whose_phase_a_gate_forbids_is_thrown_out_before_it_is_expanded()
      throws IOException {
    tidemark.scratch().write(".gitignore", ".tidemark/\n.claude-checkpoint.md\n");
    tidemark.after("done 2-plan --run phase/dev", "done 3-build --run phase/dev");

    var left = session(ChildProcess.program());

    assertThat(left.strings("commands")).containsExactly("help");
    assertThat(left.strings("thrown").getLast()).contains("5-finalize needs a review first");
  }

  @Test
  void without_the_program_nothing_is_stopped() throws IOException {
    tidemark.after("start implement/auth");

    var left = session(List.of("/no/such/program"));

    assertThat(left.object("first").array("parts").size()).isEqualTo(1);
    assertThat(left.strings("thrown")).isEmpty();
  }

  @Test
  void a_guard_that_fails_says_no_where_there_is_something_to_guard() throws IOException {
    var nonsense = List.of("echo", "nonsense");
    assertThat(session(nonsense).strings("thrown")).isEmpty();

    tidemark.after("start implement/auth");
    assertThat(session(nonsense).strings("thrown"))
        .hasSize(5)
        .allMatch(
            reason -> reason.startsWith("Tidemark cannot tell whether a gate forbids this: "));
    assertThat(session(nonsense).object("first").array("parts").size()).isEqualTo(1);
    tidemark.scratch().write("src/a", "a\n").commit("first");
    tidemark.scratch().git("worktree", "add", "-q", "../tree");
    tidemark = tidemark.from(tidemark.folder().resolveSibling("tree"));
    assertThat(session(nonsense).strings("thrown")).hasSize(5);
  }

  private JsonObject session(List<String> program) throws IOException {
    Files.writeString(temp.resolve("plugin.mjs"), InstallPlan.openCodePlugin(program));
    var host = temp.resolve("host.mjs").toString();
    var command = List.of("node", host, tidemark.folder().toString());
    var ran = ChildProcess.command(tidemark, command).end();
    assertThat(ran.exit()).as(ran.err()).isZero();
    return (JsonObject) JsonText.parse(ran.out());
  }
}

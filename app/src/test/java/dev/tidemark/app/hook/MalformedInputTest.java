package dev.tidemark.app.hook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever an agent sends, the answer is one it understands, and never a no.
@LongProof
@Proves("R-USR-18")
class MalformedInputTest {
  /// What is no event at all.
  private static final List<String> BROKEN =
      List.of(
          "",
          " \n",
          "null",
          "[]",
          "42",
          "\"text\"",
          "{",
          "{\"session_id\": }",
          "{} {}",
          "plain words",
          "[".repeat(5000),
          "{\"a\":".repeat(300) + "1" + "}".repeat(300));

  /// What is an event, but says nonsense.
  private static final List<String> ODD =
      List.of(
          "{}",
          "{\"session_id\":7,\"cwd\":[],\"source\":{},\"prompt\":null,\"tool_name\":false}",
          "{\"cwd\":\"relative/folder\",\"tool_input\":\"no object\"}",
          "{\"cwd\":\"/no/such/folder\",\"session_id\":\"../../etc\"}",
          "{\"cwd\":\"/with\\u0000zero\",\"tool_input\":{\"file_path\":\"a\\u0000b\"}}",
          "{\"session_id\":\"\\ud800\",\"prompt\":\"/\\udc00\",\"stop_hook_active\":\"yes\"}",
          "{\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":7,\"command\":[[1]]}}",
          "{\"tool_name\":\"apply_patch\",\"tool_input\":{\"command\":\"*** Update File:\"}}",
          "{\"workspace_roots\":[3],\"loop_count\":1e99,\"file_path\":\"\\ud83d\"}",
          "{\"session_id\":\"a\",\"session_id\":\"b\",\"cwd\":\"\"}");

  @TempDir private Path temp;

  static Stream<Hook> everyHook() {
    return Stream.of(Agent.values()).flatMap(agent -> HookTable.of(agent).stream());
  }

  @ParameterizedTest
  @MethodSource("everyHook")
  void what_is_no_event_is_answered_with_nothing_and_one_line(Hook hook) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
    var before = Tree.of(tidemark.folder());
    for (var text : BROKEN) {
      var ran = send(tidemark, hook, text);

      assertThat(ran.exit()).as("%s: %s", hook, text).isZero();
      assertThat(ran.out()).as("%s: %s", hook, text).isIn("", "{}\n", "{\"continue\":true}\n");
      assertThat(ran.complaints()).as("%s: %s", hook, text).hasSize(1);
    }
    assertThat(Tree.of(tidemark.folder())).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("everyHook")
  void nonsense_in_an_event_is_no_failure_and_no_no(Hook hook) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
    for (var text : ODD) {
      var ran = send(tidemark, hook, text);

      assertThat(ran.exit()).as("%s: %s: %s", hook, text, ran).isZero();
      assertThat(ran.err()).as("%s: %s", hook, text).isEmpty();
      if (!ran.out().isEmpty()) {
        ran.json();
      }
    }
  }

  @Test
  void a_huge_event_is_answered_with_nothing() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth");
    var huge = "{\"prompt\":\"" + "a".repeat(HookInput.BYTES_MAX) + "\"}";

    var ran = tidemark.given(huge).run("hook claude-code UserPromptSubmit");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.complaints()).hasSize(1);
  }

  @Test
  void bytes_that_are_no_text_are_answered_with_nothing() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth");
    var latin = "{\"prompt\":\"caf\u00e9\"}".getBytes(ISO_8859_1);

    var ran = tidemark.given(latin).run("hook gemini BeforeAgent");

    assertThat(ran).isEqualTo(new Ran(0, "{}\n", ran.err()));
    assertThat(ran.complaints()).hasSize(1);
  }

  @Test
  void a_damaged_run_stops_no_agent() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
    tidemark.scratch().write(".claude/state/implement-auth.json", "{\"broken\"");
    tidemark.scratch().write(".tidemark/config.yaml", "format: [nonsense\n");
    var answers = new ArrayList<Ran>();
    for (var fixture : Fixture.all()) {
      if (!fixture.name().equals("statusline")
          && !fixture.name().contains("journal")
          && !fixture.name().equals("PreToolUse-subagent")) {
        answers.add(fixture.send(tidemark));
      }
    }
    assertThat(answers).hasSizeGreaterThan(40).allMatch(ran -> ran.exit() == 0 || ran.exit() == 2);
    assertThat(answers).filteredOn(ran -> ran.exit() == 2).isEmpty();
  }

  private static Ran send(CommandLineHarness tidemark, Hook hook, String text) {
    return tidemark.given(text).run("hook " + hook.agent().word() + " " + hook.event());
  }
}

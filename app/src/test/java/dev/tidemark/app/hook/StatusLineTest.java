package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusLineTest {
  private static final Fixture STATUS = Fixture.claude("statusline");

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void it_says_run_phase_and_context() {
    tidemark.after("start implement/auth", "done implementation");

    assertThat(print(STATUS, "statusline"))
        .isEqualTo(new Ran(0, "state/implement/auth 1/2 validation | context 65 %\n", ""));
  }

  @Test
  void it_names_the_gates_of_the_phase_that_is_next() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/ship.yaml",
            "format: state\nphases:\n  - build\n  - name: publish\n    gates:\n"
                + "      - review: true\n      - artifact: notes.md\n");
    tidemark.after("start ship", "done build");

    assertThat(print(STATUS, "statusline").out())
        .isEqualTo("state/ship 1/2 publish | gates: review, artifact | context 65 %\n");
  }

  @Test
  void an_external_edit_is_marked_until_the_next_change_records_it() {
    tidemark.after("start implement/auth", "enter implementation");
    var document = tidemark.run("show --raw").out().replace("in_progress", "complete");
    tidemark.scratch().write(".claude/state/implement-auth.json", document);

    assertThat(print(STATUS, "statusline").out()).contains(" | edited externally | context 65 %");
    tidemark.after("enter validation");
    assertThat(print(STATUS, "statusline").out()).doesNotContain("edited");
    tidemark.after("start implement/other");
    tidemark.scratch().write(".claude/state/implement-auth.json", document);
    assertThat(print(STATUS, "statusline").out()).startsWith("1 edited externally, 2 open runs");
  }

  @Test
  void of_several_runs_those_that_cannot_go_on_are_counted() {
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":1}\n");
    tidemark.after(
        "start implement/a",
        "start implement/b",
        "fail implementation --run implement/a --reason 'does not compile'",
        "note --run implement/b --blocked-by 'no key'",
        "start flow/develop",
        "done REQUIREMENTS --run flow/develop");

    assertThat(print(STATUS, "statusline").out())
        .isEqualTo("1 failed, 1 blocked, 1 waiting, 3 open runs | context 65 %\n");
  }

  @Test
  void without_a_run_there_is_the_context_and_nothing_is_written() {
    var before = Tree.of(tidemark.folder());

    assertThat(print(STATUS, "statusline")).isEqualTo(new Ran(0, "context 65 %\n", ""));
    assertThat(Tree.of(tidemark.folder())).isEqualTo(before);
  }

  @Test
  void a_version_that_says_nothing_of_the_context_gets_the_run() {
    tidemark.after("start implement/auth");

    assertThat(print(new Fixture("claude-code", "2.0.14", "statusline"), "statusline").out())
        .isEqualTo("state/implement/auth 0/2 implementation\n");
  }

  @Test
  void the_line_before_stands_above_and_gets_what_the_agent_said() {
    tidemark.after("start implement/auth");

    var ran =
        tidemark
            .given(STATUS.text(tidemark.folder()))
            .words("statusline", "--then", "grep -o '\"output_style\"'; printf 'b\\033[0m'");

    assertThat(ran.out())
        .isEqualTo(
            "\"output_style\"\nb\u001b[0m\nstate/implement/auth 0/2 implementation | context 65"
                + " %\n");
  }

  @Test
  void a_line_before_that_hangs_or_fails_takes_nothing_along() {
    tidemark.after("start implement/auth");

    for (var command : new String[] {"sleep 600", "exit 3", "/no/such/program"}) {
      var ran =
          tidemark.given(STATUS.text(tidemark.folder())).words("statusline", "--then", command);

      assertThat(ran.exit()).isZero();
      assertThat(ran.out()).startsWith("state/implement/auth");
    }
  }

  @Test
  void what_is_no_status_leaves_the_line_before() {
    tidemark.after("start implement/auth");
    for (var text : new String[] {"", "[]", "{", "null"}) {
      var ran = tidemark.given(text).words("statusline", "--then", "echo before");

      assertThat(ran.exit()).isZero();
      assertThat(ran.out()).isEqualTo("before\n");
      assertThat(ran.complaints()).hasSize(1);
    }
  }

  @Test
  @Proves({"R-001-24", "R-USR-18"})
  void a_context_that_fills_up_is_warned_of_once_and_before_every_command_in_phases() {
    tidemark.after("start implement/auth", "enter implementation");
    print(STATUS, "statusline");

    var first = Fixture.claude("UserPromptSubmit").send(tidemark);
    assertThat(first.json().string("systemMessage")).contains("65 % full", "/compact");
    assertThat(first.out()).contains("additionalContext");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark).out()).doesNotContain("% full");

    for (var prompt : new String[] {"p-2", "p-3"}) {
      var command =
          Fixture.claude("UserPromptSubmit")
              .text(tidemark.folder())
              .replace("Please go on", "/implement auth")
              .replace("p-1", prompt);
      assertThat(tidemark.given(command).run("hook claude-code UserPromptSubmit").out())
          .contains("65 % full");
      assertThat(tidemark.given(command).run("hook claude-code UserPromptSubmit").out()).isEmpty();
    }
  }

  @Test
  @Proves("R-001-24")
  void beyond_eighty_a_handoff_is_advised_and_a_compaction_begins_anew() {
    tidemark.after("start implement/auth");
    for (int percent : new int[] {59, 60, 79, 80, 95}) {
      var status = STATUS.text(tidemark.folder()).replace("65.4", Integer.toString(percent) + ".9");
      tidemark.given(status).run("statusline");
      var out = Fixture.claude("UserPromptSubmit").send(tidemark).out();
      switch (percent) {
        case 60 -> assertThat(out).contains("/compact");
        case 80 -> assertThat(out).contains("tidemark note --next").doesNotContain("vt-handoff");
        default -> assertThat(out).isEmpty();
      }
    }
    Fixture.claude("PreCompact").send(tidemark);
    Fixture.claude("SessionStart-compact").send(tidemark);
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark).out()).isEmpty();
    print(STATUS, "statusline");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark).out()).contains("65 % full");
  }

  private Ran print(Fixture status, String line) {
    return tidemark.given(status.text(tidemark.folder())).run(line);
  }
}

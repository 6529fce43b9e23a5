package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.app.main.Tree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Claude Code's events, one by one.
@Proves("R-USR-18")
class ClaudeHooksTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @ParameterizedTest
  @ValueSource(strings = {"startup", "resume", "clear", "compact", "fork"})
  void every_source_of_a_session_brings_the_brief(String source) {
    tidemark.after("start implement/auth", "done implementation --summary 'Tokens are signed.'");

    var ran = Fixture.claude("SessionStart-" + source).send(tidemark);

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    var inner = inner(ran);
    assertThat(inner.string("hookEventName")).isEqualTo("SessionStart");
    assertThat(inner.string("additionalContext"))
        .contains("state/implement/auth", "Tokens are signed.", "validation");
  }

  @Test
  @Proves("R-003-30")
  void an_abandoned_task_is_reported_when_a_session_begins() throws IOException {
    tidemark.after("start flow/develop", "task add task-001", "task start task-001");

    var context = inner(Fixture.claude("SessionStart-startup").send(tidemark));

    assertThat(context.string("additionalContext"))
        .contains("task task-001 is recorded as running", "tidemark resume --run flow/develop");
  }

  @Test
  void several_open_runs_are_listed_and_none_is_chosen() {
    tidemark.after("start implement/auth --goal 'Sign in'", "start design/search");

    var context = inner(Fixture.claude("SessionStart-startup").send(tidemark));

    assertThat(context.string("additionalContext"))
        .startsWith("2 runs of this project are open.\n")
        .contains(
            "| state/implement/auth: 0 of 2 phases done, at implementation",
            "goal: Sign in",
            "| state/design/search: ")
        .endsWith("Resume the one to work on: tidemark resume RUN");
  }

  @Test
  void open_runs_that_cannot_go_on_are_listed_with_the_reason() {
    tidemark.after(
        "start implement/a",
        "start implement/b",
        "fail implementation --run implement/a --reason 'does not compile'",
        "note --run implement/b --blocked-by 'no key'",
        "start flow/develop",
        "config flow.approvals REQUIREMENTS");
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":1}\n");
    tidemark.after("done REQUIREMENTS --run flow/develop");

    var text =
        inner(Fixture.claude("SessionStart-startup").send(tidemark)).string("additionalContext");

    assertThat(text)
        .contains(
            "| state/implement/a: 0 of 2 phases done, implementation failed: does not compile")
        .contains("| state/implement/b: 0 of 2 phases done, at implementation, blocked by no key")
        .contains("at ARCHITECTURE, waits for approval of REQUIREMENTS");
  }

  @Test
  void of_many_open_runs_the_ten_most_recently_changed_are_listed() {
    for (int i = 1; i <= 12; i++) {
      tidemark.after("start implement/i" + i);
    }
    tidemark.scratch().git("checkout", "--quiet", "-b", "feature/x");
    tidemark.after("start implement/here", "start implement/there");

    var text =
        inner(Fixture.claude("SessionStart-startup").send(tidemark)).string("additionalContext");
    var resume = tidemark.run("resume");

    assertThat(text)
        .startsWith("14 runs of this project are open. The most recently changed:")
        .contains("state/implement/here: ", "state/implement/there: ", ", on main")
        .contains("\n4 more: tidemark list\n");
    assertThat(text.lines().filter(line -> line.startsWith("| state/"))).hasSize(10);
    assertThat(resume.out().strip()).isEqualTo(text);
    assertThat(resume.exit()).isEqualTo(1);
  }

  @Test
  void a_new_session_without_a_run_is_told_in_one_line_how_to_begin() {
    for (var source : new String[] {"startup", "clear"}) {
      var inner = inner(Fixture.claude("SessionStart-" + source).send(tidemark));

      assertThat(inner.string("additionalContext"))
          .contains("tidemark start implement/NAME --goal")
          .hasLineCount(1);
    }
    for (var source : new String[] {"resume", "compact", "fork"}) {
      assertThat(Fixture.claude("SessionStart-" + source).send(tidemark))
          .isEqualTo(new Ran(0, "", ""));
    }
    tidemark.after("init");
    assertThat(Fixture.claude("SessionStart-startup").send(tidemark).out())
        .contains("tidemark start implement/NAME --goal");
  }

  @Test
  void a_project_without_a_run_is_left_alone() {
    for (var fixture : Fixture.all()) {
      var hook = HookTable.find(Agent.of(fixture.agent()), fixture.event());
      if (!fixture.name().equals("statusline")
          && (hook == null || hook.moment() != HookEvent.SESSION_START)) {
        var before = Tree.of(tidemark.folder());

        var ran = fixture.send(tidemark);

        var agent = Agent.of(fixture.agent());
        var nothing = agent == Agent.GEMINI || agent == Agent.CURSOR ? "{}\n" : "";
        var prompt = fixture.event().equals("beforeSubmitPrompt");
        var expected = prompt ? "{\"continue\":true}\n" : nothing;
        assertThat(ran).as("%s", fixture).isEqualTo(new Ran(0, expected, ""));
        assertThat(Tree.of(tidemark.folder())).as("%s", fixture).isEqualTo(before);
      }
    }
  }

  @Test
  void a_command_whose_phase_a_gate_forbids_is_blocked_with_the_next_step() {
    var waiting = waitingForReview();

    for (var name : new String[] {"UserPromptExpansion", "UserPromptSubmit-command"}) {
      var ran = Fixture.claude(name).send(waiting);

      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.json().string("decision")).isEqualTo("block");
      assertThat(ran.json().string("reason"))
          .contains("5-finalize needs a review first", "/vt-c-4-review");
      assertThat(ran.complaints()).hasSize(1);
      assertThat(ran.err()).contains("5-finalize needs a review first");
    }
  }

  @Test
  void a_command_whose_phase_is_open_goes_on() {
    var built = waitingForReview();
    var json = Fixture.claude("UserPromptExpansion").text(built.folder());

    var ran =
        built
            .given(json.replace("vt-c-5-finalize", "vt-c-4-review"))
            .run("hook claude-code UserPromptExpansion");

    assertThat(ran).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_compaction_seals_where_the_session_stood_and_changes_no_document() {
    tidemark.after("start implement/auth", "enter implementation");
    var before = tidemark.run("show --raw").out();

    assertThat(Fixture.claude("PreCompact").send(tidemark)).isEqualTo(new Ran(0, "", ""));

    assertThat(tidemark.run("history").out()).contains("session sealed (auto) in implementation");
    assertThat(tidemark.run("show --raw").out()).isEqualTo(before);
    assertThat(tidemark.run("history --json").out()).contains("5f0e3c1a", "claude-code");
  }

  @Test
  void a_dry_run_seals_nothing() {
    tidemark.after("start implement/auth", "enter implementation");
    var before = tidemark.run("history").out();
    var event = Fixture.claude("PreCompact").text(tidemark.folder());

    var ran = tidemark.given(event).run("hook claude-code PreCompact --dry-run");

    assertThat(ran).isEqualTo(new Ran(0, "", ""));
    assertThat(tidemark.run("history").out()).isEqualTo(before);
  }

  @Test
  void the_end_of_a_session_is_sealed_with_its_reason() {
    tidemark.after("start implement/auth", "enter implementation");

    assertThat(Fixture.claude("SessionEnd").send(tidemark)).isEqualTo(new Ran(0, "", ""));

    assertThat(tidemark.run("history").out()).contains("session sealed (logout)");
  }

  @Test
  void the_end_of_a_turn_is_captured_and_answered_with_nothing() {
    tidemark.after("start implement/auth", "enter implementation");

    for (var agent : Agent.values()) {
      for (var hook : HookTable.of(agent)) {
        if (hook.moment() == HookEvent.STOP) {
          var ran = Fixture.of(agent, hook.event()).send(tidemark);
          assertThat(ran.exit()).isZero();
          assertThat(ran.out()).as("%s", agent).isIn("", "{}\n");
        }
      }
    }
    assertThat(tidemark.run("history").out()).contains("session captured (stop)");
  }

  @Test
  void nothing_of_ours_is_called_when_a_sub_agent_ends() {
    for (var agent : Agent.values()) {
      assertThat(HookTable.of(agent)).noneMatch(hook -> hook.event().matches("(?i)subagentStop"));
    }
  }

  @Test
  void an_open_phase_is_told_once_with_a_prompt_and_not_with_the_first() {
    tidemark.after("start implement/auth", "enter implementation");

    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark)).isEqualTo(new Ran(0, "", ""));
    var second = Fixture.claude("UserPromptSubmit").send(tidemark);

    assertThat(second.exit()).isZero();
    assertThat(inner(second).string("additionalContext"))
        .contains("phase implementation of state/implement/auth is in progress", "tidemark done");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark)).isEqualTo(new Ran(0, "", ""));
    tidemark.after("done implementation --summary Works.", "enter validation");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark).out()).contains("validation");
  }

  @Test
  void an_external_edit_is_told_to_the_user_once_with_a_prompt() {
    tidemark.after("start implement/auth", "enter implementation");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark)).isEqualTo(new Ran(0, "", ""));

    var document = tidemark.run("show --raw").out().replace("in_progress", "complete");
    tidemark.scratch().write(".claude/state/implement-auth.json", document);
    var ran = Fixture.claude("UserPromptSubmit").send(tidemark);

    assertThat(ran.exit()).isZero();
    assertThat(ran.json().string("systemMessage"))
        .contains(".claude/state/implement-auth.json was edited externally", "no gate");
    assertThat(Fixture.claude("UserPromptSubmit").send(tidemark).out())
        .doesNotContain("edited externally");
  }

  /// Qwen Code announces the results of tools as a prompt without a text.
  @Test
  void the_results_of_tools_are_no_prompt_of_the_user_of_qwen_code() {
    tidemark.after("start implement/auth", "enter implementation");
    assertThat(Fixture.of(Agent.QWEN, "UserPromptSubmit").send(tidemark).out()).isEmpty();

    var results = Fixture.of(Agent.QWEN, "UserPromptSubmit-results").send(tidemark);

    assertThat(results).isEqualTo(new Ran(0, "", ""));
    assertThat(Fixture.of(Agent.QWEN, "UserPromptSubmit").send(tidemark).out())
        .contains("phase implementation of state/implement/auth is in progress");
  }

  @Test
  void gemini_seals_no_compression_that_it_only_considers() {
    tidemark.after("start implement/auth", "enter implementation");
    var considered = Fixture.of(Agent.GEMINI, "PreCompress").text(tidemark.folder());
    assertThat(considered).contains("auto");

    assertThat(tidemark.given(considered).run("hook gemini PreCompress").out()).isEqualTo("{}\n");
    assertThat(tidemark.run("history").out()).doesNotContain("sealed");

    var ordered = considered.replace("auto", "manual");
    assertThat(tidemark.given(ordered).run("hook gemini PreCompress").out()).isEqualTo("{}\n");
    assertThat(tidemark.run("history").out()).contains("session sealed (manual)");
  }

  private CommandLineHarness waitingForReview() {
    tidemark.scratch().write(".gitignore", ".tidemark/\n.claude-checkpoint.md\n.review-gate.md\n");
    return tidemark.after("done 2-plan --run phase/dev", "done 3-build --run phase/dev");
  }

  private static JsonObject inner(Ran ran) {
    @Nullable JsonObject inner = ran.json().object("hookSpecificOutput");
    assertThat(inner).as(ran.toString()).isNotNull();
    return inner;
  }
}

package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.GeminiCommands;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands and skills whose phase a mandatory gate forbids, in every form that a client reports.
@Proves("R-USR-18")
class CommandGateTest {
  private static final String CLOSED = "5-finalize needs a review first";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(".gitignore", ".tidemark/\n.claude-checkpoint.md\n.review-gate.md\n");
    tidemark.after("done 2-plan --run phase/dev", "done 3-build --run phase/dev");
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, 2.1.330, PreToolUse-skill",
    "claude-code, 2.1.240, UserPromptExpansion",
    "claude-code, 2.1.240, UserPromptSubmit-command",
    "codex, 0.169, UserPromptSubmit-skill",
    "codex, 0.145, UserPromptSubmit-command",
    "gemini, 0.34, BeforeAgent-command",
    "gemini, 0.61, BeforeAgent-command",
    "gemini, 0.61, BeforeTool-skill",
    "cursor, 3.20.17, beforeSubmitPrompt-command",
    "opencode, 1, command.execute.before",
    "opencode, 1, chat.message-command",
    "opencode, 1, tool.execute.before-skill",
    "qwen-code, 0.24.4, UserPromptExpansion",
    "qwen-code, 0.24.4, PreToolUse-skill",
  })
  void a_command_is_refused_while_the_gate_is_closed(String agent, String version, String name) {
    var fixture = new Fixture(agent, version, name);
    var reading = new Reading(Agent.of(agent));

    assertThat(reading.refusal(fixture.send(tidemark))).contains(CLOSED);

    tidemark.scratch().write(".review-gate.md", "status: PASS\n");
    tidemark.after("done 4-review --run phase/dev --result pass");
    assertThat(reading.refusal(fixture.send(tidemark))).isNull();
  }

  @Test
  void a_skill_of_another_name_is_called() {
    var event =
        new Fixture("claude-code", "2.1.330", "PreToolUse-skill")
            .text(tidemark.folder())
            .replace("vt-c-5-finalize", "pdf");

    assertThat(tidemark.given(event).run("hook claude-code PreToolUse").out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prompt = \"\"\"\nShip what was built, with {{args}}.\n\"\"\"\n",
        "description = \"x\"\nprompt = \"Ship what was built, with care.\"\n",
        "prompt = 'Ship what was built, with !{git status}'\n",
      })
  void a_command_of_gemini_is_recognised_by_its_expansion(String toml) {
    tidemark.scratch().write(".gemini/commands/vt/vt-c-5-finalize.toml", toml);
    var event = new Fixture("gemini", "0.34", "BeforeAgent").text(tidemark.folder());
    var expanded = event.replace("Please go on", "Ship what was built, with care.");

    assertThat(tidemark.given(expanded).run("hook gemini BeforeAgent").out()).contains(CLOSED);
    assertThat(tidemark.given(event).run("hook gemini BeforeAgent").out()).doesNotContain(CLOSED);
  }

  @Test
  void a_command_of_gemini_that_begins_with_a_placeholder_is_not_recognised() {
    assertThat(GeminiCommands.beginning("prompt = \"{{args}} and ship\"")).isEmpty();
    assertThat(GeminiCommands.beginning("description = \"prompt = 1\"")).isEmpty();
    assertThat(GeminiCommands.beginning("prompts = \"a\"\nprompt = \"\"\"b\"\"\"")).isEqualTo("b");
  }
}

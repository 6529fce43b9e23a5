package dev.tidemark.app.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A guard that cannot decide says no where a gate may be ahead, and nothing elsewhere; events that
/// record or tell are never a no.
@Proves("R-USR-18")
class UndecidedTest {
  private static final String CANNOT_TELL = "Tidemark cannot tell whether a gate forbids this: ";
  private static final String GATED = "phases: [a, {name: b, gates: [{artifact: ready.txt}]}]\n";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private void breakSettings() {
    tidemark.scratch().write(".tidemark/config.yaml", "summary: [\n");
  }

  private Ran claude(String name) {
    return Fixture.claude(name).send(tidemark);
  }

  private Ran skill() {
    return new Fixture("claude-code", "2.1.330", "PreToolUse-skill").send(tidemark);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, 2.1.330, PreToolUse-skill",
    "codex, 0.145, UserPromptSubmit-command",
    "gemini, 0.34, BeforeAgent-command",
    "cursor, 3.20.17, beforeSubmitPrompt-command",
    "opencode, 1, chat.message-command",
    "qwen-code, 0.24.4, UserPromptExpansion",
  })
  void a_command_is_refused_in_the_form_of_each_agent(String agent, String version, String name) {
    tidemark.scratch().write(".tidemark/workflows/feat.yaml", GATED);
    tidemark.after("start feat/x");
    breakSettings();

    var ran = new Fixture(agent, version, name).send(tidemark);

    assertThat(new Reading(Agent.of(agent)).refusal(ran)).startsWith(CANNOT_TELL);
  }

  @Test
  void without_gates_a_guard_that_cannot_decide_says_nothing() {
    tidemark.after("start implement/x --phases a,b");
    breakSettings();

    var ran = skill();

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("PreToolUse went unanswered: ");
  }

  @Test
  void the_gates_of_the_formats_count_for_commands() {
    tidemark.after("done 2-plan --run phase/dev");
    breakSettings();

    assertThat(skill().exit()).isEqualTo(2);
    assertThat(claude("PreToolUse-edit").exit()).isZero();
  }

  @Test
  void a_run_with_a_broken_definition_stands_still_and_its_files_are_not_changed() {
    tidemark.scratch().write(".tidemark/workflows/feat.yaml", GATED);
    tidemark.after("start feat/x");
    tidemark.scratch().write(".tidemark/workflows/feat.yaml", GATED + "<<<<<<< HEAD\n");

    var ran = claude("PreToolUse-edit");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains(CANNOT_TELL).contains("feat.yaml");
    assertThat(claude("SessionStart-startup").out()).contains("feat.yaml");
  }

  @Test
  void what_records_or_tells_is_never_refused() {
    tidemark.scratch().write(".tidemark/workflows/feat.yaml", GATED);
    tidemark.after("start feat/x");
    breakSettings();

    for (var name : List.of("SessionStart-startup", "UserPromptSubmit", "Stop", "SessionEnd")) {
      assertThat(claude(name).exit()).as(name).isZero();
    }
  }

  @Test
  void a_guard_without_time_says_no_within_a_third_of_the_patience_of_the_agent() {
    tidemark.scratch().write(".tidemark/workflows/feat.yaml", GATED);
    tidemark.after("start feat/x");
    var never = new CountDownLatch(1);
    var waits =
        new InputStream() {
          @Override
          public int read() {
            try {
              never.await();
            } catch (InterruptedException ended) {
              Thread.currentThread().interrupt();
            }
            return -1;
          }
        };
    var err = new ByteArrayOutputStream();
    var place =
        new ProcessContext(
            tidemark.folder(),
            tidemark.environment(),
            waits,
            (call, here) -> {
              throw new AssertionError("opened without an event");
            },
            List::of);

    var exit =
        new HookDispatcher(place, new ByteArrayOutputStream(), err, ChangeMode.COMMIT)
            .answer("claude-code", "PreToolUse");

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("it took longer than 3330 ms");
  }
}

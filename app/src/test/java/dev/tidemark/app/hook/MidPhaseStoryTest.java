package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Person;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One story in each format, told through Claude Code's hooks: the agent is killed in the middle of
/// a phase, the next session is compacted twice, and the brief of the third answers what was asked,
/// what is done, what is half done and in which files, what was decided, what failed and what is
/// next.
@Proves("R-USR-04")
class MidPhaseStoryTest {
  private static final String GOAL = "Log users in with passkeys, without passwords";

  @TempDir private Path temp;

  /// The beginning of the story in one format.
  ///
  /// @param run the run it is about
  /// @param lines what the agent types until it is in the middle of a phase; `write FILE TEXT` and
  ///   `approve PHASE` are no commands
  /// @param done what the brief must say of the finished phase
  /// @param phase the phase in progress
  record Begin(String run, List<String> lines, String done, String phase) {
    @Override
    public String toString() {
      return run;
    }
  }

  static Stream<Begin> formats() {
    return Stream.of(
        new Begin(
            "state/implement/auth",
            List.of(
                "start implement/auth --phases design,implementation --goal '" + GOAL + "'",
                "enter design",
                "done design --summary 'The key stays on the device.'",
                "enter implementation"),
            "done: design: The key stays on the device.",
            "implementation"),
        new Begin(
            "item/epic/EPIC-001",
            List.of(
                "start item/epic/EPIC-001 --goal '" + GOAL + "'",
                "done 0 --no-commit --summary 'No beads here.'",
                "enter 1"),
            "Current state: No beads here.",
            "Capture"),
        new Begin(
            "phase/dev",
            List.of(
                "done 2-plan --run phase/dev --summary 'The plan is agreed.'",
                "note --goal '" + GOAL + "'",
                "enter 3-build"),
            "done: 2-plan: The plan is agreed.",
            "3-build"),
        new Begin(
            "flow/develop",
            List.of(
                "start flow/develop --goal '" + GOAL + "'",
                "write memory/reports/demand.json {\"goal\":\"passkeys\"}",
                "done REQUIREMENTS",
                "approve REQUIREMENTS",
                "enter ARCHITECTURE"),
            "done: REQUIREMENTS",
            "ARCHITECTURE"));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void the_third_session_knows_what_it_must_know(Begin begin) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp.resolve("project"));

    // The first session, killed in the middle of a phase: no hook tells of its end.
    assertThat(send(tidemark, "s1", "SessionStart", "\"source\":\"startup\"").out())
        .contains("tidemark start");
    for (var line : begin.lines()) {
      type(tidemark, line);
    }
    send(tidemark, "s1", "UserPromptSubmit", "\"prompt\":\"" + GOAL + "\"");
    tidemark.scratch().write("src/register.ts", "export const register = 1;\n");
    tidemark.scratch().git("add", "src/register.ts");
    tidemark.scratch().git("commit", "--quiet", "--message", "Register a passkey");
    tidemark.scratch().write("src/login.ts", "export const half = true;\n");
    tidemark.after(
        "note 'register() works, login() is half done' --decision 'No passwords at all'",
        "note --tried 'webauthn 1: no types'");
    ChildProcess.killedAt(tidemark, "before-recording", "note --next 'never recorded'");

    // The second is compacted twice, and works on in between.
    assertThat(told(tidemark, "s2", "startup")).contains(GOAL, "register() works");
    compact(tidemark, "2 tests failed: login() returns nothing");
    tidemark.after("note --next 'make login() return the session'");
    compact(tidemark, "1 test failed: login() ignores the challenge");
    send(tidemark, "s2", "SessionEnd", "\"reason\":\"other\"");

    var brief = told(tidemark, "s3", "startup");

    assertThat(brief)
        .as("what was asked")
        .startsWith("<tidemark-data")
        .contains("| goal: " + GOAL + "\n");
    assertThat(brief).as("what is done").contains("| " + begin.done());
    assertThat(brief)
        .as("what is half done, and in which files")
        .contains("| in progress: " + begin.phase())
        .contains("register() works, login() is half done\n")
        .contains("src/login.ts", "src/register.ts")
        .contains("| captured task: [in_progress] Write login()\n");
    assertThat(brief).as("what was decided").contains("No passwords at all");
    assertThat(brief)
        .as("what failed")
        .containsPattern("(?i)tried and failed.*: webauthn 1: no types\n")
        .contains("| captured error: npm test: 1 test failed: login() ignores the challenge\n")
        .doesNotContain("2 tests failed");
    assertThat(brief)
        .as("what is next")
        .containsPattern("(?i)next action.*: make login\\(\\) return the session\n")
        .containsPattern(
            "\nNow: .*go on with " + begin.phase() + "\\. When it is finished: tidemark done ")
        .doesNotContain("never recorded");
    assertThat(brief.length()).isLessThan(9_500);
  }

  private void compact(CommandLineHarness tidemark, String error) throws IOException {
    var transcript = temp.resolve("transcript.jsonl");
    Files.writeString(
        transcript,
        """
        {"type":"assistant","message":{"content":[{"type":"tool_use","id":"a",\
        "name":"TodoWrite","input":{"todos":[{"content":"Write login()",\
        "status":"in_progress"}]}}]}}
        {"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","name":"Bash",\
        "input":{"command":"npm test"}}]}}
        {"type":"user","message":{"content":[{"type":"tool_result","is_error":true,\
        "tool_use_id":"b","content":"%s"}]}}
        """
            .formatted(error));
    var rest = "\"trigger\":\"auto\",\"transcript_path\":\"" + transcript + "\"";
    assertThat(send(tidemark, "s2", "PreCompact", rest)).isEqualTo(new Ran(0, "", ""));
    assertThat(told(tidemark, "s2", "compact")).contains(GOAL, error);
  }

  /// Returns what the model of a session is told at its start.
  private static String told(CommandLineHarness tidemark, String session, String source) {
    var ran = send(tidemark, session, "SessionStart", "\"source\":\"" + source + "\"");
    assertThat(ran.exit()).as(ran.toString()).isZero();
    return ran.json().object("hookSpecificOutput").string("additionalContext");
  }

  private static Ran send(CommandLineHarness tidemark, String session, String event, String rest) {
    var json =
        "{\"session_id\":\"%s\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\",%s}"
            .formatted(session, tidemark.folder(), event, rest);
    return tidemark.given(json).run("hook claude-code " + event);
  }

  private static void type(CommandLineHarness tidemark, String line) {
    var words = line.split(" ", 3);
    switch (words[0]) {
      case "write" -> tidemark.scratch().write(words[1], words[2]);
      case "approve" -> Person.approves(tidemark, words[1]);
      default -> tidemark.after(line);
    }
  }
}

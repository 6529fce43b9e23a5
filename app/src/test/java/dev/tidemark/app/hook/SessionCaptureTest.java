package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What hooks capture of a session, and what the next session is told of it.
class SessionCaptureTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
  }

  private Ran send(String event, String rest) {
    var json =
        "{\"session_id\":\"s1\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\"%s}"
            .formatted(tidemark.folder(), event, rest);
    return tidemark.given(json).run("hook claude-code " + event);
  }

  private Ran prompt(String text) {
    return send("UserPromptSubmit", ",\"prompt\":\"" + text + "\"");
  }

  private String transcript(String text) throws IOException {
    var file = Files.writeString(temp.resolve("t.jsonl"), text);
    return ",\"transcript_path\":\"" + file + "\"";
  }

  private String brief() {
    return tidemark.run("resume").out();
  }

  private String history() {
    return tidemark.run("history").out();
  }

  @Test
  void the_first_prompt_is_the_goal_of_a_run_that_has_none() {
    prompt("go on");
    assertThat(brief()).doesNotContain("| goal").contains("| captured prompt: go on\n");

    prompt("Log users in with passkeys");
    prompt("And write the tests as well");

    assertThat(brief())
        .contains("| goal (from the first prompt): Log users in with passkeys\n")
        .contains("| captured prompt: And write the tests as well\n");
    tidemark.after("note --goal 'Passkeys everywhere'");
    assertThat(brief()).contains("| goal: Passkeys everywhere\n");
    prompt("Something else entirely now");
    assertThat(brief()).contains("| goal: Passkeys everywhere\n");
  }

  @Test
  void the_goal_is_the_prompt_that_led_to_the_start_of_the_run() throws IOException {
    var rest =
        transcript(
            """
            {"type":"user","timestamp":"2000-01-01T00:00:00.000Z",\
            "message":{"content":"Log users in with passkeys"}}
            {"type":"user","timestamp":"2999-01-01T00:00:00.000Z",\
            "message":{"content":"And write the tests as well"}}
            """);

    send("Stop", rest);

    assertThat(brief()).contains("| goal (from the first prompt): Log users in with passkeys\n");
  }

  @Test
  void compaction_and_the_end_of_a_session_capture_what_the_next_one_must_know()
      throws IOException {
    tidemark.scratch().write("src/auth.ts", "export {}\n");
    var rest =
        transcript(
            """
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"a",\
            "name":"TodoWrite","input":{"todos":[{"content":"Write revoke()",\
            "status":"in_progress"}]}}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","name":"Bash",\
            "input":{"command":"npm test"}}]}}
            {"type":"user","message":{"content":[{"type":"tool_result","is_error":true,\
            "tool_use_id":"b","content":"2 tests failed"}]}}
            """);

    for (var event : new String[] {"PreCompact", "SessionEnd"}) {
      assertThat(send(event, ",\"trigger\":\"auto\"" + rest)).isEqualTo(new Ran(0, "", ""));
    }

    assertThat(brief())
        .contains("| captured task: [in_progress] Write revoke()\n")
        .contains("| captured error: npm test: 2 tests failed\n")
        .contains("| new: src/\n");
    assertThat(history())
        .containsOnlyOnce("session sealed (auto) in implementation; session captured (auto)");
  }

  @Test
  void a_session_that_tells_nothing_new_is_not_recorded_again() {
    prompt("Log users in with passkeys");
    var before = history();

    send("Stop", "");
    send("Stop", "");
    send("PreCompact", ",\"trigger\":\"auto\"");

    assertThat(history()).isEqualTo(before);
  }

  @Test
  void the_end_of_the_phase_ends_what_was_captured_of_it() {
    prompt("Log users in with passkeys");

    tidemark.after("done implementation --summary Works.", "enter validation");

    assertThat(brief())
        .contains("| goal (from the first prompt): Log users in with passkeys\n")
        .doesNotContain("captured");
  }

  @Test
  void secrets_are_redacted() {
    var key = "AKIAIOSFODNN7EXAMPLE";
    prompt("Log users in with the key " + key);
    assertThat(tidemark.run("history --json").out() + brief()).doesNotContain(key);
  }

  @Test
  void of_a_huge_transcript_todo_list_and_git_status_four_kilobytes_are_captured()
      throws IOException {
    for (int i = 0; i < 1_500; i++) {
      tidemark.scratch().write("src/a-file-with-a-rather-long-name-" + "x".repeat(60) + i, "x\n");
    }
    tidemark.scratch().commit("Many files");
    for (int i = 0; i < 1_500; i++) {
      tidemark.scratch().write("src/a-file-with-a-rather-long-name-" + "x".repeat(60) + i, "y\n");
    }
    var todos = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      todos.append(i == 0 ? "" : ",").append("{\"content\":\"").append("task ".repeat(100));
      todos.append(i).append("\",\"status\":\"pending\"}");
    }
    var lines = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      lines.append("{\"type\":\"user\",\"message\":{\"content\":\"").append("word ".repeat(500));
      lines.append(i).append("\"}}\n");
    }
    lines.append("{\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"ExitPlanMode\",");
    lines.append("\"input\":{\"plan\":\"").append("plan ".repeat(1_000)).append("\"}}]}}\n");
    lines.append("{\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"TodoWrite\",");
    lines.append("\"input\":{\"todos\":[").append(todos).append("]}}]}}\n");

    send("Stop", transcript(lines.toString()));

    var captured = tidemark.run("resume --json --full").json().object("captured");
    assertThat(captured.strings("prompts")).hasSize(4);
    assertThat(captured.strings("tasks")).hasSize(15);
    assertThat(captured.string("plan")).startsWith("plan plan");
    // What git needs longer for than a hook has is left out.
    assertThat(captured.strings("changes").size()).isLessThanOrEqualTo(12);
    assertThat(length(captured)).isBetween(2_000, 4_000);
  }

  @Test
  void a_git_that_does_not_end_is_stopped_and_the_rest_is_captured() throws IOException {
    tidemark.scratch().write("README.md", "# Changed\n");
    var slow = Files.createDirectories(temp.resolve("slow")).resolve("git");
    var called = temp.resolve("called");
    Files.writeString(
        slow,
        """
        #!/bin/sh
        case " $* " in
          *" diff "* | *" status "*) echo x >>%s; exec sleep 3600 ;;
        esac
        PATH=${PATH#*:} exec git "$@"
        """
            .formatted(called));
    Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwxr-xr-x"));
    tidemark =
        tidemark.with("PATH", slow.resolveSibling("") + ":" + tidemark.environment().get("PATH"));

    var ran = prompt("Log users in with passkeys");

    assertThat(ran).isEqualTo(new Ran(0, "", ""));
    assertThat(called).exists();
    assertThat(history()).contains("session captured (prompt)", "goal captured");
  }

  private static int length(JsonObject captured) {
    int length = 0;
    for (var key : new String[] {"prompts", "tasks", "changes"}) {
      for (var text : captured.strings(key)) {
        length += text.length();
      }
    }
    var plan = captured.string("plan");
    var error = captured.string("error");
    return length + (plan == null ? 0 : plan.length()) + (error == null ? 0 : error.length());
  }

  @Test
  void capturing_can_be_switched_off() {
    tidemark.after("config capture off");

    prompt("Log users in with passkeys");
    send("Stop", "");
    send("PreCompact", ",\"trigger\":\"auto\"");

    assertThat(history()).doesNotContain("captured").contains("session sealed (auto)");
    assertThat(brief()).doesNotContain("passkeys");
  }

  @Test
  void a_command_is_no_prompt_and_a_blocked_prompt_is_not_captured() {
    prompt("/implement the login with passkeys");

    assertThat(history()).doesNotContain("captured");
  }

  @Test
  void of_several_open_runs_the_one_with_a_phase_in_progress_is_meant() {
    tidemark.after("start design/search");

    prompt("Log users in with passkeys");

    assertThat(tidemark.run("status --run implement/auth").out()).contains("goal: Log users");
    assertThat(tidemark.run("status --run design/search").out()).doesNotContain("goal:");
    tidemark.after("enter research --run design/search");
    prompt("Search by title and by author");
    for (var run : List.of("design/search", "implement/auth")) {
      assertThat(tidemark.run("resume --run " + run).out())
          .as("unknown which")
          .contains("Search by");
    }
    assertThat(tidemark.run("status --run design/search").out()).doesNotContain("goal:");
  }
}

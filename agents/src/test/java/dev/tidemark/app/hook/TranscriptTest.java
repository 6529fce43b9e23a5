package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is read of the transcripts of agents.
class TranscriptTest {
  private static final String CHECKLIST =
      """
      {"type":"assistant","message":{"content":[{"type":"tool_use","id":"t9","name":"TodoWrite",\
      "input":{"todos":[{"content":"%s","status":"%s","activeForm":"x"}]}}]}}
      """;

  @TempDir private Path temp;

  private Transcript read(String text) throws IOException {
    return read(text, Long.MAX_VALUE);
  }

  private Transcript read(String text, long deadline) throws IOException {
    var file = Files.writeString(temp.resolve("transcript.jsonl"), text);
    return Transcript.read(file, deadline);
  }

  private static List<String> texts(Transcript transcript) {
    return transcript.prompts().stream().map(Transcript.Prompt::text).toList();
  }

  @Test
  void prompts_are_those_that_the_user_typed() throws IOException {
    var transcript =
        read(
            """
            {"type":"summary","summary":"Adding \\"user\\" login"}
            {"type":"user","timestamp":"2026-03-01T12:00:00.000Z","message":{"role":"user",\
            "content":"Add a login"}}
            {"type":"user","isMeta":true,"message":{"content":"Caveat: what follows"}}
            {"type":"user","message":{"content":"<command-name>/clear</command-name>"}}
            {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1",\
            "content":"ok"}]}}
            {"type":"user","message":{"content":[{"type":"text","text":"Now the tests"}]}}
            {"type":"user","message":{"cont
            """);

    assertThat(texts(transcript)).containsExactly("Add a login", "Now the tests");
    assertThat(transcript.prompts().getFirst().at())
        .isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
  }

  @Test
  void the_newest_to_do_list_counts() throws IOException {
    var transcript =
        read(
            CHECKLIST.formatted("Old", "pending") + CHECKLIST.formatted("Write it", "in_progress"));

    assertThat(transcript.tasks()).containsExactly("[in_progress] Write it");
  }

  @Test
  void tasks_that_are_created_and_updated_one_by_one_are_put_together() throws IOException {
    var transcript =
        read(
            """
            {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a",\
            "content":"Task #1 created successfully: Write it"}]}}
            {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"b",\
            "content":"Task #2 created successfully: Test it"}]}}
            {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c",\
            "content":"Task #3 created successfully: Drop it"}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"d",\
            "name":"TaskUpdate","input":{"taskId":"1","status":"in_progress"}}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"e",\
            "name":"TaskUpdate","input":{"taskId":"1","status":"completed"}}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"f",\
            "name":"TaskUpdate","input":{"taskId":"3","status":"deleted"}}]}}
            """);

    assertThat(transcript.tasks()).containsExactly("[completed] Write it", "[pending] Test it");
  }

  @Test
  void the_last_plan_and_the_last_error_with_its_command_are_found() throws IOException {
    var transcript =
        read(
            """
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"p",\
            "name":"ExitPlanMode","input":{"plan":"First this, then that"}}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash",\
            "input":{"command":"npm test"}}]}}
            {"type":"user","message":{"content":[{"type":"tool_result","is_error":true,\
            "tool_use_id":"t1","content":"2 tests failed"}]}}
            {"type":"assistant","message":{"content":[{"type":"tool_use","id":"t2","name":"Bash",\
            "input":{"command":"ls"}}]}}
            {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2",\
            "content":"src"}]}}
            """);

    assertThat(transcript.plan()).isEqualTo("First this, then that");
    assertThat(transcript.error()).isEqualTo("npm test: 2 tests failed");
  }

  @Test
  void the_transcript_of_codex_is_understood() throws IOException {
    var transcript =
        read(
            """
            {"timestamp":"2026-03-01T12:00:00.000Z","type":"event_msg","payload":\
            {"type":"user_message","message":"Add a login"}}
            {"type":"response_item","payload":{"type":"function_call","name":"update_plan",\
            "arguments":"{\\"plan\\":[{\\"step\\":\\"Write it\\",\
            \\"status\\":\\"in_progress\\"}]}",\
            "call_id":"c1"}}
            {"type":"response_item","payload":{"type":"function_call","name":"shell",\
            "arguments":"{\\"cmd\\":\\"make test\\"}","call_id":"c2"}}
            {"type":"response_item","payload":{"type":"function_call_output","call_id":"c2",\
            "output":"Exit code: 2\\nNo rule to make target"}}
            """);

    assertThat(texts(transcript)).containsExactly("Add a login");
    assertThat(transcript.tasks()).containsExactly("[in_progress] Write it");
    assertThat(transcript.error()).isEqualTo("make test: Exit code: 2\nNo rule to make target");
  }

  @Test
  void the_transcript_of_qwen_code_is_understood() throws IOException {
    var transcript =
        read(
            """
            {"type":"user","message":{"role":"user","parts":[{"text":"Add a login"},\
            {"text":"<qwen:user-prompt-submit-context>x</qwen:user-prompt-submit-context>"}]}}
            {"type":"assistant","message":{"role":"model","parts":[{"functionCall":\
            {"id":"c1","name":"todo_write","args":{"todos":[{"id":"1","content":"Write it",\
            "status":"in_progress"}]}}}]}}
            """);

    assertThat(texts(transcript)).containsExactly("Add a login");
    assertThat(transcript.tasks()).containsExactly("[in_progress] Write it");
  }

  @Test
  void what_is_no_transcript_is_empty() throws IOException {
    assertThat(texts(Transcript.read(null, Long.MAX_VALUE))).isEmpty();
    assertThat(texts(Transcript.read(temp, Long.MAX_VALUE))).isEmpty();
    assertThat(texts(Transcript.read(temp.resolve("none"), Long.MAX_VALUE))).isEmpty();
    var link = Files.createSymbolicLink(temp.resolve("link"), Path.of("/dev/zero"));
    assertThat(texts(Transcript.read(link, Long.MAX_VALUE))).isEmpty();
    assertThat(texts(read("\"user\" no json\n[\"user\"]\n\n"))).isEmpty();
  }

  @Test
  void of_a_long_transcript_only_the_end_is_read_and_nothing_after_the_deadline()
      throws IOException {
    var first = CHECKLIST.formatted("First", "pending");
    var filler = ("{\"type\":\"assistant\",\"x\":\"" + "y".repeat(1_000) + "\"}\n").repeat(600);

    assertThat(read(first + filler).tasks()).isEmpty();
    assertThat(read(filler + first).tasks()).containsExactly("[pending] First");
    assertThat(read(first, System.nanoTime() - 1).tasks()).isEmpty();
  }
}

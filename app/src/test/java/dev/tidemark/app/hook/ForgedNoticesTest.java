package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.ForgedLines;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What hooks tell a model and a user, outside the data block of a brief, holds no line that a name
/// or text of a document or an event began, and no hidden character.
@LongProof
class ForgedNoticesTest {
  /// The members that some event of some agent reads.
  private static final String EVENT =
      """
      {"session_id": "SESSION", "cwd": CWD, "hook_event_name": "EVENT", "source": "startup",
       "prompt": "/PROMPT", "prompt_id": TEXT, "command": TEXT, "command_name": TEXT,
       "tool_name": "TOOL", "toolName": TEXT, "sessionID": "SESSION", "conversation_id": "SESSION",
       "tool_input": {"command": "tidemark approve PAYLOAD", "file_path": FILE, "path": FILE,
                      "skill": TEXT},
       "args": {"command": TEXT, "filePath": FILE}, "trigger": "manual", "reason": TEXT,
       "last_assistant_message": TEXT, "transcript_path": TEXT}
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
  }

  private String event(Hook hook, String payload, String session, String tool) {
    var text = JsonString.of(payload).toString();
    var inside = text.substring(1, text.length() - 1);
    return EVENT
        .replace("\"EVENT\"", JsonString.of(hook.event()).toString())
        .replace("SESSION", session)
        .replace("CWD", JsonString.of(tidemark.folder().toString()).toString())
        .replace("TOOL", tool)
        .replace("FILE", JsonString.of(".tidemark/" + payload).toString())
        .replace("/PROMPT", "/ship " + inside)
        .replace("PAYLOAD", inside)
        .replace("TEXT", text);
  }

  @ParameterizedTest
  @EnumSource(Agent.class)
  void no_notice_of_a_hook_holds_a_forged_line(Agent agent) {
    var forged = new ArrayList<String>();
    int texts = 0;
    int shown = 0;
    int session = 0;
    for (var payload : ForgedLines.payloads()) {
      ForgedLines.plant(tidemark, payload);
      session++;
      for (var hook : HookTable.of(agent)) {
        for (var tool : new String[] {"Bash", "Write"}) {
          var input = event(hook, payload, "s" + session, tool);
          var ran = tidemark.given(input).run("hook " + agent.word() + " " + hook.event());
          for (var line : ForgedLines.in(ran.out().strip() + "\n" + ran.err().strip())) {
            forged.add(hook.event() + ": " + line);
          }
          if (!ran.out().isEmpty()) {
            var said = new ArrayList<String>();
            ForgedLines.decoded(JsonText.parse(ran.out()), said::add);
            for (var text : said) {
              texts++;
              shown += text.contains(ForgedLines.MARK) ? 1 : 0;
              for (var line : ForgedLines.in(text)) {
                forged.add(hook.event() + " decoded: " + line);
              }
            }
          }
        }
      }
    }
    System.out.printf(
        "%s: texts %d, with the payload %d, forged %d%n", agent, texts, shown, forged.size());

    assertThat(shown).isGreaterThan(86);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }

  @Test
  void a_misspelt_agent_or_event_is_named_in_one_line() {
    var forged = new ArrayList<String>();
    for (var payload : ForgedLines.payloads()) {
      forged.addAll(ForgedLines.in(tidemark.words("hook", payload, "Stop").err().strip()));
      forged.addAll(ForgedLines.in(tidemark.words("hook", "codex", payload).err().strip()));
      forged.addAll(ForgedLines.in(tidemark.given(payload).run("hook codex Stop").err().strip()));
    }

    assertThat(forged).isEmpty();
  }
}

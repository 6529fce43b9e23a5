package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonString;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions in a project with several open runs: each works on the one that it named last, and what
/// it did is told with that one; until then with all.
class BoundSessionTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("src/a.js", "a\n").commit("first");
    tidemark.after("start implement/one", "start implement/two");
  }

  private Ran send(String session, String event, String rest) {
    var folder = JsonString.of(tidemark.folder().toString());
    var json = "{\"session_id\":\"%s\",\"cwd\":%s,%s}".formatted(session, folder, rest);
    return tidemark.given(json).run("hook claude-code " + event);
  }

  private Ran prompt(String session, String text) {
    return send(session, "UserPromptSubmit", "\"prompt\":" + JsonString.of(text));
  }

  private Ran shell(String session, String line) {
    var input = "\"tool_input\":{\"command\":" + JsonString.of(line) + "}";
    return send(session, "PreToolUse", "\"tool_name\":\"Bash\"," + input);
  }

  private String start(String session, String source) {
    return send(session, "SessionStart", "\"source\":\"" + source + "\"").out();
  }

  private String brief(String run) {
    return tidemark.run("resume --run " + run).out();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tidemark enter planning --run implement/two",
        "cd src && tidemark note --run=state/implement/two 'half done'",
        "/opt/tidemark/bin/tidemark resume implement/two; ls",
        "tidemark start implement/two --fresh",
        "tidemark status --run one; tidemark done planning --run two"
      })
  void a_command_of_the_agent_binds_its_session(String line) {
    assertThat(shell("s", line).exit()).isZero();

    prompt("s", "Rotate the keys of the second service");

    assertThat(brief("implement/two")).contains("| captured prompt: Rotate the keys");
    assertThat(brief("implement/one")).doesNotContain("Rotate the keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp__tidemark__enter", "mcp_tidemark_enter", "tidemark_enter"})
  void a_call_of_the_server_binds_its_session(String tool) {
    var input = "\"tool_input\":{\"phase\":\"planning\",\"run\":\"implement/two\"}";
    send("s", "PreToolUse", "\"tool_name\":\"" + tool + "\"," + input);

    prompt("s", "Rotate the keys of the second service");

    assertThat(brief("implement/two")).contains("| captured prompt: Rotate the keys");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Continue with implement/two.; two",
        "go on with `implement/two`, please; two",
        "state/implement/one is next; one",
      })
  void a_prompt_that_names_a_run_gets_its_brief(String text, String name) {
    assertThat(start("s", "startup")).contains("2 runs of this project are open");

    var ran = prompt("s", text);

    assertThat(ran.out()).contains("implement/" + name + ": ").contains("Verdict");
    assertThat(prompt("s", text).out()).doesNotContain("Verdict");
    assertThat(start("s", "compact")).contains("Verdict", "2 runs of this project are open");
    assertThat(brief("implement/" + name)).contains("| captured prompt: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Compare implement/one with implement/two",
        "look at src/implement/two/x",
        "implement two"
      })
  void a_prompt_that_names_none_or_several_binds_nothing(String text) {
    assertThat(prompt("s", text).out()).doesNotContain("Verdict");

    assertThat(brief("implement/one")).contains("| captured prompt: ");
    assertThat(brief("implement/two")).contains("| captured prompt: ");
    assertThat(brief("implement/two")).doesNotContain("| goal");
  }

  @Test
  void the_last_name_counts_and_each_session_has_its_own() {
    shell("first", "tidemark enter planning --run implement/one");
    shell("second", "tidemark enter planning --run implement/two");
    prompt("first", "Write the first migration");
    prompt("second", "Write the second migration");

    assertThat(brief("implement/one")).contains("first migration").doesNotContain("second mig");
    assertThat(brief("implement/two")).contains("second migration").doesNotContain("first mig");

    shell("first", "tidemark enter planning --run implement/two");
    prompt("first", "Now the third one");
    assertThat(brief("implement/two")).contains("Now the third one");
  }

  @Test
  void a_file_of_one_run_is_not_listed_with_the_other() {
    shell("first", "tidemark enter planning --run implement/one");
    shell("second", "tidemark enter planning --run implement/two");
    tidemark.scratch().write("src/one.js", "1\n");
    send("first", "Stop", "\"stop_hook_active\":false");
    tidemark.scratch().write("src/two.js", "2\n");
    send("second", "Stop", "\"stop_hook_active\":false");

    assertThat(brief("implement/one")).contains("src/one.js").doesNotContain("src/two.js");
    assertThat(brief("implement/two")).contains("src/two.js").doesNotContain("src/one.js");

    tidemark.scratch().write("src/three.js", "3\n");
    assertThat(brief("implement/one")).as("captured for no run").contains("src/three.js");
    assertThat(brief("implement/two")).contains("src/three.js");
  }

  @Test
  void the_status_line_shows_the_run_of_the_session() {
    shell("s", "tidemark enter planning --run implement/two");
    var status = "{\"session_id\":\"%s\",\"cwd\":\"" + tidemark.folder() + "\"}";

    assertThat(tidemark.given(status.formatted("s")).run("statusline").out())
        .startsWith("state/implement/two");
    assertThat(tidemark.given(status.formatted("other")).run("statusline").out())
        .contains("2 open runs");
  }
}

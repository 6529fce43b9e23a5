package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole session with the real verbs behind the server.
class McpSessionTest {
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"probe/x\",\"version\":\"2.1\"}}}\n";

  @TempDir private Path temp;

  @Test
  void an_agent_carries_a_run_from_start_to_end() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {}\n");

    var answers =
        say(
            tidemark,
            update(1, "'action':'start','workflow':'implement','item':'auth'"),
            update(2, "'action':'enter','phase':'implementation'"),
            update(
                3,
                "'action':'done','phase':'1','summary':'Works.','created':['a.ts'],"
                    + "'decisions':['Keep it']"),
            update(4, "'action':'skip','phase':'validation','reason':'trivial'"),
            update(5, "'action':'finish'"));

    assertThat(answers).hasSize(6);
    for (int i = 1; i <= 5; i++) {
      assertThat(answers.get(i).isTrue("ok")).as(JsonText.compact(answers.get(i))).isTrue();
    }
    assertThat(answers.get(3).string("next_phase")).isEqualTo("validation");
    assertThat(answers.get(5).isTrue("finished")).isTrue();
    var entries = tidemark.run("history --run auth --json").json().array("entries");
    var by = ((JsonObject) entries.get(1)).object("by");
    assertThat(by.string("kind")).isEqualTo("agent");
    assertThat(by.string("name")).isEqualTo("probe-x");
    assertThat(by.string("version")).isEqualTo("2.1");
  }

  @Test
  void an_agent_that_the_environment_shows_is_recorded_under_its_own_name() {
    var tidemark = CommandLineHarness.fresh(temp).with("CLAUDECODE", "1");

    say(tidemark, update(1, "'action':'start','workflow':'implement'"));

    var entries = tidemark.run("history --json").json().array("entries");
    assertThat(((JsonObject) entries.get(0)).object("by").string("name")).isEqualTo("claude-code");
  }

  @Test
  void a_known_agent_has_the_name_that_its_hooks_give_it() {
    var tidemark = CommandLineHarness.fresh(temp);
    var hello = HELLO.replace("probe/x", "codex-mcp-client").replace("2.1\"", "0.169.0\"");

    tidemark
        .given(hello + update(1, "'action':'start','workflow':'implement','item':'a'") + "\n")
        .run("mcp");

    var entries = tidemark.run("history --json").json().array("entries");
    var by = ((JsonObject) entries.get(0)).object("by");
    assertThat(by.string("name")).isEqualTo("codex");
    assertThat(by.string("version")).isNull();
  }

  @Test
  void a_refusal_names_every_blocker_and_changes_nothing() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var before = Tree.of(temp);

    var answer = say(tidemark, update(1, "'action':'done','phase':'x','run':'y/z'")).get(1);

    var blocker = (JsonObject) answer.array("blockers").get(0);
    assertThat(blocker.string("reason")).contains("y/z");
    assertThat(blocker.string("hint")).isNotEmpty();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void a_dry_run_changes_nothing() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var before = Tree.of(temp);

    var answer =
        say(tidemark, update(1, "'action':'enter','phase':'implementation','dry_run':true")).get(1);

    assertThat(answer.isTrue("dry_run")).isTrue();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void no_value_of_an_argument_passes_for_an_option_or_reads_the_input() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");

    var answers =
        say(
            tidemark,
            update(1, "'action':'enter','phase':'--help'"),
            update(2, "'action':'done','phase':'implementation','summary':'-'"),
            update(3, "'action':'done','phase':'implementation','summary':'--root=/'"));

    assertThat(JsonText.compact(answers.get(1))).contains("has no phase --help");
    assertThat(answers.get(2).object("error").string("code")).isEqualTo("empty-summary");
    assertThat(answers.get(3).isTrue("ok")).isTrue();
    assertThat(tidemark.run("show").out()).contains("--root=/");
  }

  @Test
  void the_server_serves_another_work_tree_when_told_so() {
    var here = CommandLineHarness.fresh(temp.resolve("here"));
    var there = CommandLineHarness.fresh(temp.resolve("there")).after("start implement/auth");
    var root = there.scratch().root().toString();

    var one = say(here, status(1, "'root':'" + root + "'")).get(1);
    var all = say(here, "--root " + root, status(1, "")).get(1);

    assertThat(one.array("runs").size()).isEqualTo(1);
    assertThat(all.array("runs").size()).isEqualTo(1);
    assertThat(say(here, status(1, "")).get(1).array("runs").size()).isZero();
  }

  @Test
  void the_resources_are_what_the_verbs_print() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var read = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"resources/read\",\"params\":%s}";

    var ran =
        tidemark
            .given(
                HELLO
                    + read.formatted(1, "{\"uri\":\"tidemark://checkpoint/state/implement/auth\"}")
                    + "\n"
                    + read.formatted(2, "{\"uri\":\"tidemark://brief/implement/auth\"}")
                    + "\n"
                    + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/list\"}\n")
            .run("mcp");

    var answers = byId(ran);
    var document = content(answers.get("1"));
    assertThat(document.string("mimeType")).isEqualTo("application/json");
    assertThat(document.string("text") + "\n").isEqualTo(tidemark.run("show").out());
    var brief = content(answers.get("2"));
    assertThat(brief.string("text")).isEqualTo(tidemark.run("resume").out());
    assertThat(answers.get("3").object("result").array("resources").elements())
        .extracting(resource -> ((JsonObject) resource).string("uri"))
        .containsExactly(
            "tidemark://runs",
            "tidemark://brief",
            "tidemark://brief/state/implement/auth",
            "tidemark://checkpoint/state/implement/auth");
  }

  private static JsonObject content(JsonObject answer) {
    return (JsonObject) answer.object("result").array("contents").get(0);
  }

  private static String update(int id, String arguments) {
    return call(id, "tidemark_update", arguments);
  }

  private static String status(int id, String arguments) {
    return call(id, "tidemark_status", arguments);
  }

  private static String call(int id, String tool, String arguments) {
    return ("{'jsonrpc':'2.0','id':%d,'method':'tools/call',"
            + "'params':{'name':'%s','arguments':{%s}}}")
        .formatted(id, tool, arguments)
        .replace('\'', '"');
  }

  /// Returns the structured answers by their ids.
  private static Map<Integer, JsonObject> say(CommandLineHarness tidemark, String... lines) {
    boolean options = lines[0].startsWith("--");
    var text = new StringBuilder(HELLO);
    for (int i = options ? 1 : 0; i < lines.length; i++) {
      text.append(lines[i]).append('\n');
    }
    var ran = tidemark.given(text.toString()).run("mcp" + (options ? " " + lines[0] : ""));
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    var answers = new HashMap<Integer, JsonObject>();
    for (var entry : byId(ran).entrySet()) {
      var result = entry.getValue().object("result");
      var data = result.object("structuredContent");
      answers.put(Integer.valueOf(entry.getKey()), data == null ? result : data);
    }
    return answers;
  }

  private static Map<String, JsonObject> byId(Ran ran) {
    var answers = new HashMap<String, JsonObject>();
    for (var line : ran.lines()) {
      var answer = (JsonObject) JsonText.parse(line);
      answers.put(JsonText.compact(answer.find("id")), answer);
    }
    return answers;
  }
}

package dev.tidemark.app.mcp;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.change.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What the tools take, and what becomes of it.
class ToolsTest {
  /// Which change each action of `tidemark_update` asks for.
  private static final Map<String, Class<? extends Change>> ACTIONS =
      Map.of(
          "start", Change.StartRun.class,
          "enter", Change.StartPhase.class,
          "done", Change.CompletePhase.class,
          "fail", Change.FailPhase.class,
          "skip", Change.SkipPhase.class,
          "note", Change.AmendPhase.class,
          "goal", Change.StateGoal.class,
          "task", Change.ChangeTask.class,
          "finish", Change.FinishRun.class);

  /// The changes that no action asks for, and why.
  private static final Map<Class<? extends Change>, String> EXEMPT =
      Map.of(
          Change.ApprovePhase.class, "only a person can; a tool of its own asks them",
          Change.MergePhase.class, "the published library's way to lay data over a phase",
          Change.SaveDocument.class, "the published library's way to replace a document",
          Change.ResumeRun.class, "asked by the tool that resumes",
          Change.KeepReport.class, "what a service says, asked by the verbs that speak with it",
          Change.SetGate.class, "a reviewer's verdict; the command line records it",
          Change.ForceGate.class, "only a person can; from the command line");

  @Test
  void every_change_has_its_action_or_a_reason_to_have_none() {
    var asked = new ArrayList<Class<?>>(ACTIONS.values());
    asked.addAll(EXEMPT.keySet());

    var changes = new ArrayList<Class<?>>();
    for (Class<?> type : Change.class.getPermittedSubclasses()) {
      changes.addAll(type.isSealed() ? List.of(type.getPermittedSubclasses()) : List.of(type));
    }
    assertThat(asked).containsExactlyInAnyOrderElementsOf(changes);
    var action = Tool.UPDATE.input().object("properties").object("action");
    var actions = new ArrayList<>(ACTIONS.keySet());
    actions.add("gate"); // records evidence, and changes no checkpoint
    assertThat(action.strings("enum")).containsExactlyInAnyOrderElementsOf(actions);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'action':'note','text':'x','goal':'y'} | goal means nothing to the action note",
        "{'action':'enter','phase':'2','summary':'x'} | summary means nothing to the action enter",
        "{'action':'done','phase':'2','tried':['x']} | tried means nothing to the action done",
        "{'action':'done','phase':'2','goal':'','tried':[],'fresh':false,'run':'x'} | ''",
        "{'action':'start','workflow':'a','item':'b','goal':'y','phases':['p']} | ''",
        "{'action':'gate','gate':'ship','allowed':true,'blockers':['b']} | ''",
      })
  void an_argument_that_would_be_dropped_is_refused(String arguments, String problem) {
    var change = JsonText.parse(arguments.replace('\'', '"'));

    assertThat(String.join("", ToolArguments.problems((JsonObject) change))).isEqualTo(problem);
  }

  @Test
  void the_status_schema_has_every_state_of_a_run() {
    var states = Tool.STATUS.definition().object("outputSchema").object("properties");

    assertThat(states.object("state").strings("enum"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(RunSummary.State.values())
                .map(state -> state.name().toLowerCase(ROOT))
                .toList());
  }

  @Test
  void the_list_of_tools_takes_at_most_2500_tokens_of_an_agents_context() {
    var tokens = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    var list = JsonText.compact(Toolbox.list());

    assertThat(tokens.countTokens(list)).isLessThanOrEqualTo(2500);
  }

  @Test
  void the_list_is_on_one_page_and_always_in_the_same_order() {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}")) {
      peer.request(1, "tools/list", "{}");
      peer.request(2, "tools/list", "{}");

      var first = Peer.result(peer.next());
      assertThat(first).isEqualTo(Peer.result(peer.next()));
      assertThat(first.has("nextCursor")).isFalse();
      assertThat(first.array("tools").elements())
          .extracting(tool -> ((JsonObject) tool).string("name"))
          .containsExactlyElementsOf(Stream.of(Tool.values()).map(Tool::word).toList());
    }
  }

  @ParameterizedTest
  @EnumSource(Tool.class)
  void a_tool_says_what_it_does_to_the_project(Tool tool) {
    var definition = tool.definition();
    var hints = definition.object("annotations");

    assertThat(definition.string("name")).isEqualTo(tool.word());
    assertThat(hints.isTrue("readOnlyHint")).isEqualTo(!tool.isOrdered() && !tool.asks());
    assertThat(hints.isTrue("destructiveHint")).isFalse();
    assertThat(hints.isTrue("idempotentHint")).isEqualTo(!tool.isOrdered());
    assertThat(hints.isTrue("openWorldHint")).isFalse();
    assertThat(hints.size()).isEqualTo(4);
    assertThat(definition.string("description").length()).isBetween(20, 2048);
    assertThat(definition.object("outputSchema").string("type")).isEqualTo("object");
    var meta = definition.object("_meta");
    assertThat(meta != null && meta.isTrue("anthropic/requiresUserInteraction"))
        .isEqualTo(tool.asks());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tidemark_status | {} | list --json --",
        "tidemark_status | {'all':true} | list --all --json --",
        "tidemark_status | {'run':'auth'} | status --json -- auth",
        "tidemark_resume | {} | resume --json --",
        "tidemark_resume | {'run':'auth'} | resume --json -- auth",
        "tidemark_history | {} | history --limit=20 --json --",
        "tidemark_history | {'run':'a','limit':3} | history --run=a --limit=3 --json --",
        "tidemark_history | {'run':'a','entry':3} | show --run=a --at=3 --json --",
        "tidemark_check | {'what':'why','run':'a'} | why --json -- a",
        "tidemark_check | {'what':'gates','gate':'ship'} | gate --dry-run --json -- ship",
        "tidemark_update | {'action':'gate','allowed':false,'blockers':['b']} |"
            + " gate set --allowed=false --blocker=b --json --",
        "tidemark_update | {'action':'gate','gate':'unit','reports':['a b.xml','--x']} |"
            + " gate set --report=a b.xml --report=--x --json -- unit",
        "tidemark_check | {'what':'project'} | doctor --json --",
        "tidemark_check | {'what':'context','percent':72.5} | status --percent=72.5 --json --",
        "tidemark_update | {'action':'start','workflow':'implement','item':'auth','fresh':true,"
            + "'phases':['a','b']} | start --phases=a,b --fresh --json -- implement auth",
        "tidemark_update | {'action':'enter','phase':'2','run':'x','dry_run':true} |"
            + " enter --run=x --dry-run --json -- 2",
        "tidemark_update | {'action':'done','phase':'a','summary':'s t','created':['x','y'],"
            + "'modified':['z'],'removed':['r'],'decisions':['d'],'task':'T1'} | done --summary=s t"
            + " --task=T1 --created=x --created=y --modified=z --removed=r --decision=d --json"
            + " -- a",
        "tidemark_update | {'action':'done','phase':'a','details':{'outcome':['x','y'],"
            + "'messages':7,'partial':true,'complete':false}} |"
            + " done --outcome=x --outcome=y --messages=7 --partial --json -- a",
        "tidemark_update | {'action':'fail','phase':'a','reason':'r'} |"
            + " fail --reason=r --json -- a",
        "tidemark_update | {'action':'skip','phase':'a'} | skip --json -- a",
        "tidemark_update | {'action':'note','decisions':['d']} | note --decision=d --json --",
        "tidemark_update | {'action':'task','step':'add','task':'t'} | task --json -- add t",
        "tidemark_update | {'action':'finish','run':'x'} | finish --run=x --json --",
        "tidemark_update | {'action':'enter','phase':'--root=/'} | enter --json -- --root=/",
        "tidemark_update | {'action':'done','phase':'a','summary':'--root=/'} |"
            + " done --summary=--root=/ --json -- a"
      })
  void a_call_becomes_the_request_of_a_command(String tool, String arguments, String line) {
    var door = ScriptedDoor.agreeing();
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, tool, arguments.replace('\'', '"'));

      assertThat(Peer.result(peer.next()).isTrue("isError")).isFalse();
    }
    assertThat(ScriptedDoor.spelled(door.requests().getFirst())).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tidemark_update | {} | action is missing",
        "tidemark_update | {'action':'approve'} | action must be one of start, enter",
        "tidemark_update | {'action':'enter','phase':7} | phase must be a string",
        "tidemark_update | {'action':'done','created':'x'} | created must be an array",
        "tidemark_update | {'action':'done','created':[7]} |"
            + " each element of created must be a string",
        "tidemark_update | {'action':'gate','reports':['a.xml']} |"
            + " gate is missing: the gate that the reports are for",
        "tidemark_update | {'action':'gate','gate':'g','reports':['/etc/passwd']} |"
            + " reports takes paths inside the project, not /etc/passwd",
        "tidemark_update | {'action':'gate','gate':'g','reports':['a/../../b']} |"
            + " reports takes paths inside the project, not a/../../b",
        "tidemark_update | {'action':'gate','gate':'g','reports':['a'],'allowed':true} |"
            + " allowed means nothing to the action gate",
        "tidemark_update | {'action':'note','text':'t','reports':['a']} |"
            + " reports means nothing to the action note",
        "tidemark_update | {'action':'done','details':{'root':'/'}} |"
            + " the name root must be one of after, anyway",
        "tidemark_update | {'action':'done','yes':true} | there is no argument yes; there are",
        "tidemark_history | {'limit':0} | limit must be at least 1",
        "tidemark_history | {'limit':501} | limit must be at most 500",
        "tidemark_history | {'limit':1.5} | limit must be an integer",
        "tidemark_check | {'what':'context','percent':101} | percent must be at most 100"
      })
  void arguments_that_do_not_fit_are_a_result_that_an_agent_can_mend(
      String tool, String arguments, String message) {
    var door = ScriptedDoor.agreeing();
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, tool, arguments.replace('\'', '"'));

      var result = Peer.result(peer.next());
      assertThat(result.isTrue("isError")).isTrue();
      var error = result.object("structuredContent").object("error");
      assertThat(error.string("code")).isEqualTo("arguments");
      assertThat(error.string("message")).contains(message);
      assertThat(error.string("hint")).isNotEmpty();
    }
    assertThat(door.requests()).isEmpty();
  }

  @Test
  void a_change_over_http_imports_no_reports_of_the_server() {
    var change = "{\"action\":\"gate\",\"gate\":\"unit\",\"reports\":[\"a.xml\"]}";

    assertThat(ToolArguments.problems((JsonObject) JsonText.parse(change)))
        .containsExactly("reports means nothing here");
  }

  @Test
  void an_answer_comes_as_data_and_as_the_same_text() {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}")) {
      peer.call(1, "tidemark_status", "{}");

      var result = Peer.result(peer.next());
      var text = (JsonObject) result.array("content").get(0);
      assertThat(text.string("type")).isEqualTo("text");
      assertThat(JsonText.parse(text.string("text"))).isEqualTo(result.find("structuredContent"));
    }
  }

  @Test
  void what_was_refused_is_a_result_with_every_blocker_and_a_bug_is_an_error() {
    var answers = new HashMap<String, CommandResult>();
    var blockers = "{\"ok\":false,\"run\":\"\",\"blockers\":[{\"code\":\"a\"},{\"code\":\"b\"}]}";
    answers.put("enter", ScriptedDoor.ran(3, blockers, "tidemark: no"));
    answers.put("doctor", ScriptedDoor.ran(1, "{\"ok\":false,\"findings\":[]}", ""));
    answers.put("finish", ScriptedDoor.ran(70, "{\"ok\":false,\"error\":{}}", "tidemark: a bug"));
    var door = new ScriptedDoor(request -> answers.get(request.verb()));
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_update", "{\"action\":\"enter\",\"phase\":\"a\"}");
      var refused = Peer.result(peer.next());
      assertThat(refused.isTrue("isError")).isTrue();
      assertThat(refused.object("structuredContent").array("blockers").size()).isEqualTo(2);

      peer.call(2, "tidemark_check", "{\"what\":\"project\"}");
      assertThat(Peer.result(peer.next()).isTrue("isError")).isFalse();

      peer.call(3, "tidemark_update", "{\"action\":\"finish\"}");
      assertThat(Peer.code(peer.next())).isEqualTo(-32603);
    }
  }

  @Test
  void a_call_may_be_about_another_work_tree() {
    var door = ScriptedDoor.agreeing();
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_status", "{\"root\":\"../other\"}");
      peer.next();
    }

    assertThat(door.contexts().getFirst().folder()).hasToString("../other");
    assertThat(door.contexts().getFirst().caller().name()).isEqualTo("peer");
    assertThat(door.contexts().getFirst().caller().release()).isEqualTo("7");
    assertThat(List.of(door.contexts().getFirst().person())).containsExactly(false);
  }
}

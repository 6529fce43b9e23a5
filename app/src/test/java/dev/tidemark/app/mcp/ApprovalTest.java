package dev.tidemark.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Only the user approves, and only by answering the form that their client showed them.
class ApprovalTest {
  private static final String FORMS = "{\"elicitation\":{}}";
  private static final String CALL =
      "{\"name\":\"tidemark_approve\",\"arguments\":{\"phase\":\"design\"}}";
  private static final String YES = "{\"action\":\"accept\",\"content\":{\"approve\":true}}";

  private final ScriptedDoor door = ScriptedDoor.agreeing();

  @Test
  void the_user_of_a_session_is_asked_and_their_yes_is_carried_out() {
    try (var peer = new Peer(door).initialized(FORMS)) {
      peer.request(1, "tools/call", CALL);

      var question = peer.next();
      assertThat(question.string("method")).isEqualTo("elicitation/create");
      var form = question.object("params");
      assertThat(form.string("message"))
          .isEqualTo("Approve the phase design of the run state/implement/auth?\nDigest: abc");
      assertThat(form.object("requestedSchema").strings("required")).containsExactly("approve");
      answer(peer, question, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":" + YES + "}");

      assertThat(Peer.result(peer.next()).isTrue("isError")).isFalse();
    }
    assertThat(door.requests().getFirst().isDry()).isTrue();
    assertThat(door.contexts().getFirst().person()).isFalse();
    assertThat(ScriptedDoor.spelled(door.requests().getLast()))
        .isEqualTo("approve --run=state/implement/auth --seen=abc --json -- design");
    assertThat(door.contexts().getLast().person()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"decline\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"cancel\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\","
            + "\"content\":{\"approve\":false}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\","
            + "\"content\":{\"approve\":\"true\"}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"no\"}}"
      })
  void anything_but_a_yes_approves_nothing(String response) {
    try (var peer = new Peer(door).initialized(FORMS)) {
      peer.request(1, "tools/call", CALL);
      answer(peer, peer.next(), response);

      refused(Peer.result(peer.next()), "not-approved");
    }
    assertThat(door.contexts()).extracting(ToolBackend.CallContext::person).containsExactly(false);
  }

  @Test
  void a_client_that_cannot_ask_gets_the_command_that_the_user_can_type() {
    var refusing = ScriptedDoor.wantingAPerson();
    try (var peer = new Peer(refusing).initialized("{}")) {
      peer.request(1, "tools/call", CALL);

      refused(Peer.result(peer.next()), "agent-acts");
    }
    try (var peer = new Peer(refusing)) {
      peer.modern(1, "tools/call", CALL);

      var answer = peer.next();
      assertThat(Peer.code(answer)).isEqualTo(-32021);
      var error = answer.object("error");
      assertThat(error.string("message")).contains("cannot ask them", "tidemark approve 'design'");
      var needed = error.object("data").object("requiredCapabilities");
      assertThat(needed.object("elicitation").has("form")).isTrue();
    }
    assertThat(refusing.contexts()).noneMatch(ToolBackend.CallContext::person);
  }

  @Test
  void a_client_that_can_only_open_addresses_cannot_ask() {
    var refusing = ScriptedDoor.wantingAPerson();
    try (var peer = new Peer(refusing).initialized("{\"elicitation\":{\"url\":{}}}")) {
      peer.request(1, "tools/call", CALL);

      refused(Peer.result(peer.next()), "agent-acts");
    }
  }

  @Test
  void where_the_user_lets_agents_approve_a_client_that_cannot_ask_may() {
    try (var peer = new Peer(door)) {
      peer.modern(1, "tools/call", CALL);

      assertThat(Peer.result(peer.next()).isTrue("isError")).isFalse();
    }
    assertThat(door.contexts()).noneMatch(ToolBackend.CallContext::person);
  }

  @Test
  void without_a_session_the_form_is_the_result_and_the_answer_comes_with_the_next_call() {
    try (var peer = new Peer(door)) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var required = Peer.result(peer.next());
      assertThat(required.string("resultType")).isEqualTo("input_required");
      var request = required.object("inputRequests").object("approval");
      assertThat(request.string("method")).isEqualTo("elicitation/create");

      peer.modern(2, "tools/call", retry(CALL, required.string("requestState"), YES), FORMS);
      var result = Peer.result(peer.next());
      assertThat(result.string("resultType")).isEqualTo("complete");
      assertThat(result.isTrue("isError")).isFalse();
    }
    assertThat(door.contexts().getLast().person()).isTrue();
  }

  @Test
  void an_answer_counts_once_and_for_its_own_question_only() {
    try (var peer = new Peer(door)) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var token = Peer.result(peer.next()).string("requestState");

      var other = CALL.replace("design", "ship");
      askedAgain(peer, retry(other, token, YES));
      askedAgain(peer, retry(CALL, token + "x", YES));
      askedAgain(peer, retry(CALL, "x" + token, YES));
      askedAgain(peer, retry(CALL, "nonsense", YES));
      askedAgain(peer, retry(CALL, "!.!", YES));
      assertThat(door.contexts()).noneMatch(ToolBackend.CallContext::person);

      peer.modern(8, "tools/call", retry(CALL, token, YES), FORMS);
      assertThat(Peer.result(peer.next()).string("resultType")).isEqualTo("complete");
      askedAgain(peer, retry(CALL, token, YES));
    }
    assertThat(door.contexts().stream().filter(ToolBackend.CallContext::person)).hasSize(1);
  }

  @Test
  void what_would_be_refused_anyway_is_not_asked() {
    var no = "{\"ok\":false,\"run\":\"x\",\"blockers\":[{\"code\":\"no-phase\"}]}";
    try (var peer =
        new Peer(new ScriptedDoor(words -> ScriptedDoor.ran(1, no, ""))).initialized(FORMS)) {
      peer.request(1, "tools/call", CALL);

      refused(Peer.result(peer.next()), "no-phase");
    }
  }

  @Test
  void a_question_nobody_can_answer_any_more_is_a_no() {
    var peer = new Peer(door).initialized(FORMS);
    peer.request(1, "tools/call", CALL);
    peer.next();

    var rest = peer.end();
    assertThat(rest).hasSize(1);
    refused(Peer.result(rest.getFirst()), "not-approved");
  }

  @Test
  void a_question_whose_call_is_cancelled_is_a_no_without_an_answer() {
    var peer = new Peer(door).initialized(FORMS);
    peer.request(1, "tools/call", CALL);
    var question = peer.next();
    peer.cancel(1);
    answer(peer, question, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":" + YES + "}");

    assertThat(peer.end()).isEmpty();
    assertThat(door.contexts()).noneMatch(ToolBackend.CallContext::person);
  }

  private static void askedAgain(Peer peer, String params) {
    peer.modern(7, "tools/call", params, FORMS);
    assertThat(Peer.result(peer.next()).string("resultType")).isEqualTo("input_required");
  }

  private static void answer(Peer peer, JsonObject question, String response) {
    peer.send(response.formatted(JsonText.compact(question.find("id"))));
  }

  private static String retry(String call, String token, String answer) {
    var params = (JsonObject) JsonText.parse(call);
    var responses = JsonText.parse("{\"approval\":" + answer + "}");
    return JsonText.compact(params.with("requestState", token).with("inputResponses", responses));
  }

  private static void refused(JsonObject result, String code) {
    assertThat(result.isTrue("isError")).isTrue();
    var blocker = (JsonObject) result.object("structuredContent").array("blockers").get(0);
    assertThat(blocker.string("code")).isEqualTo(code);
  }
}

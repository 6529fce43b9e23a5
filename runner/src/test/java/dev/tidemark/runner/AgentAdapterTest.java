package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.runner.AgentAdapter.AgentReply;
import dev.tidemark.runner.AgentAdapter.AgentReply.Failure;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The envelopes that the programs of agents print, with their traps.
class AgentAdapterTest {
  private static AgentReply read(AgentAdapter adapter, String out) {
    return adapter.read(new AgentAdapter.Output(out, "", 0));
  }

  private static List<String> words(AgentAdapter adapter, boolean resumed) {
    var schema = Path.of("/log/schema.json");
    var call = new AgentAdapter.Call("6f1c", resumed, schema, new BigDecimal("1.50"));
    return adapter.words(RunSettings.DEFAULT, call);
  }

  @Test
  void claude_answers_with_structured_output_and_its_cost() {
    var reply =
        read(
            AgentAdapter.CLAUDE,
            """
            {"type":"system","subtype":"init","session_id":"6f1c","claude_code_version":"2.1.330"}
            {"type":"assistant","message":{"content":[{"type":"text","text":"Working"}]}}
            {"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"Done",\
            "session_id":"6f1c","total_cost_usd":0.1234,"usage":{"input_tokens":10,\
            "output_tokens":5,"cache_read_input_tokens":100},"permission_denials":[],\
            "structured_output":{"task_id":"t","decision":"PROCEED"}}
            """);
    assertThat(reply.failure()).isNull();
    assertThat(reply.text()).isEqualTo("{\"task_id\":\"t\",\"decision\":\"PROCEED\"}");
    assertThat(reply.cost()).isEqualTo("0.1234");
    assertThat(reply.tokens()).isEqualTo(115);
    assertThat(reply.session()).isEqualTo("6f1c");
    assertThat(reply.version()).isEqualTo("2.1.330");
  }

  /// The schema was never met: exit code 0, subtype success, and no structured output.
  @Test
  void success_of_claude_without_structured_output_is_only_its_text() {
    var reply =
        read(
            AgentAdapter.CLAUDE,
            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"Hm.\"}");
    assertThat(reply.text()).isEqualTo("Hm.");
    assertThat(reply.cost()).isNull();
  }

  /// SIGINT: exit code 0 and nothing on standard output.
  @Test
  void no_output_of_claude_is_a_failure_to_retry() {
    var reply = read(AgentAdapter.CLAUDE, "");
    assertThat(reply.failure()).isEqualTo("the output has no result");
    assertThat(reply.kind()).isEqualTo(Failure.RETRY);
  }

  @Test
  void the_status_of_the_provider_decides_how_to_go_on_with_claude() {
    assertThat(claudeError(401).kind()).isEqualTo(Failure.PERMANENT);
    assertThat(claudeError(404).kind()).isEqualTo(Failure.PERMANENT);
    assertThat(claudeError(429).kind()).isEqualTo(Failure.RATE_LIMIT);
    assertThat(claudeError(503).kind()).isEqualTo(Failure.RATE_LIMIT);
    assertThat(claudeError(529).kind()).isEqualTo(Failure.RATE_LIMIT);
    assertThat(claudeError(500).kind()).isEqualTo(Failure.RETRY);
    assertThat(claudeError(401).failure()).isEqualTo("Invalid key");
  }

  private static AgentReply claudeError(int status) {
    return read(
        AgentAdapter.CLAUDE,
        "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"api_error_status\":"
            + status
            + ",\"result\":\"Invalid key\",\"total_cost_usd\":0}");
  }

  @Test
  void claude_reports_that_its_budget_is_spent() {
    var reply =
        read(
            AgentAdapter.CLAUDE,
            "{\"type\":\"result\",\"subtype\":\"error_max_budget_usd\",\"is_error\":true,"
                + "\"total_cost_usd\":0.005}");
    assertThat(reply.kind()).isEqualTo(Failure.BUDGET);
    assertThat(reply.cost()).isEqualTo("0.005");
  }

  @Test
  void claude_gets_the_schema_the_session_the_tools_and_the_budget() {
    assertThat(words(AgentAdapter.CLAUDE, false))
        .startsWith("claude", "-p")
        .containsSubsequence("--session-id", "6f1c")
        .containsSubsequence("--allowedTools", "Read,Grep,Glob,Edit,Write")
        .containsSubsequence("--max-budget-usd", "1.50")
        .contains(AgentPrompt.SCHEMA);
  }

  @Test
  void an_agent_goes_on_with_its_session_by_an_option_of_its_own() {
    assertThat(words(AgentAdapter.CLAUDE, true))
        .containsSubsequence("--resume", "6f1c")
        .doesNotContain("--session-id");
    assertThat(words(AgentAdapter.CODEX, true)).endsWith("resume", "6f1c", "-");
    assertThat(words(AgentAdapter.GEMINI, true)).endsWith("--resume", "6f1c");
    assertThat(words(AgentAdapter.OPENCODE, true)).endsWith("--session", "6f1c");
    assertThat(AgentAdapter.COMMAND.resumes()).isFalse();
  }

  /// As measured: what a resumed session reports is that of the process, or of the whole session.
  @ParameterizedTest
  @CsvSource({"CLAUDE, 0.75, 30", "CODEX, 1.25, 20", "GEMINI, 1.25, 30", "OPENCODE, 1.25, 30"})
  void the_cost_and_tokens_of_a_resumed_session_are_those_of_all_of_it(
      AgentAdapter adapter, BigDecimal cost, long tokens) {
    var first = AgentReply.of("").spending(new BigDecimal("0.50"), 10L).withSession("s", "1");
    var second = AgentReply.of("{}").spending(new BigDecimal("0.75"), 20L);
    var whole = adapter.combinedReply(first, second);
    assertThat(whole.text()).isEqualTo("{}");
    assertThat(whole.cost()).isEqualByComparingTo(cost);
    assertThat(whole.tokens()).isEqualTo(tokens);
    assertThat(whole.session()).isEqualTo("s");
    assertThat(whole.version()).isEqualTo("1");
    assertThat(adapter.combinedReply(first, AgentReply.of("")).cost()).isNull();
    assertThat(adapter.combinedReply(AgentReply.of(""), second).tokens()).isNull();
  }

  @Test
  void codex_answers_in_its_last_message() {
    var out =
        """
        {"type":"thread.started","thread_id":"0199"}
        {"type":"turn.started"}
        {"type":"item.completed","item":{"id":"i","type":"agent_message","text":"I begin."}}
        {"type":"item.completed","item":{"id":"j","type":"agent_message","text":"{\\"a\\":1}"}}
        {"type":"turn.completed","usage":{"input_tokens":20,"cached_input_tokens":4,\
        "output_tokens":2}}
        """;
    var reply = read(AgentAdapter.CODEX, out);
    assertThat(reply.text()).isEqualTo("{\"a\":1}");
    assertThat(reply.tokens()).isEqualTo(22);
    assertThat(reply.session()).isEqualTo("0199");
    assertThat(reply.cost()).isNull();
  }

  @Test
  void errors_of_codex_come_as_items() {
    var reply =
        read(
            AgentAdapter.CODEX,
            """
            {"type":"thread.started","thread_id":"0199"}
            {"type":"item.completed","item":{"type":"error","message":"401 Unauthorized"}}
            {"type":"turn.failed","error":{"message":"401 Unauthorized"}}
            """);
    assertThat(reply.failure()).isEqualTo("401 Unauthorized");
    assertThat(reply.kind()).isEqualTo(Failure.PERMANENT);
  }

  @Test
  void gemini_answers_with_one_object_and_without_cost() {
    var reply =
        read(
            AgentAdapter.GEMINI,
            """
            {"session_id":"af53","response":"```json\\n{}\\n```",\
            "stats":{"models":{"pro":{"tokens":{"total":30}},\
            "flash":{"tokens":{"total":12}}}}}
            """);
    assertThat(reply.text()).contains("json");
    assertThat(reply.tokens()).isEqualTo(42);
    assertThat(reply.session()).isEqualTo("af53");
    assertThat(reply.cost()).isNull();
  }

  @Test
  void gemini_without_a_login_needs_a_person() {
    var error =
        "{\"error\":{\"type\":\"Error\",\"message\":\"Please set an Auth method\",\"code\":41}}";
    var reply = AgentAdapter.GEMINI.read(new AgentAdapter.Output("", error, 41));
    assertThat(reply.kind()).isEqualTo(Failure.PERMANENT);
    assertThat(reply.failure()).isEqualTo("Please set an Auth method");
  }

  @Test
  void opencode_answers_in_text_events() {
    var reply =
        read(
            AgentAdapter.OPENCODE,
            """
            {"type":"step_start","sessionID":"ses_1","part":{"type":"step-start"}}
            {"type":"text","sessionID":"ses_1",\
            "part":{"type":"text","text":"{\\"task_id\\":\\"t\\"}"}}
            {"type":"step_finish","sessionID":"ses_1","part":{"tokens":{"input":7,"output":3,\
            "reasoning":1},"cost":0}}
            """);
    assertThat(reply.text()).isEqualTo("{\"task_id\":\"t\"}\n");
    assertThat(reply.tokens()).isEqualTo(11);
    assertThat(reply.session()).isEqualTo("ses_1");
    assertThat(reply.cost()).as("a cost of 0 is an unknown one").isNull();
  }

  @Test
  void the_status_of_the_provider_decides_how_to_go_on_with_opencode() {
    var error =
        "{\"type\":\"error\",\"error\":{\"name\":\"APIError\","
            + "\"data\":{\"message\":\"No\",\"statusCode\":%d}}}";
    assertThat(read(AgentAdapter.OPENCODE, error.formatted(401)).kind())
        .isEqualTo(Failure.PERMANENT);
    assertThat(read(AgentAdapter.OPENCODE, error.formatted(429)).kind())
        .isEqualTo(Failure.RATE_LIMIT);
    assertThat(read(AgentAdapter.OPENCODE, error.formatted(500)).kind()).isEqualTo(Failure.RETRY);
  }

  @Test
  void codex_words_an_overloaded_provider_without_a_status() {
    var message =
        "{\"type\":\"turn.failed\",\"error\":{\"message\":"
            + "\"Selected model is at capacity. Please try a different model.\"}}";
    assertThat(read(AgentAdapter.CODEX, message).kind()).isEqualTo(Failure.RATE_LIMIT);
  }

  /// The words are those of the providers and of the agents.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Quota exceeded. Check your plan and billing details. | PERMANENT",
        "You exceeded your current quota, please check your plan and billing details. | PERMANENT",
        "Your workspace is out of credits. Add credits to continue. | PERMANENT",
        "You've reached your workspace credit limit | PERMANENT",
        "To use Codex with your ChatGPT plan, upgrade to Plus | PERMANENT",
        "429 Your prepayment credits are depleted. Please manage your billing. | PERMANENT",
        "You've hit your usage limit. Purchase more credits or try again at 5 PM. | RATE_LIMIT",
        "You exceeded your current quota, please check your plan and billing details. See"
            + " https://ai.google.dev/gemini-api/docs/rate-limits. Please retry in 33s. |"
            + " RATE_LIMIT",
      })
  void an_account_without_credit_needs_a_person_and_a_limit_that_passes_does_not(
      String message, Failure kind) {
    var turn = "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + message + "\"}}";
    assertThat(read(AgentAdapter.CODEX, turn).kind()).isEqualTo(kind);
    var gemini = "{\"error\":{\"message\":\"" + message + "\",\"code\":429}}";
    var output = new AgentAdapter.Output("", gemini, 1);
    assertThat(AgentAdapter.GEMINI.read(output).kind()).isEqualTo(kind);
    var opencode =
        "{\"type\":\"error\",\"error\":{\"data\":{\"statusCode\":429,\"message\":\""
            + message
            + "\"}}}";
    assertThat(read(AgentAdapter.OPENCODE, opencode).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "400, Credit balance is too low, PERMANENT",
    "429, You've hit your monthly spend limit, PERMANENT",
    "429, You've hit your session limit, RATE_LIMIT",
    "0, You've hit your weekly limit, RATE_LIMIT"
  })
  void claude_words_the_limits_of_an_account(int status, String message, Failure kind) {
    var reply =
        read(
            AgentAdapter.CLAUDE,
            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"api_error_status\":"
                + (status == 0 ? "null" : "" + status)
                + ",\"result\":\""
                + message
                + "\"}");
    assertThat(reply.kind()).isEqualTo(kind);
  }

  @Test
  void a_number_in_an_address_or_id_is_no_status() {
    var message =
        "{\"type\":\"turn.failed\",\"error\":{\"message\":\"unexpected status 500, url:"
            + " http://127.0.0.1:4291/v1, request id: 4014298a-403f\"}}";
    assertThat(read(AgentAdapter.CODEX, message).kind()).isEqualTo(Failure.RETRY);
  }

  @Test
  void the_response_of_opencode_is_its_last_message() {
    var reply =
        read(
            AgentAdapter.OPENCODE,
            """
            {"type":"text",\
            "part":{"messageID":"m1","text":"I write:\\n{\\"file\\":\\"b.ts\\"}\\nnow."}}
            {"type":"step_finish","part":{"tokens":{"total":120,"input":20,"output":0,\
            "reasoning":0,"cache":{"read":100,"write":0}},"cost":0.01}}
            {"type":"text","part":{"messageID":"m2","text":"{\\"task_id\\":"}}
            {"type":"text","part":{"messageID":"m2","text":"\\"t\\"}"}}
            {"type":"step_finish","part":{"tokens":{"total":130,"input":5,"output":5,\
            "reasoning":0,"cache":{"read":120,"write":0}},"cost":0.02}}
            """);
    assertThat(reply.text()).isEqualTo("{\"task_id\":\n\"t\"}\n");
    assertThat(reply.tokens()).as("those of a cache included").isEqualTo(250);
    assertThat(reply.cost()).isEqualTo("0.03");
  }

  @Test
  void an_error_of_opencode_is_a_failure() {
    var reply =
        read(
            AgentAdapter.OPENCODE,
            "{\"type\":\"error\",\"sessionID\":\"s\",\"error\":{\"name\":\"APIError\","
                + "\"data\":{\"message\":\"Rate limit exceeded\"}}}");
    assertThat(reply.failure()).isEqualTo("Rate limit exceeded");
    assertThat(reply.kind()).isEqualTo(Failure.RATE_LIMIT);
  }
}

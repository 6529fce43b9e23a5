package dev.tidemark.runner;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Agent adapter: how the program of an agent is called without a terminal, and how the envelope is
/// read that it prints. All take their prompt on standard input and work in the project.
enum AgentAdapter {
  /// Any program: the request on standard input, the response on standard output.
  COMMAND("command", false, false) {
    @Override
    List<String> words(RunSettings settings, Call call) {
      return settings.command();
    }

    @Override
    AgentReply read(Output output) {
      return AgentReply.of(output.out());
    }
  },

  /// Claude Code: events as lines, the response as structured output in the last one.
  CLAUDE("claude", true, true, ".claude/settings.json", ".mcp.json") {
    @Override
    List<String> words(RunSettings settings, Call call) {
      var words =
          new ArrayList<>(
              List.of(
                  "claude",
                  "-p",
                  "--output-format",
                  "stream-json",
                  "--verbose",
                  "--json-schema",
                  AgentPrompt.SCHEMA,
                  call.isResumed() ? "--resume" : "--session-id",
                  call.session(),
                  "--permission-mode",
                  "dontAsk",
                  "--permission-prompts",
                  "none",
                  "--setting-sources",
                  "project",
                  "--allowedTools",
                  settings.tools().isEmpty()
                      ? "Read,Grep,Glob,Edit,Write"
                      : String.join(",", settings.tools())));
      if (call.money() != null) {
        words.addAll(List.of("--max-budget-usd", call.money().toPlainString()));
      }
      return words;
    }

    @Override
    AgentReply read(Output output) {
      String version = null;
      JsonObject result = null;
      for (var event : output.events()) {
        if ("result".equals(event.string("type"))) {
          result = event;
        }
        var named = event.string("claude_code_version");
        version = named == null ? version : named;
      }
      if (result == null) {
        return AgentReply.failed("the output has no result", AgentReply.Failure.RETRY)
            .withSession(null, version);
      }
      var cost = amount(result.number("total_cost_usd"));
      var tokens = tokens(result.object("usage"));
      var session = result.string("session_id");
      return reply(result).spending(cost, tokens).withSession(session, version);
    }

    private AgentReply reply(JsonObject result) {
      var subtype = String.valueOf(result.string("subtype"));
      if (subtype.equals("error_max_budget_usd")) {
        return AgentReply.failed("the limit of cost was reached", AgentReply.Failure.BUDGET);
      }
      if (result.isTrue("is_error") || subtype.startsWith("error")) {
        var status = result.number("api_error_status");
        var said = result.string("result");
        long code = status == null ? 0 : status.wholeValue().orElse(0);
        var text = said == null ? subtype : said;
        return AgentReply.failed(text, failure(code, text));
      }
      var structured = result.object("structured_output");
      if (structured != null) {
        return AgentReply.of(JsonText.compact(structured));
      }
      var text = result.string("result");
      return AgentReply.of(text == null ? "" : text);
    }
  },

  /// Codex: events as lines, the response as the last message.
  CODEX("codex", true, true, ".codex/config.toml", ".codex/hooks.json") {
    @Override
    List<String> words(RunSettings settings, Call call) {
      var words =
          new ArrayList<>(
              List.of(
                  "codex",
                  "exec",
                  "--json",
                  "--output-schema",
                  call.schema().toString(),
                  "--skip-git-repo-check",
                  "-s",
                  "workspace-write"));
      if (call.isResumed()) {
        words.addAll(List.of("resume", call.session()));
      }
      words.add("-");
      return words;
    }

    @Override
    AgentReply read(Output output) {
      String session = null;
      String text = null;
      String failure = null;
      Long tokens = null;
      for (var event : output.events()) {
        var item = event.object("item");
        switch (String.valueOf(event.string("type"))) {
          case "thread.started" -> session = event.string("thread_id");
          case "turn.completed" -> tokens = tokens(event.object("usage"));
          case "error" -> failure = event.string("message");
          case "turn.failed" -> failure = message(event.object("error"));
          case "item.completed" -> {
            if (item != null && "agent_message".equals(item.string("type"))) {
              text = item.string("text");
            } else if (item != null && "error".equals(item.string("type"))) {
              failure = item.string("message");
            }
          }
          default -> {}
        }
      }
      var reply =
          text == null
              ? AgentReply.failed(
                  failure == null ? "the output has no message" : failure,
                  failure(0, failure == null ? output.errors() : failure))
              : AgentReply.of(text);
      return reply.spending(null, tokens).withSession(session, null);
    }
  },

  /// Gemini: one object, the response as text in it.
  GEMINI(
      "gemini", false, true, ".gemini/settings.json", ".gemini/.env", ".env", ".gemini/policies") {
    @Override
    List<String> words(RunSettings settings, Call call) {
      var words =
          new ArrayList<>(
              List.of(
                  "gemini",
                  "-p",
                  "Do what is asked on standard input.",
                  "-o",
                  "json",
                  "--skip-trust",
                  "--approval-mode",
                  "auto_edit"));
      if (call.isResumed()) {
        words.addAll(List.of("--resume", call.session()));
      }
      return words;
    }

    @Override
    AgentReply read(Output output) {
      var whole = object(output.out());
      if (whole == null) {
        whole = object(output.errors());
      }
      if (whole == null) {
        return AgentReply.failed("the output is no JSON object", failure(0, output.errors()));
      }
      long used = 0;
      var stats = whole.object("stats");
      var models = stats == null ? null : stats.object("models");
      for (var member : models == null ? JsonObject.EMPTY.members() : models.members()) {
        var tokens = member.value() instanceof JsonObject model ? model.object("tokens") : null;
        var total = tokens == null ? null : tokens.number("total");
        used += total == null ? 0 : total.wholeValue().orElse(0);
      }
      var error = whole.object("error");
      var text = whole.string("response");
      var session = whole.string("session_id");
      if (text != null && error == null) {
        return AgentReply.of(text)
            .spending(null, used == 0 ? null : used)
            .withSession(session, null);
      }
      var failure = error == null ? "the output has no response" : message(error);
      boolean login = Integer.valueOf(NO_LOGIN).equals(output.exit());
      var kind = login ? AgentReply.Failure.PERMANENT : failure(0, String.valueOf(failure));
      return AgentReply.failed(String.valueOf(failure), kind).withSession(session, null);
    }
  },

  /// OpenCode: events as lines, the response in the text events of the last message.
  OPENCODE(
      "opencode",
      true,
      true,
      "opencode.json",
      "opencode.jsonc",
      ".opencode/opencode.json",
      ".opencode/opencode.jsonc",
      ".opencode/plugin",
      ".opencode/plugins",
      ".opencode/tool",
      ".opencode/tools") {
    @Override
    List<String> words(RunSettings settings, Call call) {
      var words = new ArrayList<>(List.of("opencode", "run", "--format", "json"));
      if (call.isResumed()) {
        words.addAll(List.of("--session", call.session()));
      }
      return words;
    }

    @Override
    AgentReply read(Output output) {
      var text = new StringBuilder();
      String message = null;
      String failure = null;
      long status = 0;
      String session = null;
      long used = 0;
      BigDecimal cost = null;
      for (var event : output.events()) {
        var part = event.object("part");
        var named = event.string("sessionID");
        session = named == null ? session : named;
        switch (String.valueOf(event.string("type"))) {
          case "text" -> {
            // What was said before a call of a tool is another message, and no part of the
            // response.
            var id = part == null ? null : part.string("messageID");
            if (id != null && !id.equals(message)) {
              text.setLength(0);
              message = id;
            }
            text.append(part == null ? "" : part.string("text")).append('\n');
          }
          case "step_finish" -> {
            var tokens = part == null ? null : tokens(part.object("tokens"));
            used += tokens == null ? 0 : tokens;
            var step = part == null ? null : amount(part.number("cost"));
            if (step != null && step.signum() > 0) {
              cost = cost == null ? step : cost.add(step);
            }
          }
          case "error" -> {
            var error = event.object("error");
            var data = error == null ? null : error.object("data");
            failure = message(data == null ? error : data);
            var code = data == null ? null : data.number("statusCode");
            status = code == null ? 0 : code.wholeValue().orElse(0);
          }
          default -> {}
        }
      }
      var reply =
          text.isEmpty()
              ? AgentReply.failed(
                  failure == null ? "the output has no text" : failure,
                  failure(status, failure == null ? output.errors() : failure))
              : AgentReply.of(text.toString());
      return reply.spending(cost, used == 0 ? null : used).withSession(session, null);
    }
  };

  /// A status in a message, and not in the middle of a port or of the id of a request.
  private static final Pattern LIMITED = Pattern.compile("\\b(429|503|529)\\b");

  private static final List<String> LIMITS =
      List.of("rate limit", "overloaded", "at capacity", "quota", "usage limit", "hit your");

  private static final Pattern DENIED = Pattern.compile("\\b(401|403)\\b");

  /// The words of providers and agents for an account without credit, which waiting does not help.
  private static final List<String> UNPAID =
      List.of(
          "insufficient_quota",
          "insufficient credit",
          "insufficient balance",
          "credit balance",
          "credits are depleted",
          "out of credits",
          "credit limit",
          "spend limit",
          "payment required",
          "check your plan and billing",
          "with your chatgpt plan, upgrade");

  /// The words by which the same messages name a limit that passes.
  private static final List<String> PASSING =
      List.of("retry in", "try again at", "retry after", "rate-limits");

  /// The exit code of Gemini without a login.
  private static final int NO_LOGIN = 41;

  private final String word;
  private final boolean talkative;
  private final boolean resumes;

  /// The paths of its settings, one to a line.
  private final String settings;

  AgentAdapter(String word, boolean talkative, boolean resumes, String... settings) {
    this.word = word;
    this.talkative = talkative;
    this.resumes = resumes;
    this.settings = String.join("\n", settings);
  }

  /// What a call of an agent is given.
  ///
  /// @param session a new name for its session, or the name of the one to go on with
  /// @param isResumed whether it goes on with that session
  /// @param schema the file with the schema of the response
  /// @param money how much it may cost in US dollars; absent for any amount
  record Call(String session, boolean isResumed, Path schema, @Nullable BigDecimal money) {}

  /// What an agent has printed.
  ///
  /// @param out standard output
  /// @param errors standard error
  /// @param exit its exit code; absent if it was killed with its supervisor
  record Output(String out, String errors, @Nullable Integer exit) {
    /// The most characters (UTF-16 units) of a line that a reason shows.
    private static final int LINE_SHOWN = 200;

    /// Reads the files of a process.
    static Output of(Path folder) throws IOException {
      return new Output(
          text(folder.resolve(SupervisedProcess.OUT)),
          text(folder.resolve(SupervisedProcess.ERR)),
          SupervisedProcess.exit(folder));
    }

    private static String text(Path file) throws IOException {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? AttemptLog.read(file) : "";
    }

    /// Returns how an agent that failed has ended, to follow a reason: its exit code and the first
    /// line that it printed as an error; empty if it succeeded.
    ///
    /// @param reason what is not repeated
    String ending(String reason) {
      if (exit == null || exit == 0) {
        return "";
      }
      var first = errors.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst();
      var line = first.orElse("");
      var shown = line.length() > LINE_SHOWN ? line.substring(0, LINE_SHOWN) + "…" : line;
      boolean known = line.isEmpty() || reason.contains(line);
      return "; exit code " + exit + (known ? "" : ": " + shown);
    }

    /// Returns the objects that each are a line of the output.
    List<JsonObject> events() {
      var events = new ArrayList<JsonObject>();
      out.lines()
          .forEach(
              line -> {
                var event = object(line);
                if (event != null) {
                  events.add(event);
                }
              });
      return events;
    }
  }

  /// The file of an attempt with the schema of the response.
  static final String SCHEMA_FILE = "schema.json";

  /// Returns the adapter of an agent; null if there is none of that name.
  static @Nullable AgentAdapter of(String word) {
    for (var adapter : values()) {
      if (adapter.word.equals(word)) {
        return adapter;
      }
    }
    return null;
  }

  /// Returns the names of all agents.
  static List<String> words() {
    var words = new ArrayList<String>();
    for (var adapter : values()) {
      words.add(adapter.word);
    }
    return words;
  }

  /// Returns the name of the agent.
  String word() {
    return word;
  }

  /// Returns whether it prints as it works, so that silence means that it hangs.
  boolean isTalkative() {
    return talkative;
  }

  /// Returns whether an ended session can be gone on with.
  boolean resumes() {
    return resumes;
  }

  /// Returns the files and folders of a project from which the agent itself takes settings that can
  /// start programs or lead elsewhere.
  List<String> settings() {
    return settings.lines().toList();
  }

  /// Returns the program and its arguments.
  abstract List<String> words(RunSettings settings, Call call);

  /// Reads the envelope.
  abstract AgentReply read(Output output);

  /// Returns the reply of a resumed session with what all of the session cost and used, which is
  /// unknown if a part is. Claude Code reports the cost of the whole session by itself, and Codex
  /// its tokens.
  AgentReply combinedReply(AgentReply earlier, AgentReply later) {
    var cost = earlier.cost();
    var more = later.cost();
    if (cost != null) {
      cost = more == null ? null : this == CLAUDE ? more.max(cost) : more.add(cost);
    }
    var tokens = earlier.tokens();
    var used = later.tokens();
    if (tokens != null) {
      tokens = used == null ? null : this == CODEX ? Math.max(used, tokens) : used + tokens;
    }
    var version = later.version() == null ? earlier.version() : later.version();
    return later.spending(cost, tokens).withSession(earlier.session(), version);
  }

  private static @Nullable JsonObject object(String text) {
    var stripped = text.strip();
    if (!stripped.startsWith("{")) {
      return null;
    }
    try {
      Json value = JsonText.parse(stripped, SupervisedProcess.OUTPUT_MAX);
      return value instanceof JsonObject object ? object : null;
    } catch (JsonException other) {
      return null;
    }
  }

  private static @Nullable BigDecimal amount(@Nullable JsonNumber number) {
    return number == null ? null : RunSettings.amount(number.spelling());
  }

  private static @Nullable String message(@Nullable JsonObject error) {
    return error == null ? null : error.string("message");
  }

  /// Returns the sum of the counts of input and output, those of a cache included.
  private static @Nullable Long tokens(@Nullable JsonObject usage) {
    if (usage == null) {
      return null;
    }
    var total = usage.number("total");
    if (total != null && total.wholeValue().isPresent()) {
      return total.wholeValue().getAsLong();
    }
    long sum = 0;
    for (var key :
        List.of(
            "input_tokens",
            "output_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "input",
            "output",
            "reasoning")) {
      var count = usage.number(key);
      sum += count == null ? 0 : count.wholeValue().orElse(0);
    }
    return sum;
  }

  /// Returns how to go on after a failure, by the status of the provider or its message.
  private static AgentReply.Failure failure(long status, String message) {
    var text = message.toLowerCase(Locale.ROOT);
    if (containsAny(text, UNPAID) && !containsAny(text, PASSING)) {
      return AgentReply.Failure.PERMANENT;
    }
    if (status == 429
        || status == 503
        || status == 529
        || LIMITED.matcher(text).find()
        || containsAny(text, LIMITS)) {
      return AgentReply.Failure.RATE_LIMIT;
    }
    return (status >= 400 && status < 500 && status != 408)
            || DENIED.matcher(text).find()
            || containsAny(text, List.of("unauthorized", "api key", "billing", "model not found"))
        ? AgentReply.Failure.PERMANENT
        : AgentReply.Failure.RETRY;
  }

  private static boolean containsAny(String text, List<String> words) {
    for (var word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /// Reply of an agent, read from the envelope that its program prints.
  ///
  /// @param text the text in which the response is; empty if there is none
  /// @param failure why there is none, in words; absent if the agent reports no failure
  /// @param kind how to go on after a failure
  /// @param cost what it cost in US dollars; absent if unknown
  /// @param tokens how many tokens it used; absent if unknown
  /// @param session the agent's own name of its session; absent if unknown
  /// @param version the version of the agent; absent if unknown
  record AgentReply(
      String text,
      @Nullable String failure,
      Failure kind,
      @Nullable BigDecimal cost,
      @Nullable Long tokens,
      @Nullable String session,
      @Nullable String version) {

    /// The kinds of failures.
    enum Failure {
      /// Another attempt may succeed.
      RETRY,
      /// The provider limits the rate: another attempt may succeed later.
      RATE_LIMIT,
      /// Only a person can help: a wrong key, an unknown model, no credit.
      PERMANENT,
      /// The agent itself has reached a limit of cost.
      BUDGET
    }

    static AgentReply of(String text) {
      return new AgentReply(text, null, Failure.RETRY, null, null, null, null);
    }

    static AgentReply failed(String failure, Failure kind) {
      return new AgentReply("", failure, kind, null, null, null, null);
    }

    AgentReply spending(@Nullable BigDecimal dollars, @Nullable Long used) {
      return new AgentReply(text, failure, kind, dollars, used, session, version);
    }

    AgentReply withSession(@Nullable String name, @Nullable String number) {
      return new AgentReply(text, failure, kind, cost, tokens, name, number);
    }
  }
}

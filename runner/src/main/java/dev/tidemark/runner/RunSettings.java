package dev.tidemark.runner;

import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.NearestWord;
import java.math.BigDecimal;
import java.nio.file.FileSystems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Settings of the runner for one phase: the key `run` of a workflow, and that of the phase over
/// it.
///
/// @param agent the name of the agent; absent if none is set
/// @param command the program of the adapter `command` with its arguments
/// @param prompt the file with the instructions for the agent, from the project root; absent for
///   those of Tidemark
/// @param tools the tools that the agent may use, in its own words; empty for its defaults
/// @param writes the files that the agent may change, as glob patterns; empty for all
/// @param limits the limits of its attempts
/// @param order what is worked at at the same time
/// @param sandbox whether the agent works in a sandbox where there is one
public record RunSettings(
    @Nullable String agent,
    List<String> command,
    @Nullable String prompt,
    List<String> tools,
    List<String> writes,
    Limits limits,
    Order order,
    boolean sandbox) {
  private static final int JOBS = 3;

  /// The settings without any definition.
  public static final RunSettings DEFAULT =
      new RunSettings(
          null,
          List.of(),
          null,
          List.of(),
          List.of(),
          new Limits(Duration.ofMinutes(30), null, 2, null),
          new Order(false, JOBS, null),
          true);

  private static final String AGENT = "agent";
  private static final String COMMAND = "command";
  private static final String PROMPT = "prompt";
  private static final String TOOLS = "tools";
  private static final String WRITES = "writes";
  private static final String TIMEOUT = "timeout";
  private static final String IDLE = "idle";
  private static final String RETRIES = "retries";
  private static final String MAX_COST = "max-cost";
  private static final String EACH = "each";
  private static final String TASKS = "tasks";
  private static final String JOBS_KEY = "jobs";
  private static final String NEEDS = "needs";
  private static final String SANDBOX = "sandbox";
  private static final String TAGS = "tags";
  private static final String RUNS = "runs";
  private static final String AUTO = "auto";
  private static final String OFF = "off";

  private static final List<String> KEYS =
      List.of(
          AGENT, COMMAND, PROMPT, TOOLS, WRITES, TIMEOUT, IDLE, RETRIES, MAX_COST, EACH, JOBS_KEY,
          NEEDS, SANDBOX, TAGS, RUNS);

  private static final Pattern TAG = Pattern.compile("[a-z0-9][a-z0-9._-]{0,31}");

  private static final int RETRIES_MAX = 100;
  private static final int RUNS_MAX = 10_000;
  private static final int JOBS_MAX = 32;

  /// Takes its own copies of the lists.
  public RunSettings {
    command = List.copyOf(command);
    tools = List.copyOf(tools);
    writes = List.copyOf(writes);
  }

  /// Limits of the attempts at a phase.
  ///
  /// @param timeout how long an attempt may take
  /// @param idle how long an attempt may print nothing; absent for any time
  /// @param retries how many attempts may follow a failed one
  /// @param maxCost the limit for the cost of the phase in US dollars; absent for none
  public record Limits(
      Duration timeout, @Nullable Duration idle, int retries, @Nullable BigDecimal maxCost) {}

  /// Order of work: what is worked at at the same time.
  ///
  /// @param eachTask whether each open task of the run gets an agent and a work tree of its own
  /// @param jobs how many agents work at the same time
  /// @param needs the phases that have to be over before the phase begins; absent for the one
  ///   before
  public record Order(boolean eachTask, int jobs, @Nullable List<String> needs) {
    /// Takes its own copy of the names.
    public Order {
      needs = needs == null ? null : List.copyOf(needs);
    }
  }

  Duration timeout() {
    return limits.timeout;
  }

  @Nullable Duration idle() {
    return limits.idle;
  }

  int retries() {
    return limits.retries;
  }

  @Nullable BigDecimal maxCost() {
    return limits.maxCost;
  }

  boolean eachTask() {
    return order.eachTask;
  }

  int jobs() {
    return order.jobs;
  }

  /// Returns the phases that have to be over before; null if that is not said.
  @Nullable List<String> needs() {
    return order.needs;
  }

  /// Returns the name of the agent; null if none is set.
  @Nullable String agentName() {
    return agent == null && !command.isEmpty() ? AgentAdapter.COMMAND.word() : agent;
  }

  /// Returns these settings with another agent.
  RunSettings withAgent(String other) {
    return with(other, command, sandbox);
  }

  /// Returns these settings with a program as the agent.
  RunSettings withCommand(List<String> words) {
    return with(AgentAdapter.COMMAND.word(), words, sandbox);
  }

  /// Returns these settings with or without a sandbox.
  RunSettings withSandbox(boolean other) {
    return with(agent, command, other);
  }

  private RunSettings with(@Nullable String name, List<String> words, boolean boxed) {
    return new RunSettings(name, words, prompt, tools, writes, limits, order, boxed);
  }

  /// Returns these settings with those of a `run` key over them.
  ///
  /// @param wrong makes the exception for a key and a problem
  RunSettings with(JsonObject run, BiFunction<String, String, DefinitionException> wrong) {
    for (var member : run.members()) {
      var key = member.key();
      if (!KEYS.contains(key) && !key.startsWith("x-")) {
        var near = NearestWord.find(key, KEYS);
        var hint =
            near == null
                ? "expected one of " + String.join(", ", KEYS)
                : "did you mean " + near + "?";
        throw wrong.apply(key, "unknown key " + key + " of run: " + hint);
      }
    }
    var reader = new Reader(run, wrong);
    return new RunSettings(
        reader.text(AGENT, agent),
        reader.words(COMMAND, command),
        reader.path(PROMPT, prompt),
        reader.words(TOOLS, tools),
        reader.globs(WRITES, writes),
        new Limits(
            Objects.requireNonNull(reader.duration(TIMEOUT, timeout())),
            reader.duration(IDLE, idle()),
            reader.count(RETRIES, retries(), 0, RETRIES_MAX),
            reader.amount(MAX_COST, maxCost())),
        new Order(
            reader.isTasks(eachTask()),
            reader.count(JOBS_KEY, jobs(), 1, JOBS_MAX),
            reader.needs(needs())),
        reader.sandbox(sandbox));
  }

  /// Returns whether a word can be a tag of a machine: small letters, digits, `.`, `_` and `-`, at
  /// most 32 of them.
  public static boolean isTag(String word) {
    return TAG.matcher(word).matches();
  }

  /// Returns the tags of a `run` key; those above it where it has none.
  static List<String> tags(
      JsonObject run,
      List<String> otherwise,
      BiFunction<String, String, DefinitionException> wrong) {
    var reader = new Reader(run, wrong);
    if (run.find(TAGS) instanceof JsonArray none && none.size() == 0) {
      return List.of();
    }
    var tags = reader.words(TAGS, otherwise);
    for (var tag : tags) {
      if (!isTag(tag)) {
        throw reader.expected(TAGS, "small letters, digits, ., _ and -, found " + tag);
      }
    }
    return tags;
  }

  /// Returns how many runs of the workflow workers may drive at the same time; the largest number
  /// where the `run` key does not say.
  static int runs(JsonObject run, BiFunction<String, String, DefinitionException> wrong) {
    return run.find(RUNS) == null
        ? Integer.MAX_VALUE
        : new Reader(run, wrong).count(RUNS, 0, 1, RUNS_MAX);
  }

  /// Returns a length of time such as `90s`, `30m`, `4h`, `2d`; null if it is none.
  public static @Nullable Duration duration(String text) {
    int end = text.length() - 1;
    if (end < 1 || end > 9) {
      return null;
    }
    for (int i = 0; i < end; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return null;
      }
    }
    long number = Long.parseLong(text.substring(0, end));
    var duration =
        switch (text.charAt(end)) {
          case 's' -> Duration.ofSeconds(number);
          case 'm' -> Duration.ofMinutes(number);
          case 'h' -> Duration.ofHours(number);
          case 'd' -> Duration.ofDays(number);
          default -> Duration.ZERO;
        };
    return duration.isZero() ? null : duration;
  }

  /// Returns an amount of money such as `5.00`; null if it is none.
  public static @Nullable BigDecimal amount(String text) {
    try {
      var amount = new BigDecimal(text);
      return amount.signum() < 0 || amount.precision() > 20 || Math.abs(amount.scale()) > 9
          ? null
          : amount;
    } catch (NumberFormatException strange) {
      return null;
    }
  }

  /// Reader of typed values.
  private record Reader(JsonObject run, BiFunction<String, String, DefinitionException> wrong) {

    @Nullable String text(String key, @Nullable String otherwise) {
      var value = run.find(key);
      if (value == null) {
        return otherwise;
      }
      if (value instanceof JsonString text && !text.value().isBlank()) {
        return text.value();
      }
      throw expected(key, "a text");
    }

    @Nullable String path(String key, @Nullable String otherwise) {
      var path = text(key, otherwise);
      boolean inside = path == null || (!path.startsWith("/") && !path.contains("\\"));
      for (var part : path == null ? new String[0] : path.split("/", -1)) {
        inside &= !part.equals("..");
      }
      if (!inside) {
        throw expected(key, "a path inside the project, such as prompts/design.md");
      }
      return path;
    }

    List<String> words(String key, List<String> otherwise) {
      var value = run.find(key);
      if (value == null) {
        return otherwise;
      }
      var words = new ArrayList<String>();
      for (var element : value instanceof JsonArray array ? array.elements() : List.<Json>of()) {
        if (!(element instanceof JsonString word) || word.value().isEmpty()) {
          throw expected(key, "a list of words");
        }
        words.add(word.value());
      }
      if (words.isEmpty()) {
        throw expected(key, "a list of words");
      }
      return words;
    }

    @Nullable List<String> needs(@Nullable List<String> otherwise) {
      if (run.find(NEEDS) instanceof JsonArray array && array.size() == 0) {
        return List.of();
      }
      return run.find(NEEDS) == null ? otherwise : words(NEEDS, List.of());
    }

    List<String> globs(String key, List<String> otherwise) {
      var globs = words(key, otherwise);
      for (var glob : globs) {
        try {
          FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException bad) {
          throw expected(key, "patterns such as docs/**, found " + glob);
        }
      }
      return globs;
    }

    @Nullable Duration duration(String key, @Nullable Duration otherwise) {
      var value = run.find(key);
      if (value == null) {
        return otherwise;
      }
      var duration = value instanceof JsonString text ? RunSettings.duration(text.value()) : null;
      if (duration == null) {
        throw expected(key, "a length of time such as 90s, 30m or 4h");
      }
      return duration;
    }

    boolean isTasks(boolean otherwise) {
      var word = text(EACH, null);
      if (word != null && !word.equals(TASKS)) {
        throw expected(EACH, "the word " + TASKS);
      }
      return word == null ? otherwise : true;
    }

    int count(String key, int otherwise, int least, int most) {
      var value = run.find(key);
      if (value == null) {
        return otherwise;
      }
      long count = value instanceof JsonNumber number ? number.wholeValue().orElse(-1) : -1;
      if (count < least || count > most) {
        throw expected(key, "a number from " + least + " to " + most);
      }
      return (int) count;
    }

    @Nullable BigDecimal amount(String key, @Nullable BigDecimal otherwise) {
      var value = run.find(key);
      if (value == null) {
        return otherwise;
      }
      var amount =
          value instanceof JsonNumber number ? RunSettings.amount(number.spelling()) : null;
      if (amount == null) {
        throw expected(key, "an amount of US dollars such as 5.00");
      }
      return amount;
    }

    boolean sandbox(boolean otherwise) {
      var word = text(SANDBOX, otherwise ? AUTO : OFF);
      if (!AUTO.equals(word) && !OFF.equals(word)) {
        throw expected(SANDBOX, AUTO + " or " + OFF);
      }
      return AUTO.equals(word);
    }

    private DefinitionException expected(String key, String what) {
      return wrong.apply(key, key + " of run: expected " + what);
    }
  }
}

package dev.tidemark.app.settings;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Webhook settings: the subscribers in `.claude/config/webhooks.json` (R-004-98). It names the
/// variables that hold addresses and secrets, and holds none itself.
///
/// @param hooks those that are enabled
/// @param notices the warnings about the file
public record Webhooks(List<Hook> hooks, List<Notice> notices) {
  /// The path of the file, from the project root.
  public static final String FILE = ".claude/config/webhooks.json";

  private static final List<String> TYPES = List.of("generic", "slack", "linear");
  private static final int TIMEOUT = 5_000;
  private static final int RETRIES = 2;
  private static final int RETRIES_MAX = 10;
  private static final int NAME_MAX = 40;

  /// The events that can be subscribed to.
  public static final List<String> EVENTS =
      List.of(
          "phase.started",
          "phase.completed",
          "phase.failed",
          "phase.skipped",
          "checkpoint.completed",
          "run.done",
          "run.waiting",
          "run.failed");

  /// The message text in place of a possible address or secret.
  private static final String NO_VARIABLE = "is no name of a variable";

  /// Takes its own copies of the lists.
  public Webhooks {
    hooks = List.copyOf(hooks);
    notices = List.copyOf(notices);
  }

  /// Subscriber.
  ///
  /// @param name its name
  /// @param type `generic`, `slack` or `linear`
  /// @param variables where its secrets are
  /// @param events the selected events
  /// @param commands the selected workflows; empty for all
  /// @param timeout how long telling it once may take
  /// @param retries the number of retries
  public record Hook(
      String name,
      String type,
      Variables variables,
      List<String> events,
      List<String> commands,
      Duration timeout,
      int retries) {
    /// Takes its own copies of the lists.
    public Hook {
      events = List.copyOf(events);
      commands = List.copyOf(commands);
    }
  }

  /// The names of the variables with confidential values.
  ///
  /// @param url of the address; absent where the service has only one
  /// @param secret of the key of the body's signature; absent for no signature
  public record Variables(@Nullable String url, @Nullable String secret) {}

  /// Reads the file of a project.
  ///
  /// @throws SettingsException if the file is invalid; then no subscriber is notified
  public static Webhooks read(Path root) {
    var json = TypedFields.read(root, FILE);
    if (json == null) {
      return new Webhooks(List.of(), List.of());
    }
    if (!(json instanceof JsonArray array)) {
      throw new SettingsException(FILE, "", "holds no list", "a JSON array");
    }
    var hooks = new ArrayList<Hook>();
    var names = new ArrayList<String>();
    var notices = new ArrayList<Notice>();
    for (int i = 0; i < array.size(); i++) {
      var place = "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject object)) {
        throw new SettingsException(FILE, place, "is no object", "a JSON object");
      }
      var fields = new TypedFields(FILE, place + ".", object);
      var hook = hook(fields);
      if (names.contains(hook.name())) {
        throw fields.wrong("name", JsonString.of(hook.name()), "a name that no other one has");
      }
      names.add(hook.name());
      notices.addAll(fields.secrets("url"));
      if (fields.flag("enabled", true)) {
        hooks.add(hook);
      }
    }
    return new Webhooks(hooks, notices);
  }

  private static Hook hook(TypedFields fields) {
    var name = fields.text("name");
    if (name == null || !isName(name)) {
      throw fields.wrong(
          "name", JsonString.of(name == null ? "" : name), "letters, digits, dashes: a short name");
    }
    var type = fields.text("type");
    if (type == null || !TYPES.contains(type)) {
      throw fields.wrong(
          "type", JsonString.of(type == null ? "" : type), "generic, slack or linear");
    }
    var url = variable(fields, "url_env", "BOARD_URL");
    if (url == null && !type.equals("linear")) {
      throw fields.wrong("url_env", JsonString.of(""), "the variable that holds the address");
    }
    var commands = fields.texts("commands");
    int retries = fields.number("retries", RETRIES, 0);
    return new Hook(
        name,
        type,
        new Variables(url, variable(fields, "secret_env", "BOARD_SECRET")),
        events(fields),
        commands == null ? List.of() : commands,
        Duration.ofMillis(fields.number("timeout_ms", TIMEOUT, 1)),
        Math.min(retries, RETRIES_MAX));
  }

  /// Returns the name of a variable; null where it is missing. The actual value may be
  /// confidential, so it is not repeated (R-COM-18).
  private static @Nullable String variable(TypedFields fields, String key, String example) {
    var value = fields.find(key);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonString text && isVariable(text.value())) {
      return text.value();
    }
    throw fields.wrongWithoutValue(key, NO_VARIABLE, "letters, digits and _, such as " + example);
  }

  private static boolean isVariable(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static List<String> events(TypedFields fields) {
    var events = fields.texts("events");
    if (events == null) {
      return List.of("phase.completed");
    }
    for (var event : events) {
      if (!EVENTS.contains(event)) {
        throw fields.wrong("events", JsonString.of(event), String.join(", ", EVENTS));
      }
    }
    return events;
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!word && (i == 0 || "-_".indexOf(c) < 0)) {
        return false;
      }
    }
    return name.length() <= NAME_MAX;
  }
}

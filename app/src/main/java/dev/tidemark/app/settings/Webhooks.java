package dev.tidemark.app.settings;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who is told what happens to runs: `.claude/config/webhooks.json` (R-004-98). It names the
/// variables that hold addresses and secrets, and holds none itself.
public final class Webhooks {
  /// Where they stand, from the project root.
  public static final String FILE = ".claude/config/webhooks.json";

  private static final List<String> TYPES = List.of("generic", "slack", "linear");
  private static final int TIMEOUT = 5_000;
  private static final int RETRIES = 2;
  private static final int RETRIES_MAX = 10;
  private static final int NAME_MAX = 40;

  /// What can be listened to.
  public static final List<String> EVENTS =
      List.of(
          "phase.started",
          "phase.completed",
          "phase.failed",
          "phase.skipped",
          "checkpoint.completed");

  private Webhooks() {}

  /// One of them.
  ///
  /// @param name what it is called
  /// @param type `generic`, `slack` or `linear`
  /// @param variables where its secrets are
  /// @param events what it wants to know
  /// @param commands the workflows that it wants to know of; empty for all
  /// @param timeout how long telling it once may take
  /// @param retries how often it is told again
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

  /// The names of the variables that hold what nobody else may know.
  ///
  /// @param url of the address; absent where the service has only one
  /// @param secret of what the body is signed with; absent for no signature
  public record Variables(@Nullable String url, @Nullable String secret) {}

  /// Reads those that are enabled.
  ///
  /// @throws SettingsException if the file cannot be understood; then nobody is told
  public static List<Hook> read(Path root) {
    var json = TypedFields.read(root, FILE);
    if (json == null) {
      return List.of();
    }
    if (!(json instanceof JsonArray array)) {
      throw new SettingsException(FILE, "", "holds no list", "a JSON array");
    }
    var hooks = new ArrayList<Hook>();
    var names = new ArrayList<String>();
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
      if (fields.flag("enabled", true)) {
        hooks.add(hook);
      }
    }
    return hooks;
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
    var url = fields.text("url_env");
    if (url == null && !type.equals("linear")) {
      throw fields.wrong("url_env", JsonString.of(""), "the variable that holds the address");
    }
    var commands = fields.texts("commands");
    int retries = fields.number("retries", RETRIES, 0);
    return new Hook(
        name,
        type,
        new Variables(url, fields.text("secret_env")),
        events(fields),
        commands == null ? List.of() : commands,
        Duration.ofMillis(fields.number("timeout_ms", TIMEOUT, 1)),
        Math.min(retries, RETRIES_MAX));
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

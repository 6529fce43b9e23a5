package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.install.edit.TomlValues;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;

/// Codex hook trust: the SHA-256 of a hook's definition in `config.toml` below `[hooks.state]`,
/// which Codex requires before it runs a hook.
///
/// @param config the user's `config.toml`
/// @param hooks the file that holds the hooks
record CodexTrust(TomlValues config, Path hooks) {
  /// How Codex treats one hook.
  enum State {
    /// It is run.
    TRUSTED,
    /// The user was not asked yet, or the hook has changed since.
    UNTRUSTED,
    /// The user switched it off.
    DISABLED
  }

  /// Returns how Codex treats a hook.
  ///
  /// @param event the event, as the file of hooks names it
  /// @param group the matcher and handlers that stand there
  /// @param index which group of the event it is
  /// @param handler which handler of the group it is
  State of(String event, JsonObject group, int index, int handler) {
    var key = hooks + ":" + snake(event) + ":" + index + ":" + handler;
    if ("false".equals(config.find("hooks", "state", key, "enabled"))) {
      return State.DISABLED;
    }
    var trusted = config.find("hooks", "state", key, "trusted_hash");
    return hash(event, group, handler).equals(trusted) ? State.TRUSTED : State.UNTRUSTED;
  }

  /// Returns the hash of a hook: of its event, its matcher and itself, with sorted keys.
  static String hash(String event, JsonObject group, int handler) {
    var handlers = group.array("hooks");
    var hook = handlers == null ? JsonObject.EMPTY : (JsonObject) handlers.get(handler);
    if ("command".equals(hook.string("type")) && !hook.has("async")) {
      hook = hook.with("async", JsonBoolean.of(false));
    }
    var identity =
        JsonObject.builder()
            .add("event_name", snake(event))
            .add("hooks", JsonArray.of(hook))
            .addIfPresent("matcher", group.string("matcher"))
            .build();
    return "sha256:" + Sha256.hex(JsonText.compact(sorted(identity)).getBytes(UTF_8));
  }

  private static Json sorted(Json json) {
    if (json instanceof JsonArray array) {
      var elements = new ArrayList<Json>();
      for (var element : array.elements()) {
        elements.add(sorted(element));
      }
      return JsonArray.of(elements);
    }
    if (!(json instanceof JsonObject object)) {
      return json;
    }
    var members = new ArrayList<>(object.members());
    members.sort(Comparator.comparing(member -> member.key()));
    var sorted = JsonObject.EMPTY;
    for (var member : members) {
      sorted = sorted.with(member.key(), sorted(member.value()));
    }
    return sorted;
  }

  private static String snake(String event) {
    var snake = new StringBuilder();
    for (int i = 0; i < event.length(); i++) {
      char c = event.charAt(i);
      snake.append(Character.isUpperCase(c) && i > 0 ? "_" : "").append(c);
    }
    return snake.toString().toLowerCase(Locale.ROOT);
  }
}

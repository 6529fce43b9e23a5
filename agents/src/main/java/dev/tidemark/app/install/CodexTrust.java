package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.TomlValues;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Codex hook trust: the SHA-256 of a hook's definition in `config.toml` below `[hooks.state]`,
/// which Codex requires before it runs a hook. And folder trust: in a folder that the user has not
/// trusted Codex reads neither the configuration nor the hooks; `codex mcp get tidemark` shows it.
///
/// @param config the user's `config.toml`
/// @param hooks the file that holds the hooks
record CodexTrust(TomlValues config, Path hooks) {
  /// The code of a folder that the user has to trust first.
  static final String FOLDER_UNTRUSTED = "folder-untrusted";

  private static final List<String> SERVER = List.of("codex", "mcp", "get", "tidemark");
  private static final List<String> FEATURES = List.of("codex", "features", "list");

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

  /// Returns why Codex does not read the installed configuration; null if it does, if the
  /// configuration has no server of this program, or if Codex is not installed.
  ///
  /// @param hookFile the file that holds the hooks
  /// @param root where Codex is started
  /// @param environment the variables that it is started with
  /// @throws IOException if the configuration cannot be read
  static @Nullable Obstacle obstacle(HookFile hookFile, Path root, Map<String, String> environment)
      throws IOException {
    var file = hookFile.file().resolveSibling("config.toml");
    var text = Files.isRegularFile(file) ? BoundedFile.text(file) : "";
    if (!CompanionFiles.hasTable(text, CompanionFiles.SERVER)
        || ClientVersion.installed(Agent.CODEX, environment) == null) {
      return null;
    }
    var server = ClientProcess.run(SERVER, root, environment);
    if (server == null || server.exit() == 0) {
      return null;
    }
    var features = ClientProcess.run(FEATURES, root, environment);
    if (features != null && features.exit() != 0) {
      return new Obstacle(
          "client-config-broken",
          "Codex cannot read its configuration: codex features list ended with "
              + features.exit()
              + " in "
              + root,
          "See its error: codex features list");
    }
    return new Obstacle(
        FOLDER_UNTRUSTED,
        "Codex does not find the MCP server of "
            + file
            + ", because it does not trust "
            + root
            + "; it runs no hook of this folder either",
        "Start codex there and trust the folder, or once: codex exec --trust");
  }
}

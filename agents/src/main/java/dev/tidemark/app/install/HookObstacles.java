package dev.tidemark.app.install;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.JsoncText;
import dev.tidemark.app.install.edit.TomlValues;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reasons why an agent does not run the hooks that stand in its file, found by reading the agent's
/// own settings: hooks switched off, hooks that are not trusted, a program that is missing.
///
/// The self-test proves that the command lines work; whether the agent calls them is decided here.
final class HookObstacles {
  /// The code of hooks that the user has to trust first.
  static final String UNTRUSTED = "hooks-untrusted";

  private static final String OFF = "hooks-off";
  private static final String DISABLE_ALL = "disableAllHooks";

  private final HookFile hookFile;
  private final Path root;
  private final Map<String, String> environment;
  private final List<Obstacle> found = new ArrayList<>();

  /// One reason.
  ///
  /// @param code which kind it is
  /// @param text the file, the key and its value
  /// @param remedy the remedy
  record Obstacle(String code, String text, String remedy) {}

  /// @param hookFile the file that holds the hooks
  /// @param root the project, or the user's home folder
  /// @param environment the variables that the agent would be started with
  HookObstacles(HookFile hookFile, Path root, Map<String, String> environment) {
    this.hookFile = hookFile;
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /// Returns the reasons why the agent does not run this program's hooks; empty if the file has
  /// none of them.
  ///
  /// @throws IOException if a file of settings cannot be read
  List<Obstacle> find() throws IOException {
    if (hookFile.agent() == Agent.OPENCODE || !Files.exists(hookFile.file())) {
      return List.of();
    }
    var settings = settings(hookFile.file());
    var entries = new HookEntries(hookFile.agent(), List.of()).ourEntries(settings);
    if (entries.isEmpty()) {
      return List.of();
    }
    programs(entries);
    switch (hookFile.agent()) {
      case CLAUDE_CODE -> claude();
      case CODEX -> codex(settings);
      case GEMINI -> gemini();
      case QWEN -> qwen();
      case CURSOR, OPENCODE -> {}
    }
    return List.copyOf(found);
  }

  private void add(String code, String text, String remedy) {
    found.add(new Obstacle(code, text, remedy));
  }

  private void addDisabled(Path file, String key, String value, String remedy) {
    add(OFF, file + " has " + key + ": " + value + ", so the hooks of Tidemark do not run", remedy);
  }

  /// Every program that our entries start, once.
  private void programs(List<HookEntries.Entry> entries) {
    var missing = new ArrayList<String>();
    for (var entry : entries) {
      var program = LauncherCommand.program(entry.command());
      if (program != null && isMissing(program) && !missing.contains(program)) {
        missing.add(program);
        add(
            "hooks-program-missing",
            hookFile.file() + " calls " + program + ", which is not there",
            "Install it anew: tidemark install "
                + hookFile.agent().word()
                + (hookFile.user() ? " --user" : ""));
      }
    }
  }

  private static boolean isMissing(String program) {
    try {
      var path = Path.of(program);
      return path.isAbsolute() && !Files.isExecutable(path);
    } catch (InvalidPathException none) {
      return true;
    }
  }

  /// Managed settings come first, then those of this folder, of the project, and of the user.
  private void claude() throws IOException {
    for (var file : managed()) {
      var settings = settings(file);
      if (settings.isTrue("allowManagedHooksOnly")) {
        addDisabled(
            file, "allowManagedHooksOnly", "true", "Ask the administrator of these settings.");
      }
      var plugins = settings.array("strictPluginOnlyCustomization");
      if (settings.isTrue("strictPluginOnlyCustomization")
          || (plugins != null && plugins.strings().contains("hooks"))) {
        var remedy =
            "Install the plugin in place of these hooks: claude plugin install tidemark@tidemark";
        addDisabled(file, "strictPluginOnlyCustomization", "hooks", remedy);
      }
      if (settings.isTrue(DISABLE_ALL)) {
        addDisabled(file, DISABLE_ALL, "true", "Ask the administrator of these settings.");
        return;
      }
    }
    switchedOff(claudeFiles());
  }

  /// Of these files, the first that has the key decides.
  private void switchedOff(List<Path> files) throws IOException {
    for (var file : files) {
      var settings = settings(file);
      if (settings.has(DISABLE_ALL)) {
        if (settings.isTrue(DISABLE_ALL)) {
          addDisabled(file, DISABLE_ALL, "true", "Set it to false there, or remove it.");
        }
        return;
      }
    }
  }

  private List<Path> claudeFiles() {
    var files = new ArrayList<Path>();
    if (!hookFile.user()) {
      files.add(root.resolve(".claude/settings.local.json"));
      files.add(root.resolve(".claude/settings.json"));
    }
    var home = home();
    if (home != null) {
      files.add(HookFile.claudeOfUser(home, environment));
    }
    return files;
  }

  private List<Path> managed() throws IOException {
    var files = new ArrayList<Path>();
    for (var place :
        List.of(Path.of("/etc/claude-code"), Path.of("/Library/Application Support/ClaudeCode"))) {
      files.add(place.resolve("managed-settings.json"));
      var more = place.resolve("managed-settings.d");
      if (Files.isDirectory(more)) {
        try (var listed = Files.newDirectoryStream(more, "*.json")) {
          listed.forEach(files::add);
        }
      }
    }
    return files;
  }

  private void codex(JsonObject settings) throws IOException {
    var home = home();
    if (home == null) {
      return;
    }
    var user = HookFile.user(Agent.CODEX, home, environment).file().resolveSibling("config.toml");
    var config = toml(user);
    for (var feature : List.of("hooks", "codex_hooks")) {
      if ("false".equals(config.find("features", feature))) {
        addDisabled(user, "features." + feature, "false", "Set it to true there, or remove it.");
      }
    }
    if (!hookFile.user()
        && "untrusted".equals(config.find("projects", root.toString(), "trust_level"))) {
      addDisabled(
          user,
          "projects.\"" + root + "\".trust_level",
          "untrusted",
          "Trust the folder: start Codex there and agree.");
    } else {
      var unread = CodexTrust.obstacle(hookFile, root, environment);
      if (unread != null) {
        found.add(unread);
      }
    }
    trust(settings, new CodexTrust(config, hookFile.file()), user);
  }

  private void trust(JsonObject settings, CodexTrust trust, Path config) {
    var untrusted = new ArrayList<String>();
    var disabled = new ArrayList<String>();
    var entries = new HookEntries(Agent.CODEX, List.of());
    for (var place : entries.places(settings)) {
      var state = trust.of(place.event(), place.group(), place.index(), place.handler());
      if (state == CodexTrust.State.UNTRUSTED) {
        untrusted.add(place.event());
      } else if (state == CodexTrust.State.DISABLED) {
        disabled.add(place.event());
      }
    }
    if (!untrusted.isEmpty()) {
      add(
          UNTRUSTED,
          config
              + " has no [hooks.state] entry that trusts "
              + String.join(", ", untrusted)
              + " as they stand in "
              + hookFile.file()
              + ", so Codex does not run them",
          "Trust them: /hooks in Codex");
    }
    if (!disabled.isEmpty()) {
      addDisabled(
          config,
          "hooks.state enabled for " + String.join(", ", disabled),
          "false",
          "Switch them on: /hooks in Codex");
    }
  }

  private void gemini() throws IOException {
    boolean decided = false;
    for (var file :
        settingsFiles("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/etc/gemini-cli/settings.json")) {
      var config = settings(file).object("hooksConfig");
      if (config == null) {
        continue;
      }
      if (!decided && config.has("enabled")) {
        decided = true;
        if (!config.isTrue("enabled")) {
          addDisabled(file, "hooksConfig.enabled", "false", "Set it to true there, or remove it.");
        }
      }
      var names = new ArrayList<String>();
      for (var name : config.strings("disabled")) {
        if (name.contains("tidemark")) {
          names.add(name);
        }
      }
      if (!names.isEmpty()) {
        var value = String.join(", ", names);
        addDisabled(
            file, "hooksConfig.disabled", value, "Switch them on: /hooks enable in Gemini CLI");
      }
    }
    distrust("Gemini CLI");
  }

  private void qwen() throws IOException {
    var files = settingsFiles("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/etc/qwen-code/settings.json");
    switchedOff(files);
    for (var file : files) {
      var security = settings(file).object("security");
      var trust = security == null ? null : security.object("folderTrust");
      if (trust != null && trust.has("enabled")) {
        if (trust.isTrue("enabled")) {
          distrust("Qwen Code");
        }
        return;
      }
    }
  }

  /// Returns the settings of the system, of the project and of the user: the first that has a key
  /// decides.
  private List<Path> settingsFiles(String variable, String usual) {
    var files = new ArrayList<Path>();
    var system = environment.get(variable);
    files.add(system == null || system.isEmpty() ? Path.of(usual) : root.resolve(system));
    if (!hookFile.user()) {
      files.add(hookFile.file());
    }
    var home = home();
    if (home != null) {
      files.add(HookFile.user(hookFile.agent(), home, environment).file());
    }
    return files;
  }

  private void distrust(String client) throws IOException {
    var home = home();
    if (home == null || hookFile.user()) {
      return;
    }
    var user = HookFile.user(hookFile.agent(), home, environment).file();
    var file = user.resolveSibling("trustedFolders.json");
    if ("DO_NOT_TRUST".equals(settings(file).string(root.toString()))) {
      addDisabled(
          file, "\"" + root + "\"", "DO_NOT_TRUST", "Trust the folder: /permissions in " + client);
    }
  }

  private @Nullable Path home() {
    var home = environment.get("HOME");
    return home == null || home.isEmpty() ? null : Path.of(home);
  }

  private static TomlValues toml(Path file) throws IOException {
    return new TomlValues(Files.isRegularFile(file) ? BoundedFile.text(file) : "");
  }

  /// Returns the settings in a file; empty where there is none, or where the agent cannot read it
  /// either.
  private static JsonObject settings(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return JsonObject.EMPTY;
    }
    try {
      return InstallPlan.settings(file, JsoncText.of(BoundedFile.text(file)).json());
    } catch (InputException broken) {
      return JsonObject.EMPTY;
    }
  }
}

package dev.tidemark.app.settings;

import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.NearestWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Settings reader: merges the layers by descending precedence; the first value wins.
final class SettingsReader {
  private static final int SHOWN_MAX = 40;

  private final Path root;
  private final Map<String, String> environment;
  private final Map<String, String> options;
  private final YamlCache yaml;
  private final List<SettingValue> found = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<Trust.Item> asked = new ArrayList<>();
  private final Trust trust;

  private final Supplier<@Nullable Path> home;

  /// The user's file while that is read.
  private @Nullable Path reading;

  /// Whether the current layer is a file of the project.
  private boolean foreign;

  /// Whether the current layer is the main file of the project.
  private boolean main;

  /// Whether the user's own file is read although a variable names another one: then it only
  /// tightens.
  private boolean tightening;

  /// Whether others can write the file that is read.
  private boolean open;

  SettingsReader(
      Path root,
      Map<String, String> environment,
      Map<String, String> options,
      YamlCache yaml,
      Trust trust,
      Supplier<@Nullable Path> home) {
    this.trust = trust;
    this.home = home;
    this.root = root;
    this.environment = environment;
    this.options = options;
    this.yaml = yaml;
  }

  Settings read() {
    for (var settingKey : SettingKey.values()) {
      set(settingKey, options.get(settingKey.word()), "option");
    }
    for (var settingKey : SettingKey.values()) {
      var value = settingKey.isPolicy() ? null : environment.get(settingKey.variable());
      if (value != null && !value.isEmpty()) {
        set(settingKey, value, "environment " + settingKey.variable());
      }
    }
    foreign = true;
    main = true;
    readYaml(root.resolve(ProjectFile.CONFIG));
    main = false;
    readJson(".claude/config/checkpoint.json");
    foreign = false;
    var own = userFile();
    if (own != null) {
      reading = own;
      open = Files.exists(own) && isOpen(own);
      readYaml(own);
    }
    if (!isUsualHome()) {
      readMoved(own);
    }
    var all = new ArrayList<SettingValue>();
    for (var settingKey : SettingKey.values()) {
      var settingValue = findValue(settingKey);
      all.add(
          settingValue == null
              ? new SettingValue(settingKey, settingKey.fallback(), "default")
              : settingValue);
    }
    return new Settings(all, notices, asked, trust);
  }

  /// Reads the user's own file if variables name another one, so that they cannot disable its
  /// restrictions.
  ///
  /// @param read the file that the variables lead to
  private void readMoved(@Nullable Path read) {
    var own = ownFile();
    if (own != null && !own.equals(read)) {
      reading = own;
      open = Files.exists(own) && isOpen(own);
      tightening = true;
      readYaml(own);
    }
  }

  /// Returns whether the variables name the home that the JVM got from the system, without an
  /// override. Saves the lookup in the password database.
  private boolean isUsualHome() {
    return environment.get("XDG_CONFIG_HOME") == null
        && System.getProperty("user.home", "").equals(environment.get("HOME"))
        && environment.get("JAVA_TOOL_OPTIONS") == null
        && environment.get("JDK_JAVA_OPTIONS") == null
        && environment.get("_JAVA_OPTIONS") == null
        && environment.get("TIDEMARK_JAVA_OPTS") == null;
  }

  private void set(SettingKey settingKey, @Nullable String value, String origin) {
    if (value == null || (tightening && !settingKey.isProtective())) {
      return;
    }
    if (!settingKey.accepts(value)) {
      var shown = settingKey == SettingKey.STORE ? "cannot be used" : "is " + quoted(value);
      throw new SettingsException(origin, settingKey.word(), shown, settingKey.expected());
    }
    if (settingKey.isCommitted() && !main) {
      var text = settingKey.word() + " counts only in " + ProjectFile.CONFIG + ", and is ignored";
      notices.add(new Notice("misplaced-setting", origin + ": " + text));
    } else if (settingKey.isPersonal() && !isOwn()) {
      notices.add(
          new Notice(
              "not-yours-to-set",
              origin
                  + ": "
                  + settingKey.word()
                  + " counts only in the user's own file, "
                  + ownFile()));
    } else if (findValue(settingKey) == null) {
      boolean asks = isForeign(settingKey, value) && settingKey.needsTrust(value);
      found.add(
          asks ? trusted(settingKey, value, origin) : new SettingValue(settingKey, value, origin));
    } else if (isOwn() && settingKey.isProtective()) {
      tighten(settingKey, value, origin);
    }
  }

  /// Returns whether a value stands in a file that others write: one of the project or, where it
  /// protects less than the default, one that a variable leads to.
  private boolean isForeign(SettingKey settingKey, String value) {
    return foreign
        || (reading != null && settingKey.isLooser(value, settingKey.fallback()) && !isOwn());
  }

  /// Puts the user's own value in the place of one that protects less: of the project, or of a
  /// variable, which an agent can set.
  private void tighten(SettingKey settingKey, String value, String origin) {
    for (int i = 0; i < found.size(); i++) {
      var settingValue = found.get(i);
      if (settingValue.key() == settingKey && settingKey.isLooser(settingValue.value(), value)) {
        found.set(i, new SettingValue(settingKey, value, origin));
        notices.add(
            new Notice(
                "looser-setting",
                settingValue.origin()
                    + ": "
                    + settingKey.word()
                    + " is looser than in the user's own file, and is ignored"));
      }
    }
  }

  /// Returns the value if the user has trusted it. Otherwise no weaker layer counts either: the
  /// project has replaced the default.
  private SettingValue trusted(SettingKey settingKey, String value, String origin) {
    var item = Trust.Item.of(settingKey, value, origin);
    asked.add(item);
    if (trust.allows(item)) {
      return new SettingValue(settingKey, value, origin);
    }
    if (settingKey.isProtective()) {
      notices.add(
          new Notice(
              "untrusted-setting",
              origin
                  + ": "
                  + settingKey.word()
                  + " protects less than by default, and does not count before you trust it:"
                  + " tidemark trust"));
    }
    return new SettingValue(settingKey, settingKey.fallback(), origin + SettingValue.UNTRUSTED);
  }

  private @Nullable SettingValue findValue(SettingKey settingKey) {
    for (var settingValue : found) {
      if (settingValue.key() == settingKey) {
        return settingValue;
      }
    }
    return null;
  }

  /// Returns whether a file of the project is not read because it leads out: it sets nothing, and
  /// that is reported.
  private boolean isOutside(Path file) {
    try {
      if (!foreign || !Files.exists(file) || !BoundedFile.leadsOut(file, root)) {
        return false;
      }
      var text = " leaves the project through a symbolic link, and does not count";
      notices.add(new Notice("outside-setting", yaml.name(file) + text));
      return true;
    } catch (IOException unreadable) {
      // The read that follows reports it.
      return false;
    }
  }

  private void readYaml(Path file) {
    if (isOutside(file)) {
      return;
    }
    var tree = yaml.read(file);
    if (tree != null) {
      take(tree, "", yaml.name(file));
    }
  }

  private void readJson(String name) {
    var file = root.resolve(name);
    if (!Files.exists(file) || isOutside(file)) {
      return;
    }
    try {
      if (JsonText.parse(BoundedFile.text(file, root)) instanceof JsonObject tree) {
        take(tree, "", name);
      } else {
        throw new SettingsException(name, "", "holds no object", "a JSON object");
      }
    } catch (JsonException e) {
      throw new SettingsException(name, "", "is damaged at " + e.getMessage(), "a JSON object");
    } catch (IOException e) {
      throw new SettingsException(
          name, "", "cannot be read (" + DiskReason.of(e) + ")", "a UTF-8 file");
    }
  }

  /// Returns whether the file that is read is the user's own. One that others can write does not
  /// count as such: it only restricts.
  private boolean isOwn() {
    return reading != null && !open && reading.equals(ownFile());
  }

  private boolean isOpen(Path file) {
    try {
      if (!UserFolder.isOpen(file) && !UserFolder.isOpen(file.resolveSibling(""))) {
        return false;
      }
      var folder = file.resolveSibling("");
      notices.add(
          new Notice(
              "open-settings",
              file
                  + " can be written by others, so it only restricts: chmod go-w "
                  + folder
                  + " "
                  + file));
      return true;
    } catch (IOException unreadable) {
      // The read that follows reports it.
      return false;
    }
  }

  /// Returns the path of the user's file by the password database. Variables are ignored, because
  /// any command can set them.
  private @Nullable Path ownFile() {
    var folder = home.get();
    return folder == null ? null : folder.resolve(".config/tidemark/config.yaml");
  }

  private @Nullable Path userFile() {
    var folder = UserFolder.of(environment);
    return folder == null ? null : folder.resolve("config.yaml");
  }

  /// Adds the settings of a file. `a: {b: 1}` and `a.b: 1` mean the same.
  private void take(JsonObject tree, String prefix, String origin) {
    for (var member : tree.members()) {
      var word = prefix + member.key();
      var settingKey = SettingKey.find(word);
      if (member.value().kind() == Json.Kind.NULL) {
        continue; // `key:` with nothing behind it is a line left for later
      }
      if (settingKey != null) {
        set(settingKey, value(settingKey, member.value(), origin), origin);
      } else if (member.value() instanceof JsonObject group) {
        takeGroup(group, word, origin);
      } else {
        unknown(word, origin);
      }
    }
  }

  private void takeGroup(JsonObject group, String word, String origin) {
    for (var known : SettingKey.words()) {
      if (known.startsWith(word + ".")) {
        take(group, word + ".", origin);
        return;
      }
    }
    for (var member : group.members()) {
      var inner = word + "." + member.key();
      if (NearestWord.find(inner, SettingKey.words()) != null) {
        unknown(inner, origin);
        return;
      }
    }
    unknown(word, origin);
  }

  private void unknown(String word, String origin) {
    if (tightening) {
      return;
    }
    var candidates = SettingKey.words();
    var meant = NearestWord.find(word, candidates);
    for (int i = 0; meant == null && i < candidates.size(); i++) {
      if (candidates.get(i).startsWith(word + ".")) {
        throw new SettingsException(
            origin, word, "is no group of settings", "keys below it, such as " + candidates.get(i));
      }
    }
    var hint = meant == null ? "" : "; did you mean " + meant + "?";
    notices.add(
        new Notice("unknown-setting", origin + ": no setting is called " + quoted(word) + hint));
  }

  private static String value(SettingKey settingKey, Json value, String origin) {
    if (settingKey.isNumber() && value instanceof JsonNumber number) {
      var whole = number.wholeValue();
      if (whole.isPresent()) {
        return Long.toString(whole.getAsLong());
      }
    } else if (!settingKey.isNumber() && value instanceof JsonString string) {
      return string.value();
    }
    var shown =
        value.kind() == Json.Kind.OBJECT ? "a group of keys" : abbreviated(value.toString());
    throw new SettingsException(origin, settingKey.word(), "is " + shown, settingKey.expected());
  }

  private static String quoted(String text) {
    return '"' + abbreviated(text) + '"';
  }

  private static String abbreviated(String text) {
    return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
  }
}

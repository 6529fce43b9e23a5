package dev.tidemark.app.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.settings.file.PrivateFile;
import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Workspace trust: values from the files of a project that take effect only after the user has
/// trusted exactly them, because they lead out of the project or loosen the user's protection.
///
/// Answers are kept by project and digest of the value in the file `trust.json` of the user's own
/// folder. A checkout can write neither that file nor the variable `TIDEMARK_TRUST`, which a build
/// server sets instead. This protects a user from a project, and not from a process of their own.
public final class Trust {
  /// Holds the digests that are trusted where no person can be asked, with commas between them.
  public static final String VARIABLE = "TIDEMARK_TRUST";

  private static final int DIGEST = 32;
  private static final String PROJECTS = "projects";
  private static final String TRUSTED = "trusted";
  private static final String REFUSED = "refused";

  private final Path root;
  private final Supplier<Path> identity;
  private final Map<String, String> environment;

  /// @param root the root of the project, where no answer is read from
  /// @param identity returns the folder that identifies the project: that of its git repository,
  ///   which all its work trees share, else its root
  /// @param environment the variables of the process
  public Trust(Path root, Supplier<Path> identity, Map<String, String> environment) {
    this.root = root;
    this.identity = identity;
    this.environment = environment;
  }

  /// Kind of a value that leads out of a project, and the project file that holds it.
  public enum Kind {
    /// The address of a shared store, with its TLS settings: the login of the database is sent to
    /// it.
    STORE("store", "`store` in `.tidemark/config.yaml` or `.claude/config/checkpoint.json`"),
    /// A setting that protects less than its default.
    SETTING("setting", "settings in `.tidemark/config.yaml` or `.claude/config/checkpoint.json`"),
    /// The command of a gate: `gate run` runs it.
    COMMAND("command", "`command` gates in `.tidemark/workflows`"),
    /// Agents, their prompts and the settings that they read in the project: `run` starts them.
    AGENT(
        "agent",
        "`run` in `.tidemark/workflows`, the prompts it names, and settings that its agents read"),
    /// A subscriber: every change is sent to it, to the address in a variable of the user's.
    WEBHOOK("webhook", "subscribers in `.claude/config/webhooks.json`"),
    /// The target of an update with the user's key after each change of a run.
    SERVICE("service", "`linear` without its own automation in `.claude/config/integrations.json`");

    private final String word;
    private final String place;

    Kind(String word, String place) {
      this.word = word;
      this.place = place;
    }

    /// Returns its name.
    public String word() {
      return word;
    }

    /// Returns where it is set, for the documentation.
    public String place() {
      return place;
    }
  }

  /// Value of a project that needs trust.
  ///
  /// @param place the file that holds it, from the project root
  /// @param value the whole value, as the user is shown it
  public record Item(Kind kind, String place, String value) {
    /// Returns the value of a setting.
    public static Item of(SettingKey settingKey, String value, String place) {
      return settingKey == SettingKey.STORE
          ? new Item(Kind.STORE, place, value)
          : new Item(Kind.SETTING, place, settingKey.word() + ": " + value);
    }

    /// Returns the digest of the value, independent of its file.
    public String digest() {
      return Sha256.hex((kind.word() + "\n" + value).getBytes(UTF_8)).substring(0, DIGEST);
    }
  }

  /// Returns whether a value may take effect.
  public boolean allows(Item item) {
    var digest = item.digest();
    var said = environment.getOrDefault(VARIABLE, "");
    return SettingKey.words(said).contains(digest) || answers(TRUSTED).contains(digest);
  }

  /// Returns whether the user was asked about a value and answered no.
  public boolean refuses(Item item) {
    return answers(REFUSED).contains(item.digest());
  }

  /// Returns why the answers of the user are not read; null if they are, or if there are none.
  public @Nullable String unreadableReason() {
    var file = file();
    return file == null ? null : file.accessProblem();
  }

  /// Adds the answers to some values, in the place of earlier answers to them.
  ///
  /// @throws IOException if they cannot be kept
  public void answer(List<Item> items, boolean yes) throws IOException {
    var more = answers(yes ? TRUSTED : REFUSED);
    var less = answers(yes ? REFUSED : TRUSTED);
    for (var item : items) {
      less.remove(item.digest());
      if (!more.contains(item.digest())) {
        more.add(item.digest());
      }
    }
    write(yes ? more : less, yes ? less : more);
  }

  /// Forgets all answers about this project.
  ///
  /// @throws IOException if that cannot be kept
  public void forget() throws IOException {
    write(List.of(), List.of());
  }

  private void write(List<String> trusted, List<String> refused) throws IOException {
    var file = file();
    if (file == null || file.accessProblem() != null) {
      var why = file == null ? "no variable names the user's own folder" : file.accessProblem();
      throw new IOException("answers about trust cannot be kept: " + why);
    }
    UserFolder.make(file.path().resolveSibling(""));
    var before = file.text();
    var all = tree(before);
    var projects = all.object(PROJECTS);
    var own = JsonObject.builder().add(TRUSTED, trusted).add(REFUSED, refused).build();
    boolean none = trusted.isEmpty() && refused.isEmpty();
    var known = projects == null ? JsonObject.EMPTY : projects;
    var name = project();
    var after = none ? known.without(name) : known.with(name, own);
    var text = JsonText.pretty(all.with(PROJECTS, after)) + "\n";
    new TextFileReplacement().replacePrivate(file.path(), before, text);
  }

  private List<String> answers(String kind) {
    var file = file();
    if (file == null || file.accessProblem() != null) {
      return new ArrayList<>();
    }
    try {
      var projects = tree(file.text()).object(PROJECTS);
      var own = projects == null ? null : projects.object(project());
      return own == null ? new ArrayList<>() : new ArrayList<>(own.strings(kind));
    } catch (IOException unreadable) {
      return new ArrayList<>();
    }
  }

  private static JsonObject tree(String text) throws IOException {
    try {
      if (text.isEmpty()) {
        return JsonObject.EMPTY;
      }
      if (JsonText.parse(text) instanceof JsonObject tree) {
        return tree;
      }
      throw new IOException("trust.json holds no object");
    } catch (JsonException damaged) {
      throw new IOException("trust.json is damaged at " + damaged.getMessage(), damaged);
    }
  }

  private String project() {
    var folder = identity.get();
    try {
      return folder.toRealPath().toString();
    } catch (IOException gone) {
      return folder.toAbsolutePath().toString();
    }
  }

  private @Nullable PrivateFile file() {
    var folder = UserFolder.of(environment);
    return folder == null ? null : new PrivateFile(folder.resolve("trust.json"), root);
  }
}

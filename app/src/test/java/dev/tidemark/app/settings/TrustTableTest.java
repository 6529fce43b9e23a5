package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Who may set what, walked over all settings, and the table of it on the page, which
/// `-Dtidemark.write=true` writes anew.
class TrustTableTest {
  private static final Path PAGE = Repository.root().resolve("docs/configuration.md");
  private static final String HEAD = "| what | environment | project | user's file |\n";

  @TempDir private Path folder;
  private Path root;
  private Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void prepare() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    home = Files.createDirectories(folder.resolve("home"));
    environment.put("HOME", home.toString());
  }

  private Trust trust() {
    return new Trust(root, () -> root, environment);
  }

  private Settings read() {
    YamlReader reader = (name, text) -> (JsonObject) JsonText.parse(text);
    return Settings.read(
        root, environment, Map.of(), new YamlCache(root, reader), trust(), () -> home);
  }

  /// Returns a value that is not the default.
  private static String other(Key key) {
    for (var value :
        List.of(
            "phase",
            "9",
            "bpe:o200k_base",
            "auto",
            "redact",
            "off",
            "on",
            "file",
            "allow",
            "/x-",
            "VERIFICATION",
            "postgresql://db/x",
            "ann")) {
      if (key.accepts(value) && !value.equals(key.fallback())) {
        return value;
      }
    }
    throw new AssertionError("no other value for " + key);
  }

  private void project(String file, Key key) throws IOException {
    var path = root.resolve(file);
    Files.createDirectories(path.getParent());
    var value = key.isNumber() ? other(key) : "\"" + other(key) + "\"";
    Files.writeString(path, "{\"" + key.word() + "\": " + value + "}");
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void a_project_sets_only_what_the_table_lets_it_set(Key key) throws IOException {
    for (var file : List.of(".tidemark/config.yaml", ".claude/config/checkpoint.json")) {
      project(file, key);

      var settings = read();

      boolean asks = key.needsTrust(other(key)) && !key.isPersonal();
      boolean free = !key.isPersonal() && !asks;
      assertThat(settings.of(key).value()).isEqualTo(free ? other(key) : key.fallback());
      assertThat(settings.asked()).hasSize(asks ? 1 : 0);
      boolean told = key.isPersonal() || (asks && key != Key.STORE);
      assertThat(settings.notices()).hasSize(told ? 1 : 0);
      Files.delete(root.resolve(file));
    }
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void what_was_trusted_takes_effect_until_it_changes(Key key) throws IOException {
    project(".tidemark/config.yaml", key);
    trust().answer(read().asked(), true);
    assertThat(read().of(key).value()).isEqualTo(key.isPersonal() ? key.fallback() : other(key));

    if (key.needsTrust()) {
      var text = Files.readString(root.resolve(".tidemark/config.yaml"));
      Files.writeString(root.resolve(".tidemark/config.yaml"), text.replace("//", "//x@"));
      assertThat(read().of(key).value()).isEqualTo(key.fallback());
      assertThat(read().sharedStore()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void a_variable_sets_only_what_the_table_lets_it_set(Key key) throws IOException {
    environment.put(key.variable(), other(key));

    assertThat(read().of(key).value()).isEqualTo(key.isPolicy() ? key.fallback() : other(key));
    assertThat(read().asked()).isEmpty();
  }

  private void write(Path file, Key key, String value) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"" + key.word() + "\": \"" + value + "\"}");
  }

  /// Returns the values of a setting, from the one that protects most.
  private static List<String> ordered(Key key) {
    return switch (key) {
      case GATES_TRUST -> List.of("journal", "file");
      case SECRETS -> List.of("refuse", "redact", "warn");
      case PHASE_TEST_GATE -> List.of("on", "off");
      case CAPTURE -> List.of("off", "on");
      case FLOW_APPROVALS ->
          List.of(
              "REQUIREMENTS,ARCHITECTURE,VERIFICATION",
              "REQUIREMENTS,ARCHITECTURE",
              "REQUIREMENTS",
              "none");
      default -> List.of();
    };
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void a_project_never_loosens_what_its_user_has_set(Key key) throws IOException {
    var values = ordered(key);
    assertThat(values.isEmpty()).isEqualTo(!key.isProtective());
    var project = root.resolve(".tidemark/config.yaml");
    for (int user = 0; user < values.size(); user++) {
      for (int other = 0; other < values.size(); other++) {
        write(home.resolve(".config/tidemark/config.yaml"), key, values.get(user));
        write(project, key, values.get(other));
        trust().answer(read().asked(), true);

        var strictest = values.get(Math.min(user, other));
        assertThat(read().of(key).value())
            .as("user %s, project %s", values.get(user), values.get(other))
            .isEqualTo(strictest);
        assertThat(read().notices()).hasSize(other > user ? 1 : 0);
        trust().forget();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void a_file_that_a_variable_leads_to_loosens_nothing(Key key) throws IOException {
    var values = ordered(key);
    environment.put("XDG_CONFIG_HOME", folder.resolve("moved").toString());
    for (var value : values) {
      write(folder.resolve("moved/tidemark/config.yaml"), key, value);

      boolean looser = key.isLooser(value, key.fallback());
      assertThat(read().of(key).value()).isEqualTo(looser ? key.fallback() : value);
    }
  }

  @Test
  void another_project_is_not_trusted_with_it() throws IOException {
    project(".tidemark/config.yaml", Key.STORE);
    trust().answer(read().asked(), true);
    var other = new Trust(root, () -> folder, environment);

    assertThat(other.allows(read().asked().getFirst())).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Key.class,
      names = {"SECRETS", "CAPTURE"})
  void a_variable_never_loosens_what_its_user_has_set(Key key) throws IOException {
    var values = ordered(key);
    for (int user = 0; user < values.size(); user++) {
      for (int other = 0; other < values.size(); other++) {
        write(home.resolve(".config/tidemark/config.yaml"), key, values.get(user));
        environment.put(key.variable(), values.get(other));

        var settings = read();

        assertThat(settings.of(key).value()).isEqualTo(values.get(Math.min(user, other)));
        assertThat(settings.notices()).hasSize(other > user ? 1 : 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void a_home_that_a_variable_moved_does_not_hide_what_the_user_tightens(Key key)
      throws IOException {
    var values = ordered(key);
    if (values.isEmpty()) {
      return;
    }
    write(home.resolve(".config/tidemark/config.yaml"), key, values.getFirst());
    var elsewhere = folder.resolve("elsewhere");
    write(elsewhere.resolve("tidemark/config.yaml"), key, values.getLast());
    write(elsewhere.resolve(".config/tidemark/config.yaml"), key, values.getLast());
    for (var variable : List.of("HOME", "XDG_CONFIG_HOME")) {
      environment.put("HOME", home.toString());
      environment.put(variable, elsewhere.toString());

      assertThat(read().of(key).value()).as(variable).isEqualTo(values.getFirst());
    }
    environment.remove("HOME");
    environment.remove("XDG_CONFIG_HOME");
    assertThat(read().of(key).value()).isEqualTo(values.getFirst());
  }

  @Test
  void the_page_has_the_table() throws IOException {
    var page = Files.readString(PAGE);
    int from = page.indexOf(HEAD);
    int to = page.indexOf("\n\n", from) + 1;
    assertThat(from).isPositive();
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to)).isEqualTo(table());
  }

  private static String table() {
    var table = new StringBuilder(HEAD).append("|---|---|---|---|\n");
    for (var key : Key.values()) {
      var project =
          key.isPersonal()
              ? "no"
              : key.needsTrust()
                  ? "once trusted"
                  : key.isProtective()
                      ? "never looser than the user; looser than the default once trusted"
                      : "yes";
      var user = key.isPersonal() ? "the home of the password database only" : "yes";
      var variable =
          key.isPolicy() ? "no" : key.isProtective() ? "never looser than the user" : "yes";
      row(table, "`" + key.word() + "`", variable, project, user);
    }
    for (var kind : Trust.Kind.values()) {
      if (kind != Trust.Kind.STORE && kind != Trust.Kind.SETTING) {
        row(table, kind.place(), "no", "once trusted", "no");
      }
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String... cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}

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
    var yaml = new YamlCache(root, (name, text) -> (JsonObject) JsonText.parse(text), null);
    return Settings.read(root, environment, Map.of(), yaml, trust(), () -> home);
  }

  /// Returns a value that is not the default.
  private static String other(SettingKey settingKey) {
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
            "a/receipts",
            "signed",
            "postgresql://db/x",
            "ann")) {
      if (settingKey.accepts(value) && !value.equals(settingKey.fallback())) {
        return value;
      }
    }
    throw new AssertionError("no other value for " + settingKey);
  }

  private void project(String file, SettingKey settingKey) throws IOException {
    var path = root.resolve(file);
    Files.createDirectories(path.getParent());
    var value = settingKey.isNumber() ? other(settingKey) : "\"" + other(settingKey) + "\"";
    Files.writeString(path, "{\"" + settingKey.word() + "\": " + value + "}");
  }

  @ParameterizedTest
  @EnumSource(SettingKey.class)
  void a_project_sets_only_what_the_table_lets_it_set(SettingKey settingKey) throws IOException {
    for (var file : List.of(".tidemark/config.yaml", ".claude/config/checkpoint.json")) {
      project(file, settingKey);

      var settings = read();

      boolean asks = settingKey.needsTrust(other(settingKey)) && !settingKey.isPersonal();
      boolean misplaced = settingKey.isCommitted() && file.endsWith(".json");
      boolean free = !settingKey.isPersonal() && !asks && !misplaced;
      assertThat(settings.of(settingKey).value())
          .isEqualTo(free ? other(settingKey) : settingKey.fallback());
      assertThat(settings.asked()).hasSize(asks ? 1 : 0);
      boolean told =
          settingKey.isPersonal() || misplaced || (asks && settingKey != SettingKey.STORE);
      assertThat(settings.notices()).hasSize(told ? 1 : 0);
      Files.delete(root.resolve(file));
    }
  }

  @ParameterizedTest
  @EnumSource(SettingKey.class)
  void what_was_trusted_takes_effect_until_it_changes(SettingKey settingKey) throws IOException {
    project(".tidemark/config.yaml", settingKey);
    trust().answer(read().asked(), true);
    assertThat(read().of(settingKey).value())
        .isEqualTo(settingKey.isPersonal() ? settingKey.fallback() : other(settingKey));

    if (settingKey.needsTrust()) {
      var text = Files.readString(root.resolve(".tidemark/config.yaml"));
      Files.writeString(root.resolve(".tidemark/config.yaml"), text.replace("//", "//x@"));
      assertThat(read().of(settingKey).value()).isEqualTo(settingKey.fallback());
      assertThat(read().sharedStore()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(SettingKey.class)
  void a_variable_sets_only_what_the_table_lets_it_set(SettingKey settingKey) throws IOException {
    environment.put(settingKey.variable(), other(settingKey));

    assertThat(read().of(settingKey).value())
        .isEqualTo(settingKey.isPolicy() ? settingKey.fallback() : other(settingKey));
    assertThat(read().asked()).isEmpty();
  }

  private void write(Path file, SettingKey settingKey, String value) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"" + settingKey.word() + "\": \"" + value + "\"}");
  }

  /// Returns the values of a setting, from the one that protects most.
  private static List<String> ordered(SettingKey settingKey) {
    return switch (settingKey) {
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
  @EnumSource(SettingKey.class)
  void a_project_never_loosens_what_its_user_has_set(SettingKey settingKey) throws IOException {
    var values = ordered(settingKey);
    assertThat(values.isEmpty()).isEqualTo(!settingKey.isProtective());
    var project = root.resolve(".tidemark/config.yaml");
    for (int user = 0; user < values.size(); user++) {
      for (int other = 0; other < values.size(); other++) {
        write(home.resolve(".config/tidemark/config.yaml"), settingKey, values.get(user));
        write(project, settingKey, values.get(other));
        trust().answer(read().asked(), true);

        var strictest = values.get(Math.min(user, other));
        assertThat(read().of(settingKey).value())
            .as("user %s, project %s", values.get(user), values.get(other))
            .isEqualTo(strictest);
        assertThat(read().notices()).hasSize(other > user ? 1 : 0);
        trust().forget();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SettingKey.class)
  void a_file_that_a_variable_leads_to_loosens_nothing(SettingKey settingKey) throws IOException {
    var values = ordered(settingKey);
    environment.put("XDG_CONFIG_HOME", folder.resolve("moved").toString());
    for (var value : values) {
      write(folder.resolve("moved/tidemark/config.yaml"), settingKey, value);

      boolean looser = settingKey.isLooser(value, settingKey.fallback());
      assertThat(read().of(settingKey).value()).isEqualTo(looser ? settingKey.fallback() : value);
    }
  }

  @Test
  void another_project_is_not_trusted_with_it() throws IOException {
    project(".tidemark/config.yaml", SettingKey.STORE);
    trust().answer(read().asked(), true);
    var other = new Trust(root, () -> folder, environment);

    assertThat(other.allows(read().asked().getFirst())).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = SettingKey.class,
      names = {"SECRETS", "CAPTURE"})
  void a_variable_never_loosens_what_its_user_has_set(SettingKey settingKey) throws IOException {
    var values = ordered(settingKey);
    for (int user = 0; user < values.size(); user++) {
      for (int other = 0; other < values.size(); other++) {
        write(home.resolve(".config/tidemark/config.yaml"), settingKey, values.get(user));
        environment.put(settingKey.variable(), values.get(other));

        var settings = read();

        assertThat(settings.of(settingKey).value()).isEqualTo(values.get(Math.min(user, other)));
        assertThat(settings.notices()).hasSize(other > user ? 1 : 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SettingKey.class)
  void a_home_that_a_variable_moved_does_not_hide_what_the_user_tightens(SettingKey settingKey)
      throws IOException {
    var values = ordered(settingKey);
    if (values.isEmpty()) {
      return;
    }
    write(home.resolve(".config/tidemark/config.yaml"), settingKey, values.getFirst());
    var elsewhere = folder.resolve("elsewhere");
    write(elsewhere.resolve("tidemark/config.yaml"), settingKey, values.getLast());
    write(elsewhere.resolve(".config/tidemark/config.yaml"), settingKey, values.getLast());
    for (var variable : List.of("HOME", "XDG_CONFIG_HOME")) {
      environment.put("HOME", home.toString());
      environment.put(variable, elsewhere.toString());

      assertThat(read().of(settingKey).value()).as(variable).isEqualTo(values.getFirst());
    }
    environment.remove("HOME");
    environment.remove("XDG_CONFIG_HOME");
    assertThat(read().of(settingKey).value()).isEqualTo(values.getFirst());
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
    for (var settingKey : SettingKey.values()) {
      var project =
          settingKey.isPersonal()
              ? "no"
              : settingKey.needsTrust()
                  ? "once trusted"
                  : settingKey.isProtective()
                      ? "never looser than the user; looser than the default once trusted"
                      : settingKey.isCommitted() ? "in `.tidemark/config.yaml` only" : "yes";
      var user =
          settingKey.isPersonal()
              ? "the home of the password database only"
              : settingKey.isCommitted() ? "no" : "yes";
      var variable =
          settingKey.isPolicy()
              ? "no"
              : settingKey.isProtective() ? "never looser than the user" : "yes";
      row(table, "`" + settingKey.word() + "`", variable, project, user);
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

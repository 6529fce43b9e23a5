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
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void prepare() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    environment.put("HOME", folder.resolve("home").toString());
  }

  private Trust trust() {
    return new Trust(root, () -> root, environment);
  }

  private Settings read() {
    YamlReader reader = (name, text) -> (JsonObject) JsonText.parse(text);
    return Settings.read(
        root, environment, Map.of(), new YamlCache(root, reader), trust(), () -> null);
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

      boolean free = !key.isPersonal() && !key.needsTrust();
      assertThat(settings.of(key).value()).isEqualTo(free ? other(key) : key.fallback());
      assertThat(settings.asked()).hasSize(key.needsTrust() ? 1 : 0);
      assertThat(settings.notices()).hasSize(key.isPersonal() ? 1 : 0);
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

  @Test
  void another_project_is_not_trusted_with_it() throws IOException {
    project(".tidemark/config.yaml", Key.STORE);
    trust().answer(read().asked(), true);
    var other = new Trust(root, () -> folder, environment);

    assertThat(other.allows(read().asked().getFirst())).isFalse();
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
      var project = key.isPersonal() ? "no" : key.needsTrust() ? "once trusted" : "yes";
      var user = key.isPersonal() ? "the home of the password database only" : "yes";
      row(table, "`" + key.word() + "`", key.isPolicy() ? "no" : "yes", project, user);
    }
    for (var kind : Trust.Kind.values()) {
      if (kind != Trust.Kind.STORE) {
        row(table, kind.place(), "no", "once trusted", "no");
      }
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String... cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}

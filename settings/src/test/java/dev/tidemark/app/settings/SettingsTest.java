package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.CountingStrategy;
import dev.tidemark.workflow.policy.TokenMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// YAML is a superset of JSON, so the files of these tests are both.
@Proves("R-USR-17")
final class SettingsTest {
  private static final String PROJECT = ".tidemark/config.yaml";
  private static final String CLAUDE = ".claude/config/checkpoint.json";
  private static final TokenMeter NONE = text -> -1;
  private static final String USER = "config/tidemark/config.yaml";

  @TempDir Path folder;
  private Path root;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> options = new HashMap<>();

  @BeforeEach
  void makeProject() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
  }

  @Test
  void without_files_the_defaults_hold_and_nothing_is_written() throws IOException {
    var settings = read();

    assertThat(settings.dialect()).isEqualTo("state");
    assertThat(settings.summaryLimit(NONE).tokens()).isEqualTo(500);
    assertThat(settings.summaryLimit(NONE).strategy()).isEqualTo("words");
    assertThat(settings.lockTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.retentionKeep()).isEqualTo(20);
    assertThat(settings.retentionAge()).isEqualTo(Duration.ofDays(90));
    assertThat(settings.actor()).isNull();
    assertThat(settings.notices()).isEmpty();
    assertThat(settings.all()).extracting(SettingValue::origin).containsOnly("default");
    try (var files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void the_strongest_layer_wins_and_is_named() throws IOException {
    write(USER, "{\"summary\": {\"tokens\": 1}}");
    assertThat(limit()).isEqualTo("1 from " + folder.resolve(USER));
    write("project/" + CLAUDE, "{\"summary\": {\"tokens\": 2}}");
    assertThat(limit()).isEqualTo("2 from " + CLAUDE);
    write("project/" + PROJECT, "{\"summary\": {\"tokens\": 3}}");
    assertThat(limit()).isEqualTo("3 from " + PROJECT);
    environment.put("TIDEMARK_SUMMARY_TOKENS", "4");
    assertThat(limit()).isEqualTo("4 from environment TIDEMARK_SUMMARY_TOKENS");
    options.put("summary.tokens", "5");
    assertThat(limit()).isEqualTo("5 from option");
    assertThat(read().summaryLimit(NONE).tokens()).isEqualTo(5);
  }

  @Test
  void what_verify_reads_from_the_base_branch_is_set_in_one_file() throws IOException {
    for (var file : List.of("project/" + CLAUDE, USER)) {
      write(file, "{\"receipts\": \"on\", \"receipts.path\": \"x/receipts\"}");

      assertThat(read().receipts()).isNull();
      assertThat(read().notices())
          .extracting(Notice::text)
          .anyMatch(
              it -> it.endsWith(": receipts counts only in .tidemark/config.yaml, and is ignored"));
    }
    write("project/" + PROJECT, "{\"receipts\": \"on\"}");
    assertThat(read().receipts()).isEqualTo("docs/receipts");
  }

  @Test
  @Proves("R-004-91")
  void the_strategy_of_counting_is_a_setting() throws IOException {
    write(USER, "{\"summary.strategy\": \"bpe:cl100k_base\"}");
    assertThat(read().counting()).isEqualTo(CountingStrategy.CL100K);
    environment.put("TIDEMARK_SUMMARY_STRATEGY", "bpe:o200k_base");
    var limit = read().summaryLimit(NONE);
    assertThat(limit.counter()).isSameAs(NONE);
    assertThat(limit.strategy()).isEqualTo("bpe:o200k_base");
    assertThat(limit.tokens()).isEqualTo(500);
    options.put("summary.strategy", "words");
    assertThat(read().counting()).isEqualTo(CountingStrategy.WORDS);

    options.put("summary.strategy", "bpe:gpt2");
    assertThatThrownBy(this::read)
        .hasMessageContaining("expected words, bpe:o200k_base or bpe:cl100k_base");
  }

  @Test
  void layers_complete_each_other() throws IOException {
    write("project/" + PROJECT, "{\"format\": \"flow\", \"lock.timeout-ms\": 250}");
    write(USER, "{\"actor\": \"ada\", \"retention\": {\"keep\": 3, \"days\": 7}}");

    var settings = read();

    assertThat(settings.dialect()).isEqualTo("flow");
    assertThat(settings.lockTimeout()).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.actor()).isEqualTo("ada");
    assertThat(settings.retentionKeep()).isEqualTo(3);
    assertThat(settings.retentionAge()).isEqualTo(Duration.ofDays(7));
  }

  @ParameterizedTest
  @CsvSource({
    "TIDEMARK_FORMAT, format",
    "TIDEMARK_SUMMARY_TOKENS, summary.tokens",
    "TIDEMARK_SUMMARY_STRATEGY, summary.strategy",
    "TIDEMARK_LOCK_TIMEOUT_MS, lock.timeout-ms",
    "TIDEMARK_RETENTION_KEEP, retention.keep",
    "TIDEMARK_RETENTION_DAYS, retention.days",
    "TIDEMARK_ACTOR, actor",
  })
  void every_key_has_a_variable(String variable, String word) {
    var settingKey = SettingKey.find(word);
    assertThat(settingKey).isNotNull();
    assertThat(settingKey.variable()).isEqualTo(variable);
  }

  @Test
  void an_empty_variable_sets_nothing() {
    environment.put("TIDEMARK_SUMMARY_TOKENS", "");

    assertThat(limit()).isEqualTo("500 from default");
  }

  @Test
  void without_the_standard_folder_the_users_file_is_in_the_home_folder() throws IOException {
    environment.put("XDG_CONFIG_HOME", "relative/is/ignored");
    environment.put("HOME", folder.resolve("home").toString());
    write("home/.config/tidemark/config.yaml", "{\"actor\": \"grace\"}");

    assertThat(read().actor()).isEqualTo("grace");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"summary\": {\"tokens\": \"many\"}} | summary.tokens is \"many\"; expected a whole"
            + " number from 1 to 1000000",
        "{\"summary\": {\"tokens\": 0}} | summary.tokens is \"0\"; expected a whole number from 1"
            + " to 1000000",
        "{\"summary\": {\"tokens\": 1.5}} | summary.tokens is 1.5; expected a whole number from 1"
            + " to 1000000",
        "{\"summary\": {\"tokens\": true}} | summary.tokens is true; expected a whole number from 1"
            + " to 1000000",
        "{\"summary\": {\"strategy\": \"bpe\"}} | summary.strategy is \"bpe\"; expected words,"
            + " bpe:o200k_base or bpe:cl100k_base",
        "{\"summary\": 500} | summary is no group of settings; expected keys below it, such as"
            + " summary.tokens",
        "{\"format\": 3} | format is 3; expected state, phase, item or flow",
        "{\"format\": \" \"} | format is \" \"; expected state, phase, item or flow",
        "{\"format\": {\"name\": \"x\"}} | format is a group of keys; expected state, phase, item"
            + " or flow",
      })
  void a_wrong_value_is_refused_with_file_key_and_what_was_expected(String text, String message)
      throws IOException {
    options.put("summary.tokens", "5");
    write("project/" + PROJECT, text);

    assertThatThrownBy(this::read)
        .isInstanceOf(SettingsException.class)
        .hasMessage(PROJECT + ": " + message);
  }

  @Test
  void a_wrong_variable_is_refused_by_its_name() {
    environment.put("TIDEMARK_RETENTION_KEEP", "-1");

    assertThatThrownBy(this::read)
        .hasMessage(
            "environment TIDEMARK_RETENTION_KEEP: retention.keep is \"-1\"; expected a whole number"
                + " from 1 to 1000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1]", "", "{\"a\": 1} x"})
  void a_damaged_file_is_refused(String text) throws IOException {
    write("project/" + CLAUDE, text);

    assertThatThrownBy(this::read)
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(CLAUDE + ": ")
        .hasMessageEndingWith("expected a JSON object");
  }

  @Test
  void a_file_that_is_no_text_or_no_file_is_refused() throws IOException {
    var file = root.resolve(CLAUDE);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {'"', (byte) 0xff, '"'});
    assertThatThrownBy(this::read)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(CLAUDE);

    Files.delete(file);
    Files.createDirectories(root.resolve(PROJECT));
    assertThatThrownBy(this::read)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(PROJECT + ": cannot be read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"formt\": \"x\"} | \"formt\"; did you mean format?",
        "{\"summary\": {\"token\": 5}} | \"summary.token\"; did you mean summary.tokens?",
        "{\"sumary\": {\"tokens\": 5}} | \"sumary.tokens\"; did you mean summary.tokens?",
        "{\"weather\": {\"sun\": 5}} | \"weather\"",
        "{\"weather\": [5]} | \"weather\"",
      })
  void an_unknown_key_is_reported_and_stops_nothing(String text, String said) throws IOException {
    write("project/" + PROJECT, text);

    assertThat(read().notices())
        .containsExactly(new Notice("unknown-setting", PROJECT + ": no setting is called " + said));
    assertThat(limit()).isEqualTo("500 from default");
  }

  @Test
  void a_key_left_empty_sets_nothing() throws IOException {
    write("project/" + PROJECT, "{\"format\": null, \"summary\": null}");

    assertThat(read().dialect()).isEqualTo("state");
    assertThat(read().notices()).isEmpty();
  }

  private String limit() {
    var settingValue = read().of(SettingKey.SUMMARY_TOKENS);
    return settingValue.value() + " from " + settingValue.origin();
  }

  private Settings read() {
    var yaml = new YamlCache(root, (name, text) -> (JsonObject) JsonText.parse(text), null);
    var trust = new Trust(root, () -> root, environment);
    return Settings.read(root, environment, options, yaml, trust, () -> null);
  }

  private void write(String path, String text) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}

package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
  private static final String NAME = "design-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "null",
      value = {
        "design;test-feature;design-test-feature.json",
        "design;null;design-checkpoint.json",
        "design;'';design-checkpoint.json",
        "design;feat/BAS-6: a?b*c;design-feat-BAS-6 abc.json",
        "a/b;../../etc/passwd;a-b---etc-passwd.json"
      })
  @Proves({"R-004-10", "R-COM-10", "R-002-01"})
  void a_checkpoint_is_where_command_and_feature_say(String command, String feature, String name) {
    assertThat(desk.manager.save(command, Desk.fresh(), feature)).isTrue();

    assertThat(desk.file(name)).isRegularFile();
    assertThat(desk.file("").toFile().list()).containsExactly(name);
    assertThat(desk.manager.load(command, feature)).isNotNull();
  }

  @Test
  @Proves({"R-004-12", "R-COM-11"})
  void nothing_there_is_null_without_a_word_and_nothing_is_made() {
    assertThat(desk.manager.load("design", "auth")).isNull();

    assertThat(desk.said()).isEmpty();
    assertThat(desk.scratch.root().resolve(".claude")).doesNotExist();
    assertThat(desk.scratch.root().resolve(".git/tidemark")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ invalid json }",
        "",
        "{",
        "{\"version\":1,}",
        "\u00ff",
        "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n"
      })
  @Proves("R-004-13")
  void what_is_no_json_is_null_and_named_with_its_absolute_path(String text) {
    desk.put(NAME, text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));

    assertThat(desk.manager.load("design", "auth")).isNull();

    assertThat(desk.said())
        .containsExactly("Checkpoint file exists but is corrupt: " + desk.file(NAME));
    assertThat(desk.file(NAME)).isAbsolute();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "{\"version\":2};2",
        "{\"version\":\"1\"};\"1\"",
        "{\"version\":1.5};1.5",
        "{\"version\":null};null",
        "{\"version\":[1]};[1]",
        "{};undefined"
      })
  @Proves({"R-004-14", "R-002-04"})
  void another_version_is_null_and_spelled_out(String text, String version) {
    desk.put(NAME, text);

    assertThat(desk.manager.load("design", "auth")).isNull();

    assertThat(desk.said())
        .containsExactly("Unsupported checkpoint schema version: " + version + " (expected 1)");
  }

  @Test
  @Proves("R-004-14")
  void one_point_zero_is_version_1() {
    desk.put(NAME, "{\"version\":1.0}");

    assertThat(desk.manager.load("design", "auth")).isEqualTo(Desk.json("{\"version\":1.0}"));
    assertThat(desk.said()).isEmpty();
  }

  @Test
  @Proves("R-004-15")
  void a_commit_since_the_save_is_told_and_the_checkpoint_returned() {
    var before = desk.scratch.git("rev-parse", "HEAD");
    desk.manager.save("design", Desk.fresh(), "auth");
    assertThat(desk.said()).isEmpty();
    assertThat(desk.manager.load("design", "auth")).isNotNull();
    assertThat(desk.said()).isEmpty();

    var after = desk.scratch.commit("Go on");
    assertThat(desk.manager.load("design", "auth")).isEqualTo(desk.document(NAME));

    assertThat(desk.said())
        .containsExactly(
            "Checkpoint is stale (saved at %s, current HEAD is %s)"
                .formatted(before.substring(0, 7), after.substring(0, 7)));
  }

  @Test
  @Proves("R-004-15")
  void a_commit_since_the_save_is_told_before_an_update_or_the_end_records_the_new_one() {
    var first = desk.scratch.git("rev-parse", "HEAD").substring(0, 7);
    desk.manager.save("design", Desk.fresh(), "auth");
    var second = desk.scratch.commit("Go on").substring(0, 7);
    desk.manager.updatePhase("design", "a", Desk.json("{\"status\":\"complete\"}"), "auth");
    desk.manager.updatePhase("design", "b", Desk.json("{\"status\":\"complete\"}"), "auth");
    var third = desk.scratch.commit("And on").substring(0, 7);
    desk.manager.complete("design", "auth");

    assertThat(desk.said())
        .containsExactly(
            "Checkpoint is stale (saved at " + first + ", current HEAD is " + second + ")",
            "Checkpoint is stale (saved at " + second + ", current HEAD is " + third + ")");
  }

  @Test
  @Proves("R-004-15")
  void a_commit_that_is_not_known_is_no_reason_to_complain() {
    desk.put(NAME, "{\"version\":1,\"head_commit\":null}");

    assertThat(desk.manager.load("design", "auth")).isNotNull();

    assertThat(desk.said()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "null", "\"text\""})
  @Proves("R-004-16")
  void json_that_is_no_object_is_null_with_a_reason(String text) {
    desk.put(NAME, text);

    assertThat(desk.manager.load("design", "auth")).isNull();

    assertThat(desk.said())
        .containsExactly(
            "Failed to load checkpoint: "
                + desk.file(NAME)
                + ": expected a JSON object, but the document is something else");
  }

  @Test
  @Proves("R-004-16")
  void a_file_that_may_not_be_read_is_null_with_a_reason() {
    desk.put(NAME, "{\"version\":1}");
    var manager = desk.manager(Disks.unreadable(NAME));

    assertThat(manager.load("design", "auth")).isNull();

    assertThat(desk.said())
        .containsExactly(
            "Failed to load checkpoint: state/design/auth cannot be read: "
                + desk.file(NAME)
                + ": permission denied");
  }

  @Test
  @Proves("R-004-16")
  void a_folder_in_the_place_of_the_file_is_null_with_a_reason() throws IOException {
    Files.createDirectories(desk.file(NAME));

    assertThat(desk.manager.load("design", "auth")).isNull();

    assertThat(desk.said())
        .singleElement()
        .asString()
        .startsWith("Failed to load checkpoint: ")
        .contains(desk.file(NAME) + " is not a file");
  }

  @Test
  @Proves({"R-004-17", "R-004-48"})
  void loading_writes_nothing_whatever_it_finds() {
    desk.manager.save("design", Desk.fresh(), "auth");
    desk.put("loop-state.json", "{\"version\":7}")
        .put("design-broken.json", "{")
        .put("design-newer.json", "{\"version\":2}")
        .put(NAME, desk.text(NAME).replace("{}", "{\"by-hand\":{}}"));
    desk.scratch.commit("Go on");
    var before = desk.everything();

    for (var feature : new String[] {"auth", "broken", "newer", "absent", null}) {
      desk.manager.load("design", feature);
      desk.manager.resumePoint("design", feature);
    }

    assertThat(desk.everything()).isEqualTo(before);
  }

  @Test
  @Proves({"R-002-07", "R-COM-05"})
  void an_odd_status_is_loaded_with_a_warning_and_unknown_keys_are_there() {
    var odd = "{\"version\":1,\"mine\":[1],\"phases\":{\"a\":{\"status\":\"done\",\"x\":null}}}";
    desk.put(NAME, odd);

    JsonObject loaded = desk.manager.load("design", "auth");

    assertThat(loaded).isEqualTo(Desk.json(odd));
    assertThat(desk.said())
        .containsExactly(
            "phases.a.status is \"done\", which is none of pending, in_progress, complete, failed,"
                + " skipped");
  }

  @Test
  @Proves("R-004-12")
  void an_unusual_command_is_no_reason_to_complain_on_load() {
    desk.put("mine-auth.json", "{\"version\":1}");

    assertThat(desk.manager.load("mine", "auth")).isNotNull();

    assertThat(desk.said()).isEmpty();
  }

  @Test
  @Proves("R-004-11")
  void the_cleaned_name_of_a_feature_works_and_the_stored_one_stays() {
    desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "feat/x");
    desk.said();

    assertThat(desk.manager.updatePhase("design", "b", JsonObject.EMPTY, "feat-x")).isTrue();

    assertThat(desk.said()).containsExactly("feature feat-x is recorded as feat/x, and stays so");
    assertThat(desk.document("design-feat-x.json").string("feature")).isEqualTo("feat/x");
  }
}

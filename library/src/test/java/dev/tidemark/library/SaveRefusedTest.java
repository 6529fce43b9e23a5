package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaveRefusedTest {
  private static final String NAME = "design-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  @Test
  @Proves({"R-004-20", "R-004-05", "R-COM-14"})
  void summaries_over_the_limit_are_refused_each_by_name_and_nothing_is_written() {
    desk.manager.save("design", Desk.fresh(), "auth");
    var before = desk.everything();
    var summary = Desk.words(501);
    var document =
        Desk.json(
            """
            {"version":1,"state":{"context_summary":"%s"},
             "phases":{"a":{"context_summary":"%s"},"b":{"context_summary":"%s"}}}\
            """
                .formatted(summary, summary, Desk.words(500)));

    assertThat(desk.manager.save("design", document, "auth")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "State Context summary exceeds 500 token limit (actual: 501 tokens)",
            "Phase \"a\" Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(desk.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {"{\"version\":2};2", "{\"version\":\"1\"};\"1\"", "{};undefined"})
  @Proves("R-004-21")
  void another_version_is_not_saved(String document, String version) {
    assertThat(desk.manager.save("design", Desk.json(document), "auth")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "Cannot save checkpoint with unsupported schema version: " + version + " (expected 1)");
    assertThat(desk.file(NAME)).doesNotExist();
  }

  @Test
  @Proves({"R-004-24", "R-COM-07"})
  void a_folder_that_cannot_be_written_is_false_with_one_line() throws IOException {
    Files.createDirectories(desk.file("").getParent());
    Files.writeString(desk.file(""), "I am a file");

    assertThat(desk.manager.save("design", Desk.fresh(), "auth")).isFalse();

    assertThat(desk.said())
        .singleElement()
        .asString()
        .startsWith("Failed to save checkpoint: ")
        .endsWith(".claude/state is a file where a folder should be");
    assertThat(Files.readString(desk.file(""))).isEqualTo("I am a file");
  }

  @Test
  @Proves({"R-004-11", "R-004-24"})
  void two_features_with_one_file_name_are_kept_apart() {
    assertThat(desk.manager.save("design", Desk.fresh(), "a/b")).isTrue();
    var before = desk.text("design-a-b.json");

    assertThat(desk.manager.save("design", Desk.fresh(), "a-b")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "Failed to save checkpoint: .claude/state/design-a-b.json belongs to feature \"a/b\","
                + " not to \"a-b\"");
    assertThat(desk.text("design-a-b.json")).isEqualTo(before);
  }

  @Test
  @Proves("R-004-11")
  void a_feature_cannot_be_called_checkpoint() {
    assertThat(desk.manager.save("design", Desk.fresh(), "checkpoint")).isFalse();
    assertThat(desk.said())
        .containsExactly(
            "Failed to save checkpoint: a feature cannot be named \"checkpoint\": its file would be"
                + " the one of design without a feature");

    assertThat(desk.manager.load("design", "CHECKPOINT")).isNull();
    assertThat(desk.said()).singleElement().asString().startsWith("Failed to load checkpoint: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "{\"version\":2};Unsupported checkpoint schema version: 2 (expected 1)",
        "[1];expected a JSON object"
      })
  @Proves("R-004-36")
  void what_is_not_ours_is_neither_replaced_nor_set_aside(String text, String reason) {
    desk.put(NAME, text);

    assertThat(desk.manager.save("design", Desk.fresh(), "auth")).isFalse();

    assertThat(desk.said())
        .singleElement()
        .asString()
        .startsWith("Failed to save checkpoint: ")
        .contains(reason);
    assertThat(desk.text(NAME)).isEqualTo(text);
    assertThat(desk.file("").toFile().list()).containsExactly(NAME);
  }
}

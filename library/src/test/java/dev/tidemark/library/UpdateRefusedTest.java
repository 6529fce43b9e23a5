package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateRefusedTest {
  private static final String NAME = "design-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  private void update(String phase, String data) {
    assertThat(desk.manager.updatePhase("design", phase, Desk.json(data), "auth")).isTrue();
  }

  private void status(String phase, String status) {
    update(phase, "{\"status\":\"" + status + "\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "{\"version\":2};Unsupported checkpoint schema version: 2 (expected 1)",
        "[];expected a JSON object"
      })
  @Proves("R-004-36")
  void what_is_not_ours_is_refused_and_stays(String text, String reason) {
    desk.put(NAME, text);

    assertThat(desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "auth")).isFalse();

    assertThat(desk.said())
        .singleElement()
        .asString()
        .startsWith("Failed to update phase: ")
        .contains(reason);
    assertThat(desk.text(NAME)).isEqualTo(text);
  }

  @Test
  @Proves({"R-004-38", "R-002-07"})
  void an_unknown_status_is_refused_with_the_five_words() {
    var done = Desk.json("{\"status\":\"done\"}");

    assertThat(desk.manager.updatePhase("design", "a", done, "auth")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "Failed to update phase: status \"done\" is none of pending, in_progress, complete,"
                + " failed, skipped; did you mean complete?");
    assertThat(desk.file(NAME)).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"status\":null}", "{\"status\":1}", "{\"status\":[\"complete\"]}"})
  @Proves("R-004-38")
  void a_status_that_is_no_word_is_refused(String data) {
    assertThat(desk.manager.updatePhase("design", "a", Desk.json(data), "auth")).isFalse();
    assertThat(desk.said()).singleElement().asString().startsWith("Failed to update phase: status");
  }

  @Test
  @Proves("R-004-38")
  void no_data_and_no_name_are_refused() {
    assertThat(desk.manager.updatePhase("design", "a", null, "auth")).isFalse();
    assertThat(desk.said()).containsExactly("Failed to update phase: no phase data");
    for (var name : new String[] {null, "", "  "}) {
      assertThat(desk.manager.updatePhase("design", name, JsonObject.EMPTY, "auth")).isFalse();
      assertThat(desk.said()).containsExactly("Failed to update phase: a phase needs a name");
    }
  }

  @Test
  @Proves({"R-004-20", "R-COM-14"})
  void a_summary_over_the_limit_is_refused_and_the_file_stays() {
    status("a", "in_progress");
    var before = desk.everything();
    var data = Desk.json("{\"context_summary\":\"" + Desk.words(501) + "\"}");

    assertThat(desk.manager.updatePhase("design", "a", data, "auth")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "Phase \"a\" Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(desk.everything()).isEqualTo(before);
  }
}

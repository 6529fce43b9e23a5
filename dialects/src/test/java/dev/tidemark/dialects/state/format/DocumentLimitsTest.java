package dev.tidemark.dialects.state.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.state.Run;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How large documents may become, and when that is said.
class DocumentLimitsTest {
  private static final int COMFORTABLE = 50 * 1024;

  private static String data(String text) {
    return "{\"status\":\"in_progress\",\"x\":\"" + text + "\"}";
  }

  private static int bytes(Run run) {
    return run.text.getBytes(UTF_8).length;
  }

  private static Run with(String text) {
    return Run.of("design", "x").update("a", data(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "~\u007f", "\u0080", "éé", "\u07ff", "\u0800", "漢", "\ud83d\ude00"})
  @Proves("R-004-O7")
  void a_document_of_more_than_50_kb_is_spoken_of(String letters) {
    int room = COMFORTABLE - bytes(with(letters));

    var most = with(letters + "x".repeat(room));
    assertThat(bytes(most)).isEqualTo(COMFORTABLE);
    assertThat(most.codes()).isEmpty();

    var more = with(letters + "x".repeat(room + 1));
    assertThat(more.notices)
        .extracting(notice -> notice.code() + ": " + notice.text())
        .containsExactly(
            "large-document: the checkpoint has 50 KB; agents read it whole, so keep it below 50");
  }

  @Test
  @Proves("R-004-O7")
  void it_is_said_when_a_document_becomes_large_and_not_again() {
    int room = COMFORTABLE - bytes(with(""));
    var run = with("x".repeat(room));
    assertThat(run.dialect.format().decode(run.id, run.text).notices()).isEmpty();

    assertThat(run.update("a", "{\"y\":1}").codes()).containsExactly("large-document");
    assertThat(run.dialect.format().decode(run.id, run.text).notices())
        .extracting(notice -> notice.code())
        .containsExactly("large-document");
    assertThat(run.update("a", "{\"y\":2}").codes()).isEmpty();
  }

  @Test
  @Proves("R-004-O7")
  void a_document_that_grows_in_steps_is_spoken_of_as_well() {
    var run = with("x".repeat(20 * 1024));
    assertThat(run.update("b", data("x".repeat(20 * 1024))).codes()).isEmpty();

    assertThat(run.update("c", data("x".repeat(20 * 1024))).codes())
        .containsExactly("large-document");
  }

  @Test
  @Proves("R-USR-14")
  void data_that_nests_too_deeply_is_refused_before_anything_else() {
    for (var deep : List.of(nested(true), nested(false))) {
      var document = JsonObject.EMPTY.with("x", deep);
      var none = JsonObject.EMPTY;

      var merging = Run.of("design", "x");
      assertThat(merging.refused(new Change.MergePhase(new PhaseName("a"), document, none)).code())
          .isEqualTo("too-deep");
      assertThat(Run.of("design", "x").refused(new Change.SaveDocument(document)).code())
          .isEqualTo("too-deep");
    }
  }

  private static Json nested(boolean objects) {
    Json value = JsonNumber.of(1);
    for (int i = 0; i < 200; i++) {
      value = objects ? JsonObject.EMPTY.with("x", value) : JsonArray.of(List.of(value));
    }
    return value;
  }

  @Test
  void a_change_that_could_make_it_large_is_measured_and_no_other() {
    var large = Run.json("{\"x\":\"" + "x".repeat(COMFORTABLE) + "\"}");
    var notices = new ArrayList<Notice>();

    assertThat(DocumentLimits.tooLarge(large, 1, COMFORTABLE - 1, notices)).isNull();
    assertThat(notices).isEmpty();
    assertThat(DocumentLimits.tooLarge(large, 1, COMFORTABLE, notices)).isNull();
    assertThat(notices).containsExactly(DocumentLimits.large(large.toString().length()));
  }

  @Test
  void a_document_of_as_many_bytes_as_readers_accept_is_not_refused() {
    var text = "{\"x\":\"%s\"}";
    int room = JsonText.MAX_BYTES - JsonText.pretty(Run.json(text.formatted(""))).length();
    var most = Run.json(text.formatted("x".repeat(room)));
    var more = most.with("x", "x".repeat(room + 1));

    assertThat(DocumentLimits.tooLarge(most, COMFORTABLE, 1, new ArrayList<>())).isNull();
    assertThat(DocumentLimits.tooLarge(more, COMFORTABLE, 1, new ArrayList<>()))
        .extracting(blocker -> blocker.code())
        .isEqualTo("too-large");
  }

  @Test
  void the_length_of_a_document_is_that_of_its_text_without_what_is_around_it() {
    assertThat(DocumentLimits.length(Run.json("  {\"x\":1} \n"))).isEqualTo(7);
    assertThat(DocumentLimits.length(JsonObject.EMPTY.with("x", "y"))).isZero();
  }
}

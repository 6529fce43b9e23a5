package dev.tidemark.dialects.state.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.state.Trees;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of all formats, and what is special about this one.
class StateFormatTest extends FormatContract<StateCheckpoint> {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");

  private static StateCheckpoint decode(String text) {
    return new StateFormat().decode(ID, text).checkpoint();
  }

  @Test
  @Proves({"R-002-03", "R-004-23"})
  void goldens_of_the_origin_are_spelled_as_its_own_tool_spells_them() {
    for (var name :
        List.of("schema-example.json", "design-example.json", "finished.json", "minimal.json")) {
      var text = Goldens.of("state").text(name);

      assertThat(JsonText.pretty(JsonText.parse(text))).isEqualTo(text);
      assertThat(new StateFormat().encode(decode(text), "")).isEqualTo(text);
    }
  }

  @Test
  void phases_stand_in_the_order_they_were_begun_and_those_ahead_follow() {
    var phases = decode(Goldens.of("state").text("schema-example.json")).phases();

    assertThat(phases)
        .extracting(phase -> phase.name().value())
        .containsExactly("research", "design", "implementation", "validation");
    assertThat(phases)
        .extracting(Phase::status)
        .containsExactly(
            PhaseStatus.COMPLETE,
            PhaseStatus.COMPLETE,
            PhaseStatus.IN_PROGRESS,
            PhaseStatus.PENDING);
    assertThat(phases.getFirst().endedAt()).isEqualTo("2026-01-29T10:45:00.000Z");
    assertThat(phases.get(2).endedAt()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.0", "1e0", "10e-1"})
  @Proves({"R-004-14", "R-002-04"})
  void a_number_equal_to_one_is_version_one(String version) {
    assertThat(decode("{\"version\":" + version + "}").phases()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"version\":2}        ; 2",
        "{\"version\":\"1\"}    ; \"1\"",
        "{\"version\":1.5}      ; 1.5",
        "{\"version\":null}     ; null",
        "{\"version\":[1, 2]}   ; [1,2]",
        "{}                     ; undefined",
        "{\"version\":1,\"version\":3} ; 3",
      })
  @Proves({"R-004-14", "R-002-04"})
  void any_other_version_is_named_as_the_document_spells_it(String text, String version) {
    assertThatThrownBy(() -> decode(text))
        .isInstanceOfSatisfying(
            UnknownVersionException.class,
            unknown -> assertThat(unknown.foundVersion()).isEqualTo(version));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " \n", "\ufeff", "{ invalid json }", "{\"version\":1", "{}{}", "{'a':1}"})
  @Proves("R-004-13")
  void text_that_is_not_json_is_unreadable(String text) {
    assertThatThrownBy(() -> decode(text)).isInstanceOf(UnreadableException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"state\":[]                          ; state is not an object",
        "\"state\":{\"pending_phases\":\"a\"}  ; state.pending_phases is not an array of names",
        "\"state\":{\"completed_phases\":[1]}  ; state.completed_phases holds something",
        "\"state\":{\"current_phase\":1}       ; state.current_phase is not a phase's name",
        "\"phases\":\"none\"                   ; phases is not an object",
        "\"phases\":{\"a\":null}               ; phases.a is not an object",
        "\"phases\":{\"a\":{\"status\":\"done\"}} ; phases.a.status is \"done\", which is none",
        "\"feature\":7                         ; feature is not a string",
      })
  @Proves({"R-002-07", "R-004-38"})
  void wrong_types_inside_are_read_as_missing_with_a_notice(String field, String notice) {
    var decodeResult = new StateFormat().decode(ID, "{\"version\":1," + field + "}");

    assertThat(decodeResult.notices()).hasSize(1);
    assertThat(decodeResult.notices().getFirst().text()).startsWith(notice);
    assertThat(decodeResult.checkpoint().current()).isEmpty();
  }

  @Test
  @Proves("R-004-38")
  void missing_parts_are_nothing_to_talk_about() {
    assertThat(new StateFormat().decode(ID, "{\"version\":1}").notices()).isEmpty();
  }

  @Test
  @Proves("R-004-O7")
  void a_document_of_more_than_50_kb_is_noticed() {
    var text = "{\"version\":1,\"x\":\"" + "x".repeat(60_000) + "\"}";

    assertThat(new StateFormat().decode(ID, text).notices())
        .extracting(notice -> notice.code())
        .containsExactly("large-document");
  }

  @Override
  protected Format<StateCheckpoint> format() {
    return new StateFormat();
  }

  @Override
  protected CheckpointId id() {
    return ID;
  }

  @Override
  protected List<Golden> goldens() {
    return Goldens.of("state").all();
  }

  @Override
  protected List<Edit<StateCheckpoint>> edits() {
    return List.of(
        new Edit<>(c -> with(c, "updated_at"), line -> line.contains("updated_at")),
        new Edit<>(c -> with(c, "new_at"), line -> line.contains("new_at")),
        new Edit<>(
            c -> new StateCheckpoint(c.id(), c.root().without("head_commit")),
            line -> line.contains("head_commit")));
  }

  @Override
  protected List<String> newerDocuments() {
    return List.of(
        "{\"version\":2}", "{\"version\":2,\"state\":\"new\"}", "{}", "{\"version\":{}}");
  }

  @Override
  protected List<String> unusableDocuments() {
    var deep = "{\"version\":1,\"x\":" + "[".repeat(300) + "]".repeat(300) + "}";
    var large = "{\"version\":1,\"x\":\"" + "x".repeat(6_000_000) + "\"}";
    return List.of(deep, large, "[]", "1", "null", "\"text\"");
  }

  @Provide
  @Override
  protected Arbitrary<StateCheckpoint> checkpoints() {
    return Trees.checkpoints();
  }

  private static StateCheckpoint with(StateCheckpoint checkpoint, String key) {
    var root = checkpoint.root().with(key, "2026-11-21T00:00:00.000Z");
    return new StateCheckpoint(checkpoint.id(), root);
  }

  @ParameterizedTest
  @CsvSource({"2, true", "1.5, true", "0, false", "-3, false", "'\"2\"', false", "null, false"})
  void only_a_greater_number_is_a_newer_version(String version, boolean newer) {
    assertThatThrownBy(() -> decode("{\"version\":" + version + "}"))
        .isInstanceOfSatisfying(
            UnknownVersionException.class,
            unknown -> assertThat(unknown.isNewer()).isEqualTo(newer));
  }

  @ParameterizedTest
  @CsvSource({"20, 0", "21, 1", "23, 3"})
  void of_many_odd_places_twenty_are_listed(int places, int more) {
    var phases = new StringBuilder();
    for (int i = 0; i < places; i++) {
      phases.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":7");
    }

    var notices =
        new StateFormat().decode(ID, "{\"version\":1,\"phases\":{" + phases + "}}").notices();

    assertThat(notices).hasSize(more > 0 ? 21 : 20);
    assertThat(notices.get(19).text())
        .isEqualTo("phases.p19 is not an object, and is read as if it were missing");
    assertThat(notices.getLast().text())
        .endsWith(
            more > 0
                ? "has " + more + " more such places: tidemark validate lists them"
                : "missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,2]",
        "3",
        "{}",
        "{\"items\":[]}",
        "{\"version\":1,\"updated_at\":\"2026-11-28\",\"items\":[]}",
        "{\"version\":0,\"state\":{\"count\":1}}",
        "{\"plan\":\"a.md\",\"phases\":[{\"phase\":0,\"status\":\"done\"}]}",
        "{\"items\": [1, ",
        "{\"a\":1}\n{\"a\":2}\n",
      })
  @Proves("R-004-48")
  void a_document_of_another_schema_is_foreign(String text) {
    assertThat(new StateFormat().attribution(text)).isEqualTo(Attribution.FOREIGN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{ invalid json }",
        "{\"comm",
        "{\"version\": 1,",
        "{\"version\":2}",
        "{\"version\":1,\"state\":{}}",
        "{\"version\":1,\"phases\":{}}",
        "{\"version\":2,\"command\":\"implement\",\"steps\":[]}",
        "{\"command\":\"implement\",\"state\":{},\"more\":1}",
        "{\"state\":{\"current_phase\":null},\"phases\":{},\"more\":1}",
      })
  @Proves({"R-004-13", "R-004-38", "R-USR-21"})
  void a_damaged_newer_or_incomplete_document_is_not_foreign(String text) {
    assertThat(new StateFormat().attribution(text).foreign()).isFalse();
  }

  @Test
  void a_document_names_its_run_even_if_it_was_cut_off() {
    for (var name : List.of("schema-example.json", "design-example.json", "finished.json")) {
      var text = Goldens.of("state").text(name);
      var whole = new StateFormat().attribution(text);

      assertThat(whole.workflow()).isEqualTo(decode(text).command().orElse(null));
      assertThat(whole.item()).isEqualTo(decode(text).feature().orElse(null));
      assertThat(new StateFormat().attribution(text.substring(0, text.length() - 20)))
          .isEqualTo(whole);
      for (int end = 0; end < text.length(); end++) {
        assertThat(new StateFormat().attribution(text.substring(0, end)).foreign()).isFalse();
      }
    }
  }
}

package dev.tidemark.dialect;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViolationListTest {
  private static final JsonObject DOCUMENT =
      (JsonObject)
          JsonText.parse(
              "{\"text\":\"x\",\"none\":null,\"number\":7,\"object\":{\"n\":1},"
                  + "\"list\":[\"a\",8,\"b\",{}]}");

  private final ViolationList list = new ViolationList();

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "name, $.name",
        "a-b_9, $.a-b_9",
        "\u00fc1, $.\u00fc1",
        "``, $[\"\"]",
        "a b, $[\"a b\"]",
        ".a, $[\".a\"]",
        "a\", $[\"a\\\"\"]",
      })
  void a_key_that_is_no_plain_word_stands_in_brackets(String key, String path) {
    assertThat(ViolationList.path("$", key)).isEqualTo(path);
  }

  @Test
  void a_field_of_another_type_is_an_error() {
    for (var key : List.of("text", "none", "number", "missing")) {
      list.string("$", DOCUMENT, key);
    }
    assertThat(list.violations())
        .containsExactly(
            error("$.none", "must be a string", "null"),
            error("$.number", "must be a string", "7"));
  }

  @Test
  void a_field_that_may_be_null_is_no_error() {
    for (var key : List.of("text", "none", "number", "missing")) {
      list.stringOrNull("$", DOCUMENT, key);
    }
    assertThat(list.violations())
        .containsExactly(error("$.number", "must be a string or null", "7"));
  }

  @Test
  void a_value_must_be_of_its_kind() {
    list.kind("$.number", DOCUMENT.find("number"), Json.Kind.NUMBER, "a number");
    list.kind("$.text", DOCUMENT.find("text"), Json.Kind.NUMBER, "a number");
    list.kind("$.missing", null, Json.Kind.NUMBER, "a number");

    assertThat(list.violations())
        .containsExactly(
            error("$.text", "must be a number", "\"x\""),
            error("$.missing", "must be a number", "undefined"));
  }

  @Test
  void an_object_may_be_missing_only_where_it_is_not_required() {
    assertThat(list.object("$", DOCUMENT, "object", true)).isEqualTo(DOCUMENT.find("object"));
    assertThat(list.object("$", DOCUMENT, "missing", false)).isNull();
    assertThat(list.violations()).isEmpty();

    assertThat(list.object("$", DOCUMENT, "missing", true)).isNull();
    assertThat(list.object("$", DOCUMENT, "text", false)).isNull();
    assertThat(list.violations())
        .containsExactly(
            error("$.missing", "must be an object", "undefined"),
            error("$.text", "must be an object", "\"x\""));
  }

  @Test
  void a_list_has_strings_only_and_may_be_missing_only_where_it_is_not_required() {
    list.strings("$", DOCUMENT, "missing", false);
    assertThat(list.violations()).isEmpty();

    list.strings("$", DOCUMENT, "list", false);
    list.strings("$", DOCUMENT, "text", false);
    list.strings("$", DOCUMENT, "missing", true);
    assertThat(list.violations())
        .containsExactly(
            error("$.list[1]", "must be a string", "8"),
            error("$.list[3]", "must be a string", "{}"),
            error("$.text", "must be an array of strings", "\"x\""),
            error("$.missing", "must be an array of strings", "undefined"));
  }

  @Test
  void violations_stand_in_the_order_of_the_document_a_missing_field_at_the_end_of_its_object() {
    list.error("$.missing", "must exist", null, DOCUMENT);
    list.error("$.object.missing", "must exist", null, DOCUMENT.object("object"));
    list.warning("$.number", "is odd", DOCUMENT.find("number"), DOCUMENT);
    list.error("$.list", "is long", DOCUMENT.find("list"), DOCUMENT);
    list.error("$", "must be an object", null, null);

    assertThat(list.violations())
        .extracting(SchemaViolation::path)
        .containsExactly("$.missing", "$.object.missing", "$.number", "$.list", "$");
    assertThat(list.inOrder())
        .containsExactly(
            error("$", "must be an object", "undefined"),
            new SchemaViolation(WARNING, "$.number", "is odd", "7"),
            error("$.object.missing", "must exist", "undefined"),
            error("$.list", "is long", "[\"a\",8,\"b\",{}]"),
            error("$.missing", "must exist", "undefined"));
  }

  @Test
  void a_value_of_more_than_80_characters_is_cut() {
    list.error("$", "is long", JsonText.parse('"' + "x".repeat(78) + '"'), null);
    list.error("$", "is longer", JsonText.parse('"' + "x".repeat(79) + '"'), null);

    assertThat(list.violations())
        .extracting(SchemaViolation::value)
        .containsExactly('"' + "x".repeat(78) + '"', '"' + "x".repeat(79) + "...");
  }

  @Test
  void of_each_severity_500_are_listed_and_the_others_are_counted() {
    for (int i = 0; i < 500; i++) {
      list.warning("$.w", "is odd", null, null);
      list.error("$.e", "is wrong", null, null);
    }
    var expected = new ArrayList<>(list.violations());
    assertThat(expected).hasSize(1000);

    list.error("$.e", "is wrong", null, null);
    expected.add(error("$", "has more like these than are listed", "1 more"));
    assertThat(list.violations()).isEqualTo(expected);

    list.warning("$.w", "is odd", null, null);
    list.warning("$.w", "is odd", null, null);
    assertThat(list.violations().getLast())
        .isEqualTo(
            new SchemaViolation(WARNING, "$", "has more like these than are listed", "2 more"));
  }

  private static SchemaViolation error(String path, String rule, String value) {
    return new SchemaViolation(ERROR, path, rule, value);
  }
}

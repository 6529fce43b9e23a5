package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a value says, what it equals, and what becomes of it when it is changed.
class JsonValueTest {
  @Test
  void numbers_are_equal_by_their_spelling() {
    assertThat(JsonText.parse("1.0")).isNotEqualTo(JsonText.parse("1"));
    assertThat(JsonText.parse("[1]")).isNotEqualTo(JsonText.parse("[1.0]"));
  }

  @Test
  void values_are_equal_only_to_what_says_the_same() {
    var texts =
        List.of(
            "null",
            "true",
            "false",
            "0",
            "\"0\"",
            "\"null\"",
            "[]",
            "[0]",
            "[0,1]",
            "[1,0]",
            "[[0]]",
            "{}",
            "{\"a\":0}",
            "{\"a\":1}",
            "{\"b\":0}",
            "{\"a\":0,\"b\":1}",
            "{\"b\":1,\"a\":0}",
            "{\"a\":0,\"a\":0}");
    for (var one : texts) {
      for (var other : texts) {
        var value = JsonText.parse(" " + other);

        assertThat(JsonText.parse(one).equals(value)).as(one + other).isEqualTo(one.equals(other));
      }
    }
    assertThat(JsonMember.of("a", JsonNull.NULL))
        .isEqualTo(JsonMember.of("a", JsonNull.NULL))
        .isNotEqualTo(JsonMember.of("b", JsonNull.NULL))
        .isNotEqualTo(JsonMember.of("a", JsonBoolean.of(true)))
        .hasToString("\"a\":null");
  }

  @Test
  void a_hash_tells_values_keys_and_their_order_apart() {
    var texts =
        List.of(
            "null",
            "true",
            "false",
            "7",
            "\"x\"",
            "[0,1,2]",
            "[2,1,0]",
            "{\"a\":0,\"b\":1}",
            "{\"b\":1,\"a\":0}",
            "{\"a\":1,\"b\":0}");

    assertThat(texts.stream().map(text -> JsonText.parse(text).hashCode()).distinct())
        .hasSameSizeAs(texts);
  }

  @Test
  void an_array_is_changed_in_a_copy() {
    var array = JsonArray.ofStrings(List.of("a", "b"));

    assertThat(array.plus(JsonNull.NULL)).hasToString("[\"a\",\"b\",null]");
    assertThat(array.with(0, JsonNull.NULL)).hasToString("[null,\"b\"]");
    assertThat(array.without(0)).hasToString("[\"b\"]");
    assertThat(array).hasToString("[\"a\",\"b\"]");
  }

  @Test
  void of_duplicate_keys_the_last_counts_and_all_are_seen() {
    var object = (JsonObject) JsonText.parse("{\"a\":1,\"b\":2,\"a\":3,\"a\":4}");

    assertThat(object.find("a")).isEqualTo(JsonNumber.of(4));
    assertThat(object.duplicates()).containsExactly("a");
    assertThat(object.with("a", "x")).hasToString("{\"a\":1,\"b\":2,\"a\":3,\"a\":\"x\"}");
    assertThat(object.without("a")).hasToString("{\"b\":2}");
  }

  @Test
  void a_value_of_another_kind_is_not_found_as_a_string() {
    var object = (JsonObject) JsonText.parse("{\"n\":null,\"s\":\"x\",\"l\":[\"a\",1,\"b\"]}");

    assertThat(object.string("n")).isNull();
    assertThat(object.string("missing")).isNull();
    assertThat(object.string("s")).isEqualTo("x");
    assertThat(object.has("n")).isTrue();
    assertThat(object.has("missing")).isFalse();
    assertThat(object.strings("l")).containsExactly("a", "b");
    assertThat(object.strings("s")).isEmpty();
  }

  @Test
  void the_objects_of_an_array_are_found_without_its_other_elements() {
    var object = (JsonObject) JsonText.parse("{\"l\":[{\"x\":1},7,[],{}],\"o\":{\"x\":1}}");

    assertThat(object.objects("l")).hasToString("[{\"x\":1}, {}]");
    assertThat(object.objects("o")).isEmpty();
    assertThat(object.objects("missing")).isEmpty();
  }

  @Test
  void a_value_is_asked_for_as_what_it_is() {
    var object =
        (JsonObject) JsonText.parse("{\"o\":{\"x\":1},\"l\":[1],\"n\":7,\"t\":true,\"f\":false}");

    assertThat(object.object("o")).hasToString("{\"x\":1}");
    assertThat(object.array("l")).hasToString("[1]");
    assertThat(object.number("n")).hasToString("7");
    assertThat(object.isTrue("t")).isTrue();
    for (var key : List.of("f", "n", "missing")) {
      assertThat(object.object(key)).isNull();
      assertThat(object.array(key)).isNull();
      assertThat(object.isTrue(key)).isFalse();
    }
    assertThat(object.number("t")).isNull();
    assertThat(object.size()).isEqualTo(5);
    assertThat(object.without("missing")).isEqualTo(object);
  }

  @Test
  void a_string_that_there_is_not_is_left_out_or_null() {
    var object =
        JsonObject.builder()
            .addIfPresent("a", "x")
            .addIfPresent("b", null)
            .addOrNull("c", "y")
            .addOrNull("d", null)
            .build();

    assertThat(object).hasToString("{\"a\":\"x\",\"c\":\"y\",\"d\":null}");
  }

  @Test
  void with_replaces_in_place_or_appends() {
    var object = JsonObject.builder().add("a", List.of("x")).add("b", "y").build();

    assertThat(object.with("a", "z").with("c", JsonNull.NULL))
        .hasToString("{\"a\":\"z\",\"b\":\"y\",\"c\":null}");
  }

  @Test
  void all_members_of_another_object_replace_in_place_or_are_appended() {
    var object = (JsonObject) JsonText.parse("{\"a\":1,\"b\":2,\"a\":3}");
    var others = (JsonObject) JsonText.parse("{\"c\":4,\"a\":5,\"c\":6,\"d\":7,\"b\":8}");

    assertThat(object.withAll(others)).hasToString("{\"a\":1,\"b\":8,\"a\":5,\"c\":6,\"d\":7}");
    assertThat(object.withAll(JsonObject.EMPTY)).isEqualTo(object);
    assertThat(JsonObject.EMPTY.withAll(object)).hasToString("{\"a\":3,\"b\":2}");
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 40})
  void a_member_is_found_in_an_object_of_any_size_however_often_it_is_asked_for(int size) {
    var builder = JsonObject.builder();
    for (int i = 0; i < size; i++) {
      builder.add("k" + i, i);
    }
    var object = builder.add("k1", "last").build();

    for (int asked = 0; asked < 20; asked++) {
      assertThat(object.find("k0")).isEqualTo(JsonNumber.of(0));
      assertThat(object.find("k1")).isEqualTo(JsonString.of("last"));
      assertThat(object.find("k" + (size - 1))).isEqualTo(JsonNumber.of(size - 1));
      assertThat(object.find("missing")).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "1.0,1",
    "1e2,100",
    "-0,0",
    "-12,-12",
    "9007199254740992,9007199254740992",
    "10e-1,1",
    "9007199254740992.0,9007199254740992",
    "123456789012345678,123456789012345678",
    "-12345678901234567,-12345678901234567"
  })
  void a_whole_number_is_whole_however_spelled(String spelling, long value) {
    assertThat(JsonNumber.spelled(spelling).wholeValue()).hasValue(value);
    assertThat(JsonNumber.spelled(spelling).isWhole(value)).isTrue();
    assertThat(JsonNumber.spelled(spelling).isWhole(value + 1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1e400", "12345678901234567890", "-1e-5"})
  void what_is_not_whole_or_not_exact_has_no_whole_value(String spelling) {
    assertThat(JsonNumber.spelled(spelling).wholeValue()).isEqualTo(OptionalLong.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "1 ", "0x1", "--1"})
  void a_misspelled_number_is_a_bug_of_the_caller(String spelling) {
    assertThatThrownBy(() -> JsonNumber.spelled(spelling))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

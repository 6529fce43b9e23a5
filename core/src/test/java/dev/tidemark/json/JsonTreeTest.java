package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTreeTest {

  @Test
  void members_of_a_parsed_object_know_where_they_stood() {
    var text = "\ufeff { \"k\\u0065y\" : [ true ] }";
    var object = (JsonObject) JsonText.parse(text);
    var member = object.members().get(0);

    assertThat(text.substring(object.start(), object.end())).startsWith("{").endsWith("}");
    assertThat(text.substring(member.keyStart(), member.keyEnd())).isEqualTo("\"k\\u0065y\"");
    assertThat(text.substring(member.value().start(), member.value().end())).isEqualTo("[ true ]");
    assertThat(member.key()).isEqualTo("key");
  }

  @Property(tries = 500)
  void every_span_holds_the_value_it_belongs_to(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var text = trees.printedWildly(trees.tree(4));

    checkSpans(text, JsonText.parse(text));
  }

  private static void checkSpans(String text, Json value) {
    assertThat(JsonText.parse(text.substring(value.start(), value.end()))).isEqualTo(value);
    if (value instanceof JsonObject object) {
      object.members().forEach(member -> checkSpans(text, member.value()));
    } else if (value instanceof JsonArray array) {
      array.elements().forEach(element -> checkSpans(text, element));
    }
  }

  @Test
  void a_made_value_has_no_span_and_equals_the_parsed_one() {
    var made = JsonObject.builder().add("a", 1).add("b", true).addOrNull("c", null).build();

    assertThat(made.start()).isNegative();
    assertThat(made).isEqualTo(JsonText.parse(" {\"a\":1, \"b\":true,\"c\":null}"));
    assertThat(made).hasSameHashCodeAs(JsonText.parse("{\"a\":1,\"b\":true,\"c\":null}"));
  }

  @Test
  @Proves("R-USR-14")
  void two_hundred_levels_are_read_and_one_more_is_refused() {
    assertThat(JsonText.parse("[".repeat(200) + "]".repeat(200))).isInstanceOf(JsonArray.class);
    assertRefused("[".repeat(201) + "]".repeat(201), JsonException.Reason.TOO_DEEP);
    assertRefused("{\"a\":[".repeat(101) + "]}".repeat(101), JsonException.Reason.TOO_DEEP);
    assertRefused("[".repeat(100_000), JsonException.Reason.TOO_DEEP);
  }

  @Test
  @Proves("R-USR-14")
  void five_mebibytes_are_read_and_one_more_byte_is_refused() {
    var most = JsonText.MAX_BYTES;
    assertThat(JsonText.parse('"' + "x".repeat(most - 2) + '"')).isInstanceOf(JsonString.class);
    assertRefused('"' + "x".repeat(most - 1) + '"', JsonException.Reason.TOO_LARGE);
    assertRefused('"' + "\u20ac".repeat(most / 3) + "x\"", JsonException.Reason.TOO_LARGE);
    assertThat(JsonText.parse('"' + "\u20ac".repeat(most / 3 - 1) + '"')).isNotNull();
    assertThat(JsonText.parse('"' + "\ud83d\ude00".repeat(most / 4 - 1) + '"')).isNotNull();
    assertRefused('"' + "\ud83d\ude00".repeat(most / 4) + '"', JsonException.Reason.TOO_LARGE);
  }

  @ParameterizedTest
  @CsvSource({
    "\u007f, 1",
    "\u0080, 2",
    "\u07ff, 2",
    "\u0800, 3",
    "\ud7ff, 3",
    "\ue000, 3",
    "\ud83d\ude00, 4"
  })
  void a_text_is_as_long_as_its_UTF_8(String characters, int bytes) {
    var text = '"' + characters + '"';

    assertThat(JsonText.parse(text, bytes + 2)).isEqualTo(JsonString.of(characters));
    assertThatThrownBy(() -> JsonText.parse(text, bytes + 1))
        .isInstanceOfSatisfying(
            JsonException.class,
            thrown -> assertThat(thrown.reason()).isEqualTo(JsonException.Reason.TOO_LARGE));
  }

  private static void assertRefused(String text, JsonException.Reason reason) {
    assertThatThrownBy(() -> JsonText.parse(text))
        .isInstanceOfSatisfying(
            JsonException.class, thrown -> assertThat(thrown.reason()).isEqualTo(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{n  \"a\": x}    | 2 | 8 | expected a value but found 'x'",
        "{\"a\" 1}        | 1 | 6 | expected ':' but found '1'",
        "{\"a\":1 2}      | 1 | 8 | expected ',' or '}' but found '2'",
        "{1:2}            | 1 | 2 | expected a key or '}' but found '1'",
        "{\"a\":1,}       | 1 | 8 | expected a key but found '}'",
        "[1,n2            | 2 | 2 | expected ',' or ']' but found the end",
        "[-]              | 1 | 3 | expected a digit but found ']'",
        "[\"\\x\"]        | 1 | 4 | expected one of \"\\/bfnrtu but found 'x'",
        "[\"\\u12g4\"]    | 1 | 7 | expected four hexadecimal digits but found 'g'",
        "[]rn[]           | 2 | 1 | expected the end of the text but found '['",
        "[rr*]            | 3 | 1 | expected a value or ']' but found '*'",
      })
  void a_message_says_what_was_expected_and_where(
      String shown, int line, int column, String message) {
    var text = shown.replace('n', '\n').replace('r', '\r');

    assertThatThrownBy(() -> JsonText.parse(text))
        .hasMessage("line " + line + ", column " + column + ": " + message)
        .isInstanceOfSatisfying(
            JsonException.class,
            thrown -> {
              assertThat(thrown.line()).isEqualTo(line);
              assertThat(thrown.column()).isEqualTo(column);
              assertThat(text.substring(thrown.offset())).startsWith(found(message));
            });
  }

  /// What the end of a message quotes, or nothing at the end of the text.
  private static String found(String message) {
    return message.endsWith("'")
        ? message.substring(message.length() - 2, message.length() - 1)
        : "";
  }
}

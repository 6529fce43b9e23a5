package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSpliceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1}              | {\"a\":1,\"b\":[1,{\"c\":2}]}  | {\"a\":1,\"b\":[1,{\"c\":2}]}",
        "{\"a\": 1, \"b\": 2}   | {\"a\":1,\"b\":2,\"c\":3}      | {\"a\": 1, \"b\": 2, \"c\": 3}",
        "{ \"a\": 1 }           | {\"a\":1,\"b\":[1,2]}          | { \"a\": 1, \"b\": [1, 2] }",
        "{ \"a\": 1 }           | {\"b\":2,\"a\":1}              | { \"b\": 2, \"a\": 1 }",
        "{ \"a\": 1 }           | {}                             | {}",
        "{\"a\":1,  \"b\":2}    | {\"b\":2}                      | {\"b\":2}",
        "{\"a\":1 , \"b\" : 2}  | {\"a\":1,\"b\":3}              | {\"a\":1 , \"b\" : 3}",
        "[1, 2,3]               | [1,2,3,4]                      | [1, 2,3,4]",
        "[1, 2]                 | [1,{\"a\":5},2]                | [1, {\"a\": 5}, 2]",
        "[1,2,3]                | [1,3]                          | [1,3]",
        "[ 1.0, 1e2 ]           | [1.0,3]                        | [ 1.0, 3 ]",
        "{\"a\":1,\"a\":2}      | {\"a\":1,\"a\":5}              | {\"a\":1,\"a\":5}",
        "[\"\\u0041\",1]        | [\"A\",2]                      | [\"\\u0041\",2]",
        "{\"\\u0061\":1}        | {\"a\":2}                      | {\"\\u0061\":2}",
        "{\"a\": 1, \"b\": 2}   | {\"a\":1}                      | {\"a\": 1}",
        "{\"\\u0061\":1,\"b\":2} | {\"b\":2,\"a\":1}             | {\"b\":2,\"\\u0061\":1}",
        "{\"b\":0,\"a\":1,\"\\u0061\":2} | {\"a\":1,\"a\":3} | {\"a\":1,\"\\u0061\":3}",
        "[1, 1,  1]             | [1,1]                          | [1, 1]",
        "[1,2,   3]             | [1,2,9,3]                      | [1,2,9,3]",
        "[1]                    | [1,{\"a\":2}]                  | [1,{\"a\":2}]",
        "{\"a\":1, \"b\":[1]}   | {\"a\":1,\"b\":[1,{\"c\":2}]}  | {\"a\":1, \"b\":[1, {\"c\":2}]}",
        "[1, 2 ,3]              | [1,2,3,4]                      | [1, 2 ,3, 4]",
        "` \"\\u0041\" `       | \"A\"                          | ` \"\\u0041\" `",
      })
  void a_line_keeps_its_spaces(String before, String next, String expected) {
    assertThat(JsonSplice.apply(before, JsonText.parse(next))).isEqualTo(expected);
  }

  @Test
  @Proves("R-COM-04")
  void byte_order_mark_line_ends_and_final_newline_stay() {
    var before = "\ufeff{\r\n\t\"a\": 1,\r\n\t\"list\": [ \"x\" ]\r\n}\r\n";
    var next = (JsonObject) JsonText.parse(before);

    var added = next.with("b", JsonArray.ofStrings(java.util.List.of("y"))).with("a", "z");

    assertThat(JsonSplice.apply(before, added))
        .isEqualTo(
            "\ufeff{\r\n\t\"a\": \"z\",\r\n\t\"list\": [ \"x\" ],"
                + "\r\n\t\"b\": [\r\n\t\t\"y\"\r\n\t]\r\n}\r\n");
  }

  @Test
  @Proves("R-004-23")
  void new_keys_are_appended_and_unknown_ones_stay_where_they_are() {
    var before = "{\n  \"mine\": [1,   2],\n  \"version\": 1,\n\n  \"also\": null\n}\n";
    var next = ((JsonObject) JsonText.parse(before)).with("version", JsonNumber.of(2));

    assertThat(JsonSplice.apply(before, next.with("new", JsonObject.EMPTY)))
        .isEqualTo(
            "{\n  \"mine\": [1,   2],\n  \"version\": 2,\n\n  \"also\": null,\n  \"new\": {}\n}\n");
  }

  @Test
  void a_member_cut_from_the_middle_takes_its_own_line_only() {
    var before = "{\n    \"a\": 1,\n    \"b\": 2,\n\n    \"c\": 3\n}";

    assertThat(JsonSplice.apply(before, ((JsonObject) JsonText.parse(before)).without("b")))
        .isEqualTo("{\n    \"a\": 1,\n\n    \"c\": 3\n}");
  }

  @Test
  void an_empty_container_in_an_indented_text_opens_with_the_indent_of_its_level() {
    var before = "{\n    \"a\": {\n        \"b\": []\n    }\n}";
    var next = JsonText.parse("{\"a\":{\"b\":[{\"c\":1}]}}");

    assertThat(JsonSplice.apply(before, next))
        .isEqualTo(
            """
            {
                "a": {
                    "b": [
                        {
                            "c": 1
                        }
                    ]
                }
            }\
            """);
  }

  @Test
  void an_element_put_in_front_or_cut_leaves_the_others_alone() {
    var before = "[\n  {\"id\":1},\n  { \"id\": 2 }\n]";

    assertThat(JsonSplice.apply(before, JsonText.parse("[{\"id\":0},{\"id\":1},{\"id\":2}]")))
        .isEqualTo("[\n  {\n    \"id\": 0\n  },\n  {\"id\":1},\n  { \"id\": 2 }\n]");
    assertThat(JsonSplice.apply(before, JsonText.parse("[{\"id\":2}]")))
        .isEqualTo("[\n  { \"id\": 2 }\n]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // An empty line before an element stays before it.
        "[n 1,n 2,nn 3n] | [1,2,9,3] | [n 1,n 2,n 9,nn 3n]",
        // The bracket that closes stands behind the last item, or is indented itself.
        "{n  \"a\": 1} | {\"a\":1,\"b\":{\"c\":2}} | {n  \"a\": 1,n  \"b\": {n    \"c\": 2n  }}",
        "{\"a\": [n    1n  ]} | {\"a\":[1,[2]]} | {\"a\": [n    1,n    [n      2n    ]n  ]}",
        "{n    \"a\": 1} | {\"a\":1,\"b\":[2]} | {n    \"a\": 1,n    \"b\": [n        2n    ]}",
        // Nothing is indented, so what is new is indented as usual.
        "{n\"a\": 1n} | {\"a\":1,\"b\":{\"c\":2}} | {n\"a\": 1,n\"b\": {n  \"c\": 2n}n}",
        "rn{} | {\"a\":1} | rn{rn  \"a\": 1rn}",
        "{}n | {\"a\":1} | {n  \"a\": 1n}n",
      })
  void what_is_put_in_follows_the_lines_around_it(String before, String next, String expected) {
    assertThat(JsonSplice.apply(lines(before), JsonText.parse(next))).isEqualTo(lines(expected));
  }

  private static String lines(String shown) {
    return shown.replace('n', '\n').replace('r', '\r');
  }

  @Test
  void an_empty_or_blank_text_becomes_a_pretty_one() {
    var next = JsonText.parse("{\"a\":[1]}");

    assertThat(JsonSplice.apply("", next)).isEqualTo(JsonText.pretty(next));
    assertThat(JsonSplice.apply("\ufeff \n", next)).isEqualTo("\ufeff" + JsonText.pretty(next));
  }

  @Test
  void an_unreadable_text_is_not_overwritten() {
    assertThatThrownBy(() -> JsonSplice.apply("{\"a\":", JsonNull.NULL))
        .isInstanceOf(JsonException.class);
  }

  @Test
  void nothing_is_written_that_could_not_be_read_again() {
    Json deep = JsonArray.EMPTY;
    for (int i = 1; i < JsonText.MAX_DEPTH; i++) {
      deep = JsonArray.of(deep);
    }
    var tooDeep = JsonArray.of(deep);

    assertThat(JsonText.parse(JsonSplice.apply("", deep))).isEqualTo(deep);
    assertThatThrownBy(() -> JsonSplice.apply("[1]", tooDeep))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void what_is_put_in_deep_inside_is_no_deeper_than_what_is_read() {
    var before = "[".repeat(199) + "1" + "]".repeat(199);
    var deepest = "[".repeat(199) + "[2]" + "]".repeat(199);
    Json tooDeep = JsonText.parse("[[2]]");
    for (int i = 1; i < 199; i++) {
      tooDeep = JsonArray.of(tooDeep);
    }
    var next = JsonArray.of(tooDeep);

    assertThat(JsonSplice.apply(before, JsonText.parse(deepest))).isEqualTo(deepest);
    assertThatThrownBy(() -> JsonSplice.apply(before, next))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void many_containers_beside_each_other_are_not_deep() {
    var before = "[" + "[1],".repeat(300) + "[1]]";
    var next = "[" + "[2],".repeat(300) + "[2]]";

    assertThat(JsonSplice.apply(before, JsonText.parse(next))).isEqualTo(next);
  }
}

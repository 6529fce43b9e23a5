package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeFencesTest {
  /// Lines are parted by `|`, `.` is a blank, `>` a tab and `#` a dot. Expected is one letter a
  /// line: `c` for code.
  @ParameterizedTest
  @CsvSource({
    "a,                             -",
    "```|a|```|b,                   ccc-",
    "~~~|a|~~~|b,                   ccc-",
    "~~~~|~~~|a|~~~~|b,             cccc-",
    "````|```|a|```|````|b,         ccccc-",
    "```|a|`````|b,                 ccc-",
    "```|~~~|a|```|b,               cccc-",
    "~~~|```|a|~~~|b,               cccc-",
    "```js|a|```js|b|```|c,         ccccc-",
    "```|a|```...|b,                ccc-",
    "```|a|```>|b,                  ccc-",
    "```npm.test```.first|a,        --",
    "```.a`b|c,                     --",
    "~~~.a`b~|c|~~~|d,              ccc-",
    "``|a|``,                       ---",
    "~~|a|~~,                       ---",
    "...```|a|..```|b,              ccc-",
    "....```|a,                     --",
    "```|a|....```|b|```|c,         ccccc-",
    ">```|a,                        --",
    "```|a||b,                      cccc",
    "```|>a|```|b,                  ccc-",
    "'', -",
  })
  void a_fence_is_closed_by_its_own_kind_at_least_as_long_and_alone(String text, String expected) {
    assertThat(kinds(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-.a|..```|..b|..```|c,         -ccc-",
    "-.a|....```|....b|....```|c,   -ccc-",
    "-.a|.....```|.....b|c,         -cc-",
    "-.a|......```|b,               ---",
    "-.a|..-.b|....```|....c|....```|d, --ccc-",
    "10#.a|....```|....b|....```|c, -ccc-",
    "1).a|...```|...b|...```|c,     -ccc-",
    "-.```|..a|..```|b,             ccc-",
    "-.-.```|....a|....```|b,       ccc-",
    "-.a||....```|....b|....```|c,  --ccc-",
    "-.a|..```|..b|c|d,             -cc--",
    "-.a|..```||..b|..```|c,        -cccc-",
    "-|..```|..a|..```|b,           -ccc-",
    "-......a|..```|..b|..```|c,    -ccc-",
    "->a|>```|>b|>```|c,            -ccc-",
    "-a|....```|b,                  ---",
    "1234567890#.a|....```|b,       ---",
    "-.a|..```|..b|.....```|..c,    -ccc-",
    "-.a|..```|......```|..b|..```|c, -cccc-",
    "-....a|........```|.....b|.....```|c, -ccc-",
    "-..a|...```|..b|c,             -c--",
    "-|..```|.b|c,                  -c--",
    "->a|>...```|..b|c,             -c--",
    "-.-|....```|....b|....```|c,   -ccc-",
    "-.a.--|....```|....b|....```|c, -ccc-",
  })
  void in_a_list_a_fence_is_indented_with_its_item_and_ends_with_it(String text, String expected) {
    assertThat(kinds(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a, 0",
    "```, 1",
    "a||~~~|b, 3",
    "```|a, 1",
    "```|```, 0",
    "```|```|a|```, 4",
    "-.```|a, 0",
  })
  void a_fence_is_open_from_its_line_until_it_is_closed(String text, int line) {
    var fences = new CodeFences();
    for (var next : text.replace('.', ' ').split("\\|", -1)) {
      fences.takes(next);
    }

    assertThat(fences.line()).isEqualTo(line);
    assertThat(fences.isOpen()).isEqualTo(line > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "'- a', 0, 1",
    "'a + b', 2, 3",
    "*, 0, 1",
    "'12. a', 0, 3",
    "'7)', 0, 2",
    "'0. a', 0, 2",
    "9., 0, 2",
    "'a 123456789. b', 2, 12"
  })
  void what_begins_an_item_ends_before_the_blank(String line, int at, int end) {
    assertThat(CodeFences.listMarkerEnd(line, at)).isEqualTo(end);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "-a", "--", "1", "1 a", "1.a", ".", "1234567890. a"})
  void what_begins_no_item_has_no_end(String line) {
    assertThat(CodeFences.listMarkerEnd(line, 0)).isEqualTo(-1);
  }

  private static String kinds(String text) {
    var fences = new CodeFences();
    var kinds = new ArrayList<String>();
    for (var line : text.replace('.', ' ').replace('#', '.').replace('>', '\t').split("\\|", -1)) {
      kinds.add(fences.takes(line) ? "c" : "-");
    }
    return String.join("", kinds);
  }

  @ParameterizedTest
  @CsvSource({
    "*.*.*|....```|....b|c,     ----",
    "*.*.*..|....```|....b|c,   ----",
    "-.-.-.-|....```|c,         ---",
    "-.-.-|....```|c,           ---",
    "-.-.a|....```|....b|....```|c, -ccc-",
    "-.*.*.*|..```|..b|..```|c, -ccc-",
  })
  void a_line_across_the_page_is_no_list(String text, String expected) {
    assertThat(kinds(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"- ", "+ ", "* ", "1. "})
  void a_line_of_very_many_markers_is_read_once(String marker) {
    assertThat(new CodeFences().takes(marker.repeat(1_000_000))).isFalse();
    assertThat(new CodeFences().takes(marker.repeat(1_000_000) + "a")).isFalse();
  }
}

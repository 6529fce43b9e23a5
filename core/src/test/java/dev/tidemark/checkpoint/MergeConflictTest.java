package dev.tidemark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeConflictTest {
  private static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text.replace('\'', '"'));
  }

  private static MergeConflict conflict(String ours, String theirs) {
    return new MergeConflict(null, List.of("items"), json(ours), json(theirs));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "{'s':'A'}; {'s':'B'}; s: ours \"A\", theirs \"B\"",
        "{'n':1,'s':'A'}; {}; n: ours 1 \"A\", theirs nothing",
        "{}; {'l':[1]}; l: ours nothing, theirs [1]",
        "{'a':1}; {'b':2}; a: ours 1, theirs 2",
        "{}; {}; : ours nothing, theirs nothing",
      })
  void a_conflict_is_told_in_one_line(String ours, String theirs, String text) {
    assertThat(conflict(ours, theirs).text()).isEqualTo(text);
  }

  @Test
  void a_value_of_more_than_120_characters_is_cut() {
    var longest = "x".repeat(118);

    assertThat(conflict("{'s':'" + longest + "'}", "{'s':'" + longest + "x'}").text())
        .isEqualTo("s: ours \"" + longest + "\", theirs \"" + longest + "x\u2026");
  }

  @Test
  void the_fields_are_those_of_either_side_and_the_sides_have_no_order() {
    var conflict = conflict("{'a':1,'b':2}", "{'b':3,'c':4}");

    assertThat(conflict.fields()).containsExactly("a", "b", "c");
    assertThat(conflict.isSame(conflict("{'b':3,'c':4}", "{'a':1,'b':2}"))).isTrue();
    assertThat(conflict.isSame(conflict("{'a':1,'b':2}", "{'b':3}"))).isFalse();
    assertThat(conflict.isSame(conflict("{'b':3,'c':4}", "{'a':1}"))).isFalse();
  }
}

package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is left of malformed JSON.
class JsonKeysTest {
  private static final List<String> KNOWN = List.of("command", "feature");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"items\" : [; true",
        "{\"a\":\"command\",; true",
        "{\"a\\\"b\":1,; true",
        "{\"a\":1, \"command\":; false",
        "{\"comm; false",
        "{\"command\"; false",
        "[\"a\", \"b\"; false",
        "''; false",
        "\"; false",
        "{\"a\\; false",
      })
  void a_text_with_keys_of_another_schema_only_is_foreign(String text, boolean foreign) {
    assertThat(new JsonKeys(text).isForeign(KNOWN)).isEqualTo(foreign);
  }

  @Test
  void the_first_text_of_a_key_is_found_in_what_is_left() {
    var keys =
        new JsonKeys(
            "{\"command\": \"implement\",\n \"feature\" :\"a b\", \"list\": [\"x\"], \"n\"");

    assertThat(keys.text("command")).isEqualTo("implement");
    assertThat(keys.text("feature")).isEqualTo("a b");
    assertThat(keys.text("list")).isNull();
    assertThat(keys.text("n")).isNull();
  }
}

package dev.tidemark.app.install.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsoncTextTest {
  private static final String SETTINGS =
      """
      // of the user
      {
        "theme": "dark", // at night
        /* a block
           of two lines */
        "tools": ["a", "b",],
        "url": "http://example.org/*no comment*/", /* why */ "n": 1, // the end
      }
      // bye
      """;

  @Test
  void what_is_not_changed_comes_back_byte_for_byte() {
    var jsoncText = JsoncText.of(SETTINGS);

    assertThat(jsoncText.restored(jsoncText.json())).isEqualTo(SETTINGS);
    assertThat(((JsonObject) JsonText.parse(jsoncText.json())).string("url"))
        .contains("/*no comment*/");
  }

  @Test
  void a_change_keeps_every_comment_where_it_was() {
    var jsoncText = JsoncText.of(SETTINGS);
    var settings = (JsonObject) JsonText.parse(jsoncText.json());

    var changed =
        JsonSplice.apply(jsoncText.json(), settings.with("hooks", "new").with("n", "two"));

    assertThat(jsoncText.restored(changed))
        .isEqualTo(SETTINGS.replace("\"n\": 1", "\"n\": \"two\",\n  \"hooks\": \"new\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"a\":\"b // c\"}",
        "{\"a\\\"//\":1}",
        "[1,2]",
        "{,}",
        "/* open",
        "{\t \t\t // x",
        "{\"a"
      })
  void any_text_comes_back_as_it_was(String text) {
    var jsoncText = JsoncText.of(text);

    assertThat(jsoncText.restored(jsoncText.json())).isEqualTo(text);
  }
}

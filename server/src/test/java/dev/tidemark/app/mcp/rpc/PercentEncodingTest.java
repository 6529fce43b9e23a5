package dev.tidemark.app.mcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, state/implement/auth",
    "item/epic/EPIC-001, item/epic/EPIC-001",
    "a b+c, a%20b%2Bc",
    "50%, 50%25",
    "Größe, Gr%C3%B6%C3%9Fe"
  })
  void a_name_survives_the_way_into_a_uri_and_back(String name, String encoded) {
    assertThat(PercentEncoding.encode(name)).isEqualTo(encoded);
    assertThat(PercentEncoding.decode(encoded)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "a%2", "%zz", "%C3", "%ff"})
  void a_damaged_uri_names_nothing(String encoded) {
    assertThat(PercentEncoding.decode(encoded)).isNull();
  }

  @Test
  void what_is_not_encoded_is_taken_as_it_is() {
    assertThat(PercentEncoding.decode("a b+ö")).isEqualTo("a b+ö");
  }
}

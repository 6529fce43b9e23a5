package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a key of a usual form begins and ends, and what only begins like one. None of these was
/// ever in use.
class KeyFormatsTest {
  private static final String BLOCK = "-----END PRIVATE KEY-----";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the key |AKIAAZ09AZ09AZ09AZ09|.",
        "|ASIAIOSFODNN7EXAMPLE|",
        "(|sk-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6|)",
        "|SG.a1B2c3D4e5F6g7H8i9J0k1.L2m3N4o5P6q7R8s9T0u1V2|, rotate it",
        "|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN| x.eyJ",
        "|eyJrIjoia1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4.eyJzdWIiOiIx.dozjgNryP4J3jVmN|",
        "|dapiafAF09bcDE18afAF09bcDE18afAF09bc|",
        "|hf_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6|",
        "|ya29.a1B2c3D4e5F6g7H8i9J0|. next",
        "|sk-proj-aaaaaaaaaaaaaaaaaaaa1B2c3D4e5F6|",
        "my_|ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8|",
        "old-|glpat-a1B2c3D4e5F6g7H8i9J0|",
        "|bot1234567890:AAa1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q|"
      })
  void a_key_begins_and_ends_where_its_characters_do(String marked) {
    assertThat(Secrets.detect(marked.replace("|", "")))
        .extracting(Secret::start, Secret::end)
        .isEqualTo(List.of(tuple(marked.indexOf('|'), marked.lastIndexOf('|') - 1)));
  }

  @Test
  void a_long_key_ends_where_its_characters_do() {
    var key = "sk-proj-" + "a1B2c3D4e5-F6g7H8i9J0".repeat(40);

    assertThat(Secrets.detect(key + ", x"))
        .containsExactly(new Secret("openai-key", 0, key.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AKIAIOSFODNN7EXAMPL",
        "pk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3",
        "cache-key-0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "0027-secrets-are-detected-before-the-rules",
        "dapigfAF09bcDE18afAF09bcDE18afAF09bc",
        "dapiGfAF09bcDE18afAF09bcDE18afAF09bc",
        "dapi`fAF09bcDE18afAF09bcDE18afAF09bc",
        "dapi@fAF09bcDE18afAF09bcDE18afAF09bc",
        "dapi/fAF09bcDE18afAF09bcDE18afAF09bc",
        "dapi:fAF09bcDE18afAF09bcDE18afAF09bc",
        "AKIAIOSFODNN7EXAMPLE1",
        "AKIAIOSFODNN7EXAMPLe",
        "AKIA_OSFODNN7EXAMPLE",
        "sk-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P",
        "sk-abcdefghijklmnopqrstuvwxyzabcdefghij",
        "SG.a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2",
        "SG.a1B2c3D4e5F6g7.H8i9J0k1L2m3N4.o5P6q7R8s9T0u1V2",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0dozjgNryP4J3jVmN",
        "eyJhbGciOiJIUzI1NiJ9.xyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN .eyJ"
      })
  void what_only_begins_like_a_key_is_none(String text) {
    assertThat(Secrets.detect(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|-----BEGIN PRIVATE KEY-----\nMIIE\n" + BLOCK + "|\nafter",
        "|-----BEGIN PRIVATE KEY-----MIIE" + BLOCK + "|",
        "|-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY|",
        "|-----BEGIN PRIVATE KEY-----\nMIIE, cut off|",
        "two:\n|-----BEGIN EC PRIVATE KEY-----\nMIIE\n" + BLOCK + "|\n-----END"
      })
  void a_private_key_goes_to_its_end_or_to_that_of_the_text(String marked) {
    assertThat(Secrets.detect(marked.replace("|", "")))
        .extracting(Secret::kind, Secret::start, Secret::end)
        .isEqualTo(List.of(tuple("private-key", marked.indexOf('|'), marked.lastIndexOf('|') - 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-----BEGIN PRIVATE KEY",
        "-----BEGIN PRIVATE KEY\n-----",
        "-----BEGIN -----PRIVATE KEY",
        "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----"
      })
  void what_does_not_begin_a_private_key_is_none(String text) {
    assertThat(Secrets.detect(text)).isEmpty();
  }
}

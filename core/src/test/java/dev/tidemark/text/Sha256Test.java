package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha256Test {

  @ParameterizedTest
  @CsvSource({
    "'',e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu,"
        + "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  })
  void the_published_vectors_hold(String message, String digest) {
    assertThat(Sha256.hex(message.getBytes(US_ASCII))).isEqualTo(digest);
  }

  @Test
  void a_million_times_a_holds() {
    assertThat(Sha256.hex("a".repeat(1_000_000).getBytes(US_ASCII)))
        .isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }

  @Test
  void every_length_up_to_300_hashes_as_the_platform_does() throws NoSuchAlgorithmException {
    for (int length = 0; length <= 300; length++) {
      assertAsThePlatform(length, length);
    }
  }

  @Property(tries = 300)
  void any_bytes_hash_as_the_platform_does(
      @ForAll long seed, @ForAll @IntRange(max = 5_000) int length)
      throws NoSuchAlgorithmException {
    assertAsThePlatform(seed, length);
  }

  private static void assertAsThePlatform(long seed, int length) throws NoSuchAlgorithmException {
    var message = new byte[length];
    new Random(seed).nextBytes(message);
    var expected = MessageDigest.getInstance("SHA-256").digest(message);

    assertThat(Sha256.of(message)).as("%d bytes", length).isEqualTo(expected);
    assertThat(Sha256.hex(message)).isEqualTo(HexFormat.of().formatHex(expected));
  }
}

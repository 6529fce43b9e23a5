package dev.tidemark.stores.journal.record;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// Both ways to a checksum come to the same.
class ChecksumTest {
  @Test
  void the_checksum_is_the_published_one() {
    var digits = "123456789".getBytes(US_ASCII);

    assertThat(Checksum.few(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(Checksum.many(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(Checksum.of(new byte[32], 0, 32)).isEqualTo(0x8a9136aa);
    assertThat(Checksum.of(digits, 4, 4)).isZero();
  }

  @Test
  void whoever_computes_it_it_is_the_same() {
    var random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      var bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);

      int many = Checksum.many(bytes, from, to);
      assertThat(Checksum.few(bytes, from, to)).isEqualTo(many);
      assertThat(Checksum.of(bytes, from, to)).isEqualTo(many);
    }
  }

  @Test
  void one_long_line_and_what_follows_it_are_as_well() {
    var bytes = new byte[3 * Checksum.FEW];
    new Random(8).nextBytes(bytes);

    for (int end : new int[] {Checksum.FEW - 1, Checksum.FEW, Checksum.FEW + 1, bytes.length, 5}) {
      assertThat(Checksum.of(bytes, 0, end)).isEqualTo(Checksum.few(bytes, 0, end));
    }
  }
}

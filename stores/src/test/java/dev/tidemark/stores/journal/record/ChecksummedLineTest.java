package dev.tidemark.stores.journal.record;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// Both ways to a checksum come to the same.
class ChecksummedLineTest {
  @Test
  void the_checksum_is_the_published_one() {
    var digits = "123456789".getBytes(US_ASCII);

    assertThat(ChecksummedLine.crcInJava(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(ChecksummedLine.crcOfJdk(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(ChecksummedLine.checksum(new byte[32], 0, 32)).isEqualTo(0x8a9136aa);
    assertThat(ChecksummedLine.checksum(digits, 4, 4)).isZero();
  }

  @Test
  void both_implementations_compute_the_same_checksum() {
    var random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      var bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);

      int many = ChecksummedLine.crcOfJdk(bytes, from, to);
      assertThat(ChecksummedLine.crcInJava(bytes, from, to)).isEqualTo(many);
      assertThat(ChecksummedLine.checksum(bytes, from, to)).isEqualTo(many);
    }
  }

  @Test
  void both_agree_on_a_long_line_and_the_lines_after_it() {
    var bytes = new byte[3 * ChecksummedLine.JAVA_MAX_BYTES];
    new Random(8).nextBytes(bytes);

    for (int end :
        new int[] {
          ChecksummedLine.JAVA_MAX_BYTES - 1,
          ChecksummedLine.JAVA_MAX_BYTES,
          ChecksummedLine.JAVA_MAX_BYTES + 1,
          bytes.length,
          5
        }) {
      assertThat(ChecksummedLine.checksum(bytes, 0, end))
          .isEqualTo(ChecksummedLine.crcInJava(bytes, 0, end));
    }
  }
}

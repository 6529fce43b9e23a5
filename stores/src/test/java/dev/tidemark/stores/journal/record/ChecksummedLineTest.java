package dev.tidemark.stores.journal.record;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChecksummedLineTest {
  @Test
  void the_checksum_is_the_published_one() {
    var digits = "123456789".getBytes(US_ASCII);

    assertThat(ChecksummedLine.checksum(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(ChecksummedLine.checksum(new byte[32], 0, 32)).isEqualTo(0x8a9136aa);
    assertThat(ChecksummedLine.checksum(digits, 4, 4)).isZero();
  }
}

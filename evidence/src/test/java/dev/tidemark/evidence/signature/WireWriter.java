package dev.tidemark.evidence.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/// Writer of the data types of SSH (RFC 4251 section 5).
final class WireWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  WireWriter bytes(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  WireWriter uint32(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(value >>> shift);
    }
    return this;
  }

  WireWriter string(byte... bytes) {
    return uint32(bytes.length).bytes(bytes);
  }

  WireWriter string(String text) {
    return string(text.getBytes(UTF_8));
  }

  WireWriter mpint(BigInteger number) {
    return string(number.signum() == 0 ? new byte[0] : number.toByteArray());
  }

  byte[] done() {
    return out.toByteArray();
  }
}

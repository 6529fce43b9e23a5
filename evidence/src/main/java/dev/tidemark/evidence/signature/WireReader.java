package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Parser of the data types of SSH (RFC 4251 section 5): `byte`, `uint32`, `string`, `mpint`.
///
/// Strict: one value has one encoding, and lengths are checked before anything is copied.
final class WireReader {
  /// The longest name (RFC 4251 section 6).
  private static final int NAME_MAX = 64;

  private final byte[] bytes;
  private final String subject;
  private int at;

  /// @param subject the name of the structure, for messages
  WireReader(byte[] bytes, String subject) {
    this.bytes = bytes;
    this.subject = subject;
  }

  /// Reads that many bytes.
  byte[] bytes(int count) throws InvalidSignatureException {
    if (count < 0 || count > bytes.length - at) {
      throw new InvalidSignatureException(MALFORMED, "the " + subject + " ends too early");
    }
    at += count;
    return Arrays.copyOfRange(bytes, at - count, at);
  }

  /// Reads a `byte`.
  int uint8() throws InvalidSignatureException {
    return bytes(1)[0] & 0xff;
  }

  /// Reads a `uint32`; a value above 2^31 is negative.
  int uint32() throws InvalidSignatureException {
    var four = bytes(Integer.BYTES);
    return (four[0] & 0xff) << 24
        | (four[1] & 0xff) << 16
        | (four[2] & 0xff) << 8
        | (four[3] & 0xff);
  }

  /// Reads a `string` of any bytes.
  byte[] string() throws InvalidSignatureException {
    return bytes(uint32());
  }

  /// Reads a name: printable US-ASCII without blanks, at most 64 characters.
  String name() throws InvalidSignatureException {
    var name = string();
    boolean printable = name.length > 0 && name.length <= NAME_MAX;
    for (byte c : name) {
      printable &= c > ' ' && c < 0x7f;
    }
    if (!printable) {
      throw new InvalidSignatureException(MALFORMED, "a name in the " + subject + " is unreadable");
    }
    return new String(name, StandardCharsets.US_ASCII);
  }

  /// Reads an `mpint` above zero, in its shortest encoding.
  BigInteger positive() throws InvalidSignatureException {
    var number = string();
    if (number.length == 0 || number[0] < 0) {
      throw new InvalidSignatureException(
          MALFORMED, "a number in the " + subject + " is not positive");
    }
    if (number[0] == 0 && (number.length == 1 || number[1] >= 0)) {
      throw new InvalidSignatureException(
          MALFORMED, "a number in the " + subject + " has leading zeros");
    }
    return new BigInteger(number);
  }

  /// Makes sure that everything was read.
  void end() throws InvalidSignatureException {
    if (at != bytes.length) {
      throw new InvalidSignatureException(MALFORMED, "the " + subject + " has trailing bytes");
    }
  }

  /// Decodes base64 (RFC 4648 section 4); null unless it is what an encoder writes, padding
  /// included.
  static byte @Nullable [] base64(String text) {
    try {
      var decoded = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(decoded).equals(text) ? decoded : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}

package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.UNSUPPORTED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.WEAK_KEY;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;

/// Decoder of the numbers of a public key into a key of the JDK. Validates them first: a provider
/// need not.
final class KeyDecoder {
  private static final int RSA_BITS_MIN = 2048;
  private static final int RSA_BITS_MAX = 16_384;
  private static final BigInteger RSA_EXPONENT_MIN = BigInteger.valueOf(3);
  private static final int ED25519_BYTES = 32;

  /// 2^255 - 19 (RFC 8032 section 5.1).
  private static final BigInteger ED25519_PRIME =
      BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  private static final int UNCOMPRESSED = 4;

  private KeyDecoder() {}

  /// Decodes an RSA key: exponent and modulus (RFC 4253 section 6.6).
  static PublicKey rsa(WireReader reader) throws InvalidSignatureException {
    var exponent = reader.positive();
    var modulus = reader.positive();
    int bits = modulus.bitLength();
    if (bits < RSA_BITS_MIN) {
      throw new InvalidSignatureException(
          WEAK_KEY, "the RSA key has " + bits + " bits, less than " + RSA_BITS_MIN);
    }
    if (bits > RSA_BITS_MAX) {
      throw new InvalidSignatureException(
          UNSUPPORTED, "the RSA key has " + bits + " bits, more than " + RSA_BITS_MAX);
    }
    if (!modulus.testBit(0)
        || !exponent.testBit(0)
        || exponent.compareTo(RSA_EXPONENT_MIN) < 0
        || exponent.compareTo(modulus) >= 0) {
      throw noKey();
    }
    try {
      return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
    } catch (GeneralSecurityException e) {
      throw noKey();
    }
  }

  /// Decodes an Ed25519 key: y in little-endian order, with the sign of x in the topmost bit (RFC
  /// 8709 section 4, RFC 8032 section 5.1.2).
  static PublicKey ed25519(WireReader reader) throws InvalidSignatureException {
    var bytes = reader.string();
    if (bytes.length != ED25519_BYTES) {
      throw noKey();
    }
    var reversed = new byte[ED25519_BYTES];
    for (int i = 0; i < ED25519_BYTES; i++) {
      reversed[i] = bytes[ED25519_BYTES - 1 - i];
    }
    boolean odd = reversed[0] < 0;
    reversed[0] &= 0x7f;
    var y = new BigInteger(reversed);
    if (y.compareTo(ED25519_PRIME) >= 0 || isOfSmallOrder(y)) {
      throw noKey();
    }
    try {
      var spec = new EdECPublicKeySpec(NamedParameterSpec.ED25519, new EdECPoint(odd, y));
      return KeyFactory.getInstance("Ed25519").generatePublic(spec);
    } catch (GeneralSecurityException e) {
      throw noKey();
    }
  }

  /// Returns whether a point of Ed25519 has an order of at most 8: no private key belongs to it,
  /// and signatures that anyone can make match it. RFC 8032 leaves the check to the application.
  ///
  /// The points of order 1, 2 and 4 have y = 1, -1 and 0. The double of one of order 8 has y = 0,
  /// so that x^2 = -y^2, and with the equation of the curve 121666 (2 y^2 - 1) = 121665 y^4.
  private static boolean isOfSmallOrder(BigInteger y) {
    var square = y.multiply(y);
    if (square.signum() == 0 || square.mod(ED25519_PRIME).equals(BigInteger.ONE)) {
      return true;
    }
    var left = square.shiftLeft(1).subtract(BigInteger.ONE).multiply(BigInteger.valueOf(121_666));
    var right = square.multiply(square).multiply(BigInteger.valueOf(121_665));
    return left.subtract(right).mod(ED25519_PRIME).signum() == 0;
  }

  /// Decodes an ECDSA key: the curve, and a point in uncompressed form (RFC 5656 section 3.1, SEC 1
  /// section 2.3.3).
  ///
  /// @param curve the curve of the key type, for example `nistp256`
  static PublicKey ecdsa(WireReader reader, String curve) throws InvalidSignatureException {
    boolean sameCurve = reader.name().equals(curve);
    var point = reader.string();
    try {
      var parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec(curve.replace("nistp", "secp") + "r1"));
      var spec = parameters.getParameterSpec(ECParameterSpec.class);
      int length = (spec.getCurve().getField().getFieldSize() + 7) / 8;
      if (!sameCurve || point.length != 1 + 2 * length || point[0] != UNCOMPRESSED) {
        throw noKey();
      }
      var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + length));
      var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + length, point.length));
      if (!isOnCurve(x, y, spec)) {
        throw noKey();
      }
      return KeyFactory.getInstance("EC")
          .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), spec));
    } catch (GeneralSecurityException e) {
      throw noKey();
    }
  }

  /// Partial validation of a public key (SEC 1 section 3.2.3.1); it is full, as the cofactor of the
  /// curves is 1.
  private static boolean isOnCurve(BigInteger x, BigInteger y, ECParameterSpec spec) {
    var curve = spec.getCurve();
    if (!(curve.getField() instanceof ECFieldFp field)) {
      return false;
    }
    var prime = field.getP();
    var right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(prime);
    return x.compareTo(prime) < 0
        && y.compareTo(prime) < 0
        && y.multiply(y).mod(prime).equals(right);
  }

  /// Returns a number in big-endian order, with leading zeros.
  static byte[] unsigned(BigInteger number, int length) {
    var bytes = number.toByteArray();
    var unsigned = new byte[length];
    int count = Math.min(length, bytes.length);
    System.arraycopy(bytes, bytes.length - count, unsigned, length - count, count);
    return unsigned;
  }

  static InvalidSignatureException noKey() {
    return new InvalidSignatureException(MALFORMED, "the key is not a valid one of its type");
  }
}

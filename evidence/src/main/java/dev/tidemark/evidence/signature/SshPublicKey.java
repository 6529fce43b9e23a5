package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.MISMATCH;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.UNSUPPORTED;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Public key of SSH, and the verification of signatures made with it.
///
/// Key types: Ed25519 (RFC 8709), ECDSA on the NIST curves (RFC 5656), RSA (RFC 4253 section 6.6,
/// signatures by RFC 8332), and the two of security keys (`sk-`, PROTOCOL.u2f of OpenSSH). The
/// providers of the JDK verify. Certificates are not supported.
public final class SshPublicKey {
  private static final String SHA_256 = "SHA-256";
  private static final int ED25519_SIGNATURE_BYTES = 64;

  /// Flags of a security key (UP and UV of FIDO2).
  private static final int USER_PRESENT = 0x01;

  private static final int USER_VERIFIED = 0x04;

  private final byte[] blob;
  private final Type type;
  private final PublicKey key;
  private final byte[] application;

  private SshPublicKey(byte[] blob, Type type, PublicKey key, byte[] application) {
    this.blob = blob;
    this.type = type;
    this.key = key;
    this.application = application;
  }

  /// The supported key types.
  private enum Type {
    ED25519("ssh-ed25519", "", "Ed25519"),
    RSA("ssh-rsa", "", ""),
    NISTP256("ecdsa-sha2-nistp256", "nistp256", "SHA256withECDSAinP1363Format"),
    NISTP384("ecdsa-sha2-nistp384", "nistp384", "SHA384withECDSAinP1363Format"),
    NISTP521("ecdsa-sha2-nistp521", "nistp521", "SHA512withECDSAinP1363Format"),
    SK_ED25519("sk-ssh-ed25519@openssh.com", "", "Ed25519"),
    SK_NISTP256("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", "SHA256withECDSAinP1363Format");

    private final String word;
    private final String curve;
    private final String algorithm;

    Type(String word, String curve, String algorithm) {
      this.word = word;
      this.curve = curve;
      this.algorithm = algorithm;
    }

    private static @Nullable Type named(String word) {
      for (var type : values()) {
        if (type.word.equals(word)) {
          return type;
        }
      }
      return null;
    }

    private boolean isSecurityKey() {
      return this == SK_ED25519 || this == SK_NISTP256;
    }

    private PublicKey decode(WireReader reader) throws InvalidSignatureException {
      return switch (this) {
        case ED25519, SK_ED25519 -> KeyDecoder.ed25519(reader);
        case RSA -> KeyDecoder.rsa(reader);
        case NISTP256, NISTP384, NISTP521, SK_NISTP256 -> KeyDecoder.ecdsa(reader, curve);
      };
    }
  }

  /// Decodes a public key.
  static SshPublicKey of(byte[] blob) throws InvalidSignatureException {
    var reader = new WireReader(blob, "key");
    var word = reader.name();
    var type = Type.named(word);
    if (type == null) {
      throw new InvalidSignatureException(UNSUPPORTED, "key type " + word + " is not supported");
    }
    var key = type.decode(reader);
    var application = type.isSecurityKey() ? reader.string() : new byte[0];
    reader.end();
    return new SshPublicKey(blob.clone(), type, key, application);
  }

  /// Returns whether a word is a supported key type.
  static boolean isType(String word) {
    return Type.named(word) != null;
  }

  /// Returns the key type, for example `ssh-ed25519`.
  public String type() {
    return type.word;
  }

  /// Returns whether a security key (FIDO) holds the private key.
  public boolean isSecurityKey() {
    return type.isSecurityKey();
  }

  /// Returns the fingerprint as OpenSSH prints it: `SHA256:` and base64 without padding.
  public String fingerprint() {
    return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest(SHA_256, blob));
  }

  /// Verifies a signature.
  ///
  /// @param data the bytes that the key has signed
  /// @param signature the signature blob: its algorithm, the signature, and flags and counter of a
  ///   security key
  SignatureResult verify(byte[] data, byte[] signature) throws InvalidSignatureException {
    var reader = new WireReader(signature, "signature blob");
    var algorithm = algorithm(reader.name());
    var raw = raw(reader.string());
    int flags = 0;
    var signed = data;
    if (isSecurityKey()) {
      flags = reader.uint8();
      var counter = reader.bytes(Integer.BYTES);
      signed = assertion(flags, counter, data);
    }
    reader.end();
    if (!isGood(algorithm, signed, raw)) {
      throw new InvalidSignatureException(MISMATCH, "the signature does not match the message");
    }
    return new SignatureResult.Valid(
        this, (flags & USER_PRESENT) != 0, (flags & USER_VERIFIED) != 0);
  }

  /// Returns the JDK's name of a signature algorithm, which has to be one of the key.
  private String algorithm(String word) throws InvalidSignatureException {
    if (type == Type.RSA) {
      return switch (word) {
        case "rsa-sha2-256" -> "SHA256withRSA";
        case "rsa-sha2-512" -> "SHA512withRSA";
        default -> throw otherAlgorithm(word);
      };
    }
    if (!word.equals(type.word)) {
      throw otherAlgorithm(word);
    }
    return type.algorithm;
  }

  private InvalidSignatureException otherAlgorithm(String word) {
    return new InvalidSignatureException(
        UNSUPPORTED, "signature algorithm " + word + " is not supported for a key " + type.word);
  }

  /// Returns a signature as the JDK takes it; ECDSA as r and s of the length of the order (IEEE
  /// P1363).
  private byte[] raw(byte[] signature) throws InvalidSignatureException {
    if (key instanceof ECKey elliptic) {
      var reader = new WireReader(signature, "ECDSA signature");
      var order = elliptic.getParams().getOrder();
      int length = (order.bitLength() + 7) / 8;
      var raw =
          ByteBuffer.allocate(2 * length)
              .put(scalar(reader.positive(), order, length))
              .put(scalar(reader.positive(), order, length));
      reader.end();
      return raw.array();
    }
    int length =
        key instanceof RSAKey rsa
            ? (rsa.getModulus().bitLength() + 7) / 8
            : ED25519_SIGNATURE_BYTES;
    if (signature.length != length) {
      throw new InvalidSignatureException(
          MALFORMED,
          "the signature has " + signature.length + " bytes, not the " + length + " of its key");
    }
    return signature;
  }

  private static byte[] scalar(BigInteger number, BigInteger order, int length)
      throws InvalidSignatureException {
    if (number.compareTo(order) >= 0) {
      throw new InvalidSignatureException(
          MALFORMED, "a number in the ECDSA signature is out of range");
    }
    return KeyDecoder.unsigned(number, length);
  }

  /// Returns what a security key signs (PROTOCOL.u2f of OpenSSH, section "SSH U2F signatures").
  private byte[] assertion(int flags, byte[] counter, byte[] data) {
    var relyingParty = digest(SHA_256, application);
    var challenge = digest(SHA_256, data);
    return ByteBuffer.allocate(relyingParty.length + 1 + counter.length + challenge.length)
        .put(relyingParty)
        .put((byte) flags)
        .put(counter)
        .put(challenge)
        .array();
  }

  private boolean isGood(String algorithm, byte[] signed, byte[] raw)
      throws InvalidSignatureException {
    try {
      var signature = Signature.getInstance(algorithm);
      signature.initVerify(key);
      signature.update(signed);
      return signature.verify(raw);
    } catch (InvalidKeyException e) {
      throw KeyDecoder.noKey();
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SshPublicKey that && Arrays.equals(blob, that.blob);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(blob);
  }

  /// Returns the key as in a file of public keys, without a comment: `ssh-ed25519 AAAA...`.
  @Override
  public String toString() {
    return type.word + " " + Base64.getEncoder().encodeToString(blob);
  }
}

package dev.tidemark.evidence.signature;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/// A key of the JDK, and signatures with it, put together by hand as PROTOCOL.sshsig and
/// PROTOCOL.u2f describe them; for `sk-` keys it takes the part of the security key.
public final class JdkKey {
  public static final String ED25519 = "ssh-ed25519";
  static final String RSA = "ssh-rsa";
  static final String P256 = "ecdsa-sha2-nistp256";
  static final String P384 = "ecdsa-sha2-nistp384";
  static final String P521 = "ecdsa-sha2-nistp521";
  public static final String SK_ED25519 = "sk-ssh-ed25519@openssh.com";
  static final String SK_P256 = "sk-ecdsa-sha2-nistp256@openssh.com";

  private static final String APPLICATION = "ssh:";
  private static final int COUNTER = 0x01020304;

  private final String type;
  private final KeyPair pair;

  private JdkKey(String type, KeyPair pair) {
    this.type = type;
    this.pair = pair;
  }

  public static JdkKey of(String type) throws GeneralSecurityException {
    return of(type, 2048);
  }

  static JdkKey of(String type, int rsaBits) throws GeneralSecurityException {
    KeyPairGenerator generator;
    if (type.endsWith("ed25519") || type.equals(SK_ED25519)) {
      generator = KeyPairGenerator.getInstance("Ed25519");
    } else if (type.equals(RSA)) {
      generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(rsaBits);
    } else {
      generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(curve(type).replace("nistp", "secp") + "r1"));
    }
    return new JdkKey(type, generator.generateKeyPair());
  }

  private static String curve(String type) {
    int at = type.indexOf("nistp");
    return type.substring(at, at + "nistp256".length());
  }

  String type() {
    return type;
  }

  boolean isSecurityKey() {
    return type.startsWith("sk-");
  }

  /// Returns the public key as in a file.
  public String line() {
    return type + " " + Base64.getEncoder().encodeToString(blob());
  }

  byte[] blob() {
    var writer = new WireWriter().string(type);
    switch (pair.getPublic()) {
      case RSAPublicKey rsa -> writer.mpint(rsa.getPublicExponent()).mpint(rsa.getModulus());
      case ECPublicKey ec -> writer.string(curve(type)).string(point(ec));
      case EdECPublicKey ed -> writer.string(point(ed));
      default -> throw new AssertionError(type);
    }
    return (isSecurityKey() ? writer.string(APPLICATION) : writer).done();
  }

  static byte[] point(ECPublicKey key) {
    int length = (key.getParams().getCurve().getField().getFieldSize() + 7) / 8;
    return new WireWriter()
        .bytes((byte) 4)
        .bytes(KeyDecoder.unsigned(key.getW().getAffineX(), length))
        .bytes(KeyDecoder.unsigned(key.getW().getAffineY(), length))
        .done();
  }

  private static byte[] point(EdECPublicKey key) {
    var bytes = reversed(KeyDecoder.unsigned(key.getPoint().getY(), 32));
    bytes[31] |= (byte) (key.getPoint().isXOdd() ? 0x80 : 0);
    return bytes;
  }

  static byte[] reversed(byte[] bytes) {
    var reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  ECPublicKey elliptic() {
    return (ECPublicKey) pair.getPublic();
  }

  RSAPublicKey rsa() {
    return (RSAPublicKey) pair.getPublic();
  }

  /// Signs a message.
  ///
  /// @param flags those of a security key; they do not count for another
  public String sign(byte[] message, String namespace, String hash, int flags)
      throws GeneralSecurityException {
    return armor(sshsig(1, blob(), namespace, hash, blob(signed(message, namespace, hash), flags)));
  }

  /// Returns the bytes that are signed for a message.
  static byte[] signed(byte[] message, String namespace, String hash)
      throws GeneralSecurityException {
    var digest = MessageDigest.getInstance(hash.replace("sha", "SHA-"));
    return new WireWriter()
        .bytes("SSHSIG".getBytes(US_ASCII))
        .string(namespace)
        .string("")
        .string(hash)
        .string(digest.digest(message))
        .done();
  }

  /// Returns the signature blob for bytes that are signed.
  byte[] blob(byte[] signed, int flags) throws GeneralSecurityException {
    if (!isSecurityKey()) {
      var word = type.equals(RSA) ? "rsa-sha2-512" : type;
      return new WireWriter().string(word).string(raw(signed)).done();
    }
    var sha256 = MessageDigest.getInstance("SHA-256");
    var assertion =
        new WireWriter()
            .bytes(sha256.digest(APPLICATION.getBytes(UTF_8)))
            .bytes((byte) flags)
            .uint32(COUNTER)
            .bytes(sha256.digest(signed))
            .done();
    return new WireWriter()
        .string(type)
        .string(raw(assertion))
        .bytes((byte) flags)
        .uint32(COUNTER)
        .done();
  }

  private byte[] raw(byte[] data) throws GeneralSecurityException {
    var algorithm =
        switch (type) {
          case RSA -> "SHA512withRSA";
          case P384 -> "SHA384withECDSAinP1363Format";
          case P521 -> "SHA512withECDSAinP1363Format";
          case P256, SK_P256 -> "SHA256withECDSAinP1363Format";
          default -> "Ed25519";
        };
    var raw = sign(algorithm, data);
    if (!(pair.getPublic() instanceof ECPublicKey)) {
      return raw;
    }
    int half = raw.length / 2;
    return new WireWriter()
        .mpint(new BigInteger(1, Arrays.copyOf(raw, half)))
        .mpint(new BigInteger(1, Arrays.copyOfRange(raw, half, raw.length)))
        .done();
  }

  byte[] sign(String algorithm, byte[] data) throws GeneralSecurityException {
    var signature = Signature.getInstance(algorithm);
    signature.initSign(pair.getPrivate());
    signature.update(data);
    return signature.sign();
  }

  /// Puts a signature together.
  static byte[] sshsig(int version, byte[] key, String namespace, String hash, byte[] signature) {
    return new WireWriter()
        .bytes("SSHSIG".getBytes(US_ASCII))
        .uint32(version)
        .string(key)
        .string(namespace)
        .string("")
        .string(hash)
        .string(signature)
        .done();
  }

  /// Armors a signature with lines of 70 characters, as OpenSSH does.
  static String armor(byte[] blob) {
    var text = new StringBuilder("-----BEGIN SSH SIGNATURE-----\n");
    var base64 = Base64.getEncoder().encodeToString(blob);
    for (int at = 0; at < base64.length(); at += 70) {
      text.append(base64, at, Math.min(at + 70, base64.length())).append('\n');
    }
    return text.append("-----END SSH SIGNATURE-----\n").toString();
  }

  static byte[] dearmor(String armored) {
    var lines = armored.lines().toList();
    return Base64.getDecoder().decode(String.join("", lines.subList(1, lines.size() - 1)));
  }
}

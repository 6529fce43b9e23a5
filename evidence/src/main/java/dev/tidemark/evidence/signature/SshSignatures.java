package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.NOT_ARMORED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.UNSUPPORTED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.WRONG_NAMESPACE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// Verifier of SSH signatures (SSHSIG, PROTOCOL.sshsig of OpenSSH), as `ssh-keygen -Y sign` and
/// `git commit -S` write them.
///
/// Stricter than `ssh-keygen`, so that a signature has one encoding. Refused are a version below 1,
/// a reserved field that is not empty (OpenSSH does not sign it), text after the footer, numbers
/// with leading zeros, names and namespaces that end with a NUL, an RSA signature shorter than its
/// modulus, RSA keys below 2048 bits, Ed25519 keys of small order, certificates, and signatures by
/// WebAuthn.
public final class SshSignatures {
  /// The namespace of Tidemark's signatures: no signature of a commit or a file passes for one.
  public static final String NAMESPACE = "tidemark-gate";

  private static final byte[] MAGIC = "SSHSIG".getBytes(US_ASCII);
  private static final int VERSION = 1;
  private static final String HEADER = "-----BEGIN SSH SIGNATURE-----\n";
  private static final String FOOTER = "\n-----END SSH SIGNATURE-----";

  /// Above the length of a signature by the largest RSA key, 16384 bits.
  private static final int CHARS_MAX = 16 * 1024;

  private SshSignatures() {}

  /// Verifies a signature. Never throws, whatever the signature is.
  ///
  /// @param message the signed bytes
  /// @param armored the signature with header and footer
  /// @param namespace the namespace it has to be made for, usually [#NAMESPACE]
  public static SignatureResult verify(byte[] message, String armored, String namespace) {
    try {
      return verified(message, blob(armored), namespace);
    } catch (InvalidSignatureException e) {
      return e.result();
    }
  }

  /// Returns the armored form of a signature in base64, with one long line.
  public static String armored(String base64) {
    return HEADER + base64 + FOOTER + "\n";
  }

  /// Returns the base64 of a valid armored signature, without line breaks.
  public static String base64(String armored) {
    var text = armored.strip();
    return text.substring(HEADER.length(), text.length() - FOOTER.length()).replace("\n", "");
  }

  private static SignatureResult verified(byte[] message, byte[] blob, String namespace)
      throws InvalidSignatureException {
    var reader = new WireReader(blob, "signature");
    if (!Arrays.equals(reader.bytes(MAGIC.length), MAGIC)) {
      throw new InvalidSignatureException(MALFORMED, "the signature does not begin with SSHSIG");
    }
    int version = reader.uint32();
    if (version != VERSION) {
      throw new InvalidSignatureException(
          UNSUPPORTED, "version " + Integer.toUnsignedString(version) + " is not supported");
    }
    var keyBlob = reader.string();
    var purpose = reader.string();
    var reserved = reader.string();
    var hash = reader.name();
    var signature = reader.string();
    reader.end();
    if (!Arrays.equals(purpose, namespace.getBytes(UTF_8))) {
      throw new InvalidSignatureException(
          WRONG_NAMESPACE, "the signature is not made for " + namespace);
    }
    if (reserved.length != 0) {
      throw new InvalidSignatureException(MALFORMED, "the reserved field is not empty");
    }
    var digest =
        switch (hash) {
          case "sha256" -> SshPublicKey.digest("SHA-256", message);
          case "sha512" -> SshPublicKey.digest("SHA-512", message);
          default ->
              throw new InvalidSignatureException(
                  UNSUPPORTED, "hash algorithm " + hash + " is not supported");
        };
    return SshPublicKey.of(keyBlob).verify(signed(purpose, hash, digest), signature);
  }

  /// Returns the bytes that a key signs.
  private static byte[] signed(byte[] namespace, String hash, byte[] digest) {
    var signed = new ByteArrayOutputStream();
    signed.writeBytes(MAGIC);
    string(signed, namespace);
    string(signed, new byte[0]);
    string(signed, hash.getBytes(US_ASCII));
    string(signed, digest);
    return signed.toByteArray();
  }

  private static void string(ByteArrayOutputStream to, byte[] bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      to.write(bytes.length >>> shift);
    }
    to.writeBytes(bytes);
  }

  private static byte[] blob(String armored) throws InvalidSignatureException {
    if (armored.length() > CHARS_MAX) {
      throw new InvalidSignatureException(
          NOT_ARMORED, "the signature is longer than " + CHARS_MAX + " characters");
    }
    var text = armored.endsWith("\n") ? armored.substring(0, armored.length() - 1) : armored;
    if (!text.startsWith(HEADER) || !text.endsWith(FOOTER)) {
      throw new InvalidSignatureException(
          NOT_ARMORED, "the signature is not enclosed in BEGIN and END SSH SIGNATURE");
    }
    int end = text.length() - FOOTER.length();
    var lines = end < HEADER.length() ? "" : text.substring(HEADER.length(), end);
    var blob = WireReader.base64(lines.replace("\n", ""));
    if (blob == null) {
      throw new InvalidSignatureException(NOT_ARMORED, "the signature is not base64");
    }
    return blob;
  }
}

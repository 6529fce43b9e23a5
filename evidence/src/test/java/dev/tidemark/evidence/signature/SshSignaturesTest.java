package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.MISMATCH;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.NOT_ARMORED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.UNSUPPORTED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.WEAK_KEY;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.WRONG_NAMESPACE;
import static dev.tidemark.evidence.signature.SshSignatures.NAMESPACE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.evidence.signature.SignatureResult.Invalid;
import dev.tidemark.evidence.signature.SignatureResult.Reason;
import dev.tidemark.evidence.signature.SignatureResult.Valid;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The verifier against `ssh-keygen`, in both directions, and against altered signatures.
class SshSignaturesTest {
  /// The PAE of an envelope, as DSSE version 1 defines it.
  private static final byte[] MESSAGE =
      "DSSEv1 28 application/vnd.in-toto+json 22 {\"result\":\"PASSED ü\"}".getBytes(UTF_8);

  private static final String SHA512 = "sha512";

  /// What `ssh-keygen` accepts: it does not look at the version if it is lower, and at the reserved
  /// field, drops leading zeros of numbers, and the NUL at the end of a string.
  private static final Set<String> STRICTER =
      Set.of(
          "version 0 is not supported",
          "the reserved field is not empty",
          "a number in the ECDSA signature has leading zeros",
          "a number in the key has leading zeros",
          "a name in the signature is unreadable",
          "a name in the key is unreadable",
          "a name in the signature blob is unreadable",
          "the signature is not made for tidemark-gate",
          "sk- the signature does not match the message");

  @TempDir private Path folder;

  private static SignatureResult verify(byte[] message, String armored) {
    return SshSignatures.verify(message, armored, NAMESPACE);
  }

  private static Reason reason(SignatureResult result) {
    assertThat(result).isInstanceOf(Invalid.class);
    return ((Invalid) result).reason();
  }

  private static Valid valid(SignatureResult result) {
    assertThat(result).isInstanceOf(Valid.class);
    return (Valid) result;
  }

  @ParameterizedTest
  @CsvSource({
    "ed25519, 256, ssh-ed25519",
    "ecdsa, 256, ecdsa-sha2-nistp256",
    "ecdsa, 384, ecdsa-sha2-nistp384",
    "ecdsa, 521, ecdsa-sha2-nistp521",
    "rsa, 2048, ssh-rsa",
    "rsa, 3072, ssh-rsa",
    "rsa, 4096, ssh-rsa"
  })
  void signature_by_ssh_keygen_is_valid_and_any_altered_byte_is_refused(
      String algorithm, int bits, String type) throws IOException, InterruptedException {
    var keygen = new SshKeygen(folder);
    var key = keygen.key(algorithm, bits);
    var printed = keygen.run(new byte[0], "-l", "-f", key.toString()).output();

    for (var hash : List.of("sha256", SHA512)) {
      var signature = keygen.sign(key, MESSAGE, NAMESPACE, hash);
      var result = valid(verify(MESSAGE, signature));

      assertThat(result.key().type()).isEqualTo(type);
      assertThat(result.key()).hasToString(SshKeygen.publicLine(key));
      assertThat(printed).contains(" " + result.key().fingerprint() + " ");
      assertThat(result.key().isSecurityKey()).isFalse();
      assertThat(result.userPresent()).isFalse();
      assertThat(result.userVerified()).isFalse();
      assertThat(reason(SshSignatures.verify(MESSAGE, signature, "git")))
          .isEqualTo(WRONG_NAMESPACE);
    }
    var signature = keygen.sign(key, MESSAGE, NAMESPACE, SHA512);
    assertThat(reason(verify(MESSAGE, keygen.sign(key, MESSAGE, "git", SHA512))))
        .isEqualTo(WRONG_NAMESPACE);
    assertAlteredIsRefused(signature);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JdkKey.ED25519,
        JdkKey.RSA,
        JdkKey.P256,
        JdkKey.P384,
        JdkKey.P521,
        JdkKey.SK_ED25519,
        JdkKey.SK_P256
      })
  void signature_by_the_documented_layout_is_accepted_by_ssh_keygen_and_here(String type)
      throws IOException, InterruptedException, GeneralSecurityException {
    var keygen = new SshKeygen(folder);
    var key = JdkKey.of(type);
    for (var hash : List.of("sha256", SHA512)) {
      var signature = key.sign(MESSAGE, NAMESPACE, hash, 1);

      assertThat(keygen.accepts(MESSAGE, signature, NAMESPACE)).isTrue();
      assertThat(keygen.accepts(MESSAGE, signature, "git")).isFalse();
      var result = valid(verify(MESSAGE, signature));
      assertThat(result.key()).hasToString(key.line());
      assertThat(result.key().isSecurityKey()).isEqualTo(key.isSecurityKey());
      assertThat(result.userPresent()).isEqualTo(key.isSecurityKey());
    }
    if (key.isSecurityKey()) {
      assertAlteredIsRefused(key.sign(MESSAGE, NAMESPACE, "sha256", 1));
    }
  }

  /// Alters the bytes of the message, of the binary signature and of its text: each in a full run.
  private static void assertAlteredIsRefused(String signature) {
    assertThat(verify(MESSAGE, signature)).isInstanceOf(Valid.class);
    for (int i = 0; i < MESSAGE.length; i++) {
      for (var altered : altered(MESSAGE, i)) {
        assertThat(reason(verify(altered, signature))).isEqualTo(MISMATCH);
      }
    }
    var blob = JdkKey.dearmor(signature);
    for (int i = 0; i < blob.length; i += Proofs.stride(23)) {
      for (var altered : altered(blob, i)) {
        assertThat(verify(MESSAGE, JdkKey.armor(altered)))
            .as("byte %d of the signature", i)
            .isInstanceOf(Invalid.class);
      }
    }
    var text = signature.getBytes(ISO_8859_1);
    // The line feed at the very end may be missing, but not be another character.
    for (int i = 0; i < text.length; i += Proofs.stride(23)) {
      for (var altered : altered(text, i)) {
        assertThat(verify(MESSAGE, new String(altered, ISO_8859_1)))
            .as("character %d of the text", i)
            .isInstanceOf(Invalid.class);
      }
    }
  }

  /// Returns copies of the bytes with one altered: in one bit, or in a full run in each.
  private static List<byte[]> altered(byte[] bytes, int at) {
    var masks = Proofs.areFull() ? List.of(1, 2, 4, 8, 16, 32, 64, 128, 255) : List.of(1 << at % 8);
    return masks.stream()
        .map(
            mask -> {
              var altered = bytes.clone();
              altered[at] ^= (byte) (int) mask;
              return altered;
            })
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {JdkKey.SK_ED25519, JdkKey.SK_P256})
  void presence_and_verification_of_the_user_are_read_from_the_signed_flags(String type)
      throws IOException, InterruptedException, GeneralSecurityException {
    var keygen = new SshKeygen(folder);
    var key = JdkKey.of(type);
    for (int flags : new int[] {0, 1, 4, 5, 0xff}) {
      var signature = key.sign(MESSAGE, NAMESPACE, SHA512, flags);

      // ssh-keygen has no option to insist on a touch, and allowed_signers has none either.
      assertThat(keygen.accepts(MESSAGE, signature, NAMESPACE)).isTrue();
      assertThat(keygen.verifies(MESSAGE, signature, NAMESPACE, key.line())).isTrue();
      var result = valid(verify(MESSAGE, signature));
      assertThat(result.userPresent()).isEqualTo((flags & 1) != 0);
      assertThat(result.userVerified()).isEqualTo((flags & 4) != 0);
    }
    var untouched = JdkKey.dearmor(key.sign(MESSAGE, NAMESPACE, SHA512, 0));
    untouched[untouched.length - 5] = 1;
    assertThat(reason(verify(MESSAGE, JdkKey.armor(untouched)))).isEqualTo(MISMATCH);
  }

  /// What `ssh-keygen` accepts and the verifier refuses is in the list of [SshSignatures]; the
  /// other way there is nothing.
  @Test
  void verdict_is_that_of_ssh_keygen_for_mutated_signatures()
      throws IOException, InterruptedException, GeneralSecurityException {
    var keygen = new SshKeygen(folder);
    var random = new Random(28);
    var differences = new TreeSet<String>();
    int accepted = 0;
    int tries = 0;
    for (var type :
        List.of(
            JdkKey.ED25519,
            JdkKey.RSA,
            JdkKey.P256,
            JdkKey.P384,
            JdkKey.P521,
            JdkKey.SK_ED25519,
            JdkKey.SK_P256)) {
      var blob = JdkKey.dearmor(JdkKey.of(type).sign(MESSAGE, NAMESPACE, SHA512, 1));
      for (int i = 0; i < Proofs.tries(400, 6); i++) {
        var armored = JdkKey.armor(mutated(blob, random));
        var ours = verify(MESSAGE, armored);
        boolean theirs = keygen.accepts(MESSAGE, armored, NAMESPACE);
        tries++;
        if (ours instanceof Invalid invalid) {
          if (theirs) {
            // The application of a security key is such a string.
            var hardware = invalid.reason() == MISMATCH && type.startsWith("sk-") ? "sk- " : "";
            differences.add(hardware + invalid.detail());
          }
        } else {
          accepted++;
          assertThat(theirs).as(armored).isTrue();
        }
      }
    }
    assertThat(tries).isGreaterThanOrEqualTo(Proofs.tries(2800, 42));
    assertThat(accepted).isPositive();
    assertThat(differences).isSubsetOf(STRICTER);
  }

  private static byte[] mutated(byte[] blob, Random random) {
    var mutated = blob.clone();
    int at = random.nextInt(blob.length);
    switch (random.nextInt(7)) {
      case 0 -> mutated[at] = (byte) random.nextInt();
      case 1 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> mutated = Arrays.copyOf(blob, at);
      case 3 -> mutated = Arrays.copyOf(blob, blob.length + 1 + random.nextInt(4));
      case 4 -> mutated = inserted(blob, at, new byte[] {(byte) random.nextInt(3)});
      case 5 -> mutated = lengthened(blob, random);
      default -> {
        // Nothing, or the version.
        mutated[9] = (byte) random.nextInt(3);
      }
    }
    return mutated;
  }

  private static byte[] inserted(byte[] blob, int at, byte[] bytes) {
    return new WireWriter()
        .bytes(Arrays.copyOf(blob, at))
        .bytes(bytes)
        .bytes(Arrays.copyOfRange(blob, at, blob.length))
        .done();
  }

  /// Adds a byte to a value at any level, with the lengths around it put right.
  private static byte[] lengthened(byte[] blob, Random random) {
    var bytes = ByteBuffer.wrap(blob.clone());
    var starts = new ArrayList<Integer>();
    for (int at = 10; at + 4 <= blob.length; at++) {
      int length = bytes.getInt(at);
      if (length >= 0 && length <= blob.length - at - 4) {
        starts.add(at);
      }
    }
    int chosen = starts.get(random.nextInt(starts.size()));
    int end = chosen + 4 + bytes.getInt(chosen);
    for (int start : starts) {
      int length = bytes.getInt(start);
      if (start == chosen || start + 4 <= chosen && start + 4 + length >= end) {
        bytes.putInt(start, length + 1);
      }
    }
    return inserted(
        bytes.array(),
        random.nextBoolean() ? chosen + 4 : end,
        new byte[] {(byte) random.nextInt(2)});
  }

  private static void assertRefused(Reason reason, String detail, byte[] blob) {
    var result = verify(MESSAGE, JdkKey.armor(blob));
    assertThat(result).isEqualTo(new Invalid(reason, detail));
  }

  @Test
  void version_hash_and_reserved_field_have_one_value() throws GeneralSecurityException {
    var key = JdkKey.of(JdkKey.ED25519);
    var signature = key.blob(JdkKey.signed(MESSAGE, NAMESPACE, SHA512), 0);
    for (int version : new int[] {0, 2, -1}) {
      assertRefused(
          UNSUPPORTED,
          "version " + Integer.toUnsignedString(version) + " is not supported",
          JdkKey.sshsig(version, key.blob(), NAMESPACE, SHA512, signature));
    }
    for (var hash : List.of("sha1", "SHA512", "sha512,sha256")) {
      assertRefused(
          UNSUPPORTED,
          "hash algorithm " + hash + " is not supported",
          JdkKey.sshsig(1, key.blob(), NAMESPACE, hash, signature));
    }
    var good = JdkKey.sshsig(1, key.blob(), NAMESPACE, SHA512, signature);
    assertRefused(
        MALFORMED, "the signature has trailing bytes", Arrays.copyOf(good, good.length + 1));
    assertRefused(MALFORMED, "the signature ends too early", Arrays.copyOf(good, good.length - 1));
    assertRefused(MALFORMED, "the signature ends too early", new byte[0]);
    assertRefused(MALFORMED, "the signature does not begin with SSHSIG", "sshsig".getBytes(UTF_8));
    int reserved = 10 + 4 + key.blob().length + 4 + NAMESPACE.length() + 3;
    var filled = inserted(good, reserved + 1, new byte[] {'x'});
    filled[reserved] = 1;
    assertRefused(MALFORMED, "the reserved field is not empty", filled);
  }

  @Test
  void algorithm_of_the_signature_is_one_of_the_key() throws GeneralSecurityException {
    var rsa = JdkKey.of(JdkKey.RSA);
    var signed = JdkKey.signed(MESSAGE, NAMESPACE, SHA512);
    var sha1 = rsa.sign("SHA1withRSA", signed);
    assertRefused(
        UNSUPPORTED,
        "signature algorithm ssh-rsa is not supported for a key ssh-rsa",
        of(rsa, new WireWriter().string("ssh-rsa").string(sha1).done()));
    var sha256 = rsa.sign("SHA256withRSA", signed);
    var good = of(rsa, new WireWriter().string("rsa-sha2-256").string(sha256).done());
    assertThat(verify(MESSAGE, JdkKey.armor(good))).isInstanceOf(Valid.class);
    assertRefused(
        MISMATCH,
        "the signature does not match the message",
        of(rsa, new WireWriter().string("rsa-sha2-512").string(sha256).done()));
    assertRefused(
        MALFORMED,
        "the signature has 255 bytes, not the 256 of its key",
        of(rsa, new WireWriter().string("rsa-sha2-256").string(Arrays.copyOf(sha256, 255)).done()));

    var ed = JdkKey.of(JdkKey.ED25519);
    var blob = new WireWriter().string(JdkKey.SK_ED25519).string(new byte[64]).done();
    assertRefused(
        UNSUPPORTED,
        "signature algorithm " + JdkKey.SK_ED25519 + " is not supported for a key ssh-ed25519",
        of(ed, blob));
    assertRefused(
        MALFORMED, "a name in the signature blob is unreadable", of(ed, nameOf("ssh-\u001b[2J")));
    assertRefused(MALFORMED, "a name in the signature blob is unreadable", of(ed, nameOf("")));
    assertRefused(
        MALFORMED, "a name in the signature blob is unreadable", of(ed, nameOf("x".repeat(65))));
  }

  private static byte[] nameOf(String word) {
    return new WireWriter().string(word).string("").done();
  }

  private static byte[] of(JdkKey key, byte[] signature) {
    return JdkKey.sshsig(1, key.blob(), NAMESPACE, SHA512, signature);
  }

  private static byte[] ofKey(byte[] blob) {
    return JdkKey.sshsig(1, blob, NAMESPACE, SHA512, new byte[0]);
  }

  @Test
  void numbers_of_an_ecdsa_signature_are_in_range_and_have_one_encoding()
      throws GeneralSecurityException {
    var key = JdkKey.of(JdkKey.P256);
    var order = key.elliptic().getParams().getOrder();
    var one = BigInteger.ONE;
    var range = "a number in the ECDSA signature is out of range";
    var positive = "a number in the ECDSA signature is not positive";

    assertRefused(MALFORMED, positive, ecdsa(key, BigInteger.ZERO, one));
    assertRefused(MALFORMED, positive, ecdsa(key, one, BigInteger.ZERO));
    assertRefused(MALFORMED, positive, ecdsa(key, one.negate(), one));
    assertRefused(MALFORMED, range, ecdsa(key, order, one));
    assertRefused(MALFORMED, range, ecdsa(key, one, order));
    assertRefused(MALFORMED, range, ecdsa(key, one, BigInteger.TWO.pow(4_000)));
    assertRefused(MISMATCH, "the signature does not match the message", ecdsa(key, one, one));
    var zeros = new WireWriter().string(new byte[] {0, 1}).mpint(one).done();
    assertRefused(
        MALFORMED,
        "a number in the ECDSA signature has leading zeros",
        of(key, new WireWriter().string(key.type()).string(zeros).done()));
    var trailing = new WireWriter().mpint(one).mpint(one).bytes((byte) 0).done();
    assertRefused(
        MALFORMED,
        "the ECDSA signature has trailing bytes",
        of(key, new WireWriter().string(key.type()).string(trailing).done()));
  }

  private static byte[] ecdsa(JdkKey key, BigInteger r, BigInteger s) {
    var numbers = new WireWriter().mpint(r).mpint(s).done();
    return of(key, new WireWriter().string(key.type()).string(numbers).done());
  }

  /// S is below the order of the base point (RFC 8032 section 5.1.7), else a second signature of
  /// the same message could be made without the key.
  @Test
  void ed25519_signature_has_one_encoding() throws GeneralSecurityException {
    var key = JdkKey.of(JdkKey.ED25519);
    var raw = key.sign("Ed25519", JdkKey.signed(MESSAGE, NAMESPACE, SHA512));
    assertThat(verify(MESSAGE, JdkKey.armor(ed25519(key, raw)))).isInstanceOf(Valid.class);

    var order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    var s = new BigInteger(1, JdkKey.reversed(Arrays.copyOfRange(raw, 32, 64))).add(order);
    var second = raw.clone();
    System.arraycopy(JdkKey.reversed(KeyDecoder.unsigned(s, 32)), 0, second, 32, 32);
    assertRefused(MISMATCH, "the signature does not match the message", ed25519(key, second));
    assertRefused(
        MALFORMED,
        "the signature has 63 bytes, not the 64 of its key",
        ed25519(key, Arrays.copyOf(raw, 63)));
  }

  private static byte[] ed25519(JdkKey key, byte[] raw) {
    return of(key, new WireWriter().string(key.type()).string(raw).done());
  }

  @Test
  void key_that_is_none_of_its_type_is_refused() throws GeneralSecurityException {
    var none = "the key is not a valid one of its type";
    var ed = new WireWriter().string(JdkKey.ED25519);
    assertRefused(MALFORMED, none, ofKey(ed.string(new byte[31]).done()));
    var large = new byte[32];
    Arrays.fill(large, (byte) 0xff);
    assertRefused(
        MALFORMED, none, ofKey(new WireWriter().string(JdkKey.ED25519).string(large).done()));

    var key = JdkKey.of(JdkKey.P256);
    var point = JdkKey.point(key.elliptic());
    var off = point.clone();
    off[64] ^= 1;
    var compressed = Arrays.copyOf(point, 33);
    compressed[0] = 2;
    for (var bad : List.of(off, compressed, new byte[] {0}, new byte[65], new byte[0])) {
      assertRefused(MALFORMED, none, ofKey(ec(JdkKey.P256, "nistp256", bad)));
    }
    assertRefused(MALFORMED, none, ofKey(ec(JdkKey.P256, "nistp384", point)));
    assertRefused(MALFORMED, none, ofKey(ec(JdkKey.P384, "nistp384", point)));

    var modulus = JdkKey.of(JdkKey.RSA).rsa().getModulus();
    var even = modulus.subtract(BigInteger.ONE);
    assertRefused(MALFORMED, none, ofKey(rsa(BigInteger.valueOf(65_537), even)));
    assertRefused(MALFORMED, none, ofKey(rsa(BigInteger.ONE, modulus)));
    assertRefused(MALFORMED, none, ofKey(rsa(BigInteger.TWO, modulus)));
    assertRefused(MALFORMED, none, ofKey(rsa(modulus.add(BigInteger.TWO), modulus)));
    assertRefused(
        UNSUPPORTED,
        "the RSA key has 16385 bits, more than 16384",
        ofKey(rsa(BigInteger.valueOf(3), BigInteger.TWO.pow(16_384).add(BigInteger.ONE))));
    assertRefused(
        MALFORMED,
        "a number in the key is not positive",
        ofKey(rsa(BigInteger.valueOf(3), modulus.negate())));
    assertRefused(
        MALFORMED,
        "the key has trailing bytes",
        ofKey(Arrays.copyOf(key.blob(), key.blob().length + 1)));
  }

  private static byte[] ec(String type, String curve, byte[] point) {
    return new WireWriter().string(type).string(curve).string(point).done();
  }

  private static byte[] rsa(BigInteger exponent, BigInteger modulus) {
    return new WireWriter().string(JdkKey.RSA).mpint(exponent).mpint(modulus).done();
  }

  /// With the neutral element as key and as R, and S = 0, each message matches; OpenSSH 9.2 takes
  /// it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"
      })
  void ed25519_key_of_small_order_is_refused(String point) {
    var key = HexFormat.of().parseHex(point);
    var raw = new byte[64];
    raw[0] = 1;
    var blob =
        JdkKey.sshsig(
            1,
            new WireWriter().string(JdkKey.ED25519).string(key).done(),
            NAMESPACE,
            SHA512,
            new WireWriter().string(JdkKey.ED25519).string(raw).done());

    assertRefused(MALFORMED, "the key is not a valid one of its type", blob);
  }

  @Test
  void short_rsa_keys_certificates_and_other_types_are_refused() throws GeneralSecurityException {
    var weak = JdkKey.of(JdkKey.RSA, 2047);
    assertThat(verify(MESSAGE, weak.sign(MESSAGE, NAMESPACE, SHA512, 0)))
        .isEqualTo(new Invalid(WEAK_KEY, "the RSA key has 2047 bits, less than 2048"));
    for (var type :
        Set.of(
            "ssh-dss",
            "ssh-ed448",
            "ssh-ed25519-cert-v01@openssh.com",
            "webauthn-sk-ecdsa-sha2-nistp256@openssh.com")) {
      assertRefused(UNSUPPORTED, "key type " + type + " is not supported", ofKey(nameOf(type)));
    }
  }

  @Test
  void base64_without_its_padding_is_refused() throws GeneralSecurityException {
    var key = JdkKey.of(JdkKey.ED25519);
    int padded = 0;
    for (var namespace : List.of("a", "aa", "aaa")) {
      var armored = key.sign(MESSAGE, namespace, SHA512, 0);
      assertThat(SshSignatures.verify(MESSAGE, armored, namespace)).isInstanceOf(Valid.class);
      if (armored.contains("=")) {
        padded++;
        var text = armored.replace("=", "");
        assertThat(reason(SshSignatures.verify(MESSAGE, text, namespace))).isEqualTo(NOT_ARMORED);
      }
    }
    assertThat(padded).isEqualTo(2);
  }

  @Test
  void text_around_the_armor_is_refused() throws GeneralSecurityException {
    var armored = JdkKey.of(JdkKey.ED25519).sign(MESSAGE, NAMESPACE, SHA512, 0);
    assertThat(verify(MESSAGE, armored.stripTrailing())).isInstanceOf(Valid.class);
    for (var text :
        List.of(
            "",
            "\n" + armored,
            armored + "\n",
            armored + armored,
            armored.replace("\n", "\r\n"),
            armored.replace("U1NIU0lH", "U1NIU0lH "),
            "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\u0000",
            "x".repeat(100_000))) {
      assertThat(reason(verify(MESSAGE, text))).isEqualTo(NOT_ARMORED);
    }
    assertThat(
            reason(verify(MESSAGE, "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----")))
        .isEqualTo(MALFORMED);
  }
}

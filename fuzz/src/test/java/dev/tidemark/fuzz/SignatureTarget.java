package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.evidence.signature.SignatureResult.Invalid;
import dev.tidemark.evidence.signature.SignatureResult.Valid;
import dev.tidemark.evidence.signature.SshSignatures;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;

/// Signatures, as text and as bytes to be armored, and allowed signers.
final class SignatureTarget implements Target {
  private static final String NAMESPACE = SshSignatures.NAMESPACE;
  private static final byte[] MESSAGE = "a receipt".getBytes(UTF_8);
  private static final byte[] OTHER = "another receipt".getBytes(UTF_8);
  private static final String SIGNERS = "allowed_signers";

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    verify(text);
    verify(
        "-----BEGIN SSH SIGNATURE-----\n"
            + Base64.getEncoder().encodeToString(input)
            + "\n-----END SSH SIGNATURE-----");
    for (var diagnostic : AllowedSigners.parse(SIGNERS, text, ZoneOffset.UTC).diagnostics()) {
      explains(diagnostic.message());
    }
  }

  private static void verify(String armored) {
    switch (SshSignatures.verify(MESSAGE, armored, NAMESPACE)) {
      case Invalid invalid -> explains(invalid.detail());
      case Valid valid -> {
        Claims.holds(
            SshSignatures.verify(OTHER, armored, NAMESPACE) instanceof Invalid,
            "a signature of one message");
        var signers = AllowedSigners.parse(SIGNERS, "alice " + valid.key(), ZoneOffset.UTC);
        Claims.same(
            signers.principals(valid.key(), NAMESPACE, Instant.EPOCH), List.of("alice"), "its key");
      }
    }
  }

  private static void explains(String detail) {
    Claims.holds(
        !detail.isBlank() && detail.chars().allMatch(c -> c >= ' ' && c < 0x7f),
        "a reason in printable characters");
  }
}

package dev.tidemark.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.sigstore.bundle.ImmutableDsseEnvelope;
import dev.sigstore.bundle.ImmutableSignature;
import dev.sigstore.dsse.InTotoPayload;
import dev.sigstore.json.JsonParseException;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.evidence.signature.JdkKey;
import dev.tidemark.evidence.signature.SshKeygen;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.history.Proof;
import io.intoto.EnvelopeOuterClass;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Receipts as others read them: the envelope by the message that in-toto defines for it
/// (`io.intoto.Envelope`), the statement by the reader of Sigstore, which verifies the in-toto
/// statements of Maven and npm packages, and the signature by OpenSSH over the encoding that
/// Sigstore computes.
///
/// The libraries of in-toto itself are not on Maven Central.
class SigstoreInteropTest {
  @TempDir private Path temp;

  private static ImmutableDsseEnvelope envelope(String text) throws InvalidProtocolBufferException {
    var message = EnvelopeOuterClass.Envelope.newBuilder();
    JsonFormat.parser().merge(text, message);
    var envelope =
        ImmutableDsseEnvelope.builder()
            .payload(message.getPayload().toByteArray())
            .payloadType(message.getPayloadType());
    for (var signature : message.getSignaturesList()) {
      envelope.addSignatures(
          ImmutableSignature.builder().sig(signature.getSig().toByteArray()).build());
    }
    return envelope.build();
  }

  @ParameterizedTest
  @MethodSource("dev.tidemark.evidence.StatementTest#claims")
  void the_statement_of_every_claim_is_read(Claim claim)
      throws InvalidProtocolBufferException, JsonParseException {
    var receipt = StatementTest.receipt(claim);
    var envelope = envelope(new Envelope(Statement.of(receipt), List.of()).text());

    var payload = InTotoPayload.from(envelope);

    assertThat(envelope.getPayloadType()).isEqualTo(InTotoPayload.PAYLOAD_TYPE);
    assertThat(envelope.getSignatures()).isEmpty();
    assertThat(payload.getType()).isEqualTo("https://in-toto.io/Statement/v1");
    assertThat(payload.getSubject())
        .singleElement()
        .satisfies(
            subject ->
                assertThat(subject.getDigest()).isEqualTo(Map.of("gitTree", receipt.tree())));
    var predicate = payload.getPredicate().getAsJsonObject();
    assertThat(predicate.get("result").getAsString())
        .isEqualTo(receipt.passed() ? "PASSED" : "FAILED");
    boolean test = claim instanceof Claim.CommandRun || claim instanceof Claim.Report;
    assertThat(payload.getPredicateType()).isEqualTo(test ? Statement.TEST_RESULT : Statement.GATE);
    if (test) {
      // The fields that test-result/v0.1 requires.
      var configuration = predicate.getAsJsonArray("configuration").get(0).getAsJsonObject();
      var digest = configuration.getAsJsonObject("digest").get("sha256").getAsString();
      assertThat(digest).isEqualTo(receipt.definition());
      assertThat(predicate.getAsJsonArray(receipt.passed() ? "passedTests" : "failedTests"))
          .singleElement()
          .satisfies(name -> assertThat(name.getAsString()).isEqualTo(receipt.gate()));
    }
  }

  @Test
  void the_signature_is_valid_over_the_encoding_that_sigstore_computes()
      throws IOException, InterruptedException, GeneralSecurityException {
    var claim = new Claim.Approval(new PhaseName("design"), "terminal", "e".repeat(64));
    var proof = new Proof(Instant.parse("2026-01-02T03:04:05Z"), Actor.tool("ann"), claim);
    var receipt = StatementTest.receipt(claim);
    // Sigstore counts characters and not bytes, so only ASCII has the same encoding there.
    var plain =
        new Receipt(
            receipt.run(),
            "publish",
            receipt.gate(),
            receipt.definition(),
            receipt.position(),
            receipt.files(),
            proof,
            1);
    var unsigned = new Envelope(Statement.of(plain), List.of());
    var key = JdkKey.of(JdkKey.ED25519);
    var armored = key.sign(unsigned.signedBytes(), SshSignatures.NAMESPACE, "sha512", 0);

    var envelope = envelope(unsigned.signed(armored).orElseThrow().text());

    assertThat(envelope.getPAE()).isEqualTo(unsigned.signedBytes());
    var keygen = new SshKeygen(temp);
    var sig = SshSignatures.armored(Base64.getEncoder().encodeToString(envelope.getSignature()));
    var other = new String(envelope.getPAE(), UTF_8).replace("approval", "approvax");
    assertThat(keygen.verifies(envelope.getPAE(), sig, SshSignatures.NAMESPACE, key.line()))
        .isTrue();
    assertThat(keygen.verifies(other.getBytes(UTF_8), sig, SshSignatures.NAMESPACE, key.line()))
        .isFalse();
  }
}

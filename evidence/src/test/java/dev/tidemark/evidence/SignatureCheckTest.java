package dev.tidemark.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Envelope.Signature;
import dev.tidemark.evidence.SignatureCheck.Result;
import dev.tidemark.evidence.SignatureCheck.State;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.evidence.signature.JdkKey;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.history.Proof;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Signatures of receipts by keys of every kind, and attempts to pass without one.
class SignatureCheckTest {
  private static final int TOUCHED = 1;
  private static final String NAMESPACE = SshSignatures.NAMESPACE;
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

  private final JdkKey ann = key(JdkKey.ED25519);
  private final JdkKey eve = key(JdkKey.ED25519);
  private final Receipt receipt = receipt("state/release/v1");
  private final Envelope unsigned = new Envelope(Statement.of(receipt), List.of());
  private final String signers = "ann@example.com namespaces=\"tidemark-gate\" " + ann.line();

  private static JdkKey key(String type) {
    try {
      return JdkKey.of(type);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static Receipt receipt(String run) {
    var claim = new Claim.Approval(new PhaseName("prepare"), "terminal", "22");
    var proof = new Proof(AT, Actor.tool("x"), claim);
    var position = new TreePosition(null, "a".repeat(40));
    return new Receipt(run, "publish", "approval", "d", position, List.of(), proof, 1);
  }

  private static String armored(Envelope envelope, JdkKey key, String namespace, int flags) {
    try {
      return key.sign(envelope.signedBytes(), namespace, "sha512", flags);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static Envelope signed(Envelope envelope, JdkKey key, int flags) {
    return envelope.signed(armored(envelope, key, NAMESPACE, flags)).orElseThrow();
  }

  private Result check(String allowed, Envelope envelope) {
    var parsed = AllowedSigners.parse("allowed_signers", allowed, ZoneOffset.UTC);
    assertThat(parsed.diagnostics()).isEmpty();
    return SignatureCheck.with(parsed).check(envelope, receipt);
  }

  private void assertInvalid(Envelope envelope, String defect) {
    var result = check(signers, envelope);
    assertThat(result.state()).isEqualTo(State.INVALID);
    assertThat(result.isTrusted()).isFalse();
    assertThat(result.defect()).contains(defect);
  }

  @Test
  void a_signed_envelope_is_read_as_it_was_written_and_names_its_key_and_signer()
      throws UnreadableReceiptException {
    var envelope = Envelope.read(signed(unsigned, ann, 0).text());

    var result = check(signers, envelope);

    assertThat(result.state()).isEqualTo(State.SIGNED);
    assertThat(result.principals()).containsExactly("ann@example.com");
    assertThat(result.key())
        .startsWith("SHA256:")
        .isEqualTo(envelope.signatures().getFirst().keyid());
  }

  @Test
  void a_security_key_is_touched_or_not() {
    var key = key(JdkKey.SK_ED25519);
    var line = "ann@example.com " + key.line();

    assertThat(check(line, signed(unsigned, key, TOUCHED)).state()).isEqualTo(State.TOUCHED);
    assertThat(check(line, signed(unsigned, key, TOUCHED)).isTrustedTouch()).isTrue();
    assertThat(check(line, signed(unsigned, key, 0)).state()).isEqualTo(State.SIGNED);
    assertThat(check(line, signed(unsigned, key, 0)).isTrusted()).isTrue();
    assertThat(check(signers, signed(unsigned, key, TOUCHED)).isTrustedTouch()).isFalse();
  }

  @Test
  void a_key_that_is_not_allowed_is_not_trusted() {
    var result = check(signers, signed(unsigned, eve, 0));

    assertThat(result.state()).isEqualTo(State.SIGNED);
    assertThat(result.isTrusted()).isFalse();
    assertThat(check("", signed(unsigned, ann, 0)).isTrusted()).isFalse();
  }

  @Test
  void a_removed_signature_leaves_the_receipt_unsigned() {
    assertThat(check(signers, unsigned)).isEqualTo(Result.UNSIGNED);
  }

  @Test
  void a_signature_of_another_receipt_is_not_valid() {
    var other = new Envelope(Statement.of(receipt("state/release/v2")), List.of());
    var signatures = signed(other, ann, 0).signatures();

    assertInvalid(new Envelope(unsigned.payload(), signatures), "");
  }

  @Test
  void a_signature_of_the_payload_alone_is_not_valid() throws GeneralSecurityException {
    var bytes = unsigned.payload().getBytes(UTF_8);
    var armored = ann.sign(bytes, NAMESPACE, "sha512", 0);

    assertThat(unsigned.signed(armored)).isEmpty();
  }

  @Test
  void a_signature_of_a_commit_is_not_valid() {
    var armored = armored(unsigned, ann, "git", 0);

    assertThat(unsigned.signed(armored)).isEmpty();
    var keyid = signed(unsigned, ann, 0).signatures().getFirst().keyid();
    var signature = new Signature(keyid, SshSignatures.base64(armored));
    assertInvalid(
        new Envelope(unsigned.payload(), List.of(signature)), "is not made for tidemark-gate");
  }

  @Test
  void one_bad_signature_of_two_decides() {
    var good = signed(unsigned, ann, 0).signatures().getFirst();
    var other = new Envelope(Statement.of(receipt("state/release/v2")), List.of());
    var bad = signed(other, ann, 0).signatures().getFirst();

    assertInvalid(new Envelope(unsigned.payload(), List.of(good, bad)), "");
    assertInvalid(new Envelope(unsigned.payload(), List.of(bad, good)), "");
  }

  @Test
  void of_two_valid_signatures_the_trusted_one_counts() {
    var both = new ArrayList<Signature>();
    both.addAll(signed(unsigned, eve, 0).signatures());
    both.addAll(signed(unsigned, ann, 0).signatures());

    assertThat(check(signers, new Envelope(unsigned.payload(), both)).isTrusted()).isTrue();
  }

  @Test
  void the_id_of_another_key_is_not_valid() {
    var sig = signed(unsigned, ann, 0).signatures().getFirst().sig();
    var id = signed(unsigned, eve, 0).signatures().getFirst().keyid();

    assertInvalid(
        new Envelope(unsigned.payload(), List.of(new Signature(id, sig))), "names another key");
    assertInvalid(
        new Envelope(unsigned.payload(), List.of(new Signature("", sig))), "names another key");
  }

  @Test
  void a_signature_has_one_spelling() {
    var made = signed(unsigned, ann, 0).signatures().getFirst();
    var folded = made.sig().substring(0, 70) + "\n" + made.sig().substring(70);

    assertInvalid(
        new Envelope(unsigned.payload(), List.of(new Signature(made.keyid(), folded))),
        "line breaks");
    assertInvalid(new Envelope(unsigned.payload(), List.of(new Signature(made.keyid(), ""))), "");
  }

  @Test
  void a_key_counts_at_the_time_of_the_verdict() {
    var envelope = signed(unsigned, ann, 0);
    var line = "ann@example.com valid-before=\"%s\" " + ann.line();

    assertThat(check(line.formatted("20260301Z"), envelope).isTrusted()).isFalse();
    assertThat(check(line.formatted("20260302Z"), envelope).isTrusted()).isTrue();
  }

  @Test
  void a_key_for_commits_only_is_not_trusted() {
    var line = "ann@example.com namespaces=\"git\" " + ann.line();

    assertThat(check(line, signed(unsigned, ann, 0)).isTrusted()).isFalse();
  }
}

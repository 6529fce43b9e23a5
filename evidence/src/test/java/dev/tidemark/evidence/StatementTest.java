package dev.tidemark.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Receipt.FileDigest;
import dev.tidemark.history.Proof;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A receipt is read as it was written, and nothing else is read.
class StatementTest {
  private static final TreePosition POSITION = new TreePosition("c".repeat(40), "a".repeat(40));

  static Receipt receipt(Claim claim) {
    var by = new Actor(Actor.Kind.PERSON, "Änn \"x\"", null, null, 0);
    var proof = new Proof(Instant.parse("2026-01-02T03:04:05.678Z"), by, claim);
    var files =
        claim instanceof Claim.Approval
            ? List.of(new FileDigest("docs/plan.md", "b".repeat(64)))
            : List.<FileDigest>of();
    return new Receipt(
        "state/release/v1", "publish it", "tests", "d".repeat(64), POSITION, files, proof, 7);
  }

  static Stream<Claim> claims() {
    return Stream.of(
        new Claim.CommandRun("tests", List.of("make", "check it"), 0, POSITION),
        new Claim.CommandRun("tests", List.of("make"), -1, POSITION),
        new Claim.Verdict("tests", true, List.of(), POSITION),
        new Claim.Verdict("tests", false, List.of("a\nb", "\u2028"), POSITION),
        report(),
        report("1 failure and 0 errors in 2 tests"),
        new Claim.Approval(new PhaseName("design"), "terminal", "e".repeat(64)),
        new Claim.ChangesRequested(new PhaseName("design"), "login", "name the codes"));
  }

  private static Claim report(String... blockers) {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("tests", 2L);
    counts.put("failures", (long) blockers.length);
    return new Claim.Report(
        "tests",
        List.of("sarif", "warning"),
        List.of(blockers),
        counts,
        List.of("Lint \u00e4"),
        List.of(
            new Claim.ReportFile("target/a.sarif", "1".repeat(64), null),
            new Claim.ReportFile("b.sarif", "2".repeat(64), "ann@example.com")),
        POSITION);
  }

  @Test
  void a_report_is_a_test_result_of_in_toto_that_names_its_files() {
    var passed = Statement.of(receipt(report()));
    var failed = Statement.of(receipt(report("1 failure")));

    assertThat(passed)
        .contains("\"predicateType\":\"" + Statement.TEST_RESULT + "\"")
        .contains("{\"result\":\"PASSED\"", "\"counts\":{\"tests\":2,\"failures\":0}")
        .contains("{\"path\":\"target/a.sarif\",\"sha256\":\"" + "1".repeat(64) + "\"}")
        .endsWith("\"passedTests\":[\"tests\"]}}");
    assertThat(failed).contains("{\"result\":\"FAILED\"").endsWith("\"failedTests\":[\"tests\"]}}");
  }

  @ParameterizedTest
  @MethodSource("claims")
  void every_claim_is_read_as_it_was_written(Claim claim) throws Exception {
    var receipt = receipt(claim);

    var text = new Envelope(Statement.of(receipt), List.of()).text();

    assertThat(Statement.read(Envelope.read(text).payload())).isEqualTo(receipt);
  }

  @Test
  void a_command_is_a_test_result_of_in_toto() {
    assertThat(Statement.of(receipt(claims().findFirst().orElseThrow())))
        .startsWith(
            "{\"_type\":\"https://in-toto.io/Statement/v1\",\"subject\":[{\"name\":\"work tree\","
                + "\"digest\":{\"gitTree\":\""
                + "a".repeat(40)
                + "\"}}],\"predicateType\":\"https://in-toto.io/attestation/test-result/v0.1\","
                + "\"predicate\":{\"result\":\"PASSED\",\"configuration\":[{")
        .endsWith("\"passedTests\":[\"tests\"]}}");
  }

  @Test
  void what_is_signed_is_the_pre_authentication_encoding() {
    var envelope = new Envelope("{\"a\":\"ä\"}", List.of(new Envelope.Signature("k", "c2ln")));

    assertThat(new String(envelope.signedBytes(), UTF_8))
        .isEqualTo("DSSEv1 28 application/vnd.in-toto+json 10 {\"a\":\"ä\"}");
  }

  @Test
  void signatures_are_kept() throws Exception {
    var envelope = new Envelope("{}", List.of(new Envelope.Signature("ann", "c2ln")));

    assertThat(Envelope.read(envelope.text())).isEqualTo(envelope);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "null",
        "{\"payloadType\":\"application/vnd.in-toto+json\"}",
        "{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":\"e30=\",\"signatures\":[]}",
        "{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":\"%\",\"signatures\":[]}",
        "{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":1,\"signatures\":{}}",
        "{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":\"\",\"signatures\":[1]}"
      })
  void no_other_text_is_an_envelope(String text) {
    assertThatThrownBy(() -> Envelope.read(text)).isInstanceOf(UnreadableReceiptException.class);
  }

  @Test
  void no_text_with_one_character_changed_is_the_same_receipt() throws Exception {
    var payload = Statement.of(receipt(claims().findFirst().orElseThrow()));
    var original = Statement.read(payload);
    for (int i = 0; i < payload.length(); i++) {
      for (char c : new char[] {'0', '"', ' ', '}', 'x'}) {
        var changed = payload.substring(0, i) + c + payload.substring(i + 1);
        if (!changed.equals(payload)) {
          try {
            assertThat(Statement.read(changed)).as(changed).isNotEqualTo(original);
          } catch (UnreadableReceiptException refused) {
            assertThat(refused).hasMessageNotContaining("null");
          }
        }
      }
    }
  }
}

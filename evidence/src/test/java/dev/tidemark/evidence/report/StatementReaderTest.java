package dev.tidemark.evidence.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.signature.JdkKey;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.ReportPassed.Format;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// In-toto statements of other tools, as the specifications of their predicates show them.
class StatementReaderTest {
  private static final String COMMIT = "a".repeat(40);
  private static final String TREE = "b".repeat(40);
  private static final String OTHER = "c".repeat(40);

  private static final String TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1";
  private static final String SVR = "https://in-toto.io/attestation/svr/v0.1";
  private static final String VSA = "https://slsa.dev/verification_summary/v1";
  private static final String[] ALL = {TEST_RESULT, SVR, VSA};

  private static final String PASSED = "{'result':'PASSED','configuration':[]}";

  private final ReportReader reader = reader("");

  private static ReportReader reader(String signers) {
    return ReportFixture.reader(Set.of(COMMIT, TREE), signers, Format.IN_TOTO, ALL);
  }

  private static String statement(String digest, String type, String predicate) {
    return ("{'_type':'https://in-toto.io/Statement/v1','subject':[{'name':'x','digest':"
            + digest
            + ("},{'name':'y','digest':{'sha256':'00'}}],'predicateType':'" + type + "',")
            + ("'predicate':" + predicate + "}"))
        .replace('\'', '"');
  }

  private static String about(String commit) {
    return statement("{'gitCommit':'" + commit + "'}", TEST_RESULT, PASSED);
  }

  private static String enclosed(String statement, String... signatures) {
    var all = new StringBuilder();
    for (var signature : signatures) {
      all.append(all.isEmpty() ? "" : ",").append("{\"keyid\":\"k\",\"sig\":\"");
      all.append(signature).append("\"}");
    }
    return "{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":\""
        + Base64.getEncoder().encodeToString(ReportFixture.bytes(statement))
        + ("\",\"signatures\":[" + all + "]}");
  }

  private @Nullable String read(String text) throws UnreadableReportException {
    return reader.read(ReportFixture.bytes(text));
  }

  @ParameterizedTest
  @CsvSource({"gitCommit, a", "gitTree, b", "sha1, a"})
  void the_subject_is_the_commit_or_the_tree(String digest, String digit)
      throws UnreadableReportException {
    var subject = "{'" + digest + "':'" + digit.repeat(40) + "'}";

    assertThat(read(statement(subject, TEST_RESULT, PASSED))).isNull();

    assertThat(reader.blockers()).isEmpty();
    assertThat(reader.counts()).containsEntry("statements", 1L).containsEntry("failed", 0L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'gitCommit':'%s'}  | it is about gitCommit ccccccc, which is not the content of the work"
            + " tree",
        "{'gitBlob':'%s'}    | its subject is no commit or tree (gitCommit, gitTree, sha1)",
        "{'sha256':'00'}     | its subject is no commit or tree (gitCommit, gitTree, sha1)",
        "{'gitCommit':7}     | its subject is no commit or tree (gitCommit, gitTree, sha1)",
        "7                   | its subject is no commit or tree (gitCommit, gitTree, sha1)"
      })
  void a_statement_about_anything_else_is_refused(String digest, String problem) {
    var text = statement(digest.formatted(OTHER), TEST_RESULT, PASSED);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessage(problem);
    assertThat(reader.counts()).containsEntry("statements", 0L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "test-result/v0.1 | {'result':'PASSED'}                           | -",
        "test-result/v0.1 | {'result':'FAILED','failedTests':['a']}       | the result is FAILED",
        "test-result/v0.1 | {'result':'WARNED'}                           | the result is WARNED",
        "test-result/v0.1 | {}                                            | the result is missing",
        "test-result/v0.1 | {'result':true}                               | the result is missing",
        "svr/v0.1         | {'verifier':{'id':'v'},'properties':['A_B']}  | -",
        "svr/v0.1         | {'verifier':{'id':'v'},'properties':[]}       | the result is without"
            + " properties"
      })
  void the_result_is_that_of_the_predicate(String type, String predicate, @Nullable String blocker)
      throws UnreadableReportException {
    var full = "https://in-toto.io/attestation/" + type;
    read(statement("{'gitCommit':'" + COMMIT + "'}", full, predicate));

    assertThat(reader.blockers()).isEqualTo(blocker == null ? List.of() : List.of(blocker.strip()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PASSED", "FAILED"})
  void a_verification_summary_of_slsa_has_a_result_and_a_verifier(String result)
      throws UnreadableReportException {
    read(
        statement(
            "{'sha1':'" + COMMIT + "'}",
            VSA,
            "{'verifier':{'id':'https://example.com/verifier'},'timeVerified':'2026-11-26T10:00:00Z',"
                + "'resourceUri':'git+https://example.com/repo','policy':{'uri':'p'},"
                + ("'verificationResult':'"
                    + result
                    + "','verifiedLevels':['SLSA_SOURCE_LEVEL_3']}")));

    assertThat(reader.tools()).containsExactly("https://example.com/verifier");
    assertThat(reader.blockers().isEmpty()).isEqualTo(result.equals("PASSED"));
  }

  @Test
  void statements_in_envelopes_bundles_and_lines_are_read() throws UnreadableReportException {
    var bundle = "{\"mediaType\":\"b\",\"dsseEnvelope\":" + enclosed(about(COMMIT)) + "}";
    read(enclosed(about(COMMIT)));
    read(JsonText.pretty(JsonText.parse(enclosed(about(COMMIT)))) + "\n");
    read(bundle);
    read(bundle + "\n" + enclosed(about(COMMIT)) + "\n" + about(COMMIT) + "\n");
    read(about(COMMIT).replace("Statement/v1", "Statement/v0.1"));

    assertThat(reader.counts()).containsEntry("statements", 7L);
  }

  @Test
  void statements_about_other_things_beside_one_that_counts_are_left_out()
      throws UnreadableReportException {
    var provenance =
        statement("{'gitCommit':'" + COMMIT + "'}", "https://slsa.dev/provenance/v1", "{}");
    read(about(OTHER) + "\n" + provenance + "\n" + about(COMMIT));

    assertThat(reader.counts()).containsEntry("statements", 1L);
    assertThatThrownBy(() -> read(about(OTHER) + "\n" + provenance))
        .hasMessage(
            "it is about gitCommit ccccccc, which is not the content of the work tree; its"
                + " predicate type https://slsa.dev/provenance/v1 is not accepted by the gate");
  }

  @Test
  void a_predicate_type_that_the_gate_does_not_accept_does_not_count() {
    var strict = ReportFixture.reader(Set.of(COMMIT), "", Format.IN_TOTO, VSA);

    assertThatThrownBy(() -> strict.read(ReportFixture.bytes(about(COMMIT))))
        .hasMessage("its predicate type " + TEST_RESULT + " is not accepted by the gate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                       | it is not an in-toto statement",
        "[]                                       | it is not a JSON object",
        "{'payloadType':'text/plain'}             | the payload type of the envelope is not"
            + " application/vnd.in-toto+json",
        "{'payloadType':'application/vnd.in-toto+json'} | the payload of the envelope is not"
            + " base64 of UTF-8",
        "{'payloadType':'application/vnd.in-toto+json','payload':'e30'} | it is not an in-toto"
            + " statement",
        "{'payloadType':'application/vnd.in-toto+json','payload':'/w=='} | the payload of the"
            + " envelope is not base64 of UTF-8",
        "{'dsseEnvelope':{}}                      | it is not an in-toto statement"
      })
  void what_is_no_statement_is_refused(String json, String problem) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessageStartingWith(problem);
  }

  @Test
  void both_alphabets_of_base64_are_read() throws UnreadableReportException {
    var statement = statement("{'gitTree':'" + TREE + "'}", TEST_RESULT, "{'result':'PASSED'}");
    var payload =
        Base64.getUrlEncoder().encodeToString(ReportFixture.bytes(statement + " ".repeat(3)));
    read("{\"payloadType\":\"application/vnd.in-toto+json\",\"payload\":\"" + payload + "\"}");

    assertThat(reader.blockers()).isEmpty();
  }

  @Test
  void the_signature_of_an_allowed_signer_is_verified_and_any_other_is_none()
      throws UnreadableReportException, GeneralSecurityException {
    var ann = JdkKey.of(JdkKey.ED25519);
    var signers = reader("ann@example.com namespaces=\"tidemark-gate\" " + ann.line());
    var statement = about(COMMIT);
    var sig = signature(ann, statement);

    assertThat(signers.read(ReportFixture.bytes(enclosed(statement, "MEUCIQ==", sig))))
        .isEqualTo("ann@example.com");
    for (var none :
        List.of(
            enclosed(statement),
            statement,
            enclosed(statement, "MEUCIQ=="),
            enclosed(statement + " ", sig),
            enclosed(statement, signature(JdkKey.of(JdkKey.ED25519), statement)),
            enclosed(statement, sig) + "\n" + statement)) {
      assertThat(signers.read(ReportFixture.bytes(none))).as(none).isNull();
    }
    assertThat(read(enclosed(statement, sig))).isNull();
  }

  private static String signature(JdkKey key, String statement) throws GeneralSecurityException {
    var signed = new Envelope(statement, List.of()).signedBytes();
    return SshSignatures.base64(key.sign(signed, SshSignatures.NAMESPACE, "sha512", 0));
  }

  @Test
  void a_receipt_of_another_tidemark_is_a_statement() throws UnreadableReportException {
    var predicate = JsonObject.builder().add("result", "PASSED").build();
    read(
        new Envelope(
                statement("{'gitTree':'" + TREE + "'}", TEST_RESULT, JsonText.compact(predicate)),
                List.of())
            .text());

    assertThat(reader.tools()).containsExactly(TEST_RESULT);
  }
}

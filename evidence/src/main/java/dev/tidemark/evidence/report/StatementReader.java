package dev.tidemark.evidence.report;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.evidence.signature.SignatureResult.Valid;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reader of in-toto statements: bare, in DSSE envelopes, in bundles of Sigstore, and several of
/// them as JSON Lines.
///
/// Statements about other content and of other predicate types are left out; each file has to have
/// one that counts. Of signatures only those are verified that Tidemark can verify (SSHSIG).
final class StatementReader extends ReportReader {
  private static final List<String> TYPES =
      List.of("https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1");

  /// The members of a digest set that name git objects; `sha1` is a commit for older tools.
  private static final List<String> DIGESTS = List.of("gitCommit", "gitTree", "sha1");

  private final List<String> predicates;
  private final Set<String> content;
  private final AllowedSigners signers;
  private final Instant now;
  private final List<String> blockers = new ArrayList<>();
  private long counted;

  /// @param predicates the accepted predicate types
  /// @param content the ids of the git objects that a statement has to be about one of
  StatementReader(
      List<String> predicates, Set<String> content, AllowedSigners signers, Instant now) {
    this.predicates = List.copyOf(predicates);
    this.content = Set.copyOf(content);
    this.signers = signers;
    this.now = now;
  }

  @Override
  public @Nullable String read(byte[] file) throws UnreadableReportException {
    var others = new ArrayList<String>();
    var signed = new ArrayList<String>();
    for (var document : documents(file)) {
      var bundled = document.object("dsseEnvelope");
      var envelope = bundled == null ? document : bundled;
      boolean enclosed = envelope.has("payloadType");
      var payload = enclosed ? payload(envelope) : "";
      var statement = enclosed ? json(payload) : envelope;
      var why = other(statement);
      if (why.isEmpty()) {
        count(statement);
        signed.add(enclosed ? signer(envelope, payload) : "");
      } else {
        others.add(why);
      }
    }
    if (signed.isEmpty()) {
      throw new UnreadableReportException(String.join("; ", others));
    }
    return signed.contains("") ? null : signed.getFirst();
  }

  /// Returns the JSON documents of a file: one, or one in each line.
  private static List<JsonObject> documents(byte[] file) throws UnreadableReportException {
    var lines = Utf8.decode(file).orElse("").strip().split("\n", -1);
    boolean spread = lines[0].strip().endsWith("{") || lines[0].strip().endsWith(",");
    if (lines.length == 1 || spread) {
      return List.of(json(file));
    }
    var documents = new ArrayList<JsonObject>();
    for (var line : lines) {
      documents.add(json(line));
    }
    return documents;
  }

  private static String payload(JsonObject envelope) throws UnreadableReportException {
    var type = envelope.string("payloadType");
    if (!Envelope.PAYLOAD_TYPE.equals(type)) {
      throw new UnreadableReportException(
          "the payload type of the envelope is not " + Envelope.PAYLOAD_TYPE);
    }
    var encoded = String.valueOf(envelope.string("payload"));
    try {
      // DSSE allows both alphabets.
      var base64 = encoded.replace('-', '+').replace('_', '/');
      var payload = Utf8.decode(Base64.getDecoder().decode(base64));
      if (payload.isPresent()) {
        return payload.get();
      }
    } catch (IllegalArgumentException strange) {
      // The same error.
    }
    throw new UnreadableReportException("the payload of the envelope is not base64 of UTF-8");
  }

  /// Returns why a statement does not count; empty if it does.
  private String other(JsonObject statement) throws UnreadableReportException {
    var type = statement.string("_type");
    if (type == null || !TYPES.contains(type)) {
      throw new UnreadableReportException("it is not an in-toto statement");
    }
    var predicate = String.valueOf(statement.string("predicateType"));
    if (!predicates.contains(predicate)) {
      return "its predicate type " + shortened(predicate) + " is not accepted by the gate";
    }
    var named = new ArrayList<String>();
    for (var subject : objects(statement, "subject")) {
      var digest = object(subject, "digest");
      for (var name : DIGESTS) {
        var id = digest.string(name);
        if (id != null && content.contains(id)) {
          return "";
        }
        if (id != null) {
          named.add(name + " " + Head.abbreviated(shortened(id)));
        }
      }
    }
    return named.isEmpty()
        ? "its subject is no commit or tree (gitCommit, gitTree, sha1)"
        : "it is about " + named.getFirst() + ", which is not the content of the work tree";
  }

  private void count(JsonObject statement) {
    counted++;
    var predicate = object(statement, "predicate");
    var type = String.valueOf(statement.string("predicateType"));
    addTool(tool(predicate, type));
    var result =
        switch (type) {
          case "https://slsa.dev/verification_summary/v1" -> predicate.string("verificationResult");
          case "https://in-toto.io/attestation/svr/v0.1" ->
              predicate.strings("properties").isEmpty() ? "without properties" : "PASSED";
          default -> predicate.string("result");
        };
    if (!"PASSED".equals(result)) {
      blockers.add("the result is " + (result == null ? "missing" : shortened(result)));
    }
  }

  private static String tool(JsonObject predicate, String type) {
    var verifier = object(predicate, "verifier").string("id");
    return verifier == null ? type : verifier;
  }

  /// Returns the principal whose signature is in an envelope; empty if there is none that Tidemark
  /// can verify and the project allows.
  private String signer(JsonObject envelope, String payload) throws UnreadableReportException {
    var signed = new Envelope(payload, List.of()).signedBytes();
    for (var signature : objects(envelope, "signatures")) {
      var armored = SshSignatures.armored(String.valueOf(signature.string("sig")));
      if (SshSignatures.verify(signed, armored, SshSignatures.NAMESPACE) instanceof Valid valid) {
        var allowed = signers.principals(valid.key(), SshSignatures.NAMESPACE, now);
        if (!allowed.isEmpty()) {
          return allowed.getFirst();
        }
      }
    }
    return "";
  }

  @Override
  public Map<String, Long> counts() {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("statements", counted);
    counts.put("failed", (long) blockers.size());
    return counts;
  }

  @Override
  public List<String> blockers() {
    return List.copyOf(blockers);
  }
}

package dev.tidemark.evidence;

import dev.tidemark.evidence.signature.SignatureResult;
import dev.tidemark.evidence.signature.SignatureResult.Invalid;
import dev.tidemark.evidence.signature.SignatureResult.Reason;
import dev.tidemark.evidence.signature.SignatureResult.Valid;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// DSSE envelope: a payload with its signatures, as a file.
///
/// Only one spelling is read, that of [#text]: other orders of members, duplicate keys, further
/// members, blanks and other forms of base64 are refused, so that two programs never read two
/// things in one file.
///
/// @param payload the statement, see [Statement]
/// @param signatures the signatures; none for an unsigned receipt
public record Envelope(String payload, List<Signature> signatures) {
  /// The type of the payload.
  public static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

  private static final String TYPE = "payloadType";
  private static final String PAYLOAD = "payload";
  private static final String SIGNATURES = "signatures";
  private static final String KEY = "keyid";
  private static final String SIG = "sig";

  /// The most signatures of one receipt.
  private static final int SIGNATURES_MAX = 20;

  /// Takes its own copy of the signatures.
  public Envelope {
    signatures = List.copyOf(signatures);
  }

  /// Signature of an envelope.
  ///
  /// @param keyid the fingerprint of the key, as `ssh-keygen -l` prints it
  /// @param sig the SSH signature (SSHSIG) in base64, without its armor
  public record Signature(String keyid, String sig) {}

  /// Returns the bytes that a signature is about: the pre-authentication encoding of DSSE.
  public byte[] signedBytes() {
    int length = Utf8.encode(payload).length;
    return Utf8.encode(
        "DSSEv1 " + PAYLOAD_TYPE.length() + " " + PAYLOAD_TYPE + " " + length + " " + payload);
  }

  /// Verifies one of the signatures.
  public SignatureResult verify(Signature signature) {
    var sig = signature.sig();
    if (sig.indexOf('\n') >= 0) {
      return new Invalid(Reason.NOT_ARMORED, "the signature has line breaks");
    }
    var armored = SshSignatures.armored(sig);
    var result = SshSignatures.verify(signedBytes(), armored, SshSignatures.NAMESPACE);
    return result instanceof Valid valid && !valid.key().fingerprint().equals(signature.keyid())
        ? new Invalid(Reason.MISMATCH, "the envelope names another key than the signature")
        : result;
  }

  /// Returns the envelope with a further signature; empty if that is not one of the envelope.
  ///
  /// @param armored the signature of [#signedBytes], as `ssh-keygen` prints it
  public Optional<Envelope> signed(String armored) {
    var result = SshSignatures.verify(signedBytes(), armored, SshSignatures.NAMESPACE);
    if (result instanceof Valid valid) {
      var all = new ArrayList<>(signatures);
      all.add(new Signature(valid.key().fingerprint(), SshSignatures.base64(armored)));
      return Optional.of(new Envelope(payload, all));
    }
    return Optional.empty();
  }

  /// Returns the content of the file.
  public String text() {
    var all = new ArrayList<Json>();
    for (var signature : signatures) {
      all.add(JsonObject.builder().add(KEY, signature.keyid()).add(SIG, signature.sig()).build());
    }
    var json =
        JsonObject.builder()
            .add(TYPE, PAYLOAD_TYPE)
            .add(PAYLOAD, Base64.getEncoder().encodeToString(Utf8.encode(payload)))
            .add(SIGNATURES, JsonArray.of(all))
            .build();
    return JsonText.pretty(json) + "\n";
  }

  /// Reads the content of a file.
  ///
  /// @throws UnreadableReceiptException if it is not exactly what [#text] returns for an envelope
  public static Envelope read(String text) throws UnreadableReceiptException {
    var json = object(text, "the envelope");
    if (!PAYLOAD_TYPE.equals(json.string(TYPE))) {
      throw new UnreadableReceiptException("its payload type is not " + PAYLOAD_TYPE);
    }
    var signatures = new ArrayList<Signature>();
    var listed = json.array(SIGNATURES);
    for (var element : listed == null ? List.<Json>of() : listed.elements()) {
      var key = element instanceof JsonObject signature ? signature.string(KEY) : null;
      var sig = element instanceof JsonObject signature ? signature.string(SIG) : null;
      if (key == null || sig == null || signatures.size() == SIGNATURES_MAX) {
        throw new UnreadableReceiptException("its signatures are not those of an envelope");
      }
      signatures.add(new Signature(key, sig));
    }
    var envelope = new Envelope(payload(json.string(PAYLOAD)), signatures);
    if (!envelope.text().equals(text)) {
      throw new UnreadableReceiptException("the envelope is not in the form that is written");
    }
    return envelope;
  }

  private static String payload(@Nullable String encoded) throws UnreadableReceiptException {
    try {
      var bytes = Base64.getDecoder().decode(encoded == null ? "" : encoded);
      return Utf8.decode(bytes)
          .orElseThrow(() -> new UnreadableReceiptException("its payload is not UTF-8"));
    } catch (IllegalArgumentException strange) {
      throw new UnreadableReceiptException("its payload is not base64");
    }
  }

  /// Returns a JSON object.
  ///
  /// @param what its name in a message
  static JsonObject object(String text, String what) throws UnreadableReceiptException {
    try {
      if (JsonText.parse(text) instanceof JsonObject object) {
        return object;
      }
      throw new UnreadableReceiptException(what + " is not a JSON object");
    } catch (JsonException damaged) {
      throw new UnreadableReceiptException(what + " is damaged at " + damaged.getMessage());
    }
  }
}

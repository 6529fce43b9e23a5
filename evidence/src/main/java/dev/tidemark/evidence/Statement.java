package dev.tidemark.evidence;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Receipt.FileDigest;
import dev.tidemark.history.ClaimJson;
import dev.tidemark.history.Proof;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of receipts: in-toto statements, with the predicate `test-result` for commands and
/// reports, and one of Tidemark for reviews and approvals.
///
/// Only the one form is read that is written here: a receipt of another writer is no evidence.
public final class Statement {
  /// The predicate of a command or a report, see in-toto.
  public static final String TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1";

  /// The predicate of a review or an approval.
  public static final String GATE = "https://tidemark.dev/attestation/gate/v1";

  private static final String TYPE = "https://in-toto.io/Statement/v1";
  private static final String SUBJECT = "work tree";
  private static final String PASSED = "PASSED";
  private static final String FAILED = "FAILED";

  private static final String DIGEST = "digest";
  private static final String SHA_256 = "sha256";
  private static final String GIT_TREE = "gitTree";
  private static final String PREDICATE = "predicate";
  private static final String ANNOTATIONS = "annotations";
  private static final String CONFIGURATION = "configuration";
  private static final String DEFINITION = "definition";
  private static final String COMMAND = "command";
  private static final String BLOCKERS = "blockers";
  private static final String SHOWN = "shown";
  private static final String FILES = "files";
  private static final String METHOD = "method";
  private static final String COMMENT = "comment";
  private static final String RESULT = "result";
  private static final String NAME = "name";
  private static final String PATH = "path";
  private static final String EXIT = "exit";
  private static final String PHASE = "phase";

  private Statement() {}

  /// Returns the payload of a receipt.
  public static String of(Receipt receipt) {
    boolean test = receipt.kind() == Receipt.Kind.COMMAND || receipt.kind() == Receipt.Kind.REPORT;
    return JsonText.compact(
        JsonObject.builder()
            .add("_type", TYPE)
            .add("subject", JsonArray.of(subject(receipt)))
            .add("predicateType", test ? TEST_RESULT : GATE)
            .add(PREDICATE, test ? testResult(receipt) : gate(receipt))
            .build());
  }

  private static JsonObject subject(Receipt receipt) {
    var digest = JsonObject.builder().add(GIT_TREE, receipt.tree()).build();
    return JsonObject.builder().add(NAME, SUBJECT).add(DIGEST, digest).build();
  }

  private static JsonObject testResult(Receipt receipt) {
    var configuration =
        JsonObject.builder()
            .add(NAME, "gate " + receipt.gate())
            .add(DIGEST, sha256(receipt.definition()))
            .add(ANNOTATIONS, facts(receipt).build())
            .build();
    return JsonObject.builder()
        .add(RESULT, receipt.passed() ? PASSED : FAILED)
        .add(CONFIGURATION, JsonArray.of(configuration))
        .add(receipt.passed() ? "passedTests" : "failedTests", List.of(receipt.gate()))
        .build();
  }

  private static JsonObject gate(Receipt receipt) {
    var head =
        JsonObject.builder()
            .add(RESULT, receipt.passed() ? PASSED : FAILED)
            .add(DEFINITION, sha256(receipt.definition()))
            .build();
    return head.withAll(facts(receipt).build());
  }

  private static JsonObject.Builder facts(Receipt receipt) {
    var by = receipt.proof().by();
    var actor = JsonObject.builder().add("kind", by.kind().word()).add(NAME, by.name());
    var facts =
        JsonObject.builder()
            .add("run", receipt.run())
            .add(PHASE, receipt.phase())
            .add("gate", receipt.gate())
            .add("kind", receipt.kind().word())
            .addIfPresent("commit", receipt.position().commit())
            .add("actor", actor.build())
            .add("at", Timestamps.millis(receipt.proof().at()))
            .add("sequence", receipt.sequence());
    switch (receipt.proof().claim()) {
      case Claim.CommandRun run -> facts.add(COMMAND, run.command()).add(EXIT, run.exit());
      case Claim.Verdict verdict ->
          facts.add("passed", verdict.passed()).add(BLOCKERS, verdict.blockers());
      case Claim.Report report -> ClaimJson.report(facts, report);
      case Claim.Approval approval ->
          facts
              .add("approved", approval.phase().value())
              .add(METHOD, approval.method())
              .add(SHOWN, sha256(approval.digest()))
              .add(FILES, files(receipt.files()));
      case Claim.ChangesRequested asked ->
          facts
              .add("rejected", asked.phase().value())
              .add(METHOD, asked.method())
              .add(COMMENT, asked.comment());
      default -> throw new IllegalArgumentException("no receipt of " + receipt.proof().claim());
    }
    return facts;
  }

  private static JsonArray files(List<FileDigest> files) {
    var all = new ArrayList<Json>();
    for (var file : files) {
      all.add(
          JsonObject.builder().add(PATH, file.path()).add(DIGEST, sha256(file.sha256())).build());
    }
    return JsonArray.of(all);
  }

  private static JsonObject sha256(String digest) {
    return JsonObject.builder().add(SHA_256, digest).build();
  }

  /// Reads the payload of an envelope.
  ///
  /// @throws UnreadableReceiptException if it is not exactly what [#of] returns for a receipt
  public static Receipt read(String payload) throws UnreadableReceiptException {
    var json = Envelope.object(payload, "the statement");
    var predicate = needed(json.object(PREDICATE), PREDICATE);
    var type = json.string("predicateType");
    Receipt receipt;
    if (TEST_RESULT.equals(type)) {
      var configuration = first(predicate.array(CONFIGURATION), CONFIGURATION);
      var facts = needed(configuration.object(ANNOTATIONS), ANNOTATIONS);
      receipt = receipt(json, facts, sha256(configuration.object(DIGEST)));
    } else if (GATE.equals(type)) {
      receipt = receipt(json, predicate, sha256(predicate.object(DEFINITION)));
    } else {
      throw new UnreadableReceiptException("its predicate is none that Tidemark writes");
    }
    if (!of(receipt).equals(payload)) {
      throw new UnreadableReceiptException("the statement is not in the form that is written");
    }
    return receipt;
  }

  private static Receipt receipt(JsonObject json, JsonObject facts, String definition)
      throws UnreadableReceiptException {
    var subject = first(json.array("subject"), "subject");
    var tree = needed(subject.object(DIGEST), DIGEST).string(GIT_TREE);
    var commit = facts.string("commit");
    if (!isId(needed(tree, GIT_TREE)) || (commit != null && !isId(commit))) {
      throw new UnreadableReceiptException("its tree or commit is not the id of a git object");
    }
    var actor = needed(facts.object("actor"), "actor");
    var kind = Actor.Kind.of(needed(actor.string("kind"), "kind"));
    var by = new Actor(kind, needed(actor.string(NAME), NAME), null, null, 0);
    var at =
        Timestamps.parse(needed(facts.string("at"), "at"))
            .orElseThrow(() -> new UnreadableReceiptException("its time is none"));
    var gate = needed(facts.string("gate"), "gate");
    var position = new TreePosition(commit, tree);
    return new Receipt(
        needed(facts.string("run"), "run"),
        needed(facts.string(PHASE), PHASE),
        gate,
        definition,
        position,
        files(facts.array(FILES)),
        new Proof(at, by, claim(facts, gate, position)),
        number(facts.number("sequence"), "sequence"));
  }

  private static Claim claim(JsonObject facts, String gate, TreePosition position)
      throws UnreadableReceiptException {
    return switch (needed(facts.string("kind"), "kind")) {
      case "command" -> {
        int exit = (int) number(facts.number(EXIT), EXIT);
        yield new Claim.CommandRun(gate, facts.strings(COMMAND), exit, position);
      }
      case "review" ->
          new Claim.Verdict(gate, facts.isTrue("passed"), facts.strings(BLOCKERS), position);
      case "report" -> ClaimJson.report(gate, facts, position);
      case "approval" -> {
        var method = needed(facts.string(METHOD), METHOD);
        var rejected = facts.string("rejected");
        if (rejected != null) {
          var comment = needed(facts.string(COMMENT), COMMENT);
          yield new Claim.ChangesRequested(phase(rejected), method, comment);
        }
        var approved = phase(needed(facts.string("approved"), "approved"));
        yield new Claim.Approval(approved, method, sha256(facts.object(SHOWN)));
      }
      default -> throw new UnreadableReceiptException("its kind is none that Tidemark writes");
    };
  }

  private static PhaseName phase(String name) throws UnreadableReceiptException {
    if (name.isBlank()) {
      throw new UnreadableReceiptException("it names no phase");
    }
    return new PhaseName(name);
  }

  private static List<FileDigest> files(@Nullable JsonArray listed)
      throws UnreadableReceiptException {
    var files = new ArrayList<FileDigest>();
    for (var element : listed == null ? List.<Json>of() : listed.elements()) {
      var file = element instanceof JsonObject object ? object : JsonObject.EMPTY;
      files.add(new FileDigest(needed(file.string(PATH), PATH), sha256(file.object(DIGEST))));
    }
    return files;
  }

  private static JsonObject first(@Nullable JsonArray array, String name)
      throws UnreadableReceiptException {
    if (array == null || array.size() != 1 || !(array.get(0) instanceof JsonObject object)) {
      throw new UnreadableReceiptException("its " + name + " is not one object");
    }
    return object;
  }

  private static String sha256(@Nullable JsonObject digest) throws UnreadableReceiptException {
    return needed(digest == null ? null : digest.string(SHA_256), SHA_256);
  }

  private static long number(@Nullable JsonNumber number, String name)
      throws UnreadableReceiptException {
    var value = needed(number, name).wholeValue();
    if (value.isEmpty() || Math.abs(value.getAsLong()) > Integer.MAX_VALUE) {
      throw new UnreadableReceiptException("its " + name + " is out of range");
    }
    return value.getAsLong();
  }

  private static <T> T needed(@Nullable T value, String name) throws UnreadableReceiptException {
    if (value == null) {
      throw new UnreadableReceiptException("it has no " + name);
    }
    return value;
  }

  /// Returns whether a text is the id of a git object, with SHA-1 or SHA-256.
  private static boolean isId(String text) {
    boolean id = text.length() == 40 || text.length() == 64;
    for (int i = 0; id && i < text.length(); i++) {
      char c = text.charAt(i);
      id = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
    return id;
  }
}

package dev.tidemark.app.command.verify;

import static dev.tidemark.app.command.verify.Attack.committed;
import static dev.tidemark.app.command.verify.Attack.link;
import static dev.tidemark.app.command.verify.Attack.refused;
import static dev.tidemark.app.command.verify.Attack.unreadable;
import static dev.tidemark.app.command.verify.PullRequest.FOLDER;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Statement;
import dev.tidemark.history.Proof;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Receipts that were made or changed by hand, each in a real repository.
@LongProof
class ReceiptForgeryTest extends PullRequestCopies {
  @ParameterizedTest
  @MethodSource({"contents", "mixtures", "contradictions", "forms", "statements", "files"})
  void no_forged_receipt_passes(Attack attack) {
    attack.endsOn(pull);
  }

  private static Receipt with(Receipt of, String run, String gate, String definition) {
    return new Receipt(
        run, of.phase(), gate, definition, of.position(), of.files(), of.proof(), of.sequence());
  }

  private static Receipt with(Receipt of, Claim claim, Instant at) {
    var proof = new Proof(at, of.proof().by(), claim);
    return new Receipt(
        of.run(),
        of.phase(),
        of.gate(),
        of.definition(),
        of.position(),
        of.files(),
        proof,
        of.sequence());
  }

  private static Claim.CommandRun exit(Receipt of, int exit, String... words) {
    var command = words.length == 0 ? List.of("test", "-f", "built.txt") : List.of(words);
    return new Claim.CommandRun(of.gate(), command, exit, of.position());
  }

  /// Receipts in the right form with another content.
  static Stream<Attack> contents() {
    var missing = "gate tests of state/release/v1: there is no receipt";
    var other = "it was recorded for another definition of the gate";
    return Stream.of(
        refused(
            "has a command that failed",
            "the command failed with exit code 1",
            forged("tests", it -> with(it, exit(it, 1), it.proof().at()))),
        refused(
            "has a command that did not come to its end",
            "the command did not come to its end",
            forged("tests", it -> with(it, exit(it, -1), it.proof().at()))),
        refused(
            "has a review that did not pass",
            "the review did not pass: leaks",
            forged(
                "review",
                it ->
                    with(
                        it,
                        new Claim.Verdict("review", false, List.of("leaks"), it.position()),
                        it.proof().at()))),
        refused(
            "has a review that passed with a reason against it",
            "the review did not pass: leaks",
            forged(
                "review",
                it ->
                    with(
                        it,
                        new Claim.Verdict("review", true, List.of("leaks"), it.position()),
                        it.proof().at()))),
        refused(
            "has the receipt of another command under the digest of the right one",
            other,
            forged("tests", it -> with(it, exit(it, 0, "true"), it.proof().at()))),
        refused(
            "has the receipt of another definition",
            other,
            forged("tests", it -> with(it, it.run(), it.gate(), "0".repeat(64)))),
        refused(
            "has the receipt of a review for a command",
            missing,
            committed(
                pull -> {
                  pull.remove(pull.path("v1", "tests"));
                  var it = pull.receipt("v1", "review");
                  pull.add(with(it, it.run(), "tests", it.definition()));
                })));
  }

  /// Receipts of other gates, runs and phases.
  static Stream<Attack> mixtures() {
    var missing = "gate tests of state/release/v1: there is no receipt";
    var other = "it was recorded for another definition of the gate";
    return Stream.of(
        refused(
            "has the receipt of a command for a review",
            "gate review of state/release/v1: there is no receipt",
            committed(
                pull -> {
                  pull.remove(pull.path("v1", "review"));
                  var it = pull.receipt("v1", "tests");
                  pull.add(with(it, it.run(), "review", it.definition()));
                })),
        refused(
            "has a receipt of another workflow",
            missing,
            forged("tests", it -> with(it, "state/easy/v1", it.gate(), it.definition()))),
        refused(
            "has a receipt of a workflow whose name begins alike",
            missing,
            forged("tests", it -> with(it, "state/release-easy/v1", it.gate(), it.definition()))),
        refused(
            "has a receipt of another format",
            missing,
            forged("tests", it -> with(it, "item/release/v1", it.gate(), it.definition()))),
        refused(
            "has a receipt whose run leads out of the folder",
            missing,
            forged("tests", it -> with(it, "../../release/v1", it.gate(), it.definition()))),
        refused(
            "puts the receipts of two runs together",
            missing,
            forged("tests", it -> with(it, "state/release/v2", it.gate(), it.definition()))),
        refused(
            "has an approval of another phase",
            other,
            forged(
                "approval",
                it ->
                    with(
                        it,
                        new Claim.Approval(new PhaseName("publish"), "terminal", "00"),
                        it.proof().at()))),
        refused(
            "has an approval that covers fewer files",
            "the approval does not cover docs/plan.md",
            forged(
                "approval",
                it ->
                    new Receipt(
                        it.run(),
                        it.phase(),
                        it.gate(),
                        it.definition(),
                        it.position(),
                        List.of(),
                        it.proof(),
                        it.sequence()))),
        refused(
            "has a receipt about the tree that the base has",
            "it is about tree ",
            forged(
                "tests",
                it ->
                    new Receipt(
                        it.run(),
                        it.phase(),
                        it.gate(),
                        it.definition(),
                        new TreePosition(null, "0".repeat(40)),
                        it.files(),
                        it.proof(),
                        it.sequence()))));
  }

  private static Consumer<PullRequest> forged(String gate, UnaryOperator<Receipt> change) {
    return committed(pull -> pull.forge(gate, change));
  }

  /// Several receipts of one gate: the newest decides.
  static Stream<Attack> contradictions() {
    return Stream.of(
        refused(
            "has a failure and a success of the same time",
            "two receipts of the same time contradict each other",
            committed(
                pull -> {
                  var it = pull.receipt("v1", "tests");
                  pull.add(with(it, exit(it, 1), it.proof().at()));
                })),
        refused(
            "has a failure after the success",
            "the command failed with exit code 1",
            committed(
                pull -> {
                  var it = pull.receipt("v1", "tests");
                  pull.add(with(it, exit(it, 1), it.proof().at().plusSeconds(1)));
                })),
        refused(
            "has removed a failure after the success",
            "the command failed with exit code 1; the change has removed this receipt: ",
            committed(
                    pull -> {
                      var it = pull.receipt("v1", "tests");
                      pull.add(with(it, exit(it, 1), it.proof().at().plusSeconds(1)));
                    })
                .andThen(committed(pull -> pull.remove(pull.newest("v1", "tests"))))),
        refused(
            "was asked for changes after its approval",
            "changes were requested: name the codes",
            committed(
                pull ->
                    pull.tidemark()
                        .consenting(ApprovalEvidence.INTERACTION)
                        .after(
                            "approve prepare --run release/v1"
                                + " --request-changes 'name the codes'"))));
  }

  /// Files that are no receipts in the one form that is read.
  static Stream<Attack> forms() {
    var form = " is not a receipt: ";
    return Stream.of(
        unreadable("is empty", form, text("tests", _ -> "")),
        unreadable("is not JSON", form, text("tests", _ -> "PASSED\n")),
        unreadable("is cut off", form, text("tests", it -> it.substring(0, 60))),
        unreadable("has blanks at its end", form, text("tests", it -> it + "\n")),
        unreadable(
            "has the payload twice",
            form,
            text(
                "tests",
                it -> it.replace("\"signatures\"", "\"payload\": \"e30=\",\n  \"signatures\""))),
        unreadable(
            "has another payload type",
            "its payload type is not application/vnd.in-toto+json",
            text("tests", it -> it.replace("vnd.in-toto+json", "json"))),
        unreadable(
            "has a payload in another spelling of base64",
            form,
            text("tests", it -> it.replace("\"payload\": \"", "\"payload\": \" "))),
        unreadable(
            "has a payload with bits behind its end",
            form,
            text(
                "tests",
                it -> it.replaceFirst("\"payload\": \"[^\"]*\"", "\"payload\": \"e31=\""))),
        unreadable(
            "has a payload that is not UTF-8",
            "its payload is not UTF-8",
            text(
                "tests",
                it -> it.replaceFirst("\"payload\": \"[^\"]*\"", "\"payload\": \"/w==\""))),
        unreadable(
            "has an unknown member",
            form,
            text("tests", it -> it.replace("{\n", "{\n  \"x\": 1,\n"))));
  }

  /// Envelopes in the right form whose statement is not.
  static Stream<Attack> statements() {
    var form = " is not a receipt: ";
    return Stream.of(
        unreadable(
            "has a verdict that was changed in its place",
            "its content belongs in a file of another name",
            committed(
                pull -> {
                  var it = pull.receipt("v1", "tests");
                  var failed = with(it, exit(it, 1), it.proof().at());
                  var path = pull.path("v1", "tests");
                  pull.add(failed);
                  var payload = Statement.of(failed);
                  pull.write(path, pull.read(failed.path(FOLDER, payload)));
                })),
        unreadable(
            "has a statement with a key twice",
            "the statement is not in the form that is written",
            payload("tests", it -> it.replace("\"result\":", "\"result\":\"FAILED\",\"result\":"))),
        unreadable(
            "has a statement whose result is not that of its command",
            "the statement is not in the form that is written",
            payload("tests", it -> it.replace("\"exit\":0", "\"exit\":1"))),
        unreadable(
            "has a statement with blanks",
            "the statement is not in the form that is written",
            payload("tests", it -> it.replace("\"exit\":0", "\"exit\": 0"))),
        unreadable(
            "has a statement with another type",
            "the statement is not in the form that is written",
            payload("tests", it -> it.replace("Statement/v1", "Statement/v0.1"))),
        unreadable(
            "has a statement with another predicate",
            "its predicate is none that Tidemark writes",
            payload("tests", it -> it.replace("test-result/v0.1", "vuln/v0.1"))),
        unreadable(
            "has a statement about two subjects",
            "its subject is not one object",
            payload("tests", it -> it.replace("\"subject\":[", "\"subject\":[{},"))),
        unreadable(
            "has a statement about a part of an id",
            "its tree or commit is not the id of a git object",
            payload(
                "tests", it -> it.replaceFirst("\"gitTree\":\"[0-9a-f]{33}", "\"gitTree\":\""))),
        unreadable(
            "has a statement nested too deep",
            form,
            payload("tests", it -> "[".repeat(1000) + it)));
  }

  /// Files that a tree has in another way, or under another name.
  static Stream<Attack> files() {
    return Stream.of(
        unreadable(
            "is executable",
            "it is not a plain file (mode 100755)",
            pull -> {
              pull.scratch().git("update-index", "--chmod=+x", pull.path("v1", "tests"));
              pull.scratch().git("commit", "--quiet", "--message", "Attack");
            }),
        unreadable(
            "is a link",
            "it is not a plain file (mode 120000)",
            committed(
                pull -> {
                  var path = pull.path("v1", "tests");
                  pull.write("built.txt", pull.read("built.txt"));
                  link(pull, path, "../../../built.txt");
                })),
        unreadable(
            "is one of very many",
            "it is too large",
            committed(
                pull -> {
                  for (int i = 0; i < 1_000; i++) {
                    pull.write(FOLDER + "/x/" + i + ".json", i + " ".repeat(60_000));
                  }
                })),
        unreadable("is large", "it is too large", text("tests", it -> it + " ".repeat(70_000))),
        unreadable(
            "is under another name",
            "its content belongs in a file of another name",
            committed(
                pull ->
                    pull.scratch()
                        .git(
                            "mv",
                            pull.path("v1", "tests"),
                            FOLDER + "/state-release-v1/publish-tests-000000000000.json"))),
        unreadable(
            "is in the folder of another run",
            "its content belongs in a file of another name",
            committed(
                pull -> {
                  var path = pull.path("v1", "tests");
                  pull.write(path.replace("release-v1", "release-v2"), pull.read(path));
                })),
        unreadable(
            "rewrites a receipt of the base",
            " is rewritten by the change",
            committed(
                pull ->
                    pull.write(pull.path("v0", "tests"), pull.read(pull.path("v1", "tests"))))));
  }

  private static Consumer<PullRequest> text(String gate, UnaryOperator<String> change) {
    return committed(pull -> pull.forgeText(gate, change));
  }

  private static Consumer<PullRequest> payload(String gate, UnaryOperator<String> change) {
    return committed(pull -> pull.forgePayload(gate, change));
  }
}

package dev.tidemark.app.command.verify;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.app.main.Tree;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Statement;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A change on the branch `change` with all its receipts: a release whose gates are a command, a
/// review and an approval. The branch `main` has the receipts of an earlier release.
final class PullRequest {
  static final String FOLDER = "docs/receipts";
  static final String DEFINITION = ".tidemark/workflows/release.yaml";

  private static final String RELEASE =
      """
      phases:
        - prepare
        - name: publish
          gates:
            - command: [test, -f, built.txt]
              name: tests
            - review: true
            - approval: prepare
              files: [docs/plan.md]
            - artifact: built.txt
      """;

  private final ScratchRepository scratch;

  private PullRequest(ScratchRepository scratch) {
    this.scratch = scratch;
  }

  /// Makes one in a new folder.
  static PullRequest in(Path folder) {
    return in(folder, pull -> pull.tidemark().after("config set receipts on"));
  }

  /// Makes one in a new folder.
  ///
  /// @param settings sets what the base branch wants
  static PullRequest in(Path folder, Consumer<PullRequest> settings) {
    var scratch = ScratchRepository.in(folder);
    scratch.write("README.md", "# Scratch\n").write(".gitignore", ".claude/state/\n");
    scratch.write("docs/plan.md", "# Plan\n").write("built.txt", "0\n");
    scratch.write(DEFINITION, RELEASE);
    var pull = new PullRequest(scratch);
    settings.accept(pull);
    pull.tidemark().trusting();
    scratch.commit("Begin");
    pull.tidemark().after("start release v0", "done prepare --run release/v0 --summary 'Done'");
    pull.record("release/v0");
    scratch.commit("Release v0");
    scratch.git("switch", "--quiet", "--create", "change");
    scratch.write("built.txt", "1\n");
    pull.tidemark().after("start release v1", "done prepare --run release/v1 --summary 'Done'");
    scratch.commit("Change");
    pull.record("release/v1");
    scratch.commit("Receipts");
    return pull;
  }

  /// Returns a copy in another folder.
  PullRequest copy(Path folder) {
    Tree.copy(scratch.root(), folder);
    return new PullRequest(scratch.at(folder));
  }

  ScratchRepository scratch() {
    return scratch;
  }

  CommandLineHarness tidemark() {
    return CommandLineHarness.in(scratch).with("TIDEMARK_ACTOR", "ann");
  }

  /// Records every verdict that the release needs, for the work tree as it is.
  void record(String run) {
    tidemark().after("gate run tests --run " + run, "gate set review --allowed true --run " + run);
    tidemark().consenting(ApprovalEvidence.INTERACTION).after("approve prepare --run " + run);
  }

  Ran verify(String options) {
    return tidemark().run("verify --base main" + options);
  }

  void write(String path, String text) {
    scratch.write(path, text);
  }

  void remove(String path) {
    scratch.git("rm", "-r", "--quiet", "--force", path);
  }

  String read(String path) {
    try {
      return Files.readString(scratch.root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the path of the receipt of a gate.
  String path(String run, String gate) {
    return paths(run, gate).getFirst();
  }

  /// Returns the path of the newest receipt of a gate.
  String newest(String run, String gate) {
    return paths(run, gate).stream()
        .max(Comparator.comparing(path -> receiptAt(path).proof().at()))
        .orElseThrow();
  }

  private List<String> paths(String run, String gate) {
    try (var files = Files.list(scratch.root().resolve(FOLDER).resolve("state-release-" + run))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("publish-" + gate + "-"))
          .map(file -> scratch.root().relativize(file).toString())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Receipt receipt(String run, String gate) {
    return receiptAt(path(run, gate));
  }

  private Receipt receiptAt(String path) {
    try {
      return Statement.read(Envelope.read(read(path)).payload());
    } catch (UnreadableReceiptException e) {
      throw new AssertionError(e);
    }
  }

  /// Puts another receipt in the place of one, under the name that its content needs.
  void forge(String gate, UnaryOperator<Receipt> change) {
    var forged = change.apply(receipt("v1", gate));
    remove(path("v1", gate));
    add(forged);
  }

  /// Adds a receipt.
  void add(Receipt receipt) {
    var payload = Statement.of(receipt);
    write(receipt.path(FOLDER, payload), new Envelope(payload, List.of()).text());
  }

  /// Puts another statement in the place of one, under the name that its content needs.
  void forgePayload(String gate, UnaryOperator<String> change) {
    var receipt = receipt("v1", gate);
    var payload = change.apply(Statement.of(receipt));
    remove(path("v1", gate));
    write(receipt.path(FOLDER, payload), new Envelope(payload, List.of()).text());
  }

  /// Changes the text of a receipt in its place.
  void forgeText(String gate, UnaryOperator<String> change) {
    var path = path("v1", gate);
    write(path, change.apply(read(path)));
  }

  void commit() {
    scratch.commit("Attack");
  }
}

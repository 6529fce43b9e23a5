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
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A change on the branch `change` with all its receipts: a release whose gates are a command, a
/// review and an approval. The branch `main` has the receipts of an earlier release.
final class PullRequest {
  static final String FOLDER = "docs/receipts";
  static final String DEFINITION = ".tidemark/workflows/release.yaml";

  private static final String RELEASE =
      """
      format: %s
      phases:
        - %s
        - name: %s
          gates:
            - command: [test, -f, built.txt]
              name: tests
            - review: true
            - artifact: built.txt
            - approval: %s
      """;

  /// Format of the run: `item` commits its own files, of `phase` and `flow` there is one run, and
  /// in `flow` the output of a phase is approved.
  enum Format {
    STATE("state/release/%s", "prepare", "publish"),
    ITEM("item/release/%s", "prepare", "publish"),
    PHASE("phase/dev", "prepare", "publish"),
    FLOW("flow/develop", "REQUIREMENTS", "ARCHITECTURE");

    private final String run;
    private final String first;
    private final String second;

    Format(String run, String first, String second) {
      this.run = run;
      this.first = first;
      this.second = second;
    }

    boolean hasItems() {
      return run.endsWith("%s");
    }

    private String definition() {
      return ".tidemark/workflows/" + run.split("/", -1)[1] + ".yaml";
    }

    private String text() {
      var rest =
          this == FLOW
              ? "  - IMPLEMENTATION\n  - VERIFICATION\n  - REFLECTION\n"
              : "        files: [docs/plan.md]\n";
      return RELEASE.formatted(name().toLowerCase(Locale.ROOT), first, second, first) + rest;
    }
  }

  private final ScratchRepository scratch;
  private final Format format;

  private PullRequest(ScratchRepository scratch, Format format) {
    this.scratch = scratch;
    this.format = format;
  }

  /// Makes one in a new folder.
  static PullRequest in(Path folder) {
    return in(folder, Format.STATE);
  }

  static PullRequest in(Path folder, Format format) {
    return in(folder, format, pull -> pull.tidemark().after("config receipts on"));
  }

  /// Makes one in a new folder.
  ///
  /// @param settings sets what the base branch wants
  static PullRequest in(Path folder, Format format, Consumer<PullRequest> settings) {
    var scratch = ScratchRepository.in(folder);
    scratch.write("README.md", "# Scratch\n").write(".gitignore", ".claude/state/\n");
    scratch.write("docs/plan.md", "# Plan\n").write("built.txt", "0\n");
    scratch.write(format.definition(), format.text());
    var pull = new PullRequest(scratch, format);
    settings.accept(pull);
    pull.tidemark().trusting();
    scratch.commit("Begin");
    if (format.hasItems()) {
      pull.prepare("v0");
      pull.record("v0");
      scratch.commit("Release v0");
    }
    scratch.git("switch", "--quiet", "--create", "change");
    scratch.write("built.txt", "1\n");
    pull.prepare("v1");
    scratch.commit("Change");
    pull.record("v1");
    scratch.commit("Receipts");
    return pull;
  }

  private void prepare(String item) {
    var run = run(item);
    tidemark().after("start " + run);
    if (format == Format.FLOW) {
      write(approved(), "{\"goal\": \"log in\"}\n");
    }
    tidemark().after("done " + format.first + " --run " + run + " --summary 'Done'");
  }

  /// Returns the id of a run.
  String run(String item) {
    return format.run.formatted(item);
  }

  String definition() {
    return format.definition();
  }

  /// Returns the file that is approved.
  String approved() {
    return format == Format.FLOW ? "memory/reports/demand.json" : "docs/plan.md";
  }

  /// Returns a copy in another folder.
  PullRequest copy(Path folder) {
    Tree.copy(scratch.root(), folder);
    return new PullRequest(scratch.at(folder), format);
  }

  ScratchRepository scratch() {
    return scratch;
  }

  CommandLineHarness tidemark() {
    return CommandLineHarness.in(scratch).with("TIDEMARK_ACTOR", "ann");
  }

  /// Records every verdict that the release needs, for the work tree as it is.
  void record(String item) {
    test(item);
    review(item, true);
    approve(item, "");
  }

  void test(String item) {
    tidemark().after("gate run tests --run " + run(item));
  }

  void review(String item, boolean passed) {
    var result = passed ? " --allowed true" : " --allowed false --blocker leaks";
    tidemark().after("gate set review --run " + run(item) + result);
  }

  /// Approves the preparation of the change, or requests changes of it.
  ///
  /// @param options for example a request for changes
  void approve(String options) {
    approve("v1", options);
  }

  private void approve(String item, String options) {
    tidemark()
        .consenting(ApprovalEvidence.INTERACTION)
        .after("approve " + format.first + " --run " + run(item) + options);
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
    try (var files = Files.list(scratch.root().resolve(Receipt.folder(FOLDER, run(run))))) {
      return files
          .filter(file -> file.getFileName().toString().contains("-" + gate + "-"))
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

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.history.Proof;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gate condition: a report of another tool passed for the current content of the work tree, as
/// `tidemark gate set --report` recorded.
///
/// @param gate the name under which results are recorded
/// @param format the format of the report
/// @param options what the format leaves to the gate: for SARIF the lowest level that closes it,
///   for in-toto the accepted predicate types
public record ReportPassed(String gate, Format format, List<String> options) implements Condition {
  /// Takes its own copy of the options.
  public ReportPassed {
    options = List.copyOf(options);
  }

  /// Format of a report.
  public enum Format {
    JUNIT("junit", "JUnit XML report"),
    SARIF("sarif", "SARIF report"),
    IN_TOTO("in-toto", "in-toto statement");

    private final String word;
    private final String title;

    Format(String word, String title) {
      this.word = word;
      this.title = title;
    }

    /// Returns its word in definitions.
    public String word() {
      return word;
    }
  }

  /// Returns the words of the condition, which a recorded result has to have: a result under
  /// another level or predicate type is none of this gate.
  public List<String> requirement() {
    var words = new ArrayList<String>();
    words.add(format.word);
    words.addAll(options);
    return words;
  }

  @Override
  public String text() {
    return switch (format) {
      case JUNIT -> "a JUnit XML report of this tree passed";
      case SARIF ->
          "a SARIF report of this tree has no result of level " + options.getFirst() + " or above";
      case IN_TOTO -> "an in-toto statement about this tree passed";
    };
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return proof(gateContext) == null ? List.of() : List.of(FactQuery.TREE);
  }

  @Override
  public @Nullable Proof proof(GateContext gateContext) {
    return gateContext.evidence().proof(Claim.Report.WORD, gate);
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var proof = proof(gateContext);
    if (proof == null || !(proof.claim() instanceof Claim.Report report)) {
      return refusal("report-missing", "no " + format.title + " was imported");
    }
    if (!report.requirement().equals(requirement())) {
      return refusal(
          "report-stale",
          "the report was imported for `"
              + String.join(" ", report.requirement())
              + "`, but the gate now requires `"
              + String.join(" ", requirement())
              + "`");
    }
    if (!report.passed()) {
      return refusal(
          "report-failed", "the report did not pass: " + String.join("; ", report.blockers()));
    }
    return gateContext.otherTree(
        report.position(),
        "report-stale",
        "the report is about",
        "the report was imported for",
        hint());
  }

  private List<Blocker> refusal(String code, String reason) {
    return List.of(Blocker.refused(code, reason, hint()));
  }

  private String hint() {
    return "Run the tool on this tree, then import its report: tidemark gate set "
        + gate
        + " --report FILE";
  }
}

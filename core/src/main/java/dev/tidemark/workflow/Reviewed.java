package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.fact.VerdictFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gate condition: a review of the current work tree passed.
///
/// A verdict that `tidemark gate set` recorded opens the gate for the tree it was about. A verdict
/// that stands in a file closes the gate; it opens it only where nothing else is to be believed.
///
/// @param gate the name under which verdicts are recorded
/// @param file a file that may hold a verdict, with `branch` and `status` at its head; absent for
///   none
public record Reviewed(String gate, @Nullable String file) implements Condition {
  @Override
  public String text() {
    return "a review of this tree passed" + (file == null ? "" : ", by the journal or " + file);
  }

  @Override
  public List<String> inputs(GateContext gateContext) {
    return file == null ? List.of() : List.of(gateContext.path(file));
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.HEAD);
    if (file != null) {
      asks.add(FactQuery.fileText(gateContext.path(file)));
    }
    if (proof(gateContext) != null) {
      asks.add(FactQuery.TREE);
    }
    return asks;
  }

  @Override
  public @Nullable Proof proof(GateContext gateContext) {
    return gateContext.evidence().proof(Claim.Verdict.WORD, gate);
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var filed = file == null ? VerdictFile.NONE : filed(gateContext, gateContext.path(file));
    if (filed.result() == VerdictFile.Result.FAIL) {
      return refusal("review-failed", filed.path() + " records that the review did not pass");
    }
    var proof = proof(gateContext);
    if (proof != null && proof.claim() instanceof Claim.Verdict verdict) {
      return of(verdict, gateContext);
    }
    if (filed.result() != VerdictFile.Result.PASS) {
      var why = filed.problem() == null ? "" : "; " + filed.path() + " " + filed.problem();
      return refusal("review-missing", "there is no verdict of a review" + why);
    }
    return gateContext.believesFiles()
        ? List.of()
        : refusal(
            "review-unproven",
            filed.path() + " records that the review passed, but the journal has no such entry");
  }

  private VerdictFile filed(GateContext gateContext, String path) {
    var text = gateContext.facts().get(FactQuery.fileText(path));
    var branch = gateContext.facts().get(FactQuery.HEAD).orElse(Head.NONE).branch();
    return text.isKnown()
        ? VerdictFile.of(path, text.orElse(Optional.empty()).orElse(null), branch)
        : VerdictFile.unreadable(path, text.reason());
  }

  private List<Blocker> of(Claim.Verdict verdict, GateContext gateContext) {
    if (!verdict.passed() || !verdict.blockers().isEmpty()) {
      var what = verdict.blockers();
      return refusal(
          "review-failed",
          "the review did not pass" + (what.isEmpty() ? "" : ": " + String.join("; ", what)));
    }
    var relation = "the review was about";
    return gateContext.otherTree(verdict.position(), "review-stale", relation, relation, hint());
  }

  private List<Blocker> refusal(String code, String reason) {
    return List.of(Blocker.refused(code, reason, hint()));
  }

  private String hint() {
    return "Review the work tree and record the result: tidemark gate set "
        + gate
        + " --allowed true";
  }
}

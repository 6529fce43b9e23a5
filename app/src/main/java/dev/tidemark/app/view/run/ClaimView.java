package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.history.ClaimJson;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;

/// View of a claim that gates depend on, as a clause.
public final class ClaimView {
  private ClaimView() {}

  /// Returns the claim, as a short clause.
  public static String text(Claim claim) {
    // No switch over types: it would be linked at run time, on the way of every step.
    if (claim instanceof Claim.Verdict it) {
      return "gate "
          + it.gate()
          + (it.passed() ? " passed" : " failed")
          + (it.blockers().isEmpty() ? "" : ": " + String.join("; ", it.blockers()))
          + at(it.position());
    }
    if (claim instanceof Claim.CommandRun it) {
      var how = it.exit() < 0 ? " did not end" : " ended with " + it.exit();
      var program = it.program() == null ? "" : ": " + it.program();
      return "command of gate " + it.gate() + how + at(it.position()) + program;
    }
    if (claim instanceof Claim.Approval it) {
      // A dry run does not ask, so how it would be approved is unknown.
      var how = it.method().isEmpty() ? "" : it.method() + ", ";
      return it.phase() + " approved (" + how + "unsigned, " + brief(it.digest()) + ")";
    }
    if (claim instanceof Claim.ChangesRequested it) {
      return "changes of " + it.phase() + " requested (" + it.method() + "): " + it.comment();
    }
    if (claim instanceof Claim.Bypass it) {
      return "went on through gate " + it.gate() + ": " + it.reason();
    }
    if (claim instanceof Claim.GateCleared it) {
      return "gates of " + it.phase() + " evaluated afterwards: open";
    }
    var it = (Claim.GatePassed) claim;
    return "gates of " + (it.phase() == null ? "the run" : it.phase()) + " passed";
  }

  /// Returns the claim in the form of [ClaimJson]; for an approval also that it is unsigned.
  public static JsonObject json(Claim claim) {
    var json = ClaimJson.of(claim);
    return claim instanceof Claim.Approval ? json.with("signed", JsonBoolean.of(false)) : json;
  }

  private static String at(TreePosition treePosition) {
    var tree = treePosition.tree();
    return tree == null ? "" : " (tree " + brief(tree) + ")";
  }

  private static String brief(String hash) {
    return Head.abbreviated(hash);
  }
}

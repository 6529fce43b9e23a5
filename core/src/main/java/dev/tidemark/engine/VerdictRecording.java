package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Gatekeeper.Before;
import dev.tidemark.engine.Gatekeeper.Passing;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ForceGate;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Binds a review verdict to the commit and the tree that were reviewed, in every dialect.
final class VerdictRecording {
  private final FactCollector factCollector;

  VerdictRecording(FactCollector factCollector) {
    this.factCollector = factCollector;
  }

  /// Returns the verdict to record.
  ///
  /// @param yes the transition, which may have further events
  Passing pass(Before before, Change change, Transition<?> yes) {
    var passing = new Passing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    var treePosition = position(before);
    if (change instanceof ForceGate force) {
      passing.claims().add(new Claim.Bypass(force.gate(), force.reason(), treePosition));
    } else {
      var set = (SetGate) change;
      boolean idle = set.judgement() != Judgement.PASSED && yes.fate() != Fate.WRITTEN;
      if (!idle || !set.gate().equals(SetGate.SHIP)) {
        boolean passed = set.judgement() == Judgement.PASSED;
        var blockers = blockers(set, yes.after());
        passing.claims().add(new Claim.Verdict(set.gate(), passed, blockers, treePosition));
      }
    }
    return passing;
  }

  /// Returns the verdict that the failure of a phase adds to the document, bound to the tree: a
  /// commit of the same tree leaves it in force.
  Passing failed(Before before, Transition<?> yes) {
    var there = before.checkpoint();
    var after = yes.after();
    var claims = new ArrayList<Claim>();
    for (var claim : after == null ? List.<Claim>of() : after.claims()) {
      boolean known = there != null && there.claims().contains(claim);
      if (claim instanceof Claim.Verdict it && !it.passed() && !known) {
        claims.add(new Claim.Verdict(it.gate(), false, it.blockers(), position(before)));
      }
    }
    return claims.isEmpty() ? Passing.FREE : new Passing(List.of(), claims, List.of());
  }

  private static List<String> blockers(SetGate set, @Nullable Checkpoint after) {
    if (after != null && set.judgement() == Judgement.BLOCKED) {
      for (var claim : after.claims()) {
        if (claim instanceof Claim.Verdict it && it.gate().equals(set.gate())) {
          return it.blockers();
        }
      }
    }
    return set.judgement() == Judgement.VOID
        ? List.of("superseded by a new review")
        : set.blockers();
  }

  private TreePosition position(Before before) {
    List<FactQuery<?>> asks = List.of(FactQuery.TreeNow.TREE);
    var known = before.asking().facts();
    var facts = factCollector.more(before.asking().id(), known, any -> asks);
    var tree = facts.get(FactQuery.TreeNow.TREE);
    var commit = facts.get(FactQuery.HeadNow.HEAD).orElse(Head.NONE).commit();
    return new TreePosition(commit, tree.isKnown() ? tree.orElse("") : null);
  }
}

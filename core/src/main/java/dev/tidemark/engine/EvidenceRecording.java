package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Gatekeeper.GateResult;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Proof;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ForceGate;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Evidence recording, in every dialect: binds a review verdict to the commit and the tree that
/// were reviewed, and a person's approval to a digest of the phase.
final class EvidenceRecording {
  private final ProjectContext projectContext;
  private final FactCollector factCollector;

  EvidenceRecording(ProjectContext projectContext, FactCollector factCollector) {
    this.projectContext = projectContext;
    this.factCollector = factCollector;
  }

  /// Returns the verdict to record.
  ///
  /// @param transition the transition, which may have further events
  GateResult verdict(ChangeRequest request, Change change, Transition<?> transition) {
    var passing = new GateResult();
    var treePosition = position(request);
    if (change instanceof ForceGate force) {
      passing.claims().add(new Claim.Bypass(force.gate(), force.reason(), treePosition));
    } else {
      var set = (SetGate) change;
      boolean idle = set.judgement() != Judgement.PASSED && transition.fate() != Fate.WRITTEN;
      if (!idle || !set.gate().equals(SetGate.SHIP)) {
        boolean passed = set.judgement() == Judgement.PASSED;
        var blockers = blockers(set, transition.after());
        passing.claims().add(new Claim.Verdict(set.gate(), passed, blockers, treePosition));
      }
    }
    return passing;
  }

  /// Returns the verdict that the failure of a phase adds to the document, bound to the tree: a
  /// commit of the same tree leaves it in force.
  GateResult failed(ChangeRequest request, Transition<?> transition) {
    var there = request.checkpoint();
    var after = transition.after();
    var claims = new ArrayList<Claim>();
    for (var claim : after == null ? List.<Claim>of() : after.claims()) {
      boolean known = there != null && there.claims().contains(claim);
      if (claim instanceof Claim.Verdict it && !it.passed() && !known) {
        claims.add(new Claim.Verdict(it.gate(), false, it.blockers(), position(request)));
      }
    }
    return new GateResult(List.of(), claims, List.of());
  }

  /// Returns the approval to record, or why there can be none. Of two concurrent approvals the
  /// first is recorded, and the second caller gets a notice.
  ///
  /// @param changes whether the approval also changes the document
  GateResult approval(ChangeRequest request, PhaseKey approved, boolean changes) {
    var phase = approved.phase();
    var passing = new GateResult();
    var by = request.caller();
    var approvalEvidence = by.approvalEvidence();
    if (approvalEvidence == null && by.mode() == ChangeMode.COMMIT) {
      passing.blockers().add(needsPerson(phase));
      return passing;
    }
    var dialect = request.dialect().name();
    var known = projectContext.definition(dialect, approved.workflow());
    var definition =
        known.isPresent()
            ? known.get()
            : WorkflowDefinition.undefined(dialect, approved.workflow());
    var gateContext = request.gateContext(phase, definition, request.facts(), false);
    var outputs = request.dialect().rules().outputs(phase, request.facts());
    var subject =
        outputs.isEmpty()
            ? ApprovalSubject.of(gateContext, phase)
            : new ApprovalSubject(phase, null, outputs);
    var facts = factCollector.collect(request.id(), request.facts(), any -> subject.asks());
    var digest = subject.digest(facts);
    for (var path : subject.paths()) {
      var fact = facts.get(FactQuery.fileState(path));
      if (fact.orElse(Optional.empty()).isEmpty()) {
        var reason = fact.isKnown() ? path + " is missing" : fact.reason();
        passing.blockers().add(missing(request, phase, path, reason));
      }
    }
    var seen = by.options().value(ApprovalSubject.SEEN);
    if (seen != null && !seen.equals(digest)) {
      passing.blockers().add(ApprovalSubject.changedMeanwhile(phase));
    }
    var earlier = request.evidence().proof(Claim.Approval.WORD, phase.value());
    if (!changes && earlier != null && isApprovalOf(earlier, digest)) {
      passing.notices().add(alreadyApproved(phase, earlier));
      return passing;
    }
    var how = approvalEvidence == null ? "" : approvalEvidence.word();
    passing.claims().add(new Claim.Approval(phase, how, digest, subject.paths()));
    return passing;
  }

  private static Blocker missing(
      ChangeRequest request, PhaseName phase, String path, String reason) {
    var remove = "note --removed " + CommandLines.word(path);
    return Blocker.refused(
        "no-output",
        "there is nothing to approve of " + phase + ": " + reason,
        "Write it, or take it out: " + CommandLines.of(remove, request.id()));
  }

  private static Notice alreadyApproved(PhaseName phase, Proof earlier) {
    return new Notice(
        "already-approved",
        phase
            + " was approved by "
            + earlier.by()
            + " at "
            + Timestamps.seconds(earlier.at())
            + " already, exactly as it is; nothing was recorded again");
  }

  /// An approval that was already in the document when recording began has no known author.
  private static boolean isApprovalOf(Proof proof, String digest) {
    return !proof.by().equals(Actor.EXTERNAL)
        && proof.claim() instanceof Claim.Approval approval
        && approval.digest().equals(digest);
  }

  static Blocker needsPerson(PhaseName phase) {
    return new Blocker(
        Kind.ASK,
        "needs-person",
        "only a person can approve of " + phase + ", and the request does not come from one",
        "Ask the user to run it at a terminal of their own: tidemark approve "
            + CommandLines.word(phase.value()));
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

  private TreePosition position(ChangeRequest request) {
    List<FactQuery<?>> asks = List.of(FactQuery.TREE);
    var known = request.facts();
    var facts = factCollector.collect(request.id(), known, any -> asks);
    var tree = facts.get(FactQuery.TREE);
    var commit = facts.get(FactQuery.HEAD).orElse(Head.NONE).commit();
    return new TreePosition(commit, tree.isKnown() ? tree.orElse("") : null);
  }
}

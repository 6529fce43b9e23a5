package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Gatekeeper.Before;
import dev.tidemark.engine.Gatekeeper.Passing;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Proof;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Approval recording: requires that a person approves, in every dialect, and binds the approval to
/// a digest of the phase.
final class ApprovalRecording {
  private final ProjectContext projectContext;
  private final FactCollector factCollector;

  ApprovalRecording(ProjectContext projectContext, FactCollector factCollector) {
    this.projectContext = projectContext;
    this.factCollector = factCollector;
  }

  /// Returns the approval to record, or why there can be none. Of two concurrent approvals the
  /// first is recorded, and the second caller gets a notice.
  ///
  /// @param changes whether the approval also changes the document
  Passing pass(Before before, PhaseKey approved, boolean changes) {
    var phase = approved.phase();
    var passing = new Passing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    var by = before.asking().by();
    var approvalEvidence = by.consent();
    if (approvalEvidence == null && by.mode() == ChangeMode.COMMIT) {
      passing.blockers().add(needsPerson(phase));
      return passing;
    }
    var dialect = before.dialect().name();
    var known = projectContext.definition(dialect, approved.workflow());
    var definition = known.isPresent() ? known.get() : undefined(dialect, approved.workflow());
    var gateContext = before.situation(phase, definition, before.asking().facts(), false);
    var outputs = before.dialect().rules().outputs(phase, before.asking().facts());
    var subject =
        outputs.isEmpty()
            ? ApprovalSubject.of(gateContext, phase)
            : new ApprovalSubject(phase, null, outputs);
    var facts =
        factCollector.more(before.asking().id(), before.asking().facts(), any -> subject.asks());
    var digest = subject.digest(facts);
    for (var path : subject.paths()) {
      var fact = facts.get(new FactQuery.Digest(path));
      if (fact.isKnown() && fact.orElse(Optional.empty()).isEmpty()) {
        passing.blockers().add(missing(before, phase, path));
      }
    }
    var seen = by.details().value(ApprovalSubject.SEEN);
    if (seen != null && !seen.equals(digest)) {
      passing
          .blockers()
          .add(
              Blocker.refused(
                  "changed-meanwhile",
                  phase + " has changed during the approval; nothing was approved",
                  "Run approve again and check the new state"));
    }
    var earlier = before.asking().evidence().proof(Claim.Approval.WORD, phase.value());
    if (!changes && earlier != null && isOf(earlier, digest)) {
      passing.notices().add(already(phase, earlier));
      return passing;
    }
    var how = approvalEvidence == null ? "" : approvalEvidence.word();
    passing.claims().add(new Claim.Approval(phase, how, digest, subject.paths()));
    return passing;
  }

  private static Blocker missing(Before before, PhaseName phase, String path) {
    var command = "approve " + CommandLines.word(phase.value());
    return Blocker.refused(
        "no-output",
        "there is nothing to approve of " + phase + ": " + path + " is missing",
        "Write " + path + " first, then: " + CommandLines.of(command, before.asking().id()));
  }

  private static Notice already(PhaseName phase, Proof earlier) {
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
  private static boolean isOf(Proof proof, String digest) {
    return !proof.by().equals(Actor.EXTERNAL)
        && proof.claim() instanceof Claim.Approval approval
        && approval.digest().equals(digest);
  }

  private static WorkflowDefinition undefined(String dialect, String workflow) {
    return new WorkflowDefinition(dialect, workflow, List.of(), null, "", false, "");
  }

  static Blocker needsPerson(PhaseName phase) {
    return new Blocker(
        Kind.ASK,
        "needs-person",
        "only a person can approve of " + phase + ", and the request does not come from one",
        "Ask the user to run it at a terminal of their own: tidemark approve "
            + CommandLines.word(phase.value()));
  }
}

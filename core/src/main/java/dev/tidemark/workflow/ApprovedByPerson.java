package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gate condition: a person approved the phase, and its content is unchanged since.
///
/// @param approved the phase
/// @param files further files of the approval beside those that the phase reports, from the project
///   root
public record ApprovedByPerson(PhaseName approved, List<String> files) implements Condition {
  /// Takes its own copy of the files.
  public ApprovedByPerson {
    files = List.copyOf(files);
  }

  @Override
  public String text() {
    return "a person's approval of " + approved;
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return proof(gateContext) == null
        ? List.of()
        : ApprovalSubject.of(gateContext, approved).asks();
  }

  @Override
  public @Nullable Proof proof(GateContext gateContext) {
    return proof(gateContext.evidence());
  }

  /// Returns the recorded approval; null if there is none.
  public @Nullable Proof proof(Evidence evidence) {
    return evidence.proof(Claim.Approval.WORD, approved.value());
  }

  /// Returns the approval as a noun, and whether a person has requested changes instead.
  public String awaited(Evidence evidence) {
    return awaited(approved, evidence);
  }

  /// Returns the approval of a phase as a noun, and whether a person has requested changes instead.
  public static String awaited(PhaseName approved, Evidence evidence) {
    boolean changes = evidence.proof(Claim.ChangesRequested.WORD, approved.value()) != null;
    return "approval of " + approved + (changes ? " after the requested changes" : "");
  }

  /// Returns the requested changes in words, with actor and time.
  ///
  /// @param requested a proof of [Claim.ChangesRequested]
  public static String changes(Proof requested) {
    var claim = (Claim.ChangesRequested) requested.claim();
    return requested.by().name()
        + " requested changes of "
        + claim.phase()
        + " at "
        + Timestamps.seconds(requested.at())
        + ": "
        + claim.comment();
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var proof = proof(gateContext);
    var approve = "approve " + CommandLines.word(approved.value());
    var command =
        "A person approves it at a terminal: " + CommandLines.of(approve, gateContext.id());
    var requested = gateContext.evidence().proof(Claim.ChangesRequested.WORD, approved.value());
    if (requested != null) {
      return List.of(Blocker.refused("changes-requested", changes(requested), command));
    }
    if (proof == null) {
      return List.of(Blocker.refused("approval-missing", "no approval of " + approved, command));
    }
    var digest = ((Claim.Approval) proof.claim()).digest();
    if (digest.equals(ApprovalSubject.of(gateContext, approved).digest(gateContext.facts()))) {
      return List.of();
    }
    return List.of(
        Blocker.refused(
            "approval-stale",
            "what "
                + proof.by()
                + " approved of "
                + approved
                + " at "
                + Timestamps.seconds(proof.at())
                + " has changed since",
            command));
  }
}

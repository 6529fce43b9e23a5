package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gate condition: no commit since a phase ended, or since the run began; commits of checkpoints
/// alone do not count.
///
/// @param since the phase; absent for the beginning of the run
public record HeadUnchanged(@Nullable PhaseName since) implements Condition {
  @Override
  public String text() {
    return "HEAD is unchanged since " + startMoment();
  }

  private String startMoment() {
    return since == null ? "the start" : since + " ended";
  }

  private @Nullable String recorded(GateContext gateContext) {
    var passage = new Claim.GatePassed(since, since != null, null);
    var evidence = gateContext.evidence();
    var proof = evidence.proof(passage.word(), passage.subject());
    return proof == null ? null : ((Claim.GatePassed) proof.claim()).commit();
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    var commit = recorded(gateContext);
    return commit == null
        ? List.of(FactQuery.HEAD)
        : List.of(FactQuery.HEAD, FactQuery.movedSince(commit));
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var commit = recorded(gateContext);
    if (commit == null) {
      var again =
          since == null
              ? "Begin the run again: tidemark start "
                  + CommandLines.word(gateContext.id().toString())
                  + " --fresh"
              : "Go through " + since + " again: enter it, then end it";
      return List.of(
          Blocker.refused(
              "head-unrecorded", "no commit is recorded of when " + sinceClause(), again));
    }
    var moved = gateContext.facts().get(FactQuery.movedSince(commit));
    if (!moved.isKnown()) {
      return List.of(
          Blocker.refused(
              "gate-unknown",
              "cannot determine what was committed since " + startMoment() + ": " + moved.reason(),
              "Make git answer `git diff " + Head.abbreviated(commit) + " HEAD`"));
    }
    if (!moved.orElse(true)) {
      return List.of();
    }
    var now = gateContext.facts().get(FactQuery.HEAD).orElse(Head.NONE).commit();
    return List.of(
        Blocker.refused(
            "head-moved",
            "HEAD was "
                + Head.abbreviated(commit)
                + " when "
                + sinceClause()
                + " and is "
                + (now == null ? "no commit" : Head.abbreviated(now)),
            since == null
                ? "Start the run again for the current commit"
                : "Go through " + since + " again for the current commit"));
  }

  private String sinceClause() {
    return since == null ? "the run began" : startMoment();
  }
}

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gate condition: the preview deployment of HEAD allows shipping, as `tidemark gate run preview`
/// or `gate set preview` recorded it (R-004-70 to R-004-74). Open where the project ignores
/// previews.
public record PreviewAllowed() implements Condition {
  /// The name under which outcomes are recorded.
  public static final String NAME = "preview";

  /// The code of the blocker until the preview was waited for.
  public static final String DUE = "due-preview";

  @Override
  public String text() {
    return "the preview of this commit lets shipping go on";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return List.of(GateContext.SERVICES, FactQuery.HEAD);
  }

  @Override
  public @Nullable Proof proof(GateContext gateContext) {
    return gateContext.evidence().proof(Claim.Verdict.WORD, NAME);
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var policy = gateContext.services();
    if (!policy.isKnown()) {
      return GateContext.unknownServices(policy.reason());
    }
    if (!policy.orElse(ServicePolicy.OFF).preview().isAwaited()) {
      return List.of();
    }
    var proof = proof(gateContext);
    var verdict = proof == null ? null : (Claim.Verdict) proof.claim();
    var commit = gateContext.facts().get(FactQuery.HEAD).orElse(Head.NONE).commit();
    var look = CommandLines.of("gate run " + NAME, gateContext.id());
    if (verdict == null || !Objects.equals(verdict.position().commit(), commit)) {
      var name = commit == null ? "this commit" : "commit " + Head.abbreviated(commit);
      var reason = "the preview of " + name + " has not been waited for";
      return List.of(Blocker.refused(DUE, reason, "Wait for it: " + look));
    }
    var blockers = new ArrayList<Blocker>();
    for (var blocker : verdict.blockers()) {
      blockers.add(
          Blocker.refused(
              "preview-failed",
              blocker,
              "Correct it, commit and review again; or look at the same commit again: " + look));
    }
    return blockers;
  }
}

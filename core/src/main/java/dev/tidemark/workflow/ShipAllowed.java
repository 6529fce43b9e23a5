package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Gate condition: the ship gate is open for the subject of the run: a review of this tree allows
/// it, or a person forced the gate for this tree.
public record ShipAllowed() implements Condition {
  @Override
  public String text() {
    return "the ship gate is open";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return List.of(ask(gateContext));
  }

  private static FactQuery<ShipJudgement> ask(GateContext gateContext) {
    var item = gateContext.id().item();
    return FactQuery.shipVerdict(item == null ? "" : item);
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var fact = gateContext.facts().get(ask(gateContext));
    if (!fact.isKnown()) {
      return List.of(
          Blocker.refused(
              "gate-unknown",
              "cannot determine whether to ship: " + fact.reason(),
              "List the blockers: tidemark gate ship"));
    }
    var judgement = fact.orElse(ShipJudgement.OPEN);
    var blockers = new ArrayList<>(judgement.blockers());
    var review = CommandLines.of("gate set --allowed true", gateContext.id());
    for (var bullet : judgement.objections()) {
      blockers.add(Blocker.refused("gate-blocked", bullet, "Fix it, then review again: " + review));
    }
    return blockers;
  }

  @Override
  public List<Notice> notices(GateContext gateContext) {
    return gateContext.facts().get(ask(gateContext)).orElse(ShipJudgement.OPEN).notices();
  }
}

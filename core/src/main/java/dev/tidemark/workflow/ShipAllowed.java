package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Notice;
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
  public List<Ask<?>> asks(Situation situation) {
    return List.of(ask(situation));
  }

  private static Ask.ShipReady ask(Situation situation) {
    var item = situation.id().item();
    return new Ask.ShipReady(item == null ? "" : item);
  }

  @Override
  public List<Blocker> blockers(Situation situation) {
    var fact = situation.facts().get(ask(situation));
    if (!fact.isKnown()) {
      return List.of(
          Blocker.refused(
              "gate-unknown",
              "cannot determine whether to ship: " + fact.reason(),
              "See what is wrong: tidemark gate ship"));
    }
    var judgement = fact.orElse(ShipJudgement.OPEN);
    var blockers = new ArrayList<>(judgement.blockers());
    var review = CommandLines.of("gate set --allowed true", situation.id());
    for (var bullet : judgement.bullets()) {
      blockers.add(
          Blocker.refused("gate-blocked", bullet, "Mend it, then review again: " + review));
    }
    return blockers;
  }

  @Override
  public List<Notice> notices(Situation situation) {
    return situation.facts().get(ask(situation)).orElse(ShipJudgement.OPEN).notices();
  }
}

package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// Verdict of the ship gate (R-004-80 to R-004-85).
  ///
  /// @param blockers the reasons why it is closed; none if it is open
  /// @param objections the objections of reviews and checks, in their own words
  /// @param notices the warnings in either case
  /// @param commit the reviewed commit; absent if unknown
  /// @param source the file whose verdict decides; absent if there is none
  public record ShipJudgement(
      List<Blocker> blockers,
      List<String> objections,
      List<Notice> notices,
      @Nullable String commit,
      @Nullable String source) {
    /// The code of the blocker for a missing review.
    public static final String NO_REVIEW = "no-review";

    /// Nothing against shipping.
    public static final ShipJudgement OPEN =
        new ShipJudgement(List.of(), List.of(), List.of(), null, null);

    /// Takes its own copies of the lists.
    public ShipJudgement {
      blockers = List.copyOf(blockers);
      objections = List.copyOf(objections);
      notices = List.copyOf(notices);
    }

    /// Returns whether there is any review, be it stale or damaged.
    public boolean isReviewed() {
      for (var blocker : blockers) {
        if (!blocker.code().equals(NO_REVIEW)) {
          return true;
        }
      }
      return source != null;
    }

    /// Returns whether the gate is open.
    public boolean isOpen() {
      return blockers.isEmpty();
    }
  }
}

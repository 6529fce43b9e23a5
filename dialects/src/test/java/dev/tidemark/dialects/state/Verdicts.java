package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.ship.ShipGate;
import dev.tidemark.dialects.state.ship.ShipSource;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import java.time.Instant;
import java.util.List;

/// Files with verdicts of the ship gate, and what came of judging them.
final class Verdicts {
  static final String HERE = "1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  static final String ELSEWHERE = "2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
  static final String TREE = "3333333ccccccccccccccccccccccccccccccccc";
  static final TreePosition NOW = new TreePosition(HERE, TREE);
  static final Instant NOON = Instant.parse("2026-01-29T12:00:00Z");

  static ShipSource source(Origin origin, Instant at, String text, Claim... recorded) {
    var proofs =
        List.of(recorded).stream().map(claim -> new Proof(at, Actor.EXTERNAL, claim)).toList();
    var evidence = Evidence.NONE.with(proofs);
    return new ShipSource(origin + ".json", origin, text, at, evidence, !proofs.isEmpty());
  }

  static String gate(boolean allowed, String blockers, String commit) {
    return "{\"gate\":" + verdict(allowed, blockers, commit) + "}";
  }

  static String verdict(boolean allowed, String blockers, String commit) {
    return "{\"ship_allowed\":%s,\"blockers\":[%s]%s}"
        .formatted(
            allowed, blockers, commit.isEmpty() ? "" : ",\"head_commit\":\"%s\"".formatted(commit));
  }

  static ShipJudgement judge(ShipSource... sources) {
    return ShipGate.judge(List.of(sources), NOW, true);
  }

  static List<String> codes(ShipJudgement judgement) {
    return judgement.blockers().stream().map(Blocker::code).toList();
  }

  static List<String> notices(ShipJudgement judgement) {
    return judgement.notices().stream().map(Notice::code).toList();
  }

  private Verdicts() {}
}

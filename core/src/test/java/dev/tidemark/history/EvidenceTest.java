package dev.tidemark.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Of what is said about one thing only the newest counts.
class EvidenceTest {
  private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
  private static final TreePosition HERE = new TreePosition("c0", "t0");
  private static final PhaseName PLAN = new PhaseName("plan");

  private static Proof proof(Claim claim) {
    return new Proof(THEN, Actor.tool("test"), claim);
  }

  @Test
  void a_proof_takes_the_place_of_an_earlier_one_about_the_same() {
    var passed = proof(new Claim.Verdict("review", true, List.of(), HERE));
    var failed = proof(new Claim.Verdict("review", false, List.of(), HERE));
    var audit = proof(new Claim.Verdict("audit", true, List.of(), HERE));
    var bypass = proof(new Claim.Bypass("review", "in haste", HERE));
    var files = List.of(new Fingerprint("a", 1, null));
    var known = new Evidence(THEN, Head.NONE, List.of(passed, audit, bypass), files);

    var more = known.with(List.of(failed));

    assertThat(more.proofs()).containsExactly(audit, bypass, failed);
    assertThat(more.proof("verdict", "review")).isEqualTo(failed);
    assertThat(more.proof("verdict", "audit")).isEqualTo(audit);
    assertThat(more.proof("bypass", "review")).isEqualTo(bypass);
    assertThat(more.proof("bypass", "audit")).isNull();
    assertThat(more.files()).isEqualTo(files);
    assertThat(known.with(List.of())).isEqualTo(known);
    assertThat(Evidence.NONE.proof("verdict", "review")).isNull();
  }

  @Test
  void a_claim_is_about_a_gate_a_phase_or_the_run() {
    assertThat(
            List.of(
                new Claim.Verdict("g", true, List.of(), HERE),
                new Claim.CommandRun("g", List.of("x"), 0, HERE),
                new Claim.Approval(PLAN, "terminal", "d"),
                new Claim.Bypass("g", "why", HERE),
                new Claim.GatePassed(PLAN, true, null),
                new Claim.GatePassed(PLAN, false, null),
                new Claim.GatePassed(null, false, null)))
        .extracting(claim -> claim.word() + " of " + claim.subject())
        .containsExactly(
            "verdict of g",
            "command of g",
            "approval of plan",
            "bypass of g",
            "passage of end plan",
            "passage of begin plan",
            "passage of begin ");
  }

  @Test
  void of_the_answers_to_the_question_for_an_approval_only_the_last_one_counts() {
    var approved = proof(new Claim.Approval(PLAN, "terminal", "d"));
    var changes = proof(new Claim.ChangesRequested(PLAN, "terminal", "less of it"));
    var begun = proof(new Claim.GatePassed(PLAN, false, null));
    var other = proof(new Claim.Approval(new PhaseName("build"), "terminal", "d"));
    var verdict = proof(new Claim.Verdict("plan", true, List.of(), HERE));
    var known = new Evidence(THEN, Head.NONE, List.of(begun, approved, other, verdict), List.of());

    assertThat(known.with(List.of(changes)).proofs())
        .containsExactly(begun, other, verdict, changes);
    assertThat(known.with(List.of(changes)).with(List.of(approved)).proofs())
        .containsExactly(begun, other, verdict, approved);
    assertThat(known.with(List.of(proof(new Claim.Bypass("plan", "in haste", HERE)))).proofs())
        .hasSize(5)
        .contains(approved, verdict);
  }

  @Test
  void files_and_work_trees_are_equal_with_all_that_is_known_of_them() {
    var tree = new Origin("t1", "bob:shop", "c0");
    var file = new Fingerprint("a", 1, "d", tree);

    assertThat(file)
        .isEqualTo(new Fingerprint("a", 1, "d", new Origin("t1", "bob:shop", "c0")))
        .hasSameHashCodeAs(new Fingerprint("a", 1, "d", tree))
        .isNotEqualTo(new Fingerprint("b", 1, "d", tree))
        .isNotEqualTo(new Fingerprint("a", 2, "d", tree))
        .isNotEqualTo(new Fingerprint("a", 1, null, tree))
        .isNotEqualTo(new Fingerprint("a", 1, "d"))
        .isNotEqualTo(new Fingerprint("a", 1, "d", new Origin("t2", "bob:shop", "c0")))
        .isNotEqualTo(new Fingerprint("a", 1, "d", new Origin("t1", "ann:shop", "c0")))
        .isNotEqualTo(new Fingerprint("a", 1, "d", new Origin("t1", "bob:shop", null)));
    assertThat(tree).hasSameHashCodeAs(new Origin("t1", "bob:shop", "c0"));
  }
}

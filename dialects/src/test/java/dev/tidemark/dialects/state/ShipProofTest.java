package dev.tidemark.dialects.state;

import static dev.tidemark.dialects.state.Verdicts.ELSEWHERE;
import static dev.tidemark.dialects.state.Verdicts.HERE;
import static dev.tidemark.dialects.state.Verdicts.NOON;
import static dev.tidemark.dialects.state.Verdicts.NOW;
import static dev.tidemark.dialects.state.Verdicts.TREE;
import static dev.tidemark.dialects.state.Verdicts.codes;
import static dev.tidemark.dialects.state.Verdicts.gate;
import static dev.tidemark.dialects.state.Verdicts.judge;
import static dev.tidemark.dialects.state.Verdicts.notices;
import static dev.tidemark.dialects.state.Verdicts.source;
import static dev.tidemark.dialects.state.Verdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.ship.ShipGate;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change.SetGate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the journal has to say of a verdict: that it was given, of what and when, or forced.
class ShipProofTest {
  /// A journal is there, but what stands in the file was written by hand.
  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void an_allowance_that_nobody_recorded_opens_only_where_files_are_trusted(
      boolean trusted, boolean open) {
    var other = new Claim.Verdict(SetGate.SHIP, false, List.of(), new TreePosition(HERE, TREE));
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), other);

    var judgement = ShipGate.judge(List.of(review), NOW, trusted);

    assertThat(judgement.isOpen()).isEqualTo(open);
    assertThat(codes(judgement)).isEqualTo(open ? List.of() : List.of("gate-unproven"));
  }

  /// Whoever writes a file chooses its time, its name and what it says.
  @ParameterizedTest
  @CsvSource({"REVIEW, 60", "REVIEW, 86400", "LOOP, 60", "REVIEW, -60"})
  void a_forged_verdict_does_not_beat_a_recorded_one(Origin origin, long later) {
    var no = new Claim.Verdict(SetGate.SHIP, false, List.of("bug"), new TreePosition(HERE, TREE));
    var yes = new Claim.Verdict(SetGate.SHIP, true, List.of(), new TreePosition(HERE, TREE));
    var text = origin == Origin.LOOP ? verdict(true, "", HERE) : gate(true, "", HERE);
    var forged = source(origin, NOON.plusSeconds(later), text);
    var refused = source(Origin.REVIEW, NOON, gate(false, "\"bug\"", HERE), no);
    var edited = source(Origin.REVIEW, NOON, gate(true, "", HERE), no);
    var removed = source(Origin.REVIEW, NOON, "{}", no);
    var older = source(Origin.REVIEW, NOON.minusSeconds(60), gate(true, "", HERE), yes);

    assertThat(codes(ShipGate.judge(List.of(refused, forged), NOW, false)))
        .containsExactly("gate-blocked");
    for (var first : List.of(edited, removed)) {
      assertThat(ShipGate.judge(List.of(first, forged), NOW, false).isOpen()).isFalse();
      assertThat(codes(ShipGate.judge(List.of(first, older), NOW, false)))
          .containsExactly("gate-blocked");
    }
    assertThat(ShipGate.judge(List.of(older, forged), NOW, false).isOpen()).isTrue();
  }

  @Test
  void a_forged_verdict_about_a_new_commit_opens_nothing_once_a_verdict_was_recorded() {
    var before = new TreePosition(ELSEWHERE, ELSEWHERE);
    var no = new Claim.Verdict(SetGate.SHIP, false, List.of(), before);
    var refused = source(Origin.REVIEW, NOON, gate(false, "", ELSEWHERE), no);
    var forged = source(Origin.REVIEW, NOON.plusSeconds(60), gate(true, "", HERE));

    assertThat(codes(ShipGate.judge(List.of(refused, forged), NOW, false)))
        .containsExactly("gate-unproven");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Proves({"R-004-82", "R-004-84"})
  void a_recorded_verdict_about_the_same_tree_holds_at_another_commit(boolean passed) {
    var recorded =
        new Claim.Verdict(SetGate.SHIP, passed, List.of(), new TreePosition(ELSEWHERE, TREE));
    var review = source(Origin.REVIEW, NOON, gate(passed, "", ELSEWHERE), recorded);

    var judgement = ShipGate.judge(List.of(review), NOW, false);

    assertThat(codes(judgement)).isEqualTo(passed ? List.of() : List.of("gate-blocked"));
  }

  @Test
  void at_another_commit_no_file_says_of_itself_that_it_is_about_the_same_tree() {
    var recorded =
        new Claim.Verdict(SetGate.SHIP, false, List.of(), new TreePosition(ELSEWHERE, TREE));
    var edited = source(Origin.REVIEW, NOON, gate(true, "", ELSEWHERE), recorded);
    var unknown = new TreePosition(ELSEWHERE, null);
    var unbound = new Claim.Verdict(SetGate.SHIP, true, List.of(), unknown);

    assertThat(ShipGate.judge(List.of(edited), NOW, true).isOpen()).isFalse();
    var review = source(Origin.REVIEW, NOON, gate(true, "", ELSEWHERE), unbound);
    assertThat(codes(ShipGate.judge(List.of(review), NOW, true))).containsExactly("gate-stale");
    var nowhere = new TreePosition(HERE, null);
    assertThat(codes(ShipGate.judge(List.of(review), nowhere, true))).containsExactly("gate-stale");
  }

  @Test
  void what_shipping_found_at_another_commit_of_the_same_tree_counts() {
    var yes = new Claim.Verdict(SetGate.SHIP, true, List.of(), NOW);
    var red =
        new Claim.Verdict(SetGate.SHIP, false, List.of("red"), new TreePosition(ELSEWHERE, TREE));
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), yes);
    var ship = source(Origin.SHIP, NOON.plusSeconds(60), gate(false, "\"red\"", ELSEWHERE), red);

    assertThat(ShipGate.judge(List.of(ship, review), NOW, false).objections())
        .containsExactly("red");
  }

  @Test
  void without_a_journal_a_file_is_believed() {
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE));

    assertThat(ShipGate.judge(List.of(review), NOW, false).isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {TREE + ", true", "none, true", ELSEWHERE + ", false"})
  @Proves("R-004-82")
  void a_recorded_allowance_holds_for_the_tree_that_it_was_about(String tree, boolean open) {
    var recorded = new Claim.Verdict(SetGate.SHIP, true, List.of(), new TreePosition(HERE, tree));
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), recorded);

    var judgement = ShipGate.judge(List.of(review), NOW, false);

    assertThat(judgement.isOpen()).isEqualTo(open);
    assertThat(codes(judgement)).isEqualTo(open ? List.of() : List.of("gate-stale"));
    if (!open) {
      assertThat(judgement.blockers().getFirst().reason()).contains("tree 2222222,", "is 3333333");
    }
  }

  @Test
  void a_tree_that_git_cannot_tell_makes_nothing_stale() {
    var recorded = new Claim.Verdict(SetGate.SHIP, true, List.of(), NOW);
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), recorded);

    assertThat(ShipGate.judge(List.of(review), new TreePosition(HERE, null), false).isOpen())
        .isTrue();
  }

  /// A document's own time changes with whatever else changes in it.
  @Test
  void the_journal_knows_best_when_a_verdict_was_given() {
    var recorded = new Claim.Verdict(SetGate.SHIP, true, List.of(), NOW);
    var text = "{\"updated_at\":\"2026-01-29T18:00:00.000Z\"," + gate(true, "", HERE).substring(1);
    var review = source(Origin.REVIEW, NOON, text, recorded);
    var ship = source(Origin.SHIP, NOON.plusSeconds(60), gate(false, "\"red\"", HERE));

    assertThat(judge(review, ship).objections()).containsExactly("red");
  }

  @Test
  void without_a_record_the_document_knows_before_the_file_system() {
    var text = "{\"updated_at\":\"2026-01-29T18:00:00.000Z\"," + gate(true, "", HERE).substring(1);
    var review = source(Origin.REVIEW, NOON, text);
    var ship = source(Origin.SHIP, NOON.plusSeconds(60), gate(false, "\"red\"", HERE));

    assertThat(judge(review, ship).isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    HERE + "," + TREE + ",true",
    ELSEWHERE + "," + TREE + ",true",
    HERE + "," + ELSEWHERE + ",false"
  })
  void a_forced_gate_is_open_for_the_tree_that_was_there_and_says_so(
      String commit, String tree, boolean open) {
    var forced = new Claim.Bypass(SetGate.SHIP, "it burns", new TreePosition(commit, tree));
    var review = source(Origin.REVIEW, NOON, gate(false, "\"red\"", HERE), forced);

    var judgement = judge(review);

    assertThat(judgement.isOpen()).isEqualTo(open);
    assertThat(judgement.objections()).isEqualTo(open ? List.of() : List.of("red"));
    assertThat(notices(judgement)).isEqualTo(open ? List.of("gate-forced") : List.of());
  }

  @Test
  void forcing_an_open_gate_is_not_worth_a_word() {
    var forced = new Claim.Bypass(SetGate.SHIP, "it burns", NOW);

    assertThat(notices(judge(source(Origin.REVIEW, NOON, gate(true, "", HERE), forced)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // the commit and the tree that a refusal was recorded for, and whether it counts now
    "HERE, , true",
    "HERE, TREE, true",
    "ELSEWHERE, TREE, true",
    "ELSEWHERE, ELSEWHERE, false",
    "ELSEWHERE, , false",
    ", TREE, false",
    ", , false"
  })
  void a_recorded_refusal_counts_without_its_file_where_it_is_about_the_same_tree(
      String commit, String tree, boolean counts) {
    var yes = new Claim.Verdict(SetGate.SHIP, true, List.of(), NOW);
    var no = new Claim.Verdict(SetGate.SHIP, false, List.of("bug"), position(commit, tree));
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), yes);
    var emptied = source(Origin.LOOP, NOON.minusSeconds(60), "", no);
    var later = source(Origin.LOOP, NOON.plusSeconds(60), "", no);

    assertThat(ShipGate.judge(List.of(review, emptied), NOW, false).isOpen()).isTrue();
    assertThat(codes(ShipGate.judge(List.of(review, later), NOW, false)))
        .isEqualTo(counts ? List.of("gate-blocked") : List.of());
  }

  private static TreePosition position(String commit, String tree) {
    return new TreePosition(sha(commit), sha(tree));
  }

  private static String sha(String name) {
    if (name == null) {
      return null;
    }
    return switch (name) {
      case "HERE" -> HERE;
      case "TREE" -> TREE;
      default -> ELSEWHERE;
    };
  }

  @Test
  void a_verdict_recorded_with_other_blockers_is_not_that_of_the_file() {
    var recorded = new Claim.Verdict(SetGate.SHIP, true, List.of("bug"), NOW);
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE), recorded);

    assertThat(codes(ShipGate.judge(List.of(review), NOW, false))).containsExactly("gate-unproven");
  }
}

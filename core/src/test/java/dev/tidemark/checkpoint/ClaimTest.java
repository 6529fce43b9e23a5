package dev.tidemark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimTest {
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final TreePosition POSITION = new TreePosition("c1", "t1");

  static Stream<Arguments> claims() {
    return Stream.of(
        Arguments.of(new Claim.Verdict("review", true, List.of(), POSITION), "verdict", "review"),
        Arguments.of(
            new Claim.CommandRun("tests", List.of("mvn"), 0, POSITION), "command", "tests"),
        Arguments.of(report(), "report", "lint"),
        Arguments.of(new Claim.Approval(PLAN, "terminal", "d1"), "approval", "plan"),
        Arguments.of(
            new Claim.ChangesRequested(PLAN, "terminal", "shorter"), "changes-requested", "plan"),
        Arguments.of(new Claim.Bypass("docs", "later", POSITION), "bypass", "docs"),
        Arguments.of(new Claim.GatePassed(PLAN, false, null), "passage", "begin plan"),
        Arguments.of(new Claim.GatePassed(PLAN, true, "c1"), "passage", "end plan"),
        Arguments.of(new Claim.GatePassed(null, true, "c1"), "passage", "end "),
        Arguments.of(new Claim.GateCleared(PLAN, "c1"), "cleared", "plan"));
  }

  @ParameterizedTest
  @MethodSource("claims")
  void a_claim_is_replaced_by_a_later_one_of_its_word_and_subject(
      Claim claim, String word, String subject) {
    assertThat(claim.word()).isEqualTo(word);
    assertThat(claim.subject()).isEqualTo(subject);
  }

  @Test
  void a_report_without_blockers_has_passed() {
    assertThat(report().passed()).isTrue();
    assertThat(report("2 errors").passed()).isFalse();
  }

  private static Claim.Report report(String... blockers) {
    return new Claim.Report(
        "lint", List.of(), List.of(blockers), Map.of(), List.of(), List.of(), POSITION);
  }

  @Test
  void an_unknown_tree_is_the_same_as_none() {
    assertThat(POSITION.hasTreeOf(new TreePosition("c2", "t1"))).isTrue();
    assertThat(POSITION.hasTreeOf(new TreePosition("c1", "t2"))).isFalse();
    assertThat(POSITION.hasTreeOf(TreePosition.NONE)).isFalse();
    assertThat(TreePosition.NONE.hasTreeOf(POSITION)).isFalse();
    assertThat(TreePosition.NONE.hasTreeOf(TreePosition.NONE)).isFalse();
  }
}

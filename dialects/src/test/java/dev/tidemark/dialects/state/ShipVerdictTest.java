package dev.tidemark.dialects.state;

import static dev.tidemark.dialects.state.Verdicts.ELSEWHERE;
import static dev.tidemark.dialects.state.Verdicts.HERE;
import static dev.tidemark.dialects.state.Verdicts.NOON;
import static dev.tidemark.dialects.state.Verdicts.codes;
import static dev.tidemark.dialects.state.Verdicts.gate;
import static dev.tidemark.dialects.state.Verdicts.judge;
import static dev.tidemark.dialects.state.Verdicts.notices;
import static dev.tidemark.dialects.state.Verdicts.source;
import static dev.tidemark.dialects.state.Verdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.ship.ShipGate;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which verdict counts.
class ShipVerdictTest {
  @Test
  @Proves("R-004-81")
  void without_any_file_there_is_no_review() {
    var judgement = judge();

    assertThat(judgement.isOpen()).isFalse();
    assertThat(codes(judgement)).containsExactly("no-review");
    assertThat(judgement.commit()).isNull();
    assertThat(judgement.source()).isNull();
  }

  @Test
  void a_file_that_says_nothing_of_a_gate_is_no_review() {
    assertThat(codes(judge(source(Origin.REVIEW, NOON, "{}")))).containsExactly("no-review");
    assertThat(codes(judge(source(Origin.LOOP, NOON, "{\"gate\":{}}"))))
        .containsExactly("no-review");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"gate\":{}}", "{\"gate\":7}"})
  void a_damaged_file_is_the_only_reason_where_nothing_else_speaks(String text) {
    var judgement = judge(source(Origin.REVIEW, NOON, text));

    assertThat(codes(judgement)).containsExactly("gate-corrupt");
    assertThat(judgement.blockers().getFirst().reason()).startsWith("REVIEW.json");
  }

  @Test
  void a_file_that_is_no_text_is_corrupt() {
    assertThat(codes(judge(source(Origin.REVIEW, NOON, null)))).containsExactly("gate-corrupt");
  }

  @Test
  void a_damaged_file_keeps_the_gate_closed_although_another_allows() {
    var judgement =
        judge(source(Origin.SHIP, NOON, "{"), source(Origin.REVIEW, NOON, gate(true, "", HERE)));

    assertThat(codes(judgement)).containsExactly("gate-corrupt");
    assertThat(judgement.source()).isEqualTo("REVIEW.json");
  }

  @Test
  void the_loop_has_its_verdict_at_the_top() {
    var judgement = judge(source(Origin.LOOP, NOON, verdict(true, "", HERE)));

    assertThat(judgement.isOpen()).isTrue();
    assertThat(judgement.commit()).isEqualTo(HERE);
    assertThat(judgement.source()).isEqualTo("LOOP.json");
  }

  @Test
  void blockers_alone_are_a_verdict_that_lacks_its_word() {
    var judgement = judge(source(Origin.LOOP, NOON, "{\"blockers\":[\"x\"]}"));

    assertThat(codes(judgement)).containsExactly("gate-corrupt");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_newest_review_of_this_commit_decides_in_whichever_order(boolean reversed) {
    var older = source(Origin.REVIEW, NOON, gate(false, "\"old\"", HERE));
    var newer = source(Origin.LOOP, NOON.plusSeconds(1), verdict(true, "", HERE));

    var judgement = reversed ? judge(newer, older) : judge(older, newer);

    assertThat(judgement.isOpen()).isTrue();
    assertThat(judgement.source()).isEqualTo("LOOP.json");
  }

  @Test
  void of_two_reviews_at_one_time_the_first_decides() {
    var first = source(Origin.REVIEW, NOON, gate(true, "", HERE));
    var second = source(Origin.LOOP, NOON, verdict(false, "\"late\"", HERE));

    assertThat(judge(first, second).source()).isEqualTo("REVIEW.json");
    assertThat(judge(first, second).isOpen()).isTrue();
  }

  @Test
  void a_review_decides_before_what_shipping_said_earlier() {
    var ship = source(Origin.SHIP, NOON, gate(false, "\"before\"", HERE));
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE));

    assertThat(judge(ship, review).isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"'', 1", HERE + ", 1", ELSEWHERE + ", 0"})
  void what_shipping_found_after_the_review_counts_where_it_is_about_this_commit(
      String commit, int bullets) {
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE));
    var ship = source(Origin.SHIP, NOON.plusSeconds(1), gate(false, "\"red\"", commit));

    assertThat(judge(review, ship).objections()).hasSize(bullets);
    assertThat(judge(review, ship).isOpen()).isEqualTo(bullets == 0);
  }

  @Test
  void another_review_that_is_newer_but_of_another_commit_changes_nothing() {
    var here = source(Origin.REVIEW, NOON, gate(true, "", HERE));
    var there = source(Origin.LOOP, NOON.plusSeconds(1), verdict(false, "\"x\"", ELSEWHERE));

    assertThat(judge(here, there).isOpen()).isTrue();
  }

  @Test
  @Proves("R-004-82")
  void a_review_of_another_commit_is_stale_and_says_of_which() {
    var unnamed = source(Origin.SHIP, NOON, gate(true, "", ""));
    var judgement = judge(unnamed, source(Origin.REVIEW, NOON, gate(true, "", ELSEWHERE)));

    assertThat(codes(judgement)).containsExactly("gate-stale");
    assertThat(judgement.blockers().getFirst().reason())
        .contains("about 2222222,", "HEAD is 1111111 ", "REVIEW.json");
    assertThat(judgement.commit()).isNull();
  }

  @Test
  void outside_of_git_a_review_of_a_commit_is_stale() {
    var review = source(Origin.REVIEW, NOON, gate(true, "", HERE));

    var judgement = ShipGate.judge(List.of(review), TreePosition.NONE, true);

    assertThat(judgement.blockers().getFirst().reason()).contains("HEAD is no commit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  @Proves("R-004-82")
  void where_no_verdict_names_a_commit_the_first_counts_with_a_warning(String commit) {
    var first = source(Origin.SHIP, NOON, gate(true, "", commit));
    var second = source(Origin.REVIEW, NOON.plusSeconds(1), gate(true, "", ""));

    var judgement = judge(first, second);

    assertThat(judgement.isOpen()).isTrue();
    assertThat(notices(judgement)).containsExactly("no-commit");
    assertThat(judgement.source()).isEqualTo("SHIP.json");
    assertThat(judgement.commit()).isNull();
  }

  @Test
  @Proves("R-004-83")
  void an_allowance_that_names_blockers_is_a_no() {
    var judgement = judge(source(Origin.REVIEW, NOON, gate(true, "\"a\",\"b\"", HERE)));

    assertThat(codes(judgement)).containsExactly("gate-blocked");
    assertThat(judgement.objections()).containsExactly("a", "b");
    assertThat(notices(judgement)).containsExactly("gate-contradicts");
  }

  @Test
  @Proves("R-004-83")
  void a_plain_no_contradicts_nothing() {
    var judgement = judge(source(Origin.REVIEW, NOON, gate(false, "\"a\"", HERE)));

    assertThat(codes(judgement)).containsExactly("gate-blocked");
    assertThat(notices(judgement)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"none\"", "[7]", "null", "{}"})
  void blockers_that_are_no_texts_are_corrupt(String blockers) {
    var text =
        "{\"gate\":{\"ship_allowed\":true,\"blockers\":%s,\"head_commit\":\"%s\"}}"
            .formatted(blockers, HERE);

    assertThat(codes(judge(source(Origin.REVIEW, NOON, text)))).containsExactly("gate-corrupt");
  }

  @Test
  void a_verdict_without_a_list_of_blockers_has_none() {
    var text = "{\"gate\":{\"ship_allowed\":true,\"head_commit\":\"%s\"}}".formatted(HERE);

    assertThat(judge(source(Origin.REVIEW, NOON, text)).isOpen()).isTrue();
  }

  @Test
  void a_hint_names_the_run_where_there_is_one() {
    var begin = "Review the work tree and record the result: tidemark gate set --allowed true";

    assertThat(judge().blockers().getFirst().hint()).isEqualTo(begin);
    var named = ShipGate.judge(List.of(), Verdicts.NOW, true, "auth");
    assertThat(named.blockers().getFirst().hint()).isEqualTo(begin + " --run state/ship/auth");
  }

  @ParameterizedTest
  @CsvSource({
    "LOOP, '', no-review",
    "LOOP, ' \n', no-review",
    "LOOP, , gate-corrupt",
    "REVIEW, ' \n', gate-corrupt",
    "SHIP, '', gate-corrupt"
  })
  void only_the_state_of_a_loop_may_be_empty(Origin origin, String text, String code) {
    assertThat(codes(judge(source(origin, NOON, text)))).containsExactly(code);
  }
}

package dev.tidemark.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.budget.Budget;
import dev.tidemark.brief.budget.BudgetMeter;
import dev.tidemark.brief.budget.TokenUpperBound;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.handoff.ResumePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is left of a brief in a budget that it does not fit into.
class BriefTrimmerTest {
  private static final int PLENTY = 100_000;

  static Stream<Arguments> budgets() {
    var frame = BriefText.frame(FullBrief.brief(), Budget.USUAL);
    return Stream.of(
        Arguments.of(
            "characters", frame.length(), (IntFunction<Budget>) n -> new Budget(n, PLENTY)),
        Arguments.of(
            "tokens", TokenUpperBound.of(frame), (IntFunction<Budget>) n -> new Budget(PLENTY, n)));
  }

  /// Each line that comes back as the budget grows, behind what is still left out then: phases,
  /// summaries, decisions, notes, changed files, files to read, warnings and others.
  @ParameterizedTest
  @MethodSource("budgets")
  void what_matters_most_comes_back_first(String unit, int least, IntFunction<Budget> budgets) {
    var told = new ArrayList<String>();
    for (int size = least; size < least + 1_200; size++) {
      var budget = budgets.apply(size);
      var cut = BriefTrimmer.of(FullBrief.brief(), budget);
      var text = BriefText.of(cut);
      assertThat(text.length()).isLessThanOrEqualTo(budget.chars());
      assertThat(TokenUpperBound.of(text)).isLessThanOrEqualTo(budget.tokens());
      text.lines()
          .filter(line -> line.startsWith("| "))
          .filter(line -> told.stream().noneMatch(known -> known.endsWith(line)))
          .forEach(line -> told.add(counted(cut.omitted()) + " " + line));
    }

    assertThat(told)
        .containsExactly(
            "3 0 2 5 2 2 2 10 | goal: Log users in",
            "3 0 2 5 2 2 2 10 | in progress: docs for 2 h",
            "3 0 2 5 2 2 1 10 | warning: the last change is old",
            "3 0 2 5 2 2 1 9 | failed: test: it broke: half of it",
            "3 0 2 5 2 2 1 8 | so far: docs: begun",
            "3 0 2 4 2 2 1 8 | next action: try a queue",
            "3 0 2 3 2 2 1 8 | note: half of it",
            "3 0 2 2 2 2 1 8 | open question: [test] Which database?",
            "3 0 2 1 2 2 1 8 | tried and failed: [design] a mutex",
            "3 0 2 0 2 2 1 8 | blocked by: no API key",
            "3 0 2 0 2 2 1 7 | Resuming at: test",
            "2 0 2 0 2 2 1 7 | done: code: In src.",
            "2 0 2 0 1 2 1 7 | changed: src/a.ts +3 -1 (uncommitted)",
            "2 0 2 0 0 2 1 7 | new: src/c.ts",
            "1 0 2 0 0 2 1 7 | left out: review",
            "0 1 2 0 0 2 1 7 | done: design",
            "0 1 1 0 0 2 1 7 | decided: [code] REST",
            "0 1 0 0 0 2 1 7 | decided: [design] No JWT",
            "0 1 0 0 0 1 1 7 | read: src/a.ts (changed since)",
            "0 1 0 0 0 0 1 7 | read: docs/auth.md (as recorded)",
            "0 1 0 0 0 0 0 7 | notice: the file was edited",
            "0 1 0 0 0 0 0 6 | captured task: [in_progress] Write it",
            "0 1 0 0 0 0 0 5 | captured error: npm test: exit 1",
            "0 1 0 0 0 0 0 4 | captured prompt: Now the docs",
            "0 1 0 0 0 0 0 3 | captured prompt: Add login",
            "0 1 0 0 0 0 0 2 | captured plan: First this",
            "0 1 0 0 0 0 0 1 | captured change: changed src/b.ts +1 -0 (uncommitted)",
            "0 0 0 0 0 0 0 1 | done: design: Tokens rotate.",
            "0 0 0 0 0 0 0 1 | phases: design, code, test",
            "0 0 0 0 0 0 0 0 | ready: B-1 mend it");
  }

  private static String counted(OmittedCounts left) {
    return left.phases()
        + " "
        + left.summaries()
        + " "
        + left.decisions()
        + " "
        + left.notes()
        + " "
        + left.changes()
        + " "
        + left.filesToRead()
        + " "
        + left.warnings()
        + " "
        + left.other();
  }

  @Test
  void a_name_that_is_too_long_takes_no_summary_with_it() {
    var phases =
        List.of(
            done("design", "Tokens rotate."), done("x".repeat(4_000), "Long."), done("code", "A."));
    var full = FullBrief.brief();
    var known =
        new BriefContent(
            new ResumePoint(null, null, FullBrief.TEST, phases, false),
            WorkInProgress.NONE,
            List.of(),
            List.of(),
            List.of(),
            List.of());
    var brief =
        new Brief(
            full.header(), full.verdict(), known, List.of(), full.warnings(), List.of(), List.of());

    var cut = BriefTrimmer.of(brief, Budget.USUAL);

    assertThat(cut.brief().content().resumePoint().done())
        .containsExactly(phases.getFirst(), phases.getLast());
    assertThat(cut.omitted()).isEqualTo(new OmittedCounts(1, 0, 0, 0, 0, 0, 0, 0));
  }

  private static Phase done(String name, String summary) {
    return FullBrief.phase(name, PhaseStatus.COMPLETE, summary, null);
  }

  /// A meter for 30 characters, or for as many tokens, of which each sign is one.
  private static BudgetMeter meter(boolean chars) {
    return new BudgetMeter(chars ? new Budget(30, PLENTY) : new Budget(PLENTY, 30));
  }

  private static boolean pays(BudgetMeter budgetMeter, int signs) {
    return budgetMeter.tryCharge("!".repeat(signs));
  }

  @Test
  void a_budget_is_spent_to_its_end_and_line_feeds_are_paid_for() {
    for (boolean chars : List.of(true, false)) {
      var budgetMeter = meter(chars);
      assertThat(pays(budgetMeter, 10)).isTrue();
      assertThat(pays(budgetMeter, 10)).isTrue();
      assertThat(pays(budgetMeter, 7)).isTrue();
      assertThat(pays(budgetMeter, 0)).isFalse();

      var other = meter(chars);
      other.charge("!".repeat(19));
      assertThat(pays(other, 9)).isTrue();
      assertThat(pays(other, 0)).isFalse();
      var less = meter(chars);
      less.charge("!".repeat(20));
      assertThat(pays(less, 9)).isFalse();
    }
  }

  @Test
  void behind_the_first_item_that_does_not_fit_none_is_paid_for() {
    for (boolean chars : List.of(true, false)) {
      var budgetMeter = meter(chars);
      budgetMeter.charge("!".repeat(20));
      assertThat(pays(budgetMeter, 10)).isFalse();
      assertThat(pays(budgetMeter, 1)).isFalse();
    }
  }

  @Test
  void an_item_of_more_than_a_third_is_passed_over() {
    for (boolean chars : List.of(true, false)) {
      var budgetMeter = meter(chars);
      assertThat(pays(budgetMeter, 11)).isFalse();
      assertThat(pays(budgetMeter, 10)).isTrue();
    }
  }
}

package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps out of the usual order: entered, left out, failed, over.
class ItemStepsTest {
  private static Change enter(String phase) {
    return new Change.StartPhase(new PhaseName(phase), PhaseReport.NONE);
  }

  private static Change skip(String phase) {
    return new Change.SkipPhase(new PhaseName(phase), "");
  }

  /// A run of four phases, all done.
  private static Desk over() {
    return Desk.of("debug", "x").done("1").done("2").done("3").done("4");
  }

  /// Puts another status into the row of a phase, as an editor would.
  private static Desk edited(Desk desk, String name, String status) {
    var row = "| " + name + " | ";
    desk.store.edit(desk.id, desk.text().replaceAll(Pattern.quote(row) + "[a-z_]+", row + status));
    return desk;
  }

  @Test
  @Proves("R-001-07")
  void no_step_accepts_an_undefined_phase() {
    var desk = Desk.epic().done("0");

    for (var change : List.of(skip("9"), enter("9"), Desk.fail("9", "x"))) {
      assertThat(desk.refused(change).code()).isEqualTo("unknown-phase");
    }
    assertThat(desk.refused(enter("9")).hint()).isEqualTo("Name one of them, or its number");
  }

  @Test
  @Proves("A-49")
  void a_phase_that_is_done_is_not_left_out_again_and_a_later_one_not_yet() {
    var desk = Desk.epic().done("0");
    var text = desk.text();

    assertThat(desk.after(skip("0")).codes()).containsExactly("already-done");
    assertThat(desk.text()).isEqualTo(text);
    assertThat(desk.refused(skip("3")).code()).isEqualTo("not-current");
  }

  private static Change report(String phase, String summary, String decision) {
    var said = new ContextSummary(summary);
    var report = new PhaseReport(said, List.of(), List.of(decision), null);
    return new Change.CompletePhase(new PhaseName(phase), report);
  }

  @Test
  void the_report_of_the_phase_that_ended_last_is_amended() {
    var desk = Desk.epic().done("0").done("1");

    desk.after(report("1", "Captured twelve cases.", "no mail"));

    assertThat(desk.checkpoint().body().state()).isEqualTo("Captured twelve cases.");
    assertThat(desk.checkpoint().body().decisions()).contains("[Phase 1] no mail");
    assertThat(desk.events).contains(new Event.PhaseAmended(new PhaseName("Capture")));
    assertThat(desk.rows()).contains("1 Capture done", "2 Product Analysis in_progress");
    var text = desk.text();
    assertThat(desk.after(report("1", "Captured twelve cases.", "no mail")).codes())
        .containsExactly("already-done");
    assertThat(desk.text()).isEqualTo(text);
  }

  @Test
  void a_summary_of_an_earlier_phase_is_refused_and_not_dropped() {
    var desk = Desk.epic().done("0").done("1");

    var refused = desk.refused(report("0", "Decided.", "no mail"));

    assertThat(refused.code()).isEqualTo("summary-not-taken");
    assertThat(refused.hint()).contains("tidemark note Decided.");
  }

  @Test
  @Proves("A-49")
  void a_phase_left_out_without_a_reason_says_none() {
    var desk = Desk.epic().done("0").after(skip("1"));

    assertThat(desk.checkpoint().body().state())
        .isEqualTo("Phase 1 (Capture) skipped. Next: Phase 2 (Product Analysis).");
    assertThat(desk.events).contains(new Event.PhaseSkipped(new PhaseName("Capture"), ""));
  }

  @Test
  void a_phase_is_entered_once_and_before_the_file_is_there_only_recorded() {
    var desk = Desk.epic().start();

    desk.after(enter("0"));
    assertThat(desk.text()).isEmpty();
    assertThat(desk.events).containsExactly(new Event.PhaseStarted(new PhaseName("Decision Sync")));

    desk.done("0");
    var text = desk.text();
    desk.after(enter("1"));
    assertThat(desk.text()).isEqualTo(text);
    assertThat(desk.events).isEmpty();
  }

  @Test
  void what_is_done_or_still_ahead_cannot_be_entered() {
    var desk = Desk.epic().done("0");

    assertThat(desk.refused(enter("0")).code()).isEqualTo("already-done");
    assertThat(desk.refused(enter("0")).hint())
        .isEqualTo("Begin again: tidemark start --fresh item/epic/EPIC-001");
    assertThat(desk.refused(enter("3")).code()).isEqualTo("not-current");
    assertThat(over().refused(enter("4")).code()).isEqualTo("already-done");
  }

  @Test
  @Proves("R-001-18")
  void entering_the_first_open_phase_puts_the_one_under_way_back() {
    var desk = edited(Desk.epic().done("0").done("1"), "Capture", "pending");

    desk.after(enter("1"));

    assertThat(desk.rows()).contains("1 Capture in_progress", "2 Product Analysis pending");
    assertThat(desk.events).containsExactly(new Event.PhaseStarted(new PhaseName("Capture")));
  }

  @Test
  void a_phase_that_nobody_is_in_is_entered_where_it_is_next() {
    var desk = edited(Desk.epic().done("0"), "Capture", "pending");

    desk.after(enter("1"));

    assertThat(desk.rows()).contains("1 Capture in_progress", "2 Product Analysis pending");
  }

  @Test
  @Proves("R-001-18")
  void after_a_phase_comes_the_next_behind_it_though_an_earlier_one_is_open() {
    var desk = edited(Desk.epic().done("0").done("1"), "Capture", "pending").done("2");

    assertThat(desk.rows())
        .contains("1 Capture pending", "3 Technical Routing in_progress", "4 Agreements pending");
  }

  @Test
  @Proves("R-001-18")
  void after_the_last_phase_comes_an_earlier_one_that_is_open() {
    var desk = Desk.of("debug", "x").done("1").done("2").done("3");

    edited(desk, "Trace", "pending").done("4");

    assertThat(desk.rows()).contains("2 Trace in_progress", "4 Document done");
  }

  @Test
  @Proves({"R-001-18", "A-49"})
  void phases_in_between_are_recorded_as_left_out() {
    var desk = Desk.epic().done("0").done("3", ItemContext.SKIP_TO, "");

    assertThat(desk.events)
        .containsSequence(
            new Event.PhaseSkipped(new PhaseName("Capture"), "skipped"),
            new Event.PhaseSkipped(new PhaseName("Product Analysis"), "skipped"))
        .contains(new Event.PhaseCompleted(new PhaseName("Technical Routing")));
  }

  @Test
  @Proves("R-001-21")
  void a_phase_that_fails_is_under_way_and_its_reports_are_kept() {
    var desk = edited(Desk.epic().done("0"), "Capture", "pending");
    desk.files.put("a.md", "A");
    var report = ((Change.CompletePhase) Desk.complete("1", "", List.of("Wait"), "a.md")).report();

    desk.after(new Change.FailPhase(new PhaseName("1"), " ", report));

    assertThat(desk.rows()).contains("1 Capture in_progress");
    assertThat(desk.events).contains(new Event.PhaseFailed(new PhaseName("Capture"), " "));
    assertThat(desk.checkpoint().body().decisions()).containsExactly("[Phase 1] Wait");
    assertThat(desk.checkpoint().body().state()).isEqualTo("Phase 1 (Capture) failed.");
  }

  @Test
  @Proves("R-001-21")
  void where_no_phase_is_under_way_the_hint_says_how_to_go_on() {
    assertThat(over().refused(Desk.fail("4", "x")).hint())
        .isEqualTo("Finish the command: tidemark finish --run item/debug/x");
    assertThat(Desk.epic().done("0").refused(Desk.fail("3", "x")).hint())
        .isEqualTo("The active one is Phase 1 (Capture)");
  }

  @ParameterizedTest
  @CsvSource({"false, ''", "true, '; its checkpoint is committed now'"})
  @Proves("R-001-31")
  void of_a_phase_that_is_done_it_is_said_whether_it_is_committed_now(boolean changed, String end) {
    var desk = Desk.epic().done("0");
    desk.git.put(desk.path(), new GitFile(true, true, changed));

    desk.done("0");

    assertThat(desk.notices.getFirst().text())
        .isEqualTo("Phase 0 (Decision Sync) is done already" + end);
  }

  @Test
  void a_judgement_for_a_gate_leaves_the_document_alone() {
    var desk = Desk.epic().done("0");
    var judged = new Change.SetGate("quality", Change.Judgement.PASSED, List.of());
    var known = Map.<FactQuery<?>, Fact<?>>of(FactQuery.HEAD, Fact.known(desk.head));
    var facts = new Facts(Desk.START, SummaryLimit.DEFAULT, known);

    assertThat(desk.dialect.rules().decide(desk.id, desk.checkpoint(), judged, facts))
        .isEqualTo(Outcome.Transition.untouched(desk.checkpoint()));
  }

  @Test
  @Proves("T-001-A")
  void phases_go_by_name_or_number() {
    assertThat(Desk.epic().dialect.rules().numbersPhases()).isTrue();
    var key = Desk.epic().dialect.rules().phaseKey(Desk.epic().id, null, new PhaseName("2"));
    assertThat(key.phase().value()).isEqualTo("Product Analysis");
  }
}

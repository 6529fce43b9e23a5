package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.GitFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The steps of phases, and what they leave in the document.
class ItemPhasesTest {
  @Test
  @Proves({"R-001-14", "R-001-04", "A-44", "T-001-B"})
  void a_phase_that_is_done_hands_over_to_the_next() {
    var desk = Desk.epic().start();
    desk.files.put("docs/epics/a.md", "A");
    desk.after(
        Desk.complete("Decision Sync", "Synced.", List.of("Use\nADR-005"), "docs/epics/a.md"));

    assertThat(desk.rows())
        .startsWith("0 Decision Sync done", "1 Capture in_progress", "2 Product Analysis pending");
    var checkpoint = desk.checkpoint();
    var itemHeader = checkpoint.header();
    assertThat(checkpoint.rows().getFirst().completed()).isEqualTo("2026-02-27T10:02:00Z");
    assertThat(itemHeader.started()).isEqualTo("2026-02-27T10:01:00Z");
    assertThat(itemHeader.updated()).isEqualTo("2026-02-27T10:02:00Z");
    assertThat(itemHeader.branch()).isEqualTo("main");
    assertThat(itemHeader.currentPhase()).isEqualTo("1");
    assertThat(itemHeader.totalPhases()).isEqualTo("5");
    assertThat(checkpoint.body().state()).isEqualTo("Synced.");
    assertThat(checkpoint.body().decisions()).containsExactly("[Phase 0] Use ADR-005");
    assertThat(checkpoint.body().artifacts())
        .containsExactly("`docs/epics/a.md` (created in Phase 0)");
    assertThat(desk.events)
        .extracting(Event::kind)
        .containsExactly(
            Event.Kind.PHASE_COMPLETED, Event.Kind.PHASE_STARTED, Event.Kind.DECISION_RECORDED);
    assertThat(desk.effects)
        .containsExactly(
            new Effect.PutFile("docs/checkpoints/.gitkeep", ""),
            new Effect.Commit(
                "checkpoint: epic EPIC-001 \u2014 phase 0 complete",
                List.of(desk.path(), "docs/checkpoints/.gitkeep")));
  }

  @Test
  @Proves({"R-001-14", "R-001-27"})
  void decisions_and_files_are_recorded_once() {
    var desk = Desk.epic().done("0");
    desk.files.put("a.md", "A");
    var change = new Change.AmendPhase(report("A\nB", "a.md"));

    desk.after(change).after(change);

    assertThat(desk.events).isEmpty();
    assertThat(desk.effects).isEmpty();
    assertThat(desk.checkpoint().body().decisions()).containsExactly("[Phase 1] A B");
    assertThat(desk.checkpoint().body().artifacts()).hasSize(1);
  }

  private static PhaseReport report(String decision, String file) {
    return ((Change.CompletePhase) Desk.complete("x", "", List.of(decision), file)).report();
  }

  @ParameterizedTest
  @CsvSource({
    "debug, 'login', 1, 4, Reproduce, Document",
    "epic, EPIC-001, 0, 5, Decision Sync, Document",
    "feature, FEAT-003, 1, 6, Understand, Stories",
    "plan, FEAT-007, 0, 4, Arch Gate, Update Backlog"
  })
  @Proves({"T-001-A", "R-001-07", "A-40", "A-42"})
  void each_command_has_its_phases_and_numbers(
      String command, String item, int first, int last, String begin, String end) {
    var desk = Desk.of(command, item).start();
    for (int number = first; number <= last; number++) {
      desk.done(Integer.toString(number));
      assertThat(desk.commits())
          .containsExactly(
              "checkpoint: " + command + " " + item + " \u2014 phase " + number + " complete");
    }

    assertThat(desk.rows()).first().isEqualTo(first + " " + begin + " done");
    assertThat(desk.rows()).last().isEqualTo(last + " " + end + " done");
    var itemHeader = desk.checkpoint().header();
    assertThat(itemHeader.currentPhase()).isEqualTo("" + last);
    assertThat(itemHeader.totalPhases()).isEqualTo("" + last);
    assertThat(desk.checkpoint().header().status()).isEqualTo("in_progress");
  }

  @Test
  @Proves("R-001-07")
  void an_undefined_phase_is_refused_with_the_defined_ones() {
    var blocker = Desk.epic().refused(Desk.complete("Captur"));

    assertThat(blocker.reason()).contains("Phase 0 (Decision Sync), Phase 1 (Capture)");
    assertThat(blocker.hint()).isEqualTo("Did you mean Capture?");
  }

  @Test
  @Proves({"R-001-18", "A-49"})
  void later_phases_need_a_word_and_leave_a_note() {
    var desk = Desk.epic().done("0").done("1");

    assertThat(desk.refused(Desk.complete("4")).hint()).contains("--skip-to");
    desk.done("4", ItemContext.SKIP_TO, "");

    assertThat(desk.rows())
        .containsSequence(
            "2 Product Analysis done", "3 Technical Routing done", "4 Agreements done");
    assertThat(desk.rows()).last().isEqualTo("5 Document in_progress");
    assertThat(desk.checkpoint().body().state())
        .startsWith("Phase 2 (Product Analysis), Phase 3 (Technical Routing): skipped.");
    assertThat(desk.commits()).containsExactly("checkpoint: epic EPIC-001 \u2014 phase 4 complete");
  }

  @Test
  @Proves("R-001-18")
  void earlier_phases_that_are_open_are_refused() {
    var desk = Desk.epic().done("0").done("1");
    desk.store.edit(
        desk.id, desk.text().replace("| 1 | Capture | done |", "| 1 | Capture | pending |"));

    var blocker = desk.refused(Desk.complete("1"));

    assertThat(blocker.code()).isEqualTo("not-current");
    desk.after(new Change.StartPhase(new PhaseName("1"), PhaseReport.NONE)).done("1");
    assertThat(desk.rows()).contains("1 Capture done", "2 Product Analysis in_progress");
  }

  @ParameterizedTest
  @CsvSource({"true,true,true,1", "true,true,false,0", "false,true,true,1", "false,false,true,1"})
  @Proves({"R-001-18", "R-001-31"})
  void what_is_done_already_is_only_committed_where_it_is_not(
      boolean inHead, boolean inIndex, boolean changed, int commits) {
    var desk = Desk.epic().done("0");
    var text = desk.text();
    desk.git.put(desk.path(), new GitFile(inHead, inIndex, changed));

    desk.done("0");

    assertThat(desk.text()).isEqualTo(text);
    assertThat(desk.events).isEmpty();
    assertThat(desk.codes()).containsExactly("already-done");
    assertThat(desk.commits()).hasSize(commits);
  }

  @Test
  @Proves({"R-001-21", "R-001-31"})
  void a_failed_phase_stays_in_progress_and_says_why() {
    var desk = Desk.epic().done("0");
    desk.after(Desk.fail("Capture", "The interview\nwas cancelled."));

    assertThat(desk.rows()).contains("1 Capture in_progress");
    assertThat(desk.checkpoint().body().state()).isEqualTo("The interview was cancelled.");
    assertThat(desk.commits()).containsExactly("checkpoint: epic EPIC-001 \u2014 phase 1 failed");
    var text = desk.text();
    desk.after(Desk.fail("1", "The interview was cancelled."));
    assertThat(desk.text()).isEqualTo(text);
    // It may have been begun again in between, which leaves the document as it is.
    assertThat(desk.events).singleElement().isInstanceOf(Event.PhaseFailed.class);
    assertThat(desk.commits()).hasSize(1);
    assertThat(desk.refused(Desk.fail("0", "x")).reason()).contains("is done");
    assertThat(desk.refused(Desk.fail("3", "x")).reason()).contains("is not under way");
  }

  @Test
  @Proves({"R-001-21", "A-44"})
  void a_first_phase_that_fails_makes_the_file() {
    var desk = Desk.epic().start().after(Desk.fail("0", "No hub."));

    assertThat(desk.rows()).first().isEqualTo("0 Decision Sync in_progress");
    assertThat(desk.checkpoint().body().state()).isEqualTo("No hub.");
  }

  @Test
  @Proves("A-49")
  void a_phase_left_out_is_done_with_a_note() {
    var desk = Desk.of("feature", "FEAT-003").done("1").done("2");

    desk.after(new Change.SkipPhase(new PhaseName("Research"), "known ground"));

    assertThat(desk.rows()).contains("3 Research done", "4 Specify in_progress");
    assertThat(desk.checkpoint().body().state())
        .isEqualTo("Phase 3 (Research) skipped (known ground). Next: Phase 4 (Specify).");
  }

  @ParameterizedTest
  @CsvSource({"3, 0", "4, 1"})
  @Proves("R-001-26")
  void a_state_of_more_than_three_sentences_is_written_with_a_warning(int count, int warnings) {
    var state = "One thing is done. ".repeat(count).strip();
    var desk = Desk.epic().after(summarized(state));

    assertThat(desk.codes()).hasSize(warnings);
    assertThat(desk.checkpoint().body().state()).isEqualTo(state);
  }

  @Test
  @Proves("R-001-26")
  void a_long_sentence_is_warned_about_too() {
    assertThat(Desk.epic().after(summarized("x".repeat(601))).codes())
        .containsExactly("long-state");
    assertThat(Desk.epic().after(summarized("x".repeat(600))).codes()).isEmpty();
  }

  private static Change summarized(String state) {
    var report = new PhaseReport(new ContextSummary(state), List.of(), List.of(), null);
    return new Change.CompletePhase(new PhaseName("0"), report);
  }
}

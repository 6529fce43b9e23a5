package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialects.item.format.SubTask;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is written down beside the steps of phases.
class ItemNotesTest {
  @Test
  @Proves({"R-001-28", "A-43"})
  void sub_tasks_belong_to_the_active_phase_and_go_with_it() {
    var desk = Desk.epic().done("0");
    desk.after(Desk.task(Change.TaskStep.ADD, "one"));
    desk.after(Desk.task(Change.TaskStep.ADD, "two"));
    desk.after(Desk.task(Change.TaskStep.ADD, "two"));
    desk.after(Desk.task(Change.TaskStep.DONE, "one"));

    assertThat(desk.effects).isEmpty();
    assertThat(desk.text()).contains("-->\n\n- [x] one\n- [ ] two\n\n## Current State");
    assertThat(desk.refused(Desk.task(Change.TaskStep.DONE, "tow")).hint())
        .isEqualTo("Did you mean \"two\"?");
    var text = desk.text();
    assertThat(desk.after(Desk.task(Change.TaskStep.START, "two")).events)
        .containsExactly(
            new Event.TaskChanged(
                PlannedTask.of("two", new PhaseName("Capture"), "in_progress", "")));
    assertThat(desk.text()).isEqualTo(text);
    desk.done("1");
    assertThat(desk.codes()).contains("open-tasks");
    assertThat(desk.text()).contains("Cleared when the phase completes. -->\n\n## Current State");
  }

  @Test
  @Proves("R-001-28")
  void a_sub_task_goes_by_its_text_or_by_its_place() {
    var desk = Desk.epic().done("0");
    for (var text : List.of("one", "two", "three")) {
      desk.after(Desk.task(Change.TaskStep.ADD, text));
    }
    desk.after(Desk.task(Change.TaskStep.ADD, "one"));

    desk.after(Desk.task(Change.TaskStep.DONE, "2"))
        .after(Desk.task(Change.TaskStep.DONE, "three"));

    assertThat(desk.checkpoint().body().tasks())
        .containsExactly(
            new SubTask(false, "one"), new SubTask(true, "two"), new SubTask(true, "three"));
    assertThat(desk.events)
        .containsExactly(
            new Event.TaskChanged(
                PlannedTask.of("three", new PhaseName("Capture"), "complete", "")));
    assertThat(desk.refused(Desk.task(Change.TaskStep.DONE, "4")).hint())
        .isEqualTo("Name it, or its place");
  }

  @Test
  @Proves("R-001-28")
  void a_sub_task_needs_a_text_and_a_phase_under_way() {
    var desk = Desk.epic().done("0");
    assertThat(desk.refused(Desk.task(Change.TaskStep.ADD, " \n")).code()).isEqualTo("no-task");
    assertThat(desk.refused(Desk.task(Change.TaskStep.DONE, "x")).hint())
        .isEqualTo("Add it first: tidemark task add TASK");

    var over = Desk.of("debug", "x").done("1").done("2").done("3").done("4");
    assertThat(over.refused(Desk.task(Change.TaskStep.ADD, "x")).code())
        .isEqualTo("no-active-phase");
  }

  @ParameterizedTest
  @CsvSource({
    "Half way., '', Half way.",
    "Half way., Summed up., Half way.",
    "' ', Summed up., Summed up.",
    "'', Summed up., Summed up.",
    "'', '', Before."
  })
  @Proves("R-001-26")
  void where_things_stand_is_noted_without_a_step(String state, String summary, String noted) {
    var desk = Desk.epic().done("0", ItemContext.STATE, "Before.");
    var report =
        new PhaseReport(
            summary.isEmpty() ? null : new ContextSummary(summary), List.of(), List.of(), null);

    desk.after(
        new Change.AmendPhase(report),
        state.isEmpty() ? new String[0] : new String[] {ItemContext.STATE, state});

    assertThat(desk.checkpoint().body().state()).isEqualTo(noted);
    assertThat(desk.events)
        .hasSize(noted.equals("Before.") ? 0 : 1)
        .allMatch(event -> event.equals(new Event.PhaseAmended(new PhaseName("Capture"))));
    assertThat(desk.commits()).isEmpty();
  }

  @Test
  @Proves({"R-001-28", "A-44"})
  void the_first_sub_task_makes_the_file_without_a_commit() {
    var desk = Desk.epic().start();

    desk.after(Desk.task(Change.TaskStep.ADD, "one"));

    assertThat(desk.checkpoint().header().started()).isEqualTo("2026-02-27T10:01:00Z");
    assertThat(desk.effects).containsExactly(new Effect.PutFile("docs/checkpoints/.gitkeep", ""));
    assertThat(desk.rows()).startsWith("0 Decision Sync in_progress", "1 Capture pending");
  }

  @Test
  @Proves("R-001-28")
  void a_sub_task_that_begins_a_run_is_recorded_with_the_beginning() {
    assertThat(Desk.epic().after(Desk.task(Change.TaskStep.ADD, "one")).events)
        .extracting(Event::kind)
        .containsExactly(Event.Kind.WORKFLOW_STARTED, Event.Kind.TASK_CHANGED);
  }

  @Test
  @Proves({"R-001-29", "T-001-C"})
  void the_key_context_may_be_said_with_the_first_phase_done() {
    var desk =
        Desk.epic()
            .done("0", ItemContext.CONTEXT, "Stack:  Java", ItemContext.CONTEXT, "Stack: Java");

    assertThat(desk.checkpoint().body().context()).containsExactly("Stack: Java");
    assertThat(desk.events.getFirst())
        .isInstanceOfSatisfying(
            Event.WorkflowStarted.class,
            started -> assertThat(started.phases()).hasSize(6).contains(new PhaseName("Capture")));
  }

  @Test
  @Proves({"R-001-29", "T-001-C"})
  void the_key_context_is_written_once() {
    var desk =
        Desk.epic().start(ItemContext.CONTEXT, "Stack: Java", ItemContext.CONTEXT, "Branch: `x`");
    desk.done("0");

    assertThat(desk.text()).endsWith("throughout. -->\n\n- Stack: Java\n- Branch: `x`\n");
    assertThat(desk.refused(Desk.complete("1"), ItemContext.CONTEXT, "More: x").code())
        .isEqualTo("context-fixed");
    assertThat(desk.refused(desk.starting(false), ItemContext.CONTEXT, "More: x").code())
        .isEqualTo("context-fixed");
  }

  @Test
  @Proves("R-001-05")
  void a_folder_that_git_ignores_is_warned_about_at_every_write() {
    var desk = Desk.epic();
    desk.ignored = IgnoreStatus.IGNORED;

    assertThat(desk.start().codes()).containsExactly("ignored");
    assertThat(desk.done("0").codes()).containsExactly("ignored");
    assertThat(desk.commits()).hasSize(1);
    assertThat(desk.after(Desk.task(Change.TaskStep.ADD, "x")).codes()).containsExactly("ignored");
  }

  @Test
  void without_commits_git_is_not_asked_for_anything() {
    var desk = Desk.epic();
    desk.ignored = IgnoreStatus.IGNORED;

    desk.done("0", ItemContext.NO_COMMIT, "").after(Desk.fail("1", "x"), ItemContext.NO_COMMIT, "");

    assertThat(desk.codes()).isEmpty();
    assertThat(desk.commits()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "feat/x, 0123456789012345678901234567890123456789, feat/x",
        "-, 0123456789012345678901234567890123456789, detached at 0123456",
        "-, -, not a git repo"
      })
  @Proves("T-001-B")
  void the_branch_is_named_as_the_protocols_do(String branch, String commit, String written) {
    var desk = Desk.epic();
    desk.head = new Head(branch, commit);

    assertThat(desk.done("0").checkpoint().header().branch()).isEqualTo(written);
  }

  @Test
  void an_approval_takes_a_person_and_a_phase_that_is_there() {
    var desk = Desk.epic().done("0");

    assertThat(desk.refused(new Change.ApprovePhase(new PhaseName("1"))).code())
        .isEqualTo("needs-person");
    assertThat(desk.refused(new Change.ApprovePhase(new PhaseName("9"))).code())
        .isEqualTo("unknown-phase");
  }

  @Test
  void what_the_protocol_lacks_is_refused_with_a_way_out() {
    var desk = Desk.epic().done("0");

    assertThat(desk.refused(Desk.complete("1"), "messages", "4").code())
        .isEqualTo("not-in-dialect");
  }
}

package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
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
  void a_number_that_two_sub_tasks_have_names_neither() {
    var one = Desk.epic().done("0").after(Desk.task(Change.TaskStep.ADD, "T002 read"));
    assertThat(one.refused(Desk.task(Change.TaskStep.ADD, "T002 write")).code())
        .isEqualTo("task-taken");
    // A merge of two branches may leave both.
    var desk = Desk.holding(one.text().replace("T002 read", "T002 read\n- [ ] T002 write"));

    var refused = desk.refused(Desk.task(Change.TaskStep.DONE, "T002"));

    assertThat(refused.reason())
        .isEqualTo("T002: sub-tasks with the same number: T002 read; T002 write");
    desk.after(Desk.task(Change.TaskStep.DONE, "T002 write"));
    assertThat(desk.checkpoint().body().tasks())
        .containsExactly(new SubTask(false, "T002 read"), new SubTask(true, "T002 write"));
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
    var before = new PhaseReport(new ContextSummary("Before."), List.of(), List.of(), null);
    var desk = Desk.epic().after(new Change.CompletePhase(new PhaseName("0"), before));
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

    assertThat(desk.refused(Desk.complete("1"), "messages", "4").code()).isEqualTo("not-in-format");
  }

  private static Change note(Note.Kind kind, String text) {
    return note(List.of(new Note(kind, null, text)), List.of());
  }

  private static Change note(List<Note> notes, List<Note> resolved) {
    return new Change.AmendPhase(null, PhaseReport.NONE, notes, resolved);
  }

  /// A run in its second phase, with a note of each kind about it.
  private static Desk noted() {
    return Desk.epic()
        .done("0")
        .after(note(Note.Kind.NOTE, "half\n way"))
        .after(note(Note.Kind.TRIED, "a poll"))
        .after(note(Note.Kind.NEXT, "ask Ann"))
        .after(note(Note.Kind.NEXT, "ask Bob"))
        .after(note(Note.Kind.NOTE, "half way"))
        .after(note(Note.Kind.BLOCKED, "no access"))
        .after(note(Note.Kind.QUESTION, "which?"));
  }

  @Test
  void notes_stand_in_the_key_context_with_their_phase_and_kind() {
    var desk = noted();
    var phase = new PhaseName("Capture");

    assertThat(desk.text())
        .endsWith(
            """
            -->

            - [Phase 1] Note: half way
            - [Phase 1] Tried and failed: a poll
            - [Phase 1] Next action: ask Bob
            - [Phase 1] Blocked by: no access
            - [Phase 1] Open question: which?
            """);
    assertThat(desk.checkpoint().notes())
        .containsExactly(
            new Note(Note.Kind.NOTE, phase, "half way"),
            new Note(Note.Kind.TRIED, phase, "a poll"),
            new Note(Note.Kind.NEXT, phase, "ask Bob"),
            new Note(Note.Kind.BLOCKED, phase, "no access"),
            new Note(Note.Kind.QUESTION, phase, "which?"));
    assertThat(desk.commits()).isEmpty();
  }

  @Test
  void a_note_that_is_resolved_is_removed_and_no_other() {
    var desk = noted();

    desk.after(note(List.of(), List.of(new Note(Note.Kind.QUESTION, null, "which?"))));

    assertThat(desk.checkpoint().body().context())
        .containsExactly(
            "[Phase 1] Note: half way",
            "[Phase 1] Tried and failed: a poll",
            "[Phase 1] Next action: ask Bob",
            "[Phase 1] Blocked by: no access");
  }

  @Test
  void the_end_of_a_phase_clears_its_blockers_and_its_next_action() {
    var desk = noted();
    var other = "- [Phase 3] Blocked by: a vote\n- [Phase 3] Next action: vote\n";
    desk.store.edit(desk.id, desk.text() + other);

    desk.done("1");

    assertThat(desk.checkpoint().body().context())
        .containsExactly(
            "[Phase 1] Note: half way",
            "[Phase 1] Tried and failed: a poll",
            "[Phase 1] Open question: which?",
            "[Phase 3] Blocked by: a vote",
            "[Phase 3] Next action: vote");
  }

  @Test
  void a_phase_that_is_begun_again_keeps_its_next_action() {
    var desk = noted();

    desk.after(new Change.StartPhase(new PhaseName("1"), PhaseReport.NONE));

    assertThat(desk.checkpoint().body().context())
        .containsExactly(
            "[Phase 1] Note: half way",
            "[Phase 1] Tried and failed: a poll",
            "[Phase 1] Next action: ask Bob",
            "[Phase 1] Open question: which?");
  }

  @Test
  void a_note_is_recorded_as_a_note_and_a_file_as_a_change_of_the_phase() {
    var desk = Desk.epic().done("0");
    desk.files.put("a.md", "A");
    var amended = new Event.PhaseAmended(new PhaseName("Capture"));
    var artifact = new Artifact("a.md", Artifact.Kind.CREATED);
    var report = new PhaseReport(null, List.of(artifact), List.of(), null);

    assertThat(desk.after(note(Note.Kind.NOTE, "x")).events).doesNotContain(amended);
    assertThat(desk.after(new Change.AmendPhase(report)).events).containsExactly(amended);
  }

  @Test
  void after_the_last_phase_a_note_is_about_that_one() {
    var desk = Desk.of("debug", "x").done("1").done("2").done("3").done("4");

    desk.after(note(Note.Kind.NOTE, "well"));

    assertThat(desk.checkpoint().body().context()).containsExactly("[Phase 4] Note: well");
  }

  @Test
  void a_goal_stands_first_in_the_key_context_and_is_there_once() {
    var desk = Desk.epic().done("0", ItemContext.CONTEXT, "Stack: Java");
    var stated = new Change.StateGoal("Log users\nin");

    desk.after(stated);
    assertThat(desk.checkpoint().body().context())
        .containsExactly("Goal: Log users in", "Stack: Java");
    assertThat(desk.events).extracting(Event::kind).containsExactly(Event.Kind.GOAL_STATED);
    var text = desk.text();
    desk.after(stated);
    assertThat(desk.text()).isEqualTo(text);

    desk.after(new Change.StateGoal("Log users out"));
    assertThat(desk.checkpoint().body().context())
        .containsExactly("Goal: Log users out", "Stack: Java");
    assertThat(desk.commits()).isEmpty();
  }

  @Test
  void a_goal_before_the_first_phase_is_done_makes_no_file() {
    var desk = Desk.epic().start().after(new Change.StateGoal("Log users in"));

    assertThat(desk.text()).isEmpty();
    assertThat(desk.effects).isEmpty();
  }

  @Test
  void the_goal_of_the_start_is_in_the_document_that_is_created_later() {
    var desk = Desk.epic();
    var start = new Change.StartRun("epic", "EPIC-001", List.of(), false, false, "Log users in");

    desk.after(start, ItemContext.CONTEXT, "Stack: Java").done("0");

    assertThat(desk.checkpoint().body().context())
        .containsExactly("Goal: Log users in", "Stack: Java");
    assertThat(desk.checkpoint().goal()).contains("Log users in");
  }

  @Test
  void a_sub_task_goes_by_the_id_that_begins_its_text() {
    var desk = Desk.epic().done("0");
    desk.after(Desk.task(Change.TaskStep.ADD, "T001 Read"));
    desk.after(Desk.task(Change.TaskStep.ADD, "T002: Write"));

    desk.after(Desk.task(Change.TaskStep.DONE, "T002"));

    assertThat(desk.checkpoint().body().tasks())
        .containsExactly(new SubTask(false, "T001 Read"), new SubTask(true, "T002: Write"));
  }
}

package dev.tidemark.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Note.Kind;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a work log is after each event, and how it is written.
class WorklogTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final PhaseName BUILD = new PhaseName("build");
  private static final PhaseName SHIP = new PhaseName("ship");

  static final Capture CAPTURE =
      new Capture(
          AT,
          "s1",
          BUILD,
          List.of("Add login", "Now the tests"),
          List.of("[completed] Write it", "[in_progress] Test it"),
          "First this, then that",
          "npm test: exit 1",
          List.of("M src/a.ts +3 -1"));

  private static Worklog after(Event... events) {
    var worklog = Worklog.EMPTY;
    for (var event : events) {
      worklog = worklog.after(event, AT, "c1");
    }
    return worklog;
  }

  private static Event note(Kind kind, PhaseName phase, String text) {
    return new Event.NoteRecorded(new Note(kind, phase, text));
  }

  private static Event captured() {
    return new Event.SessionCaptured("auto", CAPTURE);
  }

  @Test
  void what_is_known_of_a_phase_goes_with_its_new_name() {
    var plan =
        new Event.PlanChanged(List.of(SHIP, BUILD), Map.of(BUILD, SHIP, SHIP, BUILD), List.of());
    var task = PlannedTask.of("T1", BUILD, "pending", "a");

    var worklog =
        after(
            new Event.PhaseStarted(BUILD),
            note(Kind.NOTE, BUILD, "half"),
            note(Kind.NOTE, SHIP, "soon"),
            note(Kind.NOTE, null, "run"),
            new Event.TaskChanged(task),
            captured(),
            new Event.PhaseFailed(SHIP, "no"),
            plan);

    assertThat(worklog.phase()).isEqualTo(new Worklog.PhaseStart(SHIP, AT, "c1"));
    assertThat(worklog.notes())
        .containsExactly(
            new Note(Kind.NOTE, SHIP, "half"),
            new Note(Kind.NOTE, BUILD, "soon"),
            new Note(Kind.NOTE, null, "run"),
            new Note(Kind.FAILED, BUILD, "no"));
    assertThat(worklog.tasks()).containsExactly(task.in(SHIP));
    assertThat(worklog.failure()).isEqualTo(new Worklog.PhaseFailure(BUILD, "no"));
    assertThat(worklog.capture().phase()).isEqualTo(SHIP);
  }

  @Test
  void a_captured_goal_never_replaces_a_stated_one() {
    var stated = new Event.GoalStated(new Goal("stated", false));
    var captured = new Event.GoalStated(new Goal("captured", true));

    assertThat(after(captured, stated).goal()).isEqualTo(new Goal("stated", false));
    assertThat(after(stated, captured).goal()).isEqualTo(new Goal("stated", false));
    assertThat(after(captured).goal()).isEqualTo(new Goal("captured", true));
  }

  @Test
  void a_runner_that_gave_up_is_known_until_work_goes_on() {
    var blockers = "{\"blockers\": [{\"code\": \"stuck\", \"reason\": \"3 attempts: timeout\"}]}";
    var gaveUp = new Event.RunnerEnded(BUILD, "refused", (JsonObject) JsonText.parse(blockers));
    var stopped = new Event.RunnerEnded(BUILD, "waiting", JsonObject.EMPTY);

    assertThat(after(gaveUp, note(Kind.TRIED, BUILD, "a mutex")).stuck())
        .isEqualTo(new Worklog.PhaseFailure(BUILD, "3 attempts: timeout"));
    assertThat(WorklogJson.worklog(WorklogJson.of(after(gaveUp)))).isEqualTo(after(gaveUp));
    for (var event :
        List.of(
            stopped,
            new Event.AttemptStarted(BUILD, 4, JsonObject.EMPTY),
            new Event.PhaseStarted(BUILD),
            new Event.PhaseCompleted(BUILD))) {
      assertThat(after(gaveUp, event).stuck()).isNull();
    }
  }

  @Test
  void only_the_newest_notes_are_carried_along() {
    var worklog = Worklog.EMPTY;
    for (int i = 0; i < Worklog.NOTES_MAX + 5; i++) {
      worklog = worklog.after(note(Kind.TRIED, BUILD, "way " + i), AT, null);
    }
    assertThat(worklog.notes()).hasSize(Worklog.NOTES_MAX);
    assertThat(worklog.notes().getFirst().text()).isEqualTo("way 5");

    var text = "x".repeat(Note.TEXT_MAX - 1);
    for (int i = 0; i < 6; i++) {
      worklog = worklog.after(note(Kind.TRIED, BUILD, i + text), AT, null);
    }
    assertThat(worklog.notes()).hasSize(4);
    assertThat(worklog.notes().getFirst().text()).startsWith("2");
  }

  @Test
  void a_capture_is_kept_until_its_phase_ends() {
    assertThat(after(captured()).capture()).isEqualTo(CAPTURE);
    assertThat(after(captured(), new Event.PhaseStarted(SHIP)).capture()).isEqualTo(CAPTURE);
    assertThat(after(captured(), new Event.PhaseCompleted(SHIP)).capture()).isEqualTo(CAPTURE);
    assertThat(after(captured(), new Event.PhaseCompleted(BUILD)).capture()).isNull();
    assertThat(after(captured(), new Event.WorkflowCompleted()).capture()).isNull();
    assertThat(after(captured(), new Event.WorkflowStarted(List.of())).isEmpty()).isTrue();
  }

  @Test
  void a_failure_is_kept_until_its_phase_begins_again_or_ends() {
    var failed = new Event.PhaseFailed(BUILD, "No access");
    assertThat(after(failed).failure()).isEqualTo(new Worklog.PhaseFailure(BUILD, "No access"));
    assertThat(after(failed, new Event.PhaseStarted(SHIP)).failure()).isNotNull();
    assertThat(after(failed, new Event.PhaseStarted(BUILD)).failure()).isNull();
    assertThat(after(failed, new Event.PhaseSkipped(BUILD, "")).failure()).isNull();
    assertThat(after(failed, new Event.PhaseCompleted(BUILD)).failure()).isNull();
  }

  @Test
  void white_space_makes_no_other_note() {
    var note = new Note(Kind.NOTE, BUILD, "first\n  second");

    assertThat(note.isSame(new Note(Kind.NOTE, BUILD, "first second"))).isTrue();
    assertThat(note.isSame(new Note(Kind.NOTE, BUILD, "firstsecond"))).isFalse();
    assertThat(note.isSame(new Note(Kind.NOTE, SHIP, "first second"))).isFalse();
    assertThat(note.isSame(new Note(Kind.NOTE, null, "first second"))).isFalse();
    assertThat(note.isSame(new Note(Kind.TRIED, BUILD, "first second"))).isFalse();
  }

  @Test
  void a_work_log_is_read_as_it_was_written() {
    var full =
        after(
            new Event.GoalStated(new Goal("Log in", true)),
            new Event.PhaseStarted(BUILD),
            note(Kind.NOTE, BUILD, "half done"),
            new Event.NoteRecorded(new Note(Kind.QUESTION, null, "Which one?")),
            new Event.PhaseFailed(SHIP, ""),
            task("T1", TaskStatus.BLOCKED),
            captured());

    for (var worklog : List.of(full, Worklog.EMPTY, after(new Event.PhaseStarted(BUILD)))) {
      var text = JsonText.compact(WorklogJson.of(worklog));
      assertThat(WorklogJson.worklog((JsonObject) JsonText.parse(text))).isEqualTo(worklog);
    }
    assertThat(WorklogJson.worklog(null)).isEqualTo(Worklog.EMPTY);
  }

  @Test
  void a_task_is_kept_once_with_its_newest_status_until_the_document_has_it() {
    var worklog =
        after(
            task("T1", TaskStatus.PENDING),
            task("T2", TaskStatus.PENDING),
            task("T1", TaskStatus.IN_PROGRESS));

    assertThat(worklog.tasks())
        .extracting(task -> task.id() + " " + task.word())
        .containsExactly("T1 in_progress", "T2 pending");
  }

  @Test
  void of_too_many_tasks_those_that_are_done_go_first() {
    var events = new ArrayList<Event>();
    for (int i = 0; i < Worklog.TASKS_MAX; i++) {
      events.add(task("T" + i, i == 7 ? TaskStatus.COMPLETE : TaskStatus.PENDING));
    }
    events.add(task("new", TaskStatus.PENDING));
    events.add(task("newer", TaskStatus.PENDING));

    var tasks = after(events.toArray(Event[]::new)).tasks();

    assertThat(tasks).hasSize(Worklog.TASKS_MAX);
    assertThat(tasks)
        .extracting(PlannedTask::id)
        .doesNotContain("T7", "T0")
        .contains("T1", "new", "newer");
  }

  private static Event task(String id, TaskStatus status) {
    return new Event.TaskChanged(PlannedTask.of(id, BUILD, "pending", "").with(status, null));
  }

  @Test
  void what_a_newer_version_writes_otherwise_is_passed_over() {
    var json =
        """
        {"goal": {"words": "x"}, "notes": [{"note": "dream", "text": "x"}, 7, {"note": "note"},
        {"note": "tried", "text": "a mutex"}], "phase": {"name": "build", "at": "soon"},
        "failure": {"reason": "x"}, "capture": {"session": "s"}, "more": {}}\
        """;

    assertThat(WorklogJson.worklog((JsonObject) JsonText.parse(json)))
        .isEqualTo(
            new Worklog(null, List.of(new Note(Kind.TRIED, null, "a mutex")), null, null, null));
  }

  @Test
  void a_task_that_is_done_stays_while_there_is_room() {
    var events = new ArrayList<Event>();
    for (int i = 0; i < Worklog.TASKS_MAX; i++) {
      events.add(task("T" + i, i == 7 ? TaskStatus.COMPLETE : TaskStatus.PENDING));
    }

    assertThat(after(events.toArray(Event[]::new)).tasks())
        .hasSize(Worklog.TASKS_MAX)
        .extracting(PlannedTask::id)
        .contains("T7");
  }

  @Test
  void of_too_many_open_tasks_the_oldest_go_first() {
    var events = new ArrayList<Event>();
    for (int i = 0; i <= Worklog.TASKS_MAX; i++) {
      events.add(task("T" + i, TaskStatus.PENDING));
    }

    assertThat(after(events.toArray(Event[]::new)).tasks())
        .hasSize(Worklog.TASKS_MAX)
        .extracting(PlannedTask::id)
        .startsWith("T1")
        .endsWith("T" + Worklog.TASKS_MAX);
  }

  @Test
  void the_end_of_a_phase_ends_its_start_and_that_of_no_other() {
    var begun = new Event.PhaseStarted(BUILD);

    assertThat(after(begun, new Event.PhaseCompleted(BUILD)).phase()).isNull();
    assertThat(after(begun, new Event.PhaseCompleted(SHIP)).phase())
        .isEqualTo(new Worklog.PhaseStart(BUILD, AT, "c1"));
    assertThat(after(new Event.PhaseCompleted(SHIP))).isEqualTo(Worklog.EMPTY);
  }

  @Test
  void a_note_about_the_whole_run_is_none_about_a_phase() {
    var run = new Note(Kind.NEXT, null, "all");
    var notes =
        after(
                new Event.NoteRecorded(new Note(Kind.NEXT, null, "old")),
                note(Kind.NEXT, BUILD, "test"),
                new Event.NoteRecorded(run),
                new Event.PhaseCompleted(BUILD))
            .notes();

    assertThat(notes).containsExactly(run);
  }

  @Test
  void a_capture_of_no_phase_ends_with_any_phase() {
    var capture = new Capture(AT, "s1", null, List.of(), List.of(), null, null, List.of());
    var captured = new Event.SessionCaptured("auto", capture);

    assertThat(after(captured, new Event.PhaseStarted(SHIP)).capture()).isEqualTo(capture);
    assertThat(after(captured, new Event.PhaseCompleted(SHIP)).capture()).isNull();
  }

  @Test
  void captures_have_the_same_content_whenever_they_were_taken() {
    var later =
        new Capture(
            AT.plusSeconds(9),
            CAPTURE.session(),
            BUILD,
            CAPTURE.prompts(),
            CAPTURE.tasks(),
            CAPTURE.plan(),
            CAPTURE.error(),
            CAPTURE.changes());
    var other = new Capture(AT, "s2", BUILD, List.of(), List.of(), null, null, List.of());

    assertThat(later.hasSameContent(CAPTURE)).isTrue();
    assertThat(other.hasSameContent(CAPTURE)).isFalse();
  }

  @Test
  void a_failure_without_a_reason_is_read_as_one() {
    var json = "{\"failure\":{\"name\":\"build\"}}";

    assertThat(WorklogJson.worklog((JsonObject) JsonText.parse(json)).failure())
        .isEqualTo(after(new Event.PhaseFailed(BUILD, "")).failure());
    assertThat(after(new Event.PhaseFailed(BUILD, ""), new Event.PhaseStarted(BUILD)).notes())
        .containsExactly(new Note(Note.Kind.FAILED, BUILD, "no reason given"));
  }
}

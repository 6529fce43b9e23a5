package dev.tidemark.brief;

import static dev.tidemark.brief.Session.COMMIT;
import static dev.tidemark.brief.Session.PLANNING;
import static dev.tidemark.brief.Session.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Note.Kind;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Event;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.Document;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a brief tells of the work inside a phase.
class WorkInProgressTest {
  private final Session session = new Session();

  private void note(Kind kind, String text) {
    var note = new Note(kind, null, text);
    session.change(new Change.AmendPhase(null, PhaseReport.NONE, List.of(note), List.of()));
  }

  private void begin(PhaseName phase) {
    session.change(new Change.StartPhase(phase, PhaseReport.NONE));
  }

  private void changes(String since, FileChange... changes) {
    session.answers.put(FactQuery.changes(since, 2_000), Fact.known(Arrays.asList(changes)));
  }

  private WorkInProgress work() {
    return session.brief().content().work();
  }

  private List<String> lines() {
    return BriefText.of(session.brief()).lines().toList();
  }

  @Test
  void the_goal_comes_first_and_what_to_do_now_last() {
    session.change(new Change.StateGoal("Log users in with passkeys"));
    begin(PLANNING);
    session.now = session.now.plus(Duration.ofMinutes(90));

    assertThat(lines().subList(0, 3))
        .containsExactly(BriefText.OPEN, "| goal: Log users in with passkeys", BriefText.CLOSE);
    assertThat(lines())
        .contains("| in progress: planning for 1 h")
        .endsWith(
            "Now: go on with planning. When it is finished: tidemark done planning --run"
                + " toy/design/auth --summary TEXT");
  }

  @Test
  void tasks_are_counted_and_the_open_ones_listed_with_the_current_one_first() {
    begin(PLANNING);
    for (var text : List.of("Add the table", "Add the index", "Write the tests")) {
      session.change(new Change.ChangeTask(Change.TaskStep.ADD, text));
    }
    session.change(new Change.ChangeTask(Change.TaskStep.DONE, "T001"));
    session.change(new Change.ChangeTask(Change.TaskStep.BLOCK, "T002", "no key", null));
    session.change(new Change.ChangeTask(Change.TaskStep.START, "T003"));

    assertThat(lines())
        .contains(
            "| in progress: planning for less than a minute; current task: T003 Write the tests",
            "| tasks: 1/3 done; open: T003 Write the tests (in progress), T002 Add the index"
                + " (blocked: no key)");
  }

  @Test
  void notes_of_the_phase_in_progress_are_told_the_newest_first() {
    note(Kind.NOTE, "a note before planning");
    begin(PLANNING);
    note(Kind.NOTE, "rotate() done");
    note(Kind.TRIED, "a mutex");
    note(Kind.NOTE, "revoke() missing");
    note(Kind.NEXT, "write revoke()");

    assertThat(work().notes())
        .extracting(Note::text)
        .containsExactly(
            "write revoke()",
            "revoke() missing",
            "a mutex",
            "rotate() done",
            "a note before planning");
  }

  @Test
  void notes_of_a_phase_that_was_passed_over_are_told_until_it_is_done() {
    begin(PLANNING);
    note(Kind.NOTE, "revoke() missing");
    begin(new PhaseName("design"));
    assertThat(work().notes()).extracting(Note::text).containsExactly("revoke() missing");
    session.change(new Change.CompletePhase(PLANNING, PhaseReport.NONE));
    assertThat(work().notes()).isEmpty();
  }

  @Test
  void notes_stand_before_what_was_tried_and_what_is_open_before_the_next_action() {
    begin(PLANNING);
    note(Kind.QUESTION, "which key?");
    note(Kind.NEXT, "write revoke()");
    note(Kind.NOTE, "rotate() done");
    note(Kind.TRIED, "a mutex");
    note(Kind.BLOCKED, "no key");
    note(Kind.NOTE, "revoke() missing");

    assertThat(lines())
        .containsSubsequence(
            "| note: revoke() missing",
            "| note: rotate() done",
            "| tried and failed: a mutex",
            "| open question: which key?",
            "| blocked by: no key",
            "| next action: write revoke()");
  }

  @Test
  void of_earlier_phases_only_what_was_tried_and_what_is_open_is_told() {
    begin(PLANNING);
    for (var kind : List.of(Kind.NOTE, Kind.TRIED, Kind.NEXT, Kind.QUESTION)) {
      note(kind, "the " + kind.word());
    }
    session.done(PLANNING, "Planned.");

    assertThat(work().notes()).extracting(Note::text).containsExactly("the question", "the tried");
    assertThat(lines()).contains("| tried and failed: [planning] the tried");
  }

  @Test
  void what_blocks_the_phase_is_asked_about_until_it_is_begun_again() {
    begin(PLANNING);
    note(Kind.BLOCKED, "no API key");

    var brief = session.brief();
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.ASK);
    assertThat(brief.warnings()).extracting(ResumeWarning::code).containsExactly("blocked");
    assertThat(lines())
        .contains("| warning: blocked by: no API key", "| blocked by: no API key")
        .endsWith(
            "Now: ask the user first; see the first warning above. Ask the user whether it is"
                + " cleared; then tidemark enter planning --run toy/design/auth");

    begin(PLANNING);
    assertThat(session.brief().verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  @Test
  void changed_files_are_those_since_the_phase_was_begun() {
    begin(PLANNING);
    session.head("main", "d".repeat(40));
    session.answers.put(FactQuery.commitRelation(COMMIT), Fact.known(CommitRelation.ahead(2)));
    changes(COMMIT, new FileChange("src/a.ts", FileChange.Kind.CHANGED, 3, 1, true));
    changes(null, new FileChange("src/b.ts", FileChange.Kind.CHANGED, 1, 0, false));

    assertThat(lines())
        .contains("| changed: src/a.ts +3 -1")
        .noneMatch(l -> l.contains("src/b.ts"));

    session.answers.put(FactQuery.changes(COMMIT, 2_000), Fact.unknown("the commit is gone"));
    assertThat(lines()).contains("| changed: src/b.ts +1 -0 (uncommitted)");
  }

  @Test
  void a_failed_phase_says_why_and_how_to_go_on() {
    begin(PLANNING);
    session.change(new Change.FailPhase(PLANNING, "No access", PhaseReport.NONE));

    assertThat(work().phase()).isNull();
    assertThat(lines())
        .contains("| failed: planning: No access")
        .endsWith(
            "Now: planning failed. Try again: tidemark enter planning --run toy/design/auth; or"
                + " leave it out: tidemark skip planning --run toy/design/auth --reason TEXT");
  }

  @Test
  void what_was_captured_is_marked_as_captured() {
    var capture =
        new Capture(
            Instant.EPOCH,
            "s1",
            PLANNING,
            List.of("Add login"),
            List.of("[in_progress] Write it"),
            null,
            "npm test: exit 1",
            List.of());
    begin(PLANNING);
    var run = session.run();
    var worklog =
        run.document()
            .evidence()
            .worklog()
            .after(new Event.SessionCaptured("auto", capture), session.now, COMMIT);
    var document = run.document();
    var captured =
        session.found(
            new Document(
                document.text(),
                document.revision(),
                document.syncState(),
                document.evidence().with(worklog),
                document.sequence()),
            run.definition());

    assertThat(BriefText.of(session.briefs().of(captured)).lines())
        .contains(
            "| captured task: [in_progress] Write it",
            "| captured error: npm test: exit 1",
            "| captured prompt: Add login");
    assertThat(worklog.after(new Event.PhaseCompleted(PLANNING), session.now, null))
        .extracting(Worklog::capture)
        .isNull();
  }

  @Test
  void a_run_that_is_over_has_no_work_in_progress() {
    begin(PLANNING);
    session.done(PLANNING, "Planned.");
    session.change(new Change.FinishRun());

    assertThat(lines())
        .containsExactly(
            "toy/design/auth is complete; nothing to resume",
            BriefText.OPEN,
            "| done: research: Tokens live in src.",
            "| done: planning: Planned.",
            "| not done: specs",
            BriefText.CLOSE,
            "To open it again: tidemark enter PHASE --run toy/design/auth");
    assertThat(work().changes()).isEmpty();
  }

  @Test
  void an_abandoned_run_tells_why_what_it_tried_and_what_it_left() {
    begin(PLANNING);
    note(Kind.TRIED, "a mutex: deadlocks");
    note(Kind.QUESTION, "Which key?");
    session.change(new Change.FailPhase(PLANNING, "no time", PhaseReport.NONE));
    session.change(Change.FinishRun.abandon("the customer left"));

    assertThat(lines())
        .containsExactly(
            "toy/design/auth was abandoned; nothing to resume",
            BriefText.OPEN,
            "| abandoned: the customer left",
            "| failed: planning: no time",
            "| done: research: Tokens live in src.",
            "| tried and failed: [planning] a mutex: deadlocks",
            "| open question: [planning] Which key?",
            "| not done: planning, specs",
            BriefText.CLOSE,
            "To open it again: tidemark enter PHASE --run toy/design/auth");
  }

  @Test
  void the_reasons_of_failures_stay_after_a_retry_until_the_phase_is_done() {
    begin(PLANNING);
    session.change(new Change.FailPhase(PLANNING, "the build hangs", PhaseReport.NONE));
    assertThat(lines())
        .contains("| failed: planning: the build hangs")
        .noneMatch(line -> line.startsWith("| failed before: "));

    begin(PLANNING);
    assertThat(lines()).contains("| failed before: the build hangs");
    session.change(new Change.FailPhase(PLANNING, "the test hangs", PhaseReport.NONE));
    begin(PLANNING);
    assertThat(lines())
        .containsSequence("| failed before: the test hangs", "| failed before: the build hangs");

    session.done(PLANNING, "Planned.");
    assertThat(lines()).noneMatch(line -> line.startsWith("| failed before: "));
  }

  @Test
  void a_phase_that_was_done_on_an_older_result_is_a_question_until_it_is_checked() {
    session.file("plan.md", 1, "p1");
    session.done(PLANNING, "Planned.", "plan.md");
    session.file("notes.md", 3, "d2");
    begin(RESEARCH);
    session.done(RESEARCH, "Tokens live in lib.", "notes.md");

    var brief = session.brief();
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.ASK);
    assertThat(brief.warnings())
        .extracting(ResumeWarning::code, ResumeWarning::text)
        .containsExactly(tuple("older-result", "planning was done on an older result of research"));
    assertThat(brief.nextStep())
        .endsWith(
            "Check planning, then: tidemark note --resolved planning --run toy/design/auth; or do"
                + " it again: tidemark enter planning --run toy/design/auth");

    var checked = new Note(Kind.QUESTION, null, "planning");
    session.change(new Change.AmendPhase(null, PhaseReport.NONE, List.of(), List.of(checked)));
    assertThat(session.brief().verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  @Test
  void a_decision_that_only_the_journal_has_is_told() {
    var run = session.run();
    var document = run.document();
    var worklog =
        document
            .evidence()
            .worklog()
            .after(
                new Event.NoteRecorded(new Note(Kind.DECISION, RESEARCH, "No JWT")),
                session.now,
                null);
    var found =
        session.found(
            new Document(
                document.text(),
                document.revision(),
                document.syncState(),
                document.evidence().with(worklog),
                document.sequence()),
            run.definition());

    assertThat(BriefText.of(session.briefs().of(found))).contains("| decided: [research] No JWT\n");
  }

  @Test
  void the_next_action_is_the_note_of_that_kind() {
    begin(PLANNING);
    note(Kind.NOTE, "rotate() done");
    assertThat(work().nextAction()).isNull();

    note(Kind.NEXT, "write revoke()");

    assertThat(work().nextAction()).isEqualTo("write revoke()");
  }

  @Test
  void a_note_that_is_a_line_of_the_format_is_not_repeated() {
    begin(PLANNING);
    note(Kind.NOTE, "rotate() done");
    note(Kind.TRIED, "a mutex");
    var run = session.run();

    var work =
        WorkInProgress.of(
            session,
            run,
            run.resumePoint(),
            List.of("Tried: x\nNote (planning): rotate() done"),
            List::of);

    assertThat(work.notes()).extracting(Note::text).containsExactly("a mutex");
  }

  @Test
  void without_its_tasks_all_else_is_there() {
    begin(PLANNING);
    session.change(new Change.ChangeTask(Change.TaskStep.ADD, "Add the table"));
    note(Kind.NOTE, "rotate() done");

    var less = work().withoutTasks();

    assertThat(less.tasks().all()).isEmpty();
    assertThat(less.notes()).isEqualTo(work().notes());
    assertThat(less.phase()).isEqualTo(PLANNING);
  }

  @Test
  void notes_of_a_phase_that_the_document_alone_ended_are_told_only_where_they_stay_open() {
    var specs = new PhaseName("specs");
    var notes =
        List.of(
            new Note(Kind.NOTE, RESEARCH, "tokens live in src"),
            new Note(Kind.TRIED, RESEARCH, "a mutex"),
            new Note(Kind.QUESTION, RESEARCH, "which key?"),
            new Note(Kind.NEXT, RESEARCH, "read src"),
            new Note(Kind.NOTE, specs, "two pages"),
            new Note(Kind.NEXT, PLANNING, "write the plan"),
            new Note(Kind.NEXT, specs, "begin with rotate()"),
            new Note(Kind.NOTE, null, "ask ann"),
            new Note(Kind.SUMMARY, PLANNING, "Half of it."),
            new Note(Kind.DECISION, PLANNING, "No JWT"),
            new Note(Kind.CREATED, PLANNING, "plan.md"));
    var worklog = new Worklog(null, notes, null, null, null);

    assertThat(with(worklog).notes())
        .extracting(Note::text)
        .containsExactly(
            "begin with rotate()",
            "write the plan",
            "ask ann",
            "two pages",
            "which key?",
            "a mutex");
  }

  @Test
  void of_a_run_that_is_over_no_changes_are_told() {
    changes(null, new FileChange("src/b.ts", FileChange.Kind.CHANGED, 1, 0, false));
    assertThat(work().changes()).hasSize(1);

    session.done(PLANNING, "Planned.");
    session.done(new PhaseName("specs"), "Specified.");
    session.change(new Change.FinishRun());

    assertThat(work().changes()).isEmpty();
  }

  private WorkInProgress with(Worklog worklog) {
    var run = session.run();
    var evidence = run.document().evidence().with(worklog);
    return session.briefs().of(session.found(evidence, run.definition())).content().work();
  }
}

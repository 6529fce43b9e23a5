package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.BUILD;
import static dev.tidemark.engine.Workshop.PLAN;
import static dev.tidemark.engine.Workshop.RELEASE;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.history.Goal;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Goals, notes and tasks that the document has no place for: which are refused, what they are
/// about, and what is recorded of them.
class NoteRecordingTest {
  private static final Caller EARNEST = Caller.of(Workshop.ANN);
  private static final PhaseName SPECS = new PhaseName("specs");

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private static Note question(String text) {
    return new Note(Note.Kind.QUESTION, null, text);
  }

  private static Change note(Note... notes) {
    return new Change.AmendPhase(null, PhaseReport.NONE, List.of(notes), List.of());
  }

  private static Change resolve(String text) {
    return new Change.AmendPhase(null, PhaseReport.NONE, List.of(), List.of(question(text)));
  }

  private static Change add(String task) {
    return new Change.ChangeTask(TaskStep.ADD, task);
  }

  private static Workshop release(boolean strict) {
    var phases = List.of(new PhaseDefinition(PLAN), new PhaseDefinition(BUILD));
    var release = new WorkflowDefinition("toy", "release", phases, null, "x", false, "", strict);
    return new Workshop(release).after(RELEASE, Workshop.start(RELEASE));
  }

  private Blocker blocker(Change change) {
    var outcome = shop.ask(AUTH, change, EARNEST).outcome();
    assertThat(outcome).isInstanceOf(Refusal.class);
    assertThat(((Refusal<?>) outcome).blockers()).hasSize(1);
    return ((Refusal<?>) outcome).blockers().getFirst();
  }

  private List<Note> notes(CheckpointId id) {
    return shop.store.find(id).orElseThrow().evidence().worklog().notes();
  }

  private List<PlannedTask> tasks() {
    return shop.store.find(AUTH).orElseThrow().evidence().worklog().tasks();
  }

  @Test
  void a_note_without_text_is_refused_and_nothing_of_its_change_is_recorded() {
    var blocker = blocker(note(question("How?"), question(" \n")));

    assertThat(blocker.kind()).isEqualTo(Blocker.Kind.USAGE);
    assertThat(blocker.code()).isEqualTo("empty-note");
    assertThat(blocker.reason()).isEqualTo("the note is empty");
    assertThat(notes(AUTH)).isEmpty();
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void a_note_may_have_2000_characters_and_not_one_more() {
    shop.after(AUTH, note(question("a".repeat(2000))));

    var blocker = blocker(note(question("b".repeat(2001))));

    assertThat(blocker.code()).isEqualTo("note-too-long");
    assertThat(blocker.reason()).isEqualTo("the note has 2001 characters; at most 2000 are kept");
    assertThat(notes(AUTH)).extracting(Note::text).containsExactly("a".repeat(2000));
  }

  @Test
  void a_goal_without_text_is_refused_at_the_start_of_a_run_and_later() {
    var fresh = new Change.StartRun("design", "auth", List.of(), true, false, " ");

    for (var change : List.of(fresh, new Change.StateGoal(""))) {
      var blocker = blocker(change);
      assertThat(blocker.code()).isEqualTo("empty-goal");
      assertThat(blocker.reason()).isEqualTo("the goal is empty");
    }
    assertThat(shop.store.history(AUTH)).hasSize(1);
    shop.after(AUTH, new Change.StateGoal("Log in with a key"));
    assertThat(shop.events(AUTH))
        .containsExactly(new Event.GoalStated(new Goal("Log in with a key", false)));
  }

  @Test
  void a_note_without_a_phase_is_about_the_one_in_progress_or_the_next() {
    shop.after(AUTH, note(question("Where?")), Workshop.complete(RESEARCH));
    shop.after(AUTH, Workshop.begin(SPECS), note(question("How?")));

    assertThat(notes(AUTH))
        .containsExactly(
            new Note(Note.Kind.QUESTION, RESEARCH, "Where?"),
            new Note(Note.Kind.QUESTION, SPECS, "How?"));
  }

  @Test
  void a_note_of_a_finished_run_is_about_its_last_phase() {
    shop.after(AUTH, new Change.FinishRun(), note(question("Why?")));

    assertThat(notes(AUTH)).containsExactly(new Note(Note.Kind.QUESTION, SPECS, "Why?"));
  }

  @Test
  void a_note_of_a_run_without_phases_is_about_the_run() {
    shop.store.edit(AUTH, "{\"version\": 1, \"workflow\": \"design\", \"phases\": {}}");

    shop.after(AUTH, note(question("Why?")));

    assertThat(notes(AUTH)).containsExactly(new Note(Note.Kind.QUESTION, null, "Why?"));
  }

  @Test
  void a_part_of_its_text_names_the_one_question_that_has_it() {
    shop.after(AUTH, note(question("Which key?"), question("Which store?")));

    shop.after(AUTH, resolve("KEY"));

    assertThat(shop.events(AUTH))
        .containsExactly(
            new Event.NoteResolved(new Note(Note.Kind.QUESTION, RESEARCH, "Which key?")));
    assertThat(notes(AUTH)).extracting(Note::text).containsExactly("Which store?");
  }

  private static Change decide(@Nullable String text, String... insteadOf) {
    var decisions = text == null ? List.<String>of() : List.of(text);
    var old = new ArrayList<Note>();
    for (var words : insteadOf) {
      old.add(new Note(Note.Kind.DECISION, null, words));
    }
    var report = new PhaseReport(null, List.of(), decisions, null);
    return new Change.AmendPhase(null, report, List.of(), old);
  }

  private List<String> decisions() {
    var decisions = new ArrayList<String>();
    var checkpoint = Objects.requireNonNull(shop.runs().inspect(AUTH).checkpoint());
    checkpoint.decisions().forEach(decision -> decisions.add(decision.text()));
    notes(AUTH).forEach(note -> decisions.add(note.text()));
    return decisions;
  }

  @Test
  void a_decision_takes_the_place_of_the_one_that_begins_so_and_the_journal_keeps_both() {
    shop.after(AUTH, decide("No JWT"), decide("One store"), Workshop.complete(RESEARCH));

    shop.after(AUTH, decide("JWT for services", "no j"));

    assertThat(decisions()).containsExactly("One store", "JWT for services");
    assertThat(shop.events(AUTH))
        .containsExactly(
            new Event.DecisionRecorded(new Decision(new PhaseName("planning"), "JWT for services")),
            new Event.NoteResolved(new Note(Note.Kind.DECISION, RESEARCH, "No JWT")));
    assertThat(shop.store.history(AUTH).get(1).events())
        .containsExactly(new Event.DecisionRecorded(new Decision(RESEARCH, "No JWT")));
  }

  @Test
  void a_decision_is_withdrawn_without_another_in_its_place() {
    shop.after(AUTH, decide("No JWT"), decide("No JWT at all"));

    shop.after(AUTH, decide(null, "No JWT"));

    assertThat(decisions()).containsExactly("No JWT at all");
  }

  @Test
  void a_decision_that_is_made_again_stays() {
    shop.after(AUTH, decide("No JWT"), decide("No JWT", "No"));

    assertThat(decisions()).containsExactly("No JWT");
  }

  @Test
  void an_unknown_decision_is_refused_with_those_that_exist_and_the_nearest() {
    assertThat(blocker(decide("Yes", "JWT")).reason())
        .isEqualTo("no decision begins with \"JWT\"; there are none");
    shop.after(AUTH, decide("No JWT for sessions"), decide("One store"));

    var misspelled = blocker(decide("Yes", "No JTW"));
    assertThat(misspelled.code()).isEqualTo("no-decision");
    assertThat(misspelled.reason())
        .isEqualTo("no decision begins with \"No JTW\"; there are: No JWT for sessions; One store");
    assertThat(misspelled.hint()).isEqualTo("Did you mean \"No JWT for sessions\"?");
    assertThat(blocker(decide(null, "sessions")).hint())
        .isEqualTo("Did you mean \"No JWT for sessions\"?");
    assertThat(blocker(decide(null, "database")).hint())
        .isEqualTo("List the decisions: tidemark resume --run toy/design/auth");
    assertThat(decisions()).containsExactly("No JWT for sessions", "One store");
  }

  @Test
  void a_beginning_that_several_decisions_have_is_refused() {
    shop.after(AUTH, decide("No JWT"), decide("No cookies"), decide("One store"));

    var blocker = blocker(decide(null, "no"));

    assertThat(blocker.code()).isEqualTo("which-decision");
    assertThat(blocker.reason())
        .isEqualTo("several decisions begin with \"no\": No JWT; No cookies");
  }

  @Test
  void words_that_several_questions_have_are_refused_with_only_these_listed() {
    shop.after(AUTH, note(question("Which key?"), question("How long?"), question("Which store?")));

    var blocker = blocker(resolve("which"));

    assertThat(blocker.code()).isEqualTo("which-note");
    assertThat(blocker.reason())
        .isEqualTo(
            "several open questions or blockers contain \"which\": Which key?; Which store?");
    assertThat(notes(AUTH)).hasSize(3);
  }

  @Test
  void words_that_no_question_has_are_refused_with_the_open_ones_listed() {
    assertThat(blocker(resolve("password")).reason())
        .isEqualTo("no open question or blocker contains \"password\"");
    var blocked = new Note(Note.Kind.BLOCKED, null, "No network");
    var idea = new Note(Note.Kind.NOTE, null, "Keys are short");
    shop.after(AUTH, note(question("Which key?"), blocked, idea));

    var blocker = blocker(resolve("password"));

    assertThat(blocker.code()).isEqualTo("no-open-note");
    assertThat(blocker.reason())
        .isEqualTo("no open question or blocker contains \"password\": Which key?; No network");
  }

  @Test
  void a_decision_is_not_resolved_but_replaced() {
    var report = new PhaseReport(null, List.of(), List.of("No JWT"), null);
    shop.after(AUTH, new Change.AmendPhase(report));

    assertThat(blocker(resolve("jwt")).hint())
        .isEqualTo(
            "Replace the decision: tidemark note --decision NEW --instead-of 'No JWT' --run"
                + " toy/design/auth");
  }

  @Test
  void of_many_open_questions_the_first_five_are_listed_and_the_others_counted() {
    var questions = new ArrayList<Note>();
    for (int i = 1; i <= 5; i++) {
      questions.add(question("Q" + i + "?"));
    }
    shop.after(AUTH, note(questions.toArray(Note[]::new)));
    assertThat(blocker(resolve("password")).reason()).endsWith(": Q1?; Q2?; Q3?; Q4?; Q5?");

    shop.after(AUTH, note(question("Q6?"), question("Q7?")));

    assertThat(blocker(resolve("password")).reason()).endsWith(": Q1?; Q2?; Q3?; Q4?; Q5?; 2 more");
    assertThat(blocker(resolve("?")).reason())
        .isEqualTo(
            "several open questions or blockers contain \"?\""
                + ": Q1?; Q2?; Q3?; Q4?; Q5?; 2 more");
  }

  @Test
  void a_task_is_recorded_in_the_phase_at_hand_and_leaves_the_document_alone() {
    var before = shop.text(AUTH);

    shop.after(AUTH, add("Write the tests"));

    var task = PlannedTask.of("T001", RESEARCH, "pending", "Write the tests");
    assertThat(shop.events(AUTH)).containsExactly(new Event.TaskChanged(task));
    assertThat(tasks()).containsExactly(task);
    assertThat(shop.text(AUTH)).isEqualTo(before);
    var elsewhere = new Change.ChangeTask(TaskStep.ADD, "Sign", null, SPECS);
    shop.after(AUTH, elsewhere);
    assertThat(tasks()).extracting(PlannedTask::phase).containsExactly(RESEARCH, SPECS);
  }

  @Test
  void a_task_of_a_run_without_phases_is_a_task_of_the_run() {
    shop.store.edit(AUTH, "{\"version\": 1, \"workflow\": \"design\", \"phases\": {}}");

    shop.after(AUTH, add("Write the tests"));

    assertThat(tasks()).extracting(PlannedTask::phase).containsExactly(new PhaseName("run"));
  }

  @Test
  void a_task_without_text_or_that_is_unknown_is_refused() {
    var empty = blocker(add(" "));
    assertThat(empty.code()).isEqualTo("no-task");
    assertThat(empty.reason()).isEqualTo("the task has no text");
    shop.after(AUTH, add("Write the tests"));

    var unknown = blocker(new Change.ChangeTask(TaskStep.DONE, "Sign"));

    assertThat(unknown.code()).isEqualTo("no-task");
    assertThat(unknown.reason())
        .isEqualTo("there is no task \"Sign\"; there are: T001 Write the tests");
    assertThat(tasks()).hasSize(1);
  }

  @Test
  void a_phase_that_ends_with_open_tasks_is_told_so_and_one_that_begins_is_not() {
    var shop = release(false).after(RELEASE, add("Write the tests"));

    assertThat(Workshop.told(shop.ask(RELEASE, Workshop.begin(PLAN), EARNEST))).isEmpty();
    var ended = shop.ask(RELEASE, Workshop.complete(PLAN), EARNEST);

    assertThat(Workshop.told(ended)).containsExactly("open-tasks");
    assertThat(ended.outcome().notices().getFirst().text())
        .isEqualTo("plan has an open task: T001 Write the tests");
    assertThat(shop.events(RELEASE)).containsExactly(new Event.PhaseCompleted(PLAN));
  }

  @Test
  void a_phase_of_a_strict_workflow_does_not_end_with_open_tasks() {
    var shop = release(true).after(RELEASE, add("Write the tests"), Workshop.begin(PLAN));
    var before = shop.text(RELEASE);

    var refused = shop.ask(RELEASE, Workshop.complete(PLAN), EARNEST);

    assertThat(Workshop.codes(refused)).containsExactly("open-tasks");
    var blocker = ((Refusal<?>) refused.outcome()).blockers().getFirst();
    assertThat(blocker.reason())
        .isEqualTo("plan has an open task: T001 Write the tests; this workflow is strict");
    assertThat(blocker.hint())
        .isEqualTo("End each task first: tidemark task done T001 --run toy/release/v1");
    assertThat(shop.text(RELEASE)).isEqualTo(before);
    shop.after(RELEASE, new Change.ChangeTask(TaskStep.DONE, "T001"), Workshop.complete(PLAN));
    assertThat(shop.events(RELEASE)).containsExactly(new Event.PhaseCompleted(PLAN));
  }

  @Test
  void open_tasks_of_another_phase_do_not_keep_one_of_a_strict_workflow_from_its_end() {
    var shop = release(true).after(RELEASE, Workshop.begin(PLAN));
    shop.after(RELEASE, new Change.ChangeTask(TaskStep.ADD, "Build it", null, BUILD));

    var ended = shop.ask(RELEASE, Workshop.complete(PLAN), EARNEST);

    assertThat(Workshop.told(ended)).isEmpty();
    assertThat(shop.events(RELEASE)).containsExactly(new Event.PhaseCompleted(PLAN));
  }

  @Test
  void a_run_of_a_strict_workflow_does_not_end_with_open_tasks_of_a_complete_phase() {
    var shop = release(true).after(RELEASE, Workshop.complete(PLAN), Workshop.complete(BUILD));
    shop.after(RELEASE, new Change.ChangeTask(TaskStep.ADD, "Tell everybody", null, BUILD));

    var refused = shop.ask(RELEASE, new Change.FinishRun(), EARNEST);

    assertThat(Workshop.codes(refused)).containsExactly("open-tasks");
    assertThat(((Refusal<?>) refused.outcome()).blockers().getFirst().hint())
        .isEqualTo("End each task first: tidemark task done T001 --run toy/release/v1");
    shop.after(RELEASE, new Change.ChangeTask(TaskStep.DONE, "T001"), new Change.FinishRun());
    assertThat(shop.events(RELEASE)).containsExactly(new Event.WorkflowCompleted());
  }

  @Test
  void an_abandoned_run_keeps_its_document_until_work_opens_it_again() {
    var shop = release(false).after(RELEASE, Workshop.begin(PLAN));
    var before = shop.text(RELEASE);

    shop.after(RELEASE, Change.FinishRun.abandon(" No need "));

    assertThat(shop.events(RELEASE)).containsExactly(new Event.WorkflowAbandoned("No need"));
    assertThat(shop.text(RELEASE)).isEqualTo(before);
    assertThat(shop.store.find(RELEASE).orElseThrow().evidence().worklog().abandoned())
        .isEqualTo("No need");
    var again = shop.ask(RELEASE, Change.FinishRun.abandon("Still"), EARNEST);
    assertThat(Workshop.told(again)).containsExactly("already-abandoned");
    shop.after(RELEASE, note(question("Why?")));
    assertThat(shop.store.find(RELEASE).orElseThrow().evidence().worklog().abandoned())
        .isEqualTo("No need");
    var opened = shop.ask(RELEASE, Workshop.complete(PLAN), EARNEST);
    assertThat(Workshop.told(opened)).containsExactly("reopened");
    assertThat(shop.events(RELEASE)).contains(new Event.WorkflowReopened());
    assertThat(shop.store.find(RELEASE).orElseThrow().evidence().worklog().abandoned()).isNull();
  }

  @Test
  void a_run_is_abandoned_for_a_reason_and_a_complete_one_is_not() {
    assertThat(blocker(Change.FinishRun.abandon(" ")).code()).isEqualTo("empty-reason");
    shop.after(AUTH, new Change.FinishRun());

    var ended = shop.ask(AUTH, Change.FinishRun.abandon("Late"), EARNEST);

    assertThat(Workshop.told(ended)).containsExactly("already-complete");
  }

  @Test
  void a_start_replaces_an_abandoned_run_and_its_notes_come_back_with_its_document() {
    shop.after(AUTH, note(question("Why?")), Change.FinishRun.abandon("Later"));
    shop.after(AUTH, Workshop.start(AUTH));
    assertThat(notes(AUTH)).isEmpty();

    restored(shop.dialect(AUTH), 1);

    assertThat(notes(AUTH)).extracting(Note::text).containsExactly("Why?");
    assertThat(shop.store.find(AUTH).orElseThrow().evidence().worklog().abandoned()).isNull();
  }

  private <C extends Checkpoint> void restored(Dialect<C> dialect, long entry) {
    assertThat(shop.checkpoints.restore(dialect, AUTH, entry, EARNEST)).isPresent();
  }
}

package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Note.Kind;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StateGoal;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Goals, notes, decisions and files that are recorded without a transition.
class StateNotesTest {
  private static final PhaseName A = new PhaseName("a");
  private static final PhaseName B = new PhaseName("b");
  private static final PhaseName C = new PhaseName("c");
  private static final String SAVED = ",\"updated_at\":\"2026-01-29T10:31:00.000Z\"}";

  /// A run with these members in the entry of phase a, which is in progress.
  private static Run run(String members) {
    return Run.holding(
        """
        {"command":"implement","feature":"auth","version":1,
         "state":{"current_phase":"a","completed_phases":[],"pending_phases":["c"]},
         "phases":{"a":{"status":"in_progress"%s},"b":{"status":"pending","blocked_by":["x","y"]}}}
        """
            .formatted(members.isEmpty() ? "" : "," + members.replace('\'', '"')));
  }

  private static Note note(Kind kind, PhaseName phase, String text) {
    return new Note(kind, phase, text);
  }

  private static AmendPhase noting(PhaseName phase, Note... notes) {
    return new AmendPhase(phase, PhaseReport.NONE, List.of(notes), List.of());
  }

  private static AmendPhase resolving(PhaseName phase, Note... notes) {
    return new AmendPhase(phase, PhaseReport.NONE, List.of(), List.of(notes));
  }

  private static PhaseReport report() {
    return new PhaseReport(
        null,
        List.of(
            new Artifact("new.java", Artifact.Kind.CREATED),
            new Artifact("old.java", Artifact.Kind.MODIFIED)),
        List.of("use JWT"),
        null);
  }

  @Test
  void each_kind_of_note_has_its_field_and_the_last_next_action_counts() {
    var run = run("");
    var notes =
        List.of(
            note(Kind.NOTE, A, "half done"),
            note(Kind.TRIED, A, "a mutex"),
            note(Kind.NEXT, A, "write it"),
            note(Kind.NEXT, A, "test it"),
            note(Kind.BLOCKED, A, "no key"),
            note(Kind.QUESTION, A, "Which database?"));

    run.after(new AmendPhase(A, report(), notes, List.of()));

    assertThat(run.entry("a"))
        .hasToString(
            "{\"status\":\"in_progress\",\"notes\":[\"half done\"],\"tried\":[\"a mutex\"],"
                + "\"next_action\":\"test it\",\"blocked_by\":[\"no key\"],"
                + "\"open_questions\":[\"Which database?\"],\"files_created\":[\"new.java\"],"
                + "\"files_modified\":[\"old.java\"],\"decisions\":[\"use JWT\"]"
                + SAVED);
    assertThat(run.checkpoint().notes())
        .containsExactly(
            note(Kind.NOTE, A, "half done"),
            note(Kind.TRIED, A, "a mutex"),
            note(Kind.NEXT, A, "test it"),
            note(Kind.BLOCKED, A, "no key"),
            note(Kind.QUESTION, A, "Which database?"),
            note(Kind.BLOCKED, B, "x"),
            note(Kind.BLOCKED, B, "y"));
    assertThat(run.events)
        .containsExactly(
            new Event.PhaseAmended(A), new Event.DecisionRecorded(new Decision(A, "use JWT")));
  }

  /// The journal keeps all of them.
  @Test
  void a_document_keeps_the_newest_forty_notes_and_tries() {
    var run = run("");
    for (int i = 1; i <= 45; i++) {
      var notes =
          List.of(
              note(Kind.NOTE, A, "note " + i),
              note(Kind.TRIED, A, "try " + i),
              note(Kind.QUESTION, A, "question " + i));
      run.after(new AmendPhase(A, PhaseReport.NONE, notes, List.of()));
    }

    var notes = run.checkpoint().notes();

    assertThat(notes)
        .contains(note(Kind.NOTE, A, "note 6"), note(Kind.NOTE, A, "note 45"))
        .contains(note(Kind.TRIED, A, "try 6"), note(Kind.QUESTION, A, "question 1"))
        .doesNotContain(note(Kind.NOTE, A, "note 5"), note(Kind.TRIED, A, "try 5"));
  }

  @Test
  void what_is_recorded_already_is_not_recorded_again() {
    var run =
        run(
            "'notes':['one'],'files_created':['new.java'],'files_modified':['old.java'],"
                + "'next_action':'go','decisions':['use JWT']");
    var before = run.text;

    run.after(
        new AmendPhase(
            A,
            report(),
            List.of(note(Kind.NOTE, A, "one"), note(Kind.NEXT, A, "go")),
            List.of(note(Kind.BLOCKED, A, "no key"))));
    assertThat(run.text).isEqualTo(before);
    assertThat(run.events).isEmpty();

    run.after(noting(A, note(Kind.NOTE, A, "two")));
    assertThat(run.entry("a").strings("notes")).containsExactly("one", "two");
    assertThat(run.events).isEmpty();
  }

  @Test
  void the_last_of_two_next_actions_counts_even_if_it_is_the_one_before() {
    var run = run("'next_action':'go'");

    run.after(noting(A, note(Kind.NEXT, A, "stop"), note(Kind.NEXT, A, "go")));

    assertThat(run.entry("a").string("next_action")).isEqualTo("go");
  }

  @Test
  void a_note_is_told_by_its_own_event_and_files_by_one_of_their_phase() {
    var run = run("");
    run.after(noting(C, note(Kind.NOTE, C, "soon")));
    assertThat(run.entry("c").string("status")).isEqualTo("pending");
    assertThat(run.events).isEmpty();

    var other = run("");
    other.after(new AmendPhase(C, report(), List.of(), List.of()));
    assertThat(other.events)
        .containsExactly(
            new Event.PhaseQueued(C), new Event.DecisionRecorded(new Decision(C, "use JWT")));

    var decision = new PhaseReport(null, List.of(), List.of("use JWT"), null);
    var decided = run("").after(new AmendPhase(A, decision, List.of(), List.of()));
    assertThat(decided.events)
        .containsExactly(new Event.DecisionRecorded(new Decision(A, "use JWT")));
  }

  @Test
  void blockers_and_questions_of_any_phase_are_resolved() {
    var run = run("'blocked_by':['no key'],'open_questions':['Which?','When?'],'notes':['Which?']");

    run.after(
        resolving(
            A,
            note(Kind.BLOCKED, A, "no\nkey"),
            note(Kind.QUESTION, A, "Which?"),
            note(Kind.BLOCKED, B, "y")));

    assertThat(run.entry("a"))
        .hasToString(
            "{\"status\":\"in_progress\",\"open_questions\":[\"When?\"],\"notes\":[\"Which?\"]"
                + SAVED);
    assertThat(run.entry("b"))
        .hasToString("{\"status\":\"pending\",\"blocked_by\":[\"x\"]" + SAVED);
    assertThat(run.checkpoint().entries().members()).hasSize(2);
    assertThat(run.events).isEmpty();
  }

  @Test
  void a_note_added_with_another_one_resolved_is_of_its_own_phase_only() {
    var run = run("");

    run.after(
        new AmendPhase(
            A,
            report(),
            List.of(note(Kind.BLOCKED, A, "no key")),
            List.of(note(Kind.BLOCKED, B, "x"))));

    assertThat(run.entry("a").strings("blocked_by")).containsExactly("no key");
    assertThat(run.entry("b"))
        .hasToString("{\"status\":\"pending\",\"blocked_by\":[\"y\"]" + SAVED);
  }

  @ParameterizedTest
  @CsvSource({
    // a note that no blocker of phase a is the same as
    "BLOCKED, b, no key",
    "BLOCKED, , no key",
    "QUESTION, a, no key",
    "BLOCKED, a, no data"
  })
  void a_note_of_another_phase_kind_or_text_resolves_nothing(Kind kind, String phase, String text) {
    var run = run("'blocked_by':['no key'],'open_questions':['Which?']");
    var before = run.text;

    run.after(resolving(A, note(kind, phase == null ? null : new PhaseName(phase), text)));

    assertThat(run.text).isEqualTo(before);
    assertThat(run.events).isEmpty();
  }

  @Test
  void a_blocker_that_another_tool_has_written_as_one_text_is_resolved() {
    var run = run("'blocked_by':'no key','open_questions':'Which?'");

    run.after(resolving(A, note(Kind.BLOCKED, A, "no key")));

    assertThat(run.entry("a"))
        .hasToString("{\"status\":\"in_progress\",\"open_questions\":\"Which?\"" + SAVED);
    run.after(noting(A, note(Kind.QUESTION, A, "When?")));
    assertThat(run.entry("a").strings("open_questions")).containsExactly("Which?", "When?");
  }

  @Test
  void fields_of_another_type_stay_where_nothing_is_added_to_them() {
    var run = run("'notes':[],'tried':7,'files_created':[7],'decisions':{}");

    run.after(noting(A, note(Kind.NEXT, A, "go")));

    assertThat(run.entry("a"))
        .hasToString(
            "{\"status\":\"in_progress\",\"notes\":[],\"tried\":7,\"files_created\":[7],"
                + "\"decisions\":{},\"next_action\":\"go\""
                + SAVED);
  }

  @Test
  void blank_texts_and_names_are_no_notes() {
    var run =
        Run.holding(
            """
            {"version":1,"state":{},
             "phases":{"":{"notes":["x"]},"odd":["y"],
                       "a":{"notes":["", " ", "n", 7],"next_action":" ","tried":"t"}}}
            """);

    assertThat(run.checkpoint().notes())
        .containsExactly(note(Kind.NOTE, A, "n"), note(Kind.TRIED, A, "t"));
  }

  @Test
  void without_a_document_or_a_phase_the_journal_alone_keeps_notes_and_goal() {
    var none = Run.of("implement", "auth");
    for (var change :
        List.of(noting(A, note(Kind.NOTE, A, "x")), (Change) new StateGoal("Log in"))) {
      none.after(change);
      assertThat(none.text).isEmpty();
      assertThat(none.events).isEmpty();
    }
    var run = run("");
    var before = run.text;
    run.after(new AmendPhase(null, report(), List.of(), List.of()));
    assertThat(run.text).isEqualTo(before);
    assertThat(run.events).isEmpty();
  }

  @Test
  void notes_that_make_the_document_too_large_are_refused() {
    var text = "x".repeat(5 * 1024 * 1024);

    assertThat(run("").refused(noting(A, note(Kind.NOTE, A, text))).code()).isEqualTo("too-large");
  }

  @Test
  void the_goal_of_a_run_follows_its_item_and_stands_there_once() {
    var run = run("");
    assertThat(run.checkpoint().goal()).isEmpty();

    run.after(new StateGoal("Log in"));

    assertThat(run.root().members().subList(0, 4))
        .extracting(member -> member.key() + " " + member.value())
        .containsExactly(
            "command \"implement\"", "feature \"auth\"", "goal \"Log in\"", "version 1");
    assertThat(run.root().string("updated_at")).isEqualTo("2026-01-29T10:31:00.000Z");
    assertThat(run.checkpoint().goal()).contains("Log in");
    assertThat(run.events).isEmpty();
    var before = run.text;
    assertThat(run.after(new StateGoal("Log in")).text).isEqualTo(before);
    assertThat(run.after(new StateGoal("Log out")).checkpoint().goal()).contains("Log out");
    assertThat(run.after(new StateGoal(" ")).checkpoint().goal()).isEmpty();
  }

  @Test
  void a_phase_that_begins_again_clears_its_blockers_and_one_that_ends_its_next_action_too() {
    var notes = "'blocked_by':['no key'],'next_action':'go','notes':['n']";
    var begun = run(notes).after(new StartPhase(A, PhaseReport.NONE));
    var ended = run(notes).after(new CompletePhase(A, PhaseReport.NONE));
    var failed = run(notes).after(new FailPhase(A, "red", PhaseReport.NONE));

    assertThat(begun.checkpoint().notes().subList(0, 2))
        .containsExactly(note(Kind.NOTE, A, "n"), note(Kind.NEXT, A, "go"));
    assertThat(ended.checkpoint().notes())
        .containsExactly(
            note(Kind.NOTE, A, "n"), note(Kind.BLOCKED, B, "x"), note(Kind.BLOCKED, B, "y"));
    assertThat(failed.checkpoint().notes()).hasSize(5);
  }
}

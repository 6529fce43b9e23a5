package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.Briefs;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Note.Kind;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.Goal;
import dev.tidemark.history.Worklog;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Goals and notes, in every dialect and at any time.
class DialectNotesTest {
  private static final CheckpointId EPIC = new CheckpointId("item", "epic", "EPIC-1");
  private static final CheckpointId DEV = new CheckpointId("phase", "dev", null);
  private static final CheckpointId FLOW = new CheckpointId("flow", "develop", null);
  private static final List<Kind> NOTES =
      List.of(Kind.NOTE, Kind.TRIED, Kind.NEXT, Kind.BLOCKED, Kind.QUESTION);

  /// A run of each dialect: just started, with a phase in progress, and between two phases.
  static List<Arguments> runs() {
    return List.of(
        Arguments.of(DialectWorkshop.AUTH, "started", new Change[0]),
        Arguments.of(DialectWorkshop.AUTH, "in progress", begin("research")),
        Arguments.of(DialectWorkshop.AUTH, "between", done("research")),
        Arguments.of(EPIC, "started", new Change[0]),
        Arguments.of(EPIC, "in progress", begin("0")),
        Arguments.of(EPIC, "between", done("0")),
        Arguments.of(DEV, "started", new Change[0]),
        Arguments.of(DEV, "in progress", begin("0-start")),
        Arguments.of(DEV, "between", done("0-start")),
        Arguments.of(FLOW, "started", new Change[0]));
  }

  private static Change[] begin(String phase) {
    return new Change[] {DialectWorkshop.begin(new PhaseName(phase))};
  }

  private static Change[] done(String phase) {
    return new Change[] {DialectWorkshop.complete(new PhaseName(phase))};
  }

  private static DialectWorkshop run(CheckpointId id, Change... changes) {
    var shop = new DialectWorkshop();
    shop.answers.put(FactQuery.exists("docs/checkpoints"), Fact.known(true));
    return shop.after(id, DialectWorkshop.start(id)).after(id, changes);
  }

  private static Change note(Kind kind, String text) {
    return note(List.of(new Note(kind, null, text)), List.of());
  }

  private static Change note(List<Note> notes, List<Note> resolved) {
    return new Change.AmendPhase(null, PhaseReport.NONE, notes, resolved);
  }

  private static Change resolved(String text) {
    return note(List.of(), List.of(new Note(Kind.QUESTION, null, text)));
  }

  private static List<String> texts(DialectWorkshop shop, CheckpointId id, Kind kind) {
    var texts = new ArrayList<String>();
    for (var note : inspected(shop, id).notes()) {
      if (note.kind() == kind) {
        texts.add(note.text());
      }
    }
    return texts;
  }

  private static Run inspected(DialectWorkshop shop, CheckpointId id) {
    return shop.runs().inspect(id);
  }

  private static @Nullable String goal(DialectWorkshop shop, CheckpointId id) {
    var goal = inspected(shop, id).goal();
    return goal == null ? null : goal.text();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void every_kind_of_note_is_recorded_once(CheckpointId id, String when, Change... changes) {
    var shop = run(id, changes);
    for (var kind : NOTES) {
      shop.after(id, note(kind, "the " + kind.word()), note(kind, "the " + kind.word()));
    }

    for (var kind : NOTES) {
      assertThat(texts(shop, id, kind)).as(kind.word()).containsExactly("the " + kind.word());
    }
    var recorded = new ArrayList<String>();
    for (var entry : shop.store.history(id)) {
      for (var event : entry.events()) {
        if (event instanceof Event.NoteRecorded noted) {
          recorded.add(noted.note().kind().word());
        }
      }
    }
    assertThat(recorded).containsExactly("note", "tried", "next", "blocked", "question");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void decisions_and_files_are_recorded(CheckpointId id, String when, Change... changes) {
    var shop = run(id, changes);
    var files =
        List.of(
            new Artifact("src/a.ts", Artifact.Kind.CREATED),
            new Artifact("src/b.ts", Artifact.Kind.MODIFIED));
    var report = new PhaseReport(null, files, List.of("Keep the API"), null);

    shop.after(id, new Change.AmendPhase(report));

    var run = inspected(shop, id);
    var decisions = new ArrayList<String>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var decision : checkpoint.decisions()) {
        decisions.add(decision.text());
      }
    }
    decisions.addAll(texts(shop, id, Kind.DECISION));
    assertThat(decisions).containsExactly("Keep the API");
    var document = run.document().exists() ? shop.text(id) : "";
    var paths = new ArrayList<>(texts(shop, id, Kind.CREATED));
    paths.addAll(texts(shop, id, Kind.MODIFIED));
    for (var file : files) {
      assertThat(document.contains(file.path()) || paths.contains(file.path())).isTrue();
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void the_brief_has_a_note_once_even_if_its_words_stand_in_other_lines(
      CheckpointId id, String when, Change... changes) {
    var shop = run(id, changes);
    for (var kind : NOTES) {
      shop.after(id, note(kind, "re"));
    }

    var lines = brief(shop, id).lines().filter(line -> !line.startsWith("| warning: ")).toList();
    for (var kind : NOTES) {
      var note = "(?i)\\| .*\\b" + kind.label() + "( \\(.+\\))?: (\\[.+\\] )?re";
      assertThat(lines).as(kind.word()).filteredOn(line -> line.matches(note)).hasSize(1);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void the_brief_has_decisions_and_files(CheckpointId id, String when, Change... changes) {
    var files = List.of(new Artifact("src/a.ts", Artifact.Kind.CREATED));
    var report = new PhaseReport(null, files, List.of("Keep the API"), null);
    var shop = run(id, changes).after(id, new Change.AmendPhase(report));

    assertThat(brief(shop, id)).contains("src/a.ts", "Keep the API");
  }

  private static String brief(DialectWorkshop shop, CheckpointId id) {
    var briefs =
        new Briefs(
            shop,
            shop.store,
            Dialects.workflows(List.of()),
            shop.runs(),
            new GateEvaluator(shop.store, shop.store, shop));
    return BriefText.of(briefs.of(inspected(shop, id)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void a_newer_next_action_replaces_the_last(CheckpointId id, String when, Change... changes) {
    var shop = run(id, changes).after(id, note(Kind.NEXT, "one"), note(Kind.NEXT, "two"));

    assertThat(texts(shop, id, Kind.NEXT)).containsExactly("two");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void what_is_resolved_is_open_no_more(CheckpointId id, String when, Change... changes) {
    var shop =
        run(id, changes)
            .after(id, note(Kind.QUESTION, "Which database?"), note(Kind.QUESTION, "Which cache?"))
            .after(id, note(Kind.BLOCKED, "No API key"));

    shop.after(id, resolved("DATABASE"), resolved("api key"));

    assertThat(texts(shop, id, Kind.QUESTION)).containsExactly("Which cache?");
    assertThat(texts(shop, id, Kind.BLOCKED)).isEmpty();
    assertThat(
            DialectWorkshop.codes(
                shop.ask(id, resolved("zzz"), Checkpoints.Caller.of(DialectWorkshop.ANN))))
        .containsExactly("no-open-note");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void a_goal_is_kept_in_the_users_words(CheckpointId id, String when, Change... changes) {
    var shop = run(id, changes);
    assertThat(goal(shop, id)).isNull();

    shop.after(id, new Change.StateGoal("Log users in"));
    assertThat(goal(shop, id)).isEqualTo("Log users in");

    shop.after(id, new Change.StateGoal("Log users out"), new Change.StateGoal("Log users out"));
    assertThat(goal(shop, id)).isEqualTo("Log users out");
    assertThat(shop.events(id))
        .containsExactly(new Event.GoalStated(new Goal("Log users out", false)));
  }

  @Test
  void words_that_several_questions_have_resolve_none() {
    var shop =
        run(DialectWorkshop.AUTH)
            .after(DialectWorkshop.AUTH, note(Kind.QUESTION, "Which database?"))
            .after(DialectWorkshop.AUTH, note(Kind.QUESTION, "Which database driver?"));

    var by = Checkpoints.Caller.of(DialectWorkshop.ANN);
    assertThat(DialectWorkshop.codes(shop.ask(DialectWorkshop.AUTH, resolved("which"), by)))
        .containsExactly("which-note");

    shop.after(DialectWorkshop.AUTH, resolved("Which database?"));
    assertThat(texts(shop, DialectWorkshop.AUTH, Kind.QUESTION))
        .containsExactly("Which database driver?");
  }

  @Test
  void a_goal_that_is_stated_at_the_start_is_there_from_the_start() {
    for (var id : List.of(DialectWorkshop.AUTH, EPIC, DEV, FLOW)) {
      var shop = new DialectWorkshop();
      var start =
          new Change.StartRun(id.workflow(), id.item(), List.of(), false, false, "Log users in");
      shop.after(id, start);

      assertThat(goal(shop, id)).as(id.toString()).isEqualTo("Log users in");
    }
  }

  @Test
  void an_item_document_that_is_created_later_has_the_goal_of_its_run() {
    var shop = new DialectWorkshop();
    shop.after(
        EPIC, new Change.StartRun("epic", "EPIC-1", List.of(), false, false, "Log users in"));
    shop.after(EPIC, DialectWorkshop.complete(new PhaseName("0")));

    assertThat(shop.text(EPIC)).contains("\n- Goal: Log users in\n");
    assertThat(goal(shop, EPIC)).isEqualTo("Log users in");
  }

  @Test
  void another_run_of_the_same_name_begins_without_goal_and_notes() {
    var shop = run(FLOW).after(FLOW, note(Kind.TRIED, "a mutex"), new Change.StateGoal("Ship it"));

    shop.after(FLOW, new Change.StartRun("develop", null, List.of(), true));

    assertThat(goal(shop, FLOW)).isNull();
    assertThat(inspected(shop, FLOW).notes()).isEmpty();
  }

  @Test
  void the_end_of_a_phase_ends_notes_about_its_work_in_progress() {
    var shop = run(DEV, DialectWorkshop.begin(new PhaseName("0-start")));
    for (var kind : NOTES) {
      shop.after(DEV, note(kind, "the " + kind.word()));
    }

    shop.after(DEV, DialectWorkshop.complete(new PhaseName("0-start")));

    assertThat(texts(shop, DEV, Kind.NOTE)).isEmpty();
    assertThat(texts(shop, DEV, Kind.NEXT)).isEmpty();
    assertThat(texts(shop, DEV, Kind.BLOCKED)).isEmpty();
    assertThat(texts(shop, DEV, Kind.TRIED)).containsExactly("the tried");
    assertThat(texts(shop, DEV, Kind.QUESTION)).containsExactly("the question");
  }

  @Test
  void to_begin_a_phase_again_clears_what_blocked_it() {
    for (var id : List.of(DialectWorkshop.AUTH, EPIC)) {
      var phase = new PhaseName(id.equals(EPIC) ? "0" : "research");
      var shop = run(id, DialectWorkshop.begin(phase)).after(id, note(Kind.BLOCKED, "No API key"));

      shop.after(id, DialectWorkshop.begin(phase));

      assertThat(texts(shop, id, Kind.BLOCKED)).as(id.toString()).isEmpty();
    }
  }

  @Test
  void a_failure_that_the_document_cannot_tell_is_recorded_until_the_phase_is_begun_again() {
    var shop = run(EPIC, done("0"));
    var phase = new PhaseName("1");
    shop.after(EPIC, new Change.FailPhase(phase, "The database is down", PhaseReport.NONE));
    var failed = new Worklog.PhaseFailure(new PhaseName("Capture"), "The database is down");
    assertThat(inspected(shop, EPIC).document().evidence().worklog().failure()).isEqualTo(failed);

    shop.after(EPIC, DialectWorkshop.begin(phase));

    assertThat(inspected(shop, EPIC).document().evidence().worklog().failure()).isNull();
    assertThat(shop.events(EPIC)).containsExactly(new Event.PhaseStarted(new PhaseName("Capture")));
  }

  @Test
  void a_failure_that_the_document_tells_is_told_by_it_alone() {
    var shop = run(DialectWorkshop.AUTH, begin("research"));
    shop.after(
        DialectWorkshop.AUTH,
        new Change.FailPhase(DialectWorkshop.RESEARCH, "No access", PhaseReport.NONE));

    assertThat(inspected(shop, DialectWorkshop.AUTH).document().evidence().worklog().failure())
        .isNull();
  }

  @Test
  void notes_of_several_lines_are_kept_as_they_were_where_the_document_can() {
    var text = "first\n  second";
    for (var id : List.of(DialectWorkshop.AUTH, FLOW)) {
      var shop = run(id).after(id, note(Kind.NOTE, text));
      assertThat(texts(shop, id, Kind.NOTE)).as(id.toString()).containsExactly(text);
    }
    var shop = run(EPIC).after(EPIC, note(Kind.NOTE, text));
    assertThat(texts(shop, EPIC, Kind.NOTE)).containsExactly("first second");
  }

  @Test
  void texts_that_are_empty_or_too_long_are_refused() {
    var shop = run(DialectWorkshop.AUTH);
    var by = Checkpoints.Caller.of(DialectWorkshop.ANN);
    assertThat(DialectWorkshop.codes(shop.ask(DialectWorkshop.AUTH, note(Kind.NOTE, " \n"), by)))
        .containsExactly("empty-note");
    assertThat(
            DialectWorkshop.codes(
                shop.ask(
                    DialectWorkshop.AUTH, note(Kind.TRIED, "x".repeat(Note.TEXT_MAX + 1)), by)))
        .containsExactly("note-too-long");
    assertThat(
            DialectWorkshop.codes(
                shop.ask(
                    DialectWorkshop.AUTH, new Change.StateGoal("x".repeat(Goal.TEXT_MAX + 1)), by)))
        .containsExactly("goal-too-long");
    shop.after(DialectWorkshop.AUTH, note(Kind.NOTE, "x".repeat(Note.TEXT_MAX)));
  }

  @Test
  void secrets_in_goals_and_notes_are_treated_as_the_policy_says() {
    var key = "AKIAIOSFODNN7EXAMPLE";
    for (var change :
        List.of(
            note(Kind.NOTE, "use " + key),
            new Change.StateGoal("use " + key),
            new Change.AmendPhase(new PhaseReport(null, List.of(), List.of("use " + key), null)))) {
      var shop = run(DialectWorkshop.AUTH);
      shop.secrets = SecretPolicy.REDACT;
      shop.after(DialectWorkshop.AUTH, change);
      assertThat(shop.text(DialectWorkshop.AUTH)).contains("use ").doesNotContain(key);

      shop.secrets = SecretPolicy.REFUSE;
      assertThat(
              DialectWorkshop.codes(
                  shop.ask(
                      DialectWorkshop.AUTH, change, Checkpoints.Caller.of(DialectWorkshop.ANN))))
          .containsExactly("secret");
    }
  }

  @Test
  void the_work_log_says_when_the_phase_was_begun_and_at_which_commit() {
    var shop = run(EPIC, begin("0"));
    var start = inspected(shop, EPIC).document().evidence().worklog().phase();

    assertThat(start)
        .isEqualTo(
            new Worklog.PhaseStart(
                new PhaseName("Decision Sync"), shop.now, DialectWorkshop.COMMIT));

    shop.after(EPIC, DialectWorkshop.complete(new PhaseName("0")));
    var next = inspected(shop, EPIC).document().evidence().worklog().phase();
    assertThat(Optional.ofNullable(next).map(Worklog.PhaseStart::name))
        .contains(new PhaseName("Capture"));
  }

  @Test
  void a_new_document_with_its_first_phase_in_progress_tells_when_that_was_begun() {
    var flow = run(FLOW);
    var epic = run(EPIC).after(EPIC, note(Kind.NOTE, "half done"));
    var adopted = run(EPIC, begin("0"));

    assertThat(inspected(flow, FLOW).document().evidence().worklog().phase())
        .isEqualTo(
            new Worklog.PhaseStart(
                new PhaseName("REQUIREMENTS"), flow.now, DialectWorkshop.COMMIT));
    assertThat(inspected(epic, EPIC).document().evidence().worklog().phase())
        .isEqualTo(
            new Worklog.PhaseStart(
                new PhaseName("Decision Sync"), epic.now, DialectWorkshop.COMMIT));
    var begun = inspected(adopted, EPIC).document().evidence().worklog().phase();
    adopted.after(EPIC, note(Kind.NOTE, "half done"));
    assertThat(inspected(adopted, EPIC).document().evidence().worklog().phase()).isEqualTo(begun);
  }

  @Test
  void without_a_document_notes_and_tasks_belong_to_the_phase_that_was_begun_or_has_failed() {
    var build = new PhaseName("3-build");
    var begun = run(DEV, begin("3-build"));
    var failed =
        run(DEV).after(DEV, new Change.FailPhase(build, "It does not compile", PhaseReport.NONE));
    for (var shop : List.of(begun, failed)) {
      shop.after(
          DEV,
          note(Kind.NEXT, "go on"),
          new Change.ChangeTask(Change.TaskStep.ADD, "Write the tests", null, null));

      assertThat(inspected(shop, DEV).notes()).containsExactly(new Note(Kind.NEXT, build, "go on"));
      assertThat(inspected(shop, DEV).tasks().all())
          .extracting(PlannedTask::phase)
          .containsExactly(build);
    }
  }

  @Test
  void a_decision_of_a_phase_without_a_document_is_a_decision_of_that_phase() {
    var shop = run(DEV);
    var report = new PhaseReport(null, List.of(), List.of("Keep the API"), null);

    shop.after(DEV, new Change.AmendPhase(report));

    var decision = new Decision(new PhaseName("0-start"), "Keep the API");
    assertThat(shop.events(DEV)).containsExactly(new Event.DecisionRecorded(decision));
  }
}

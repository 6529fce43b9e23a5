package dev.tidemark.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.BareCheckpoint;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Note.Kind;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.history.Worklog.PhaseFailure;
import dev.tidemark.history.Worklog.PhaseStart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a work log adds to a document, and which of its parts the document has itself.
class WorklogDocumentTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final PhaseName BUILD = new PhaseName("build");
  private static final PhaseName SHIP = new PhaseName("ship");
  private static final PhaseFailure FAILURE = new PhaseFailure(BUILD, "no access");

  private record Document(
      Optional<String> goal,
      Optional<PhaseName> current,
      List<Phase> phases,
      List<Note> notes,
      List<Decision> decisions,
      List<PlannedTask> tasks)
      implements BareCheckpoint {
    static Document of(Phase... phases) {
      return new Document(
          Optional.empty(), Optional.of(BUILD), List.of(phases), List.of(), List.of(), List.of());
    }

    static Document of(PlannedTask task) {
      return new Document(
          Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), List.of(task));
    }
  }

  private static Phase phase(PhaseName name, PhaseStatus status, @Nullable String failure) {
    return new Phase(name, status, AT, null, null, failure, List.of());
  }

  private static PlannedTask task(String id, TaskStatus status) {
    return PlannedTask.of(id, BUILD, "pending", "").with(status, null);
  }

  private static Worklog log(@Nullable PhaseFailure failure, Note... notes) {
    return new Worklog(null, List.of(notes), null, failure, null);
  }

  private static Note note(Kind kind, @Nullable PhaseName phase, String text) {
    return new Note(kind, phase, text);
  }

  @Test
  void the_phase_that_a_new_document_has_in_progress_was_begun_when_it_was_recorded() {
    var document =
        Document.of(
            phase(SHIP, PhaseStatus.IN_PROGRESS, null),
            phase(BUILD, PhaseStatus.IN_PROGRESS, null));

    var begun = Worklog.EMPTY.withPhaseStart(document, AT, "c1");

    assertThat(begun)
        .isEqualTo(new Worklog(null, List.of(), new PhaseStart(BUILD, AT, "c1"), null, null));
    assertThat(begun.withPhaseStart(document, AT.plusSeconds(1), "c2")).isEqualTo(begun);
  }

  @Test
  void a_phase_that_the_document_does_not_have_in_progress_was_not_begun() {
    var pending = Document.of(phase(BUILD, PhaseStatus.PENDING, null));

    assertThat(Worklog.EMPTY.withPhaseStart(pending, AT, "c1")).isEqualTo(Worklog.EMPTY);
    assertThat(Worklog.EMPTY.withPhaseStart(Document.of(), AT, "c1")).isEqualTo(Worklog.EMPTY);
    assertThat(Worklog.EMPTY.withPhaseStart(new BareCheckpoint() {}, AT, "c1"))
        .isEqualTo(Worklog.EMPTY);
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, , FAILED, no access",
    "IN_PROGRESS, , FAILED, no access",
    "FAILED, , FAILED, no access",
    "FAILED, red, FAILED, red",
    "COMPLETE, , COMPLETE, ",
    "SKIPPED, , SKIPPED, ",
  })
  void a_phase_has_the_failure_that_its_document_does_not_tell(
      PhaseStatus status, @Nullable String failure, PhaseStatus merged, @Nullable String reason) {
    var own = phase(BUILD, status, failure);
    var other = phase(SHIP, status, failure);

    assertThat(log(FAILURE).mergedInto(own)).isEqualTo(phase(BUILD, merged, reason));
    assertThat(log(FAILURE).mergedInto(other)).isEqualTo(other);
    assertThat(Worklog.EMPTY.mergedInto(own)).isEqualTo(own);
  }

  @Test
  void a_phase_has_the_newest_summary_if_its_document_has_none() {
    var worklog =
        log(
            FAILURE,
            note(Kind.SUMMARY, BUILD, "old"),
            note(Kind.SUMMARY, BUILD, "new"),
            note(Kind.SUMMARY, SHIP, "shipped"),
            note(Kind.SUMMARY, null, "all"),
            note(Kind.NOTE, BUILD, "a note"));
    var own = new ContextSummary("own");
    var told = new Phase(BUILD, PhaseStatus.COMPLETE, AT, AT, own, null, List.of());

    assertThat(worklog.mergedInto(phase(BUILD, PhaseStatus.PENDING, null)))
        .isEqualTo(
            new Phase(
                BUILD,
                PhaseStatus.FAILED,
                AT,
                null,
                new ContextSummary("new"),
                "no access",
                List.of()));
    assertThat(worklog.mergedInto(phase(SHIP, PhaseStatus.PENDING, null)).summary())
        .isEqualTo(new ContextSummary("shipped"));
    assertThat(worklog.mergedInto(told)).isEqualTo(told);
    assertThat(
            log(null, note(Kind.SUMMARY, BUILD, "first"))
                .mergedInto(phase(BUILD, PhaseStatus.PENDING, null))
                .summary())
        .isEqualTo(new ContextSummary("first"));
  }

  @Test
  void beginning_a_phase_clears_its_failure_or_block_and_nothing_else() {
    assertThat(log(FAILURE).isCleared(BUILD)).isTrue();
    assertThat(log(FAILURE).isCleared(SHIP)).isFalse();
    assertThat(log(null, note(Kind.BLOCKED, BUILD, "no key")).isCleared(BUILD)).isTrue();
    assertThat(log(null, note(Kind.BLOCKED, BUILD, "no key")).isCleared(SHIP)).isFalse();
    assertThat(log(null, note(Kind.BLOCKED, null, "no key")).isCleared(SHIP)).isFalse();
    assertThat(log(null, note(Kind.NOTE, BUILD, "half done")).isCleared(BUILD)).isFalse();
  }

  @Test
  void goal_notes_and_decisions_that_the_document_has_are_left_to_it() {
    var goal = new Goal("Log in", false);
    var kept = note(Kind.TRIED, BUILD, "a mutex");
    var known = note(Kind.TRIED, BUILD, "a lock");
    var decided = note(Kind.DECISION, BUILD, "No  SQL");
    var open = note(Kind.DECISION, BUILD, "No XML");
    var worklog =
        new Worklog(goal, List.of(kept, known, decided, open), null, null, WorklogTest.CAPTURE);
    var document =
        new Document(
            Optional.of("Sign in"),
            Optional.empty(),
            List.of(),
            List.of(known),
            List.of(new Decision(SHIP, "No SQL")),
            List.of());

    assertThat(worklog.withoutPartsOf(document))
        .isEqualTo(new Worklog(null, List.of(kept, open), null, null, WorklogTest.CAPTURE));
    assertThat(worklog.withoutPartsOf(new BareCheckpoint() {})).isEqualTo(worklog);
  }

  @ParameterizedTest
  @CsvSource({
    "FAILED, red, no access, true",
    "FAILED, , no access, false",
    "FAILED, , '', true",
    "PENDING, red, no access, false",
    "COMPLETE, , '', false",
  })
  void a_failure_is_left_to_a_document_that_tells_it_with_its_reason(
      PhaseStatus status, @Nullable String failure, String reason, boolean left) {
    var worklog = log(new PhaseFailure(BUILD, reason));
    var document = Document.of(phase(SHIP, PhaseStatus.FAILED, "x"), phase(BUILD, status, failure));

    assertThat(worklog.withoutPartsOf(document)).isEqualTo(left ? Worklog.EMPTY : worklog);
    assertThat(worklog.withoutPartsOf(Document.of(phase(SHIP, status, failure))))
        .isEqualTo(worklog);
  }

  @Test
  void a_failure_that_the_document_does_not_tell_stays_though_it_has_the_notes() {
    var note = note(Kind.TRIED, BUILD, "a mutex");
    var document =
        new Document(
            Optional.empty(), Optional.empty(), List.of(), List.of(note), List.of(), List.of());

    assertThat(log(FAILURE, note).withoutPartsOf(document)).isEqualTo(log(FAILURE));
  }

  @ParameterizedTest
  @CsvSource({
    "T1, COMPLETE, PENDING, true",
    "T1, PENDING, PENDING, false",
    "T1, IN_PROGRESS, COMPLETE, false",
    "T1, PENDING, COMPLETE, false",
    "T2, COMPLETE, COMPLETE, true",
  })
  void a_task_is_left_to_a_document_that_has_it_no_less_far(
      String id, TaskStatus status, TaskStatus listed, boolean kept) {
    var worklog = new Worklog(null, List.of(), null, null, null, List.of(task(id, status)));

    assertThat(worklog.withoutPartsOf(Document.of(task("T1", listed))))
        .isEqualTo(kept ? worklog : Worklog.EMPTY);
  }
}

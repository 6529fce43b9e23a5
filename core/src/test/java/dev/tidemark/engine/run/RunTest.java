package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Workshop;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a run says of its phases, of what blocks it and of whom it waits for.
class RunTest {
  private static final PhaseName PLANNING = new PhaseName("planning");

  /// A run that was started, and whose document does not exist yet.
  private static final CheckpointId LOGIN = new CheckpointId("toy", "design", "login");

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private Run run() {
    return shop.runs().inspect(AUTH);
  }

  private Run login(Worklog worklog) {
    var evidence = new Evidence(Workshop.START, new Head("main", null)).with(worklog);
    var recordMetadata = new RecordMetadata(shop.now, Workshop.ANN, List.of(), evidence);
    shop.store.replace(DocumentWrite.note(LOGIN, Revision.NONE, recordMetadata));
    return shop.runs().inspect(LOGIN);
  }

  private static Worklog begun(PhaseName phase) {
    var start = new Worklog.PhaseStart(phase, Workshop.START, null);
    return new Worklog(null, List.of(), start, null, null, List.of());
  }

  private Change note(Note.Kind kind, @Nullable PhaseName phase, String text) {
    return new Change.AmendPhase(
        phase, PhaseReport.NONE, List.of(new Note(kind, phase, text)), List.of());
  }

  @Test
  void the_phase_to_work_at_is_the_one_in_progress_or_else_the_next() {
    assertThat(run().currentPhase()).isEqualTo(RESEARCH);
    assertThat(run().inProgress(run().resumePoint())).isNull();

    shop.after(AUTH, Workshop.begin(PLANNING));

    assertThat(run().currentPhase()).isEqualTo(PLANNING);
    assertThat(run().inProgress(run().resumePoint())).isEqualTo(PLANNING);
    shop.after(AUTH, new Change.FailPhase(PLANNING, "red", PhaseReport.NONE));
    assertThat(run().inProgress(run().resumePoint())).isNull();
  }

  @Test
  void a_phase_that_only_the_journal_has_as_begun_is_in_progress() {
    var run = login(begun(RESEARCH));

    assertThat(run.open()).isTrue();
    assertThat(run.inProgress(run.resumePoint())).isEqualTo(RESEARCH);
    assertThat(run.phases())
        .extracting(Phase::status)
        .containsExactly(PhaseStatus.IN_PROGRESS, PhaseStatus.PENDING, PhaseStatus.PENDING);
    assertThat(run.phases().getFirst().startedAt()).isEqualTo(Workshop.START);
  }

  @Test
  void a_phase_that_was_begun_and_is_no_phase_of_the_run_is_not_in_progress() {
    var run = login(begun(new PhaseName("other")));

    assertThat(run.inProgress(run.resumePoint())).isNull();
    assertThat(run.phases()).extracting(Phase::status).containsOnly(PhaseStatus.PENDING);
  }

  @Test
  void notes_that_block_the_current_phase_are_blockers() {
    shop.after(
        AUTH,
        Workshop.begin(RESEARCH),
        note(Note.Kind.BLOCKED, null, "no key"),
        note(Note.Kind.NOTE, null, "half done"),
        note(Note.Kind.BLOCKED, RESEARCH, "no host"));
    assertThat(run().blockers()).extracting(Note::text).containsExactly("no key", "no host");

    shop.after(AUTH, Workshop.begin(PLANNING));

    assertThat(run().blockers()).isEmpty();
  }

  @Test
  void a_run_that_has_ended_has_no_blockers_and_waits_for_nobody() {
    shop.after(AUTH, note(Note.Kind.BLOCKED, null, "no key"));
    shop.edit(AUTH, "\"phases\"", "\"waits_for\": \"research\", \"phases\"");
    assertThat(run().blockers()).hasSize(1);
    assertThat(run().pendingAction())
        .isEqualTo(new PendingHumanAction("approval of research", "approve research"));

    shop.edit(AUTH, "\"phases\"", "\"completed_at\": \"2026-03-01T12:00:00Z\", \"phases\"");

    assertThat(run().open()).isFalse();
    assertThat(run().blockers()).isEmpty();
    assertThat(run().pendingAction()).isNull();
  }

  @Test
  void a_document_of_a_newer_version_waits_for_a_newer_program() {
    shop.edit(AUTH, "\"version\": 1", "\"version\": 2");

    assertThat(run().problem()).isNotNull();
    assertThat(run().isNewer()).isTrue();
    assertThat(run().diverged()).isFalse();
    assertThat(run().pendingAction()).isEqualTo(new PendingHumanAction("a newer Tidemark", "show"));
  }

  @Test
  void a_document_with_both_sides_of_a_merge_has_diverged_and_is_not_newer() {
    shop.store.edit(AUTH, "<<<<<<< ours\n{\n=======\n[\n>>>>>>> theirs\n");

    assertThat(run().diverged()).isTrue();
    assertThat(run().isNewer()).isFalse();
    shop.store.edit(AUTH, "{");
    assertThat(run().diverged()).isFalse();
  }

  @Test
  void a_merge_conflict_waits_for_a_decision_and_others_are_counted() {
    conflicts(
        "{\"phase\": \"planning\", \"at\": [], \"ours\": {\"a\": 1}, \"theirs\": {\"a\": 2}}");
    var one = run().pendingAction();
    assertThat(one).isNotNull();
    assertThat(one.command()).isEqualTo("merge --take ours");
    assertThat(one.description())
        .startsWith("decision of a merge conflict in planning, ")
        .doesNotContain("more)");

    conflicts(
        "{\"at\": [], \"ours\": {\"a\": 1}, \"theirs\": {\"a\": 2}}",
        "{\"at\": [], \"ours\": {\"b\": 1}, \"theirs\": {\"b\": 2}}",
        "{\"at\": [], \"ours\": {\"c\": 1}, \"theirs\": {\"c\": 2}}");
    var three = run().pendingAction();

    assertThat(three).isNotNull();
    assertThat(three.description())
        .startsWith("decision of a merge conflict, ")
        .endsWith("(and 2 more)");
  }

  private void conflicts(String... conflicts) {
    var text = shop.text(AUTH).replaceAll("\"merge_conflicts\": \\[.*?}], ", "");
    var member = "\"merge_conflicts\": [" + String.join(", ", conflicts) + "], \"phases\"";
    shop.store.edit(AUTH, text.replace("\"phases\"", member));
  }
}

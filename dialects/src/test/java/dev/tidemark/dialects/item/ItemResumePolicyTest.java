package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.SubTask;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.GitFile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a session is told that takes a checkpoint over, by the document alone or with git's help.
class ItemResumePolicyTest {
  private static final CheckpointId ID = Desk.epic().id;
  private static final String SOURCE = Goldens.of("item").text("source-example.md");
  private final ResumePolicy<ItemCheckpoint> resumePolicy = Desk.epic().dialect.resumePolicy();

  private static ItemCheckpoint decode(String text) {
    return new ItemFormat().decode(ID, text).checkpoint();
  }

  @Test
  @Proves({"R-001-11", "R-COM-12"})
  void the_phase_under_way_is_resumed_with_those_that_are_done() {
    var point = resumePolicy.resumePoint(decode(SOURCE));

    assertThat(point.phase()).isEqualTo(new PhaseName("Product Analysis"));
    assertThat(point.done())
        .extracting(Phase::name)
        .containsExactly(new PhaseName("Decision Sync"), new PhaseName("Capture"));
    assertThat(point.summary()).isNull();
  }

  @Test
  void where_no_phase_is_under_way_none_is_but_one_is_next() {
    var point = resumePolicy.resumePoint(decode(SOURCE.replace("in_progress |", "pending |")));

    assertThat(point.phase()).isNull();
    assertThat(point.next()).isEqualTo(new PhaseName("Product Analysis"));
  }

  @Test
  @Proves({"R-001-10", "R-001-28"})
  void what_is_left_to_do_and_to_read_again_is_handed_over() {
    var there = decode(SOURCE);
    var itemBody =
        there
            .body()
            .state("Half\nway.")
            .tasks(List.of(new SubTask(true, "asked"), new SubTask(false, "ask again")));

    var protocolHandover =
        resumePolicy.handover(there.with(itemBody), "docs/checkpoints/epic-EPIC-001.md");

    assertThat(protocolHandover.formatLines())
        .containsExactly(
            "Resuming from checkpoint: docs/checkpoints/epic-EPIC-001.md",
            "Last updated: 2026-02-27T10:32:00Z",
            "Completed: Phase 0 (Decision Sync), Phase 1 (Capture)",
            "Resuming at: Phase 2 (Product Analysis)",
            "Current state: Half way.",
            "Still to do: ask again");
    assertThat(protocolHandover.filesToRead())
        .containsExactly(
            "docs/epics/EPIC-001-notifications.md",
            "docs/decisions/2026-02-27-notification-transport.md",
            "docs/features/FEAT-003-notifications.md",
            "docs/plans/2026-02-12-notifications.md");
    assertThat(resumePolicy.resumePoint(there.with(itemBody)).summary()).isEqualTo("Half\nway.");
  }

  @Test
  @Proves("R-001-12")
  void each_file_is_read_once_and_branches_and_hidden_words_are_none() {
    var itemBody =
        decode(SOURCE)
            .body()
            .artifacts(List.of("`a.md` (created in Phase 1)", "`a.md` again", "no path", "`.md`"));

    var protocolHandover = resumePolicy.handover(decode(SOURCE).with(itemBody), "x");

    assertThat(protocolHandover.filesToRead())
        .startsWith("a.md", "docs/features/FEAT-003-notifications.md");
    assertThat(protocolHandover.filesToRead()).doesNotContain("", ".md", "feat/CTR-12");
  }

  @Test
  void a_checkpoint_is_told_with_its_tasks_files_and_context() {
    var checkpoint = decode(SOURCE);

    assertThat(checkpoint.updatedAt()).contains(Instant.parse("2026-02-27T10:32:00Z"));
    assertThat(checkpoint.finished()).isFalse();
    assertThat(checkpoint.details())
        .contains(
            new DocumentField("branch", "feat/CTR-12"),
            new DocumentField("key context", "Branch: `feat/CTR-12`"))
        .filteredOn(documentField -> documentField.name().startsWith("task "))
        .extracting(DocumentField::text)
        .containsExactly("done", "done", "open", "open");
  }

  @ParameterizedTest
  @CsvSource({
    "[Phase 1] one, Capture, one",
    "[Phase 7] one, Phase 7, one",
    "one, -, one",
    "[Phase 1 one, -, [Phase 1 one",
    "[Phase ] one, -, one"
  })
  void decisions_are_told_with_their_phase_where_there_is_one(
      String entry, String phase, String text) {
    var there = decode(SOURCE);

    assertThat(there.with(there.body().decisions(List.of(entry))).decisions())
        .containsExactly(new Decision(new PhaseName(phase), text));
  }

  @Test
  void two_readings_of_one_document_are_the_same_checkpoint() {
    var one = decode(SOURCE);

    assertThat(one).isEqualTo(decode(SOURCE)).hasSameHashCodeAs(decode(SOURCE));
    assertThat(one).isNotEqualTo(decode(SOURCE.replace("[ ]", "[x]")));
    assertThat(one.header().atPhase("2", "5")).isEqualTo(one.header());
    assertThat(one.header()).isNotEqualTo(one.header().atPhase("2", "6"));
    assertThat(one.header()).isNotEqualTo(one.header().updated("2026-03-01T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true, 1",
    "false, true, true, 1",
    "true, false, true, 1",
    "false, false, true, 0",
    "true, true, false, 0"
  })
  @Proves("R-001-32")
  void edits_are_told_where_git_has_the_file(
      boolean inHead, boolean inIndex, boolean changed, int told) {
    var desk = Desk.holding(SOURCE.replace("feat/CTR-12", "main"));
    desk.git.put(desk.path(), new GitFile(inHead, inIndex, changed));

    assertThat(desk.start().codes()).hasSize(told);
  }

  @Test
  @Proves({"R-001-22", "R-001-33"})
  void a_file_that_git_has_damaged_is_not_restored() {
    var desk = Desk.epic();
    desk.git.put(desk.path(), new GitFile(true, true, true));
    desk.committed.put(desk.path(), SOURCE.replace("| 1 | Capture | done |", "| 1 |"));

    var blocker = desk.refused(desk.starting(false), ItemContext.FROM_GIT, "");

    assertThat(blocker.kind()).isEqualTo(Blocker.Kind.INVALID);
    assertThat(blocker.reason()).contains("as committed cannot be read: line 16");
  }

  @ParameterizedTest
  @CsvSource({"true, true, 1", "false, true, 1", "true, false, 1", "false, false, 0"})
  @Proves({"R-001-09", "A-45"})
  void a_fresh_start_stages_the_removal_of_what_git_knows(
      boolean inHead, boolean inIndex, int staged) {
    var desk = Desk.holding(SOURCE);
    desk.git.put(desk.path(), new GitFile(inHead, inIndex, false));

    desk.after(desk.starting(true));

    assertThat(desk.effects).hasSize(staged).allMatch(Effect.StageRemoval.class::isInstance);
  }
}

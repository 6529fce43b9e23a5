package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.item.format.ItemStatus;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.GitFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Step 0 of every command, and the end.
class ItemStartTest {
  private static final String SOURCE = Goldens.of("item").text("source-example.md");

  @Test
  @Proves({"R-001-13", "A-44"})
  void beginning_records_and_writes_nothing_else() {
    var desk = Desk.epic().start();

    assertThat(desk.text()).isEmpty();
    assertThat(desk.effects).isEmpty();
    assertThat(desk.said).isEmpty();
    assertThat(desk.events).extracting(Event::kind).containsExactly(Event.Kind.WORKFLOW_STARTED);
    assertThat(desk.start().events).isEmpty();
  }

  @Test
  @Proves({"R-001-10", "R-001-11", "R-001-12"})
  void the_example_is_resumed_with_exactly_four_lines_and_what_to_read() {
    var desk = Desk.holding(SOURCE);
    desk.files.put("docs/epics/EPIC-001-notifications.md", "");
    desk.files.put("docs/features/FEAT-003-notifications.md", "");

    desk.start();

    assertThat(desk.said)
        .startsWith(
            "Resuming from checkpoint: docs/checkpoints/epic-EPIC-001.md",
            "Last updated: 2026-02-27T10:32:00Z",
            "Completed: Phase 0 (Decision Sync), Phase 1 (Capture)",
            "Resuming at: Phase 2 (Product Analysis)")
        .contains(
            "- `docs/epics/EPIC-001-notifications.md` (draft, through Phase 1)",
            "- `docs/decisions/2026-02-27-notification-transport.md` (missing)",
            "- Feature: `docs/features/FEAT-003-notifications.md`",
            "- Plan: `docs/plans/2026-02-12-notifications.md` (missing)",
            "- Branch: `feat/CTR-12`");
    assertThat(desk.text()).isEqualTo(SOURCE);
  }

  @Test
  @Proves("R-001-10")
  void nothing_done_yet_reads_none() {
    var desk = Desk.epic().start().after(Desk.fail("0", "x")).start();

    assertThat(desk.said).contains("Completed: none", "Resuming at: Phase 0 (Decision Sync)");
  }

  @ParameterizedTest
  @CsvSource({
    "done done in_progress pending, Root Cause",
    "done pending in_progress pending, Trace",
    "done done done in_progress, Document",
    "pending pending pending pending, Reproduce"
  })
  @Proves("R-001-11")
  void work_goes_on_at_the_first_phase_that_is_not_done(String statuses, String next) {
    var desk = Desk.of("debug", "x").done("1");
    var rows = new java.util.ArrayList<PhaseRow>();
    for (var phaseRow : desk.checkpoint().rows()) {
      var itemStatus = ItemStatus.parse(statuses.split(" ")[rows.size()]);
      rows.add(new PhaseRow(phaseRow.number(), phaseRow.name(), itemStatus, PhaseRow.NEVER));
    }

    var point = desk.dialect.resumePolicy().resumePoint(desk.checkpoint().with(rows));

    assertThat(point.next()).isEqualTo(new PhaseName(next));
    assertThat(point.finished()).isFalse();
  }

  @Test
  @Proves({"R-001-22", "R-001-32"})
  void another_branch_and_uncommitted_edits_are_told() {
    var desk = Desk.holding(SOURCE);
    desk.git.put(desk.path(), new GitFile(true, true, true));

    desk.start();

    assertThat(desk.codes()).containsExactly("other-branch", "uncommitted");
    assertThat(desk.notices.getFirst().text()).contains("feat/CTR-12").contains("main");
  }

  @Test
  @Proves("R-001-22")
  void a_file_that_only_git_has_is_offered_and_restored_on_demand() {
    var desk = Desk.epic();
    desk.git.put(desk.path(), new GitFile(true, true, true));
    desk.committed.put(desk.path(), SOURCE);

    var question = desk.refused(desk.starting(false));

    assertThat(question.kind()).isEqualTo(Blocker.Kind.ASK);
    desk.start(question.code(), "");
    assertThat(desk.text()).isEqualTo(SOURCE);
    assertThat(desk.said).contains("Resuming at: Phase 2 (Product Analysis)");
  }

  @Test
  @Proves("R-001-22")
  void a_staged_deletion_counts_as_no_checkpoint() {
    var desk = Desk.epic();
    desk.git.put(desk.path(), new GitFile(true, false, true));

    assertThat(desk.start().events).hasSize(1);
  }

  @Test
  @Proves({"R-001-09", "A-45"})
  void a_fresh_start_removes_this_item_under_every_name_it_has() {
    var desk = Desk.holding(SOURCE);
    desk.git.put(desk.path(), new GitFile(true, true, false));
    var twin = new CheckpointId("item", "epic", "notifications");
    desk.store.edit(twin, SOURCE);
    desk.files.put("docs/checkpoints/epic-notifications.md", SOURCE);
    desk.files.put("docs/checkpoints/epic-EPIC-0011.md", SOURCE.replace("EPIC-001", "EPIC-0011"));
    desk.files.put("docs/checkpoints/feature-EPIC-001.md", SOURCE);

    desk.after(desk.starting(true));

    assertThat(desk.text()).isEmpty();
    assertThat(desk.store.find(twin).orElseThrow().exists()).isFalse();
    assertThat(desk.effects)
        .containsExactly(
            new Effect.StageRemoval(
                List.of(desk.path(), "docs/checkpoints/epic-notifications.md")));
    assertThat(desk.store.stateAt(desk.id, 1)).contains(SOURCE);
    desk.done("0");
    assertThat(desk.checkpoint().header().started()).isEqualTo("2026-02-27T10:01:00Z");
  }

  @Test
  @Proves({"R-001-33", "R-001-09"})
  void a_damaged_document_stands_until_a_fresh_start_sets_it_aside() {
    var damaged = SOURCE.replace("| 1 | Capture | done |", "| 1 | Capture |");
    var desk = Desk.holding(damaged);

    assertThatThrownBy(() -> desk.ask(Desk.complete("2"))).isInstanceOf(UnreadableException.class);
    assertThatThrownBy(() -> desk.ask(desk.starting(false)))
        .isInstanceOf(UnreadableException.class);
    assertThat(desk.text()).isEqualTo(damaged);
    desk.after(desk.starting(true));
    assertThat(desk.text()).isEmpty();
    assertThat(desk.codes()).contains("set-aside");
  }

  @ParameterizedTest
  @CsvSource({
    "login timeout, login timeout, true",
    "Login  Timeout, login timeout, true",
    "login-timeout, login timeout, true",
    "the login timeout!, login timeout, false"
  })
  @Proves("R-001-03")
  void two_descriptions_of_one_slug_are_kept_apart(String again, String first, boolean same) {
    var desk = Desk.of("debug", first).start().done("1");
    assertThat(desk.path()).isEqualTo("docs/checkpoints/debug-login-timeout.md");
    assertThat(desk.checkpoint().header().item()).isEqualTo("login timeout");
    for (boolean fresh : List.of(false, true)) {
      var start = new Change.StartRun("debug", again, List.of(), fresh);
      if (same) {
        desk.after(start).after(Desk.task(Change.TaskStep.ADD, "x"));
      } else {
        var blocker = desk.refused(start);
        assertThat(blocker.reason()).contains("login timeout").contains(again);
        assertThat(blocker.hint()).matches("Call it debug/login-timeout-[0-9a-f]{4}");
      }
    }
  }

  @Test
  @Proves({"R-001-34", "T-001-C"})
  void a_definition_that_changed_is_matched_by_name() {
    var workflow =
        new WorkflowDefinition(
            "item",
            "epic",
            List.of(
                phase("Decision Sync", "0"),
                phase("Capture", "1"),
                phase("Alternatives | Risks", "1.5"),
                phase("Product Analysis", "2")),
            null,
            "epic.yaml",
            false,
            "");
    var desk = new Desk("epic", "EPIC-001", List.of(workflow));
    desk.store.edit(desk.id, SOURCE);

    desk.done("Product Analysis");

    assertThat(desk.codes()).containsExactly("phases-differ", "open-tasks");
    assertThat(desk.rows())
        .containsExactly(
            "0 Decision Sync done",
            "1 Capture done",
            "1.5 Alternatives | Risks in_progress",
            "2 Product Analysis done",
            "3 Technical Routing pending",
            "4 Agreements pending",
            "5 Document pending");
    assertThat(desk.text()).contains("| 1.5 | Alternatives \\| Risks | in_progress |");
    desk.done("1.5");
    assertThat(desk.checkpoint().header().currentPhase()).isEqualTo("2");
    assertThat(desk.checkpoint().header().totalPhases()).isEqualTo("2");
    assertThat(desk.dialect.resumePolicy().resumePoint(desk.checkpoint()).next()).isNull();
    desk.after(new Change.FinishRun());
    assertThat(desk.text()).isEmpty();
  }

  private static PhaseDefinition phase(String name, String number) {
    return new PhaseDefinition(new PhaseName(name), number);
  }

  @Test
  @Proves("R-001-07")
  void phases_cannot_be_invented_at_the_start() {
    var desk = Desk.epic();
    var start = new Change.StartRun("epic", "EPIC-001", List.of(new PhaseName("x")), false);

    assertThat(desk.refused(start).code()).isEqualTo("phases-fixed");
  }

  @Test
  void fields_that_contradict_the_name_or_the_table_are_told_with_what_is_expected() {
    var text =
        SOURCE
            .replace("command: epic", "command: plan")
            .replace("item: EPIC-001", "item: EPIC-009")
            .replace("status: in_progress", "status:")
            .replace("current_phase: 2", "current_phase: 12")
            .replace("total_phases: 5", "total_phases: five");

    var desk = Desk.holding(text).after(Desk.task(Change.TaskStep.ADD, "x"));

    assertThat(desk.notices)
        .containsExactly(
            new Notice(
                "odd-field",
                desk.path()
                    + ": command is plan, expected epic; item is EPIC-009, expected EPIC-001;"
                    + " status is missing, expected in_progress;"
                    + " current_phase is 12, expected the number of a phase;"
                    + " total_phases is five, expected 5"));
  }

  @Test
  void an_item_in_the_words_of_the_user_and_an_id_in_small_letters_are_no_odd_fields() {
    var desk = Desk.of("debug", "login timeout").start().done("1").done("2");
    assertThat(desk.codes()).isEmpty();

    var small = Desk.holding(SOURCE.replace("item: EPIC-001", "item: epic-001"));
    assertThat(small.after(Desk.task(Change.TaskStep.ADD, "x")).codes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({".epic-EPIC-001.md.a1.tidemark-tmp, true", "debug-x.md, false", ".gitkeep, false"})
  void a_folder_that_has_only_a_temporary_file_is_new(String file, boolean isNew) {
    var desk = Desk.epic();
    desk.files.put("docs/checkpoints/" + file, "");

    desk.done("0", ItemContext.NO_COMMIT, "");

    assertThat(desk.effects)
        .isEqualTo(
            isNew ? List.of(new Effect.PutFile("docs/checkpoints/.gitkeep", "")) : List.of());
  }
}

package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands whose phases are in a plan document.
class ItemPlanTest {
  private static final String PATH = "docs/plans/2026-02-12-notifications.md";
  private static final String PLAN =
      """
      ---
      feature: FEAT-007
      ---
      # Notifications

      ## Phase 1: Schema
      ### Phase 1 Verification
      ## Phase 1 Verification
      ## Phases of the moon
      ~~~
      ## Phase 8: In code
      ~~~
      ## Phase 1.5: Design Alternatives
      ## Phase 2: API | Events
      """;

  private static Desk desk(String item) {
    var desk = Desk.of("implement", item);
    desk.files.put(PATH, PLAN);
    return desk;
  }

  @Test
  @Proves({"R-001-08", "T-001-A", "A-41"})
  void the_phases_are_the_headings_of_the_plan() {
    var desk = desk(PATH).start().done("1");

    assertThat(desk.path()).isEqualTo("docs/checkpoints/implement-2026-02-12-notifications.md");
    assertThat(desk.rows())
        .containsExactly(
            "1 Schema done", "1.5 Design Alternatives in_progress", "2 API | Events pending");
    assertThat(desk.checkpoint().header().item()).isEqualTo("2026-02-12-notifications");
    assertThat(desk.checkpoint().body().context()).containsExactly("Plan: `" + PATH + "`");
    desk.done("1.5");
    assertThat(desk.commits())
        .containsExactly(
            "checkpoint: implement 2026-02-12-notifications \u2014 phase 1.5 complete");
  }

  @Test
  @Proves("R-001-08")
  void an_id_means_the_plan_that_names_it() {
    assertThat(desk("feat-007").start().done("Schema").rows()).hasSize(3);
    assertThat(desk("2026-02-12-notifications").start().done("1").rows()).hasSize(3);
  }

  @Test
  @Proves("R-COM-04")
  void a_plan_may_begin_with_a_byte_order_mark() {
    var desk = desk("FEAT-007");
    desk.files.put(PATH, "\ufeff" + PLAN);
    assertThat(desk.start().done("1").rows()).hasSize(3);

    var other = desk(PATH);
    other.files.put(PATH, "\ufeff## Phase 1: Real\r\n");
    assertThat(other.start().done("1").rows()).containsExactly("1 Real done");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~~~~\n~~~\n## Phase 8: In code\n~~~~\n## Phase 1: Real\n",
        "````\n```\n## Phase 8: In code\n```\n````\n## Phase 1: Real\n",
        "```js\n## Phase 8: In code\n```js\n## Phase 9: Too\n```\n## Phase 1: Real\n",
        "```npm test``` first\n## Phase 1: Real\n",
      })
  @Proves("R-001-08")
  void code_ends_where_its_own_fence_is_closed(String plan) {
    var desk = desk(PATH);
    desk.files.put(PATH, plan);

    assertThat(desk.start().done("1").rows()).containsExactly("1 Real done");
  }

  @Test
  @Proves("R-001-08")
  void none_or_several_plans_are_refused_with_the_list() {
    var desk = desk("FEAT-009");
    assertThat(desk.refused(desk.starting(false)).reason()).contains(PATH);
    desk.files.put("docs/plans/FEAT-009-a.md", PLAN);
    desk.files.put("docs/plans/FEAT-0091.md", PLAN);
    desk.start();
    desk.files.put("docs/plans/other-FEAT-009.md", "# No phases\n");

    var fresh = desk("FEAT-009");
    fresh.files.putAll(desk.files);
    var blocker = fresh.refused(fresh.starting(false));

    assertThat(blocker.code()).isEqualTo("which-plan");
    assertThat(blocker.reason()).contains("FEAT-009-a.md, docs/plans/other-FEAT-009.md");
    assertThat(blocker.hint()).contains("--plan");
    fresh.start(ItemContext.PLAN, "./docs/plans/FEAT-009-a.md").done("1");
    assertThat(fresh.checkpoint().body().context())
        .containsExactly("Plan: `docs/plans/FEAT-009-a.md`");
  }

  @Test
  @Proves("R-001-08")
  void a_plan_without_phases_or_without_a_file_is_refused() {
    var desk = desk("FEAT-007");
    desk.files.put(PATH, "---\nfeature: FEAT-007\n---\n## Overview\n");

    assertThat(desk.refused(desk.starting(false)).code()).isEqualTo("no-phases");
    assertThat(desk.refused(desk.starting(false), ItemContext.PLAN, "docs/plans/x.md").code())
        .isEqualTo("no-plan");
    assertThat(desk.refused(desk.starting(false), ItemContext.PLAN, "docs/plans").reason())
        .isEqualTo("the plan cannot be read: docs/plans is a folder or a device");
    assertThat(desk.refused(Desk.complete("1")).code()).isEqualTo("no-phases");
  }

  @Test
  @Proves({"R-001-08", "R-001-23"})
  void a_plan_under_way_under_another_name_is_resumed_there() {
    var first = desk(PATH).start().done("1");
    var desk = desk("FEAT-007");
    desk.files.put(first.path(), first.text());
    desk.files.put("docs/checkpoints/implement-damaged.md", "---\n");

    desk.start();

    assertThat(desk.events).isEmpty();
    assertThat(desk.said).contains("Resuming from checkpoint: " + first.path());
    assertThat(desk.codes()).containsExactly("same-plan");
  }

  @Test
  @Proves("R-001-34")
  void a_plan_that_gains_a_phase_gives_it_to_the_checkpoint() {
    var desk = desk(PATH).start().done("1");
    desk.files.put(PATH, PLAN + "## Phase 3: Docs\n");

    desk.done("1.5");

    assertThat(desk.rows()).last().isEqualTo("3 Docs pending");
    assertThat(desk.notices.getFirst().text()).contains("new: Docs");
  }

  @Test
  @Proves("R-001-34")
  void a_phase_that_left_the_plan_is_kept_but_never_the_next() {
    var desk = desk(PATH).start().done("1").done("1.5");
    desk.files.put(PATH, PLAN.replace("## Phase 2", "## No phase 2"));

    desk.start();

    assertThat(desk.said).contains("Resuming at: nothing, all phases are done");
    assertThat(desk.rows()).anyMatch(row -> row.startsWith("2 "));
    desk.after(new Change.FinishRun());
    assertThat(desk.text()).isEmpty();
  }

  @Test
  @Proves("R-001-34")
  void a_plan_that_is_gone_leaves_the_phases_of_the_checkpoint() {
    var desk = desk(PATH).start().done("1");
    desk.files.remove(PATH);

    desk.done("1.5").done("2").after(new Change.FinishRun());

    assertThat(desk.text()).isEmpty();
  }

  @Test
  @Proves("R-001-08")
  void a_plan_may_be_named_by_its_file_alone_or_with_a_folder_of_its_own() {
    var near = Desk.of("implement", "one.md");
    near.files.put("docs/plans/one.md", "## Phase 1: Near\n");
    near.files.put("docs/plans/one-b.md", "## Phase 1: Other\n");
    assertThat(near.start().done("1").rows()).containsExactly("1 Near done");

    var far = Desk.of("implement", "specs/one.md");
    far.files.put("specs/one.md", "## Phase 1: Far\n");
    far.files.putAll(near.files);
    assertThat(far.start().done("1").rows()).containsExactly("1 Far done");
  }

  @Test
  @Proves("R-001-08")
  void a_checkpoint_that_names_no_plan_is_matched_with_one_by_its_name() {
    var desk = desk(PATH).start().done("1");
    desk.store.edit(desk.id, desk.text().replace("Plan: `" + PATH + "`", "Stack: Java"));
    desk.files.put(PATH, PLAN + "## Phase 3: Docs\n");

    assertThat(desk.done("1.5").rows()).last().isEqualTo("3 Docs pending");
  }

  @Test
  @Proves("R-001-34")
  void where_no_phase_has_left_the_plan_that_is_said() {
    var desk = desk(PATH).start().done("1");
    desk.files.put(PATH, PLAN + "## Phase 3: Docs\n");

    assertThat(desk.done("1.5").notices.getFirst().text())
        .endsWith("new: Docs; no longer defined, but kept: none");
  }

  @Test
  @Proves("R-001-23")
  void two_items_have_two_files() {
    var one = Desk.of("implement", "FEAT-007").path();

    assertThat(List.of(one, Desk.of("implement", "FEAT-008").path())).doesNotHaveDuplicates();
  }

  @Test
  void a_plan_outside_of_the_project_is_not_taken_for_one_in_its_folder() {
    var desk = Desk.of("implement", "/one.md");
    desk.files.put("docs/plans/one.md", "## Phase 1: Near\n");

    assertThat(desk.refused(desk.starting(false)).reason()).isEqualTo("there is no plan /one.md");
  }

  @Test
  void of_too_many_plans_only_the_first_are_searched() {
    var desk = Desk.of("implement", "FEAT-009");
    for (int i = 1000; i <= 1300; i++) {
      desk.files.put("docs/plans/" + i + ".md", "");
    }

    assertThat(desk.refused(desk.starting(false)).reason()).endsWith("docs/plans/1299.md");
  }
}

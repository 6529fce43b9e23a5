package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

/// The seven banners, line by line.
@Proves({"T-000-E", "A-06"})
class BannersTest {
  private static final String RULE = "\u2501".repeat(55);

  private static String[] lines(String text) {
    return text.replace("━━…", RULE).lines().toArray(String[]::new);
  }

  @Test
  @Proves({"R-000-32", "R-000-30"})
  void saved_with_a_clear_conversation_recommended() {
    assertThat(new Project().exit("3-build").said)
        .containsExactly(
            lines(
                """
                ━━…
                Phase 3 complete. Checkpoint saved.
                ━━…
                Recommended: Clear the conversation to give the next phase
                a fresh context window.
                /clear
                Then start the next phase:
                /vt-c-4-review
                Why: Review should run with fresh context to avoid self-confirmation bias from the\
                 build conversation.
                ━━…
                """));
  }

  @Test
  @Proves({"R-000-32", "R-000-30"})
  void saved_with_nothing_recommended() {
    assertThat(new Project().exit("kw-0-start").said)
        .containsExactly(
            lines(
                """
                ━━…
                Phase kw-0 complete. Checkpoint saved.
                ━━…
                Next step: /vt-c-kw-1-plan
                (Context is small enough to continue in this conversation,
                or you can /clear and resume — checkpoint is saved either way.)
                ━━…
                """));
  }

  @Test
  @Proves({"A-14", "R-000-51"})
  void a_partial_exit_is_called_complete_and_a_spec_is_called_a_spec() {
    assertThat(new Project().saying("partial").exit("3-build").said)
        .contains("Phase 3 complete. Checkpoint saved.");
    assertThat(new Project().exit("complete").said.subList(0, 3))
        .containsExactly(RULE, "Spec complete. Checkpoint saved.", RULE);
  }

  @Test
  @Proves("R-000-42")
  void blocked_because_a_review_is_missing() {
    var project = new Project().exit("3-build");
    project.refused(Project.entering("5-finalize"));

    assertThat(project.said)
        .containsExactly(
            lines(
                """
                ━━…
                BLOCKED: Code review required before deployment
                ━━…
                The checkpoint indicates /vt-c-4-review has not been completed.
                Code review is mandatory before deployment.
                Run /vt-c-4-review first.
                ━━…
                """));
  }

  @Test
  @Proves("R-000-43")
  void blocked_because_a_review_failed() {
    var project = new Project().saying("result", "pass").exit("4-review").gate("main", "FAIL");
    project.refused(Project.entering("5-finalize"));

    assertThat(project.said)
        .containsExactly(
            lines(
                """
                ━━…
                BLOCKED: Review gate did not pass
                ━━…
                The last /vt-c-4-review resulted in FAIL status.
                Fix the issues and re-run /vt-c-4-review.
                ━━…
                """));
  }

  @Test
  @Proves("R-000-44")
  void another_phase_was_expected() {
    var project = new Project().exit("2-plan");
    project.refused(Project.entering("4-review"));

    assertThat(project.said)
        .containsExactly(
            lines(
                """
                ⚠ Checkpoint suggests /vt-c-3-build, but you're running /vt-c-4-review.
                Options:
                1. Continue with /vt-c-4-review anyway
                2. Run /vt-c-3-build instead
                """));
  }

  @Test
  @Proves({"R-000-46", "A-07"})
  void work_goes_on() {
    var project = Project.on("feature/spec-003-x").saying("context", "Look at:\n- uploads");
    project.exit("2-plan").enter("3-build");

    assertThat(project.said)
        .containsExactly(
            lines(
                """
                ━━…
                Resuming from checkpoint
                ━━…
                Last phase: 2-plan (2026-02-13T14:30:00Z)
                Branch: feature/spec-003-x
                Active Spec: SPEC-003 (from branch)
                Look at:
                - uploads
                ━━…
                """));
    assertThat(new Project().exit("2-plan").enter("3-build").said)
        .contains("Active Spec: none (from branch)");
  }

  @Test
  @Proves("R-000-50")
  void a_start_found_a_checkpoint() {
    var project = new Project().exit("2-plan");
    project.refused(Project.entering("0-start"));
    assertThat(project.said)
        .containsExactly(
            lines(
                """
                ━━…
                Checkpoint detected
                ━━…
                Last completed: Phase 2 (plan) at 2026-02-13T14:30:00Z
                Suggested next: /vt-c-3-build
                Would you like to continue with /vt-c-3-build?
                ━━…
                """));
  }
}

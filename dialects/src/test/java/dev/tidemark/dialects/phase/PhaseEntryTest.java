package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the beginning of a phase says.
class PhaseEntryTest {
  private static final String NEXT_REVIEW = "next_phase: 4-review\n";

  @Test
  @Proves("R-000-40")
  void without_a_checkpoint_nothing_is_said_and_nothing_recorded() {
    for (var phase : List.of("3-build", "0-start", "5-finalize", "activate")) {
      var project = new Project().enter(phase);

      assertThat(project.said).isEmpty();
      assertThat(project.notices).isEmpty();
      assertThat(project.events).isEmpty();
    }
  }

  @Test
  @Proves({"R-000-41", "R-000-45"})
  void the_expected_phase_resumes_also_after_a_part_of_it() {
    var project = new Project().exit("3-build");
    var before = project.text;
    project.enter("4-review");

    assertThat(project.said.get(1)).isEqualTo("Resuming from checkpoint");
    assertThat(project.events).containsExactly(new Event.PhaseStarted(new PhaseName("4-review")));
    assertThat(project.text).isEqualTo(before);
    assertThat(new Project().saying("partial").exit("3-build").enter("3-build").said)
        .contains("Last phase: 3-build-partial (2026-02-13T14:30:00Z)");
  }

  @ParameterizedTest
  @CsvSource({"5-finalize", "6-operate"})
  @Proves("R-000-42")
  void no_word_opens_the_gate_of_a_missing_review(String phase) {
    var project = new Project().exit("3-build").saying("continue");

    var blocker = project.refused(Project.entering(phase));

    assertThat(blocker.kind()).isEqualTo(Blocker.Kind.GATE);
    assertThat(blocker.code()).isEqualTo("review-missing");
  }

  @ParameterizedTest
  @CsvSource({"main, FAIL, true", "other, FAIL, true", "main, PASS, false", ", , false"})
  @Proves({"R-000-43", "A-12"})
  void a_failed_review_of_any_branch_closes_the_gate(String branch, String status, boolean closed) {
    var project = new Project().saying("result", "pass").exit("4-review");
    if (branch != null) {
      project.gate(branch, status);
    }
    if (closed) {
      var blocker = project.saying("continue").refused(Project.entering("5-finalize"));
      assertThat(blocker.kind()).isEqualTo(Blocker.Kind.GATE);
    } else {
      assertThat(project.enter("5-finalize").said.get(1)).isEqualTo("Resuming from checkpoint");
    }
  }

  @Test
  @Proves("A-11")
  void knowledge_work_has_no_mandatory_gate() {
    var project = new Project().exit("kw-2-execute");

    assertThat(project.refused(Project.entering("kw-4-publish")).kind())
        .isEqualTo(Blocker.Kind.ASK);
  }

  @Test
  @Proves({"R-000-44", "A-16"})
  void another_phase_than_expected_is_a_question_that_can_be_answered() {
    var project = new Project().exit("2-plan");

    var blocker = project.refused(Project.entering("4-review"));

    assertThat(blocker.kind()).isEqualTo(Blocker.Kind.ASK);
    assertThat(blocker.code()).isEqualTo("continue");
    assertThat(blocker.hint()).contains("/vt-c-3-build");
    assertThat(project.saying("continue").enter("4-review").said.get(1))
        .isEqualTo("Resuming from checkpoint");
  }

  @Test
  @Proves("R-000-47")
  void the_context_to_load_is_listed() {
    var project = Project.withSpec("plan.md");
    for (int i = 1; i <= 6; i++) {
      project.entry(
          "docs/vt-c-journal/2026-02/entries/2026-02-1" + i + "-a.md", "2026-01-01T00:00:00Z");
    }
    project.exit("2-plan").enter("3-build");

    var said = project.said;
    assertThat(said.subList(said.size() - 6, said.size()))
        .containsExactly(
            "specs/3-data-import/spec.md",
            "docs/vt-c-journal/2026-02/entries/2026-02-16-a.md",
            "docs/vt-c-journal/2026-02/entries/2026-02-15-a.md",
            "docs/vt-c-journal/2026-02/entries/2026-02-14-a.md",
            "docs/vt-c-journal/2026-02/entries/2026-02-13-a.md",
            "docs/vt-c-journal/2026-02/entries/2026-02-12-a.md");

    project.files.remove("specs/3-data-import/spec.md");
    assertThat(project.enter("3-build").codes()).containsExactly("no-spec");
  }

  @Test
  @Proves("R-000-48")
  void another_branch_than_that_of_the_checkpoint_is_spoken_of() {
    var project = Project.on("feature/a").exit("2-plan");
    project.head = new Head("feature/b", Project.COMMIT);

    assertThat(project.enter("3-build").notices)
        .anySatisfy(it -> assertThat(it.text()).contains("feature/a").contains("feature/b"));
    project.head = new Head("feature/a", Project.COMMIT);
    assertThat(project.enter("3-build").notices).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# Notes | there is no front matter",
        "---\\ncompleted_phase: 2-plan | the front matter does not end",
        "---\\ncompleted_phase: [\\n---\\n | is not YAML",
        "---\\ncompleted_phase: 2-plan\\n---\\n | the key completed_at is missing",
        "---\\nbranch: a\\nbranch: b\\n---\\n | the key branch is there twice",
        "---\\n- a\\n---\\n | has no keys"
      })
  @Proves("R-000-49")
  void a_damaged_file_is_reported_with_its_cause_and_the_remedies(String text, String cause) {
    var project = new Project();
    project.text = text.replace("\\n", "\n");

    for (var phase : List.of("3-build", "0-start", "5-finalize")) {
      var blocker = project.refused(Project.entering(phase));

      assertThat(blocker.kind()).isEqualTo(Blocker.Kind.INVALID);
      assertThat(blocker.reason()).contains(cause);
      assertThat(blocker.hint()).contains("tidemark restore").contains("--continue");
      project.saying("continue").enter(phase);
      assertThat(project.said).isEmpty();
      assertThat(project.events).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3"})
  @Proves("R-000-49")
  void a_gate_that_can_still_be_decided_is_decided(int kind) {
    var project = new Project();
    project.text =
        switch (kind) {
          case 0 -> "---\n" + NEXT_REVIEW + "---\n";
          case 1 -> "---\n" + NEXT_REVIEW + "# Phase Checkpoint\n";
          case 2 -> "---\n\n" + NEXT_REVIEW + "# Phase Checkpoint\n";
          default -> "---\n" + NEXT_REVIEW + "branch: [\n---\n";
        };

    assertThat(project.saying("continue").refused(Project.entering("6-operate")).kind())
        .isEqualTo(Blocker.Kind.GATE);

    project.text = "---\nnext_phase: 5-finalize\n---\n";
    project.gate("x", "FAIL");
    assertThat(project.refused(Project.entering("5-finalize")).code()).isEqualTo("review-failed");
  }

  @Test
  @Proves("R-000-50")
  void a_start_shows_what_it_found_or_the_command_that_goes_on() {
    for (var phase : List.of("0-start", "kw-0-start")) {
      var project = new Project().exit("2-plan");
      var question = project.refused(Project.entering(phase));
      assertThat(project.said).contains("Suggested next: /vt-c-3-build");
      assertThat(question.kind()).isEqualTo(Blocker.Kind.OFFER);
      assertThat(question.reason()).isEqualTo("Continue with /vt-c-3-build?");

      project.saying("continue", "no").enter(phase);
      assertThat(project.said).contains("Suggested next: /vt-c-3-build");
      assertThat(project.events).hasSize(1);
      assertThat(project.saying("continue").enter(phase).said).containsExactly("/vt-c-3-build");
      assertThat(project.events).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"main, PASS, true", "main, FAIL, false", "dev, PASS, false", ", , false"})
  @Proves({"R-000-54", "A-15"})
  void a_review_may_need_tests_that_passed(String branch, String status, boolean open) {
    var project = new Project().exit("3-build");
    project.settings = new PhaseSettings("/vt-c-", true, List.of());
    if (branch != null) {
      var gate = "---\nbranch: " + branch + "\nstatus: " + status + "\n---\n";
      project.file(".test-gate.md", gate);
    }
    if (open) {
      project.enter("4-review");
      assertThat(project.saying("result", "pass").exit("4-review").text).isNotEmpty();
      assertThat(project.refused(Project.entering("5-finalize")).code())
          .isEqualTo("review-missing");
      project.gate("main", "PASS").enter("5-finalize");
    } else {
      assertThat(project.refused(Project.entering("4-review")).kind()).isEqualTo(Blocker.Kind.GATE);
    }
  }

  @Test
  @Proves({"R-000-54", "A-15"})
  void tests_are_not_asked_for_unless_wanted() {
    assertThat(new Project().exit("3-build").enter("4-review").said).isNotEmpty();

    var project = new Project();
    project.settings = new PhaseSettings("/vt-c-", true, List.of());
    assertThat(project.exit("2-plan").enter("3-build").said).isNotEmpty();
  }

  @Test
  @Proves("T-000-A")
  void a_partial_phase_cannot_be_entered() {
    assertThat(new Project().refused(Project.entering("3-build-partial")).kind())
        .isEqualTo(Blocker.Kind.REFUSED);
  }
}

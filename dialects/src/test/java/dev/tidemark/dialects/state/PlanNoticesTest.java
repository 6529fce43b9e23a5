package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.state.plan.PlanForm;
import dev.tidemark.workflow.change.Change.StartRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of a plan whose tasks are not all taken.
class PlanNoticesTest {
  @ParameterizedTest
  @ValueSource(strings = {"- [ ] Add", "  - [ ] Table", "2) [ ] Add", "- [ ]T001", "- [ ]"})
  void a_line_with_a_box_that_is_no_task_is_spoken_of(String line) {
    var plan = PlanForm.read("# Plan\n```\n" + line + "\n```\n" + line + "\n- [ ] T002 Real\n");
    var more = PlanForm.read(line + "\n" + line + "\n\n" + line + "\n- [ ] T002 Real\n");

    assertThat(plan.notices("p.md"))
        .containsExactly(
            new Notice(
                "not-a-task",
                "p.md: no task is read from line 5; one is written as - [ ] T001 Add it"));
    assertThat(more.notices("p.md"))
        .extracting(Notice::text)
        .allMatch(text -> text.startsWith("p.md: no task is read from line 1 and 2 more; "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"- [x](x.md)", "- [x]: x.md", "- [x][1]", "- [-] T001", "[ ] a", "-[ ] a"})
  void what_has_no_box_is_not_spoken_of(String line) {
    assertThat(PlanForm.read(line).notices("p.md")).isEmpty();
  }

  @Test
  void tasks_of_the_same_number_are_spoken_of() {
    var twice = "- [ ] T001 a\n## Phase 2\n- [ ] T001 b\n- [ ] T002 c\n- [ ] T002 d\n";
    var many = "- [ ] T1 a\n- [ ] T2 a\n- [ ] T3 a\n- [ ] T4 a\n- [ ] T5 a\n- [ ] T6 a\n";

    assertThat(PlanForm.read(twice).notices("p.md"))
        .containsExactly(
            new Notice(
                "task-repeated",
                "p.md has more than once: T001, T002; only the first is reached by its number"));
    assertThat(PlanForm.read(many + many + many).notices("p.md"))
        .extracting(Notice::text)
        .allMatch(text -> text.contains("T1, T2, T3, T4, T5 and 1 more; "));
    assertThat(PlanForm.read(many).notices("p.md")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"````\n- [ ] T002 b\n```\n", "- a\n~~~\n```\n", "- a\n\n  ```\n\n"})
  void code_that_is_never_closed_is_spoken_of(String code) {
    int opening = code.startsWith("-") ? (code.contains("  ") ? 4 : 3) : 2;

    assertThat(PlanForm.read("- [ ] T001 a\n" + code).notices("p.md"))
        .containsExactly(
            new Notice(
                "open-fence",
                "p.md: the code that begins in line "
                    + opening
                    + " is never closed, and the rest is not read"));
    assertThat(PlanForm.read("```\n```\n- [ ] T001 a\n").notices("p.md")).isEmpty();
  }

  @Test
  void what_is_odd_about_a_plan_is_told_when_it_is_taken() {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";
    run.planText = "- [ ] T001 a\n- [ ] T001 b\n- [ ] c\n";

    run.after(new StartRun("implement", "auth", List.of(), false));

    assertThat(run.codes()).containsExactly("not-a-task", "task-repeated");
  }
}

package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A plan that has changed, merged into the run that was begun with it: what is the same keeps its
/// progress, wherever it stands now.
class PlanMergeTest {
  private static final StartRun START = new StartRun("implement", "auth", List.of(), false);

  private static final String TWO =
      "## Phase 1: Setup\n"
          + "- [ ] T001 Folder\n"
          + "- [ ] T002 Linter\n"
          + "## Phase 2: Core\n"
          + "- [ ] T003 Parser\n";

  private static Run begun(String plan) {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";
    run.planText = plan;
    return run.after(START);
  }

  private static Run with(Run run, String plan) {
    run.planText = plan;
    return run.after(START);
  }

  private static Run done(Run run, String... tasks) {
    for (var task : tasks) {
      run.after(new ChangeTask(TaskStep.DONE, task));
    }
    return run;
  }

  private static List<String> tasks(Run run) {
    return run.checkpoint().tasks().stream()
        .map(task -> task.phase() + " " + task.title() + " " + task.word())
        .toList();
  }

  private static List<String> phases(Run run) {
    return run.checkpoint().phases().stream()
        .map(phase -> phase.name() + " " + phase.status())
        .toList();
  }

  private static String told(Run run) {
    return run.notices.getLast().text();
  }

  @Test
  @Proves("R-004-O6")
  void a_task_put_in_the_middle_is_open_and_those_behind_it_keep_their_state() {
    var run = done(begun(TWO), "T001", "T002");

    with(
        run,
        "## Phase 1: Setup\n- [x] T001 Folder\n- [ ] T002 Licence\n- [x] T003 Linter\n"
            + "## Phase 2: Core\n- [ ] T004 Parser\n");

    assertThat(tasks(run))
        .containsExactly(
            "phase-1 T001 Folder complete",
            "phase-1 T002 Licence pending",
            "phase-1 T003 Linter complete",
            "phase-2 T004 Parser pending");
    assertThat(told(run))
        .contains("1 new task, 0 new phases")
        .contains("T002 Linter is T003 now, T003 Parser is T004 now");
  }

  @Test
  @Proves("R-004-O6")
  void a_phase_put_in_front_is_open_and_the_others_keep_their_state() {
    var run = done(begun(TWO), "T001", "T002");
    run.after(new CompletePhase(new PhaseName("phase-1"), PhaseReport.NONE));
    run.after(new StartPhase(new PhaseName("phase-2"), PhaseReport.NONE));

    with(
        run,
        "## Phase 1: Research\n- [ ] T001 Ask\n## Phase 2: Setup\n- [ ] T002 Folder\n"
            + "- [ ] T003 Linter\n## Phase 3: Core\n- [ ] T004 Parser\n");

    assertThat(phases(run))
        .containsExactly("phase-1 PENDING", "phase-2 COMPLETE", "phase-3 IN_PROGRESS");
    assertThat(run.checkpoint().current()).contains(new PhaseName("phase-3"));
    assertThat(run.checkpoint().completed()).containsExactly("phase-2");
    assertThat(run.checkpoint().pending()).containsExactly("phase-1", "phase-3");
    assertThat(tasks(run))
        .containsExactly(
            "phase-1 T001 Ask pending",
            "phase-2 T002 Folder complete",
            "phase-2 T003 Linter complete",
            "phase-3 T004 Parser pending");
    assertThat(run.events.getFirst())
        .isEqualTo(
            new Event.PlanChanged(
                List.of(
                    new PhaseName("phase-1"), new PhaseName("phase-2"), new PhaseName("phase-3")),
                Map.of(
                    new PhaseName("phase-1"),
                    new PhaseName("phase-2"),
                    new PhaseName("phase-2"),
                    new PhaseName("phase-3")),
                List.of()));
    assertThat(told(run)).contains("phase-1 is phase-2 now").contains("phase-2 is phase-3 now");
    var text = run.text;
    assertThat(with(run, run.planText).events).isEmpty();
    assertThat(run.text).isEqualTo(text);
  }

  @Test
  void a_phase_with_another_title_is_known_by_its_tasks_also_behind_others() {
    var run = done(begun(TWO), "T001", "T002");
    run.after(new CompletePhase(new PhaseName("phase-1"), PhaseReport.NONE));

    with(
        run,
        "## Phase 1: The heart\n- [ ] T001 Parser\n## Phase 2: Preparation\n- [x] T002 Folder\n"
            + "- [x] T003 Linter\n");

    assertThat(phases(run)).containsExactly("phase-1 PENDING", "phase-2 COMPLETE");
    assertThat(run.checkpoint().title(new PhaseName("phase-2"))).contains("Preparation");
  }

  @Test
  void a_box_ticked_in_the_plan_is_done_and_a_box_that_is_not_is_told() {
    var run = done(begun(TWO), "T002");
    run.after(new ChangeTask(TaskStep.FAIL, "T001", "no disk", null));

    with(
        run,
        "## Phase 1: Setup\n- [x] T001 Folder\n- [ ] T002 Linter\n## Phase 2: Core\n"
            + "- [X] T003 Parser\n");

    assertThat(tasks(run)).allMatch(task -> task.endsWith("complete"));
    assertThat(run.entry("phase-1").object("tasks").object("T001").has("reason")).isFalse();
    assertThat(phases(run)).containsExactly("phase-1 PENDING", "phase-2 COMPLETE");
    assertThat(run.checkpoint().completed()).containsExactly("phase-2");
    assertThat(told(run))
        .contains("ticked off in the plan: T001 Folder, T003 Parser, phase-2")
        .contains("done here and not ticked in the plan: T002 Linter");
  }

  @Test
  @Proves("R-004-O6")
  void phases_that_are_ticked_off_are_complete_when_the_run_begins() {
    var some = begun("## Phase 1: A\n- [x] T001 a\n## Phase 2: B\n- [x] T002 b\n- [ ] T003 c\n");
    var all = begun("## Phase 1: A\n- [x] T001 a\n## Phase 2: B\n- [x] T002 b\n");

    assertThat(phases(some)).containsExactly("phase-1 COMPLETE", "phase-2 PENDING");
    assertThat(some.checkpoint().completed()).containsExactly("phase-1");
    assertThat(some.checkpoint().pending()).containsExactly("phase-2");
    assertThat(told(some)).isEqualTo("ticked off in the plan, and complete: phase-1");
    assertThat(some.events).last().isEqualTo(new Event.PhaseCompleted(new PhaseName("phase-1")));
    assertThat(phases(all)).containsExactly("phase-1 COMPLETE", "phase-2 COMPLETE");
    assertThat(all.checkpoint().finished()).isFalse();
    assertThat(told(all)).isEqualTo("ticked off in the plan, and complete: every phase");
  }

  @Test
  void what_the_plan_lacks_goes_if_nothing_was_done_and_stays_otherwise() {
    var run = done(begun(TWO + "- [ ] T004 Printer\n## Phase 3: Docs\n- [ ] T005 Page\n"), "T001");
    run.after(new ChangeTask(TaskStep.ADD, "Ask legal", null, new PhaseName("phase-2")));

    with(run, "## Phase 1: Setup\n- [ ] T001 Linter\n## Phase 2: Core\n- [ ] T002 Parser\n");

    assertThat(tasks(run))
        .containsExactly(
            "phase-1 T001 Linter pending",
            "phase-1 T003 Folder complete",
            "phase-2 T002 Parser pending",
            "phase-2 T006 Ask legal pending");
    assertThat(phases(run)).containsExactly("phase-1 PENDING", "phase-2 PENDING");
    assertThat(told(run))
        .contains("not in the plan, and kept: T001 Folder (complete) as T003")
        .contains("taken out: T004 Printer, T005 Page, phase-3");
    with(
        run,
        "## Phase 1: Setup\n- [ ] T001 Linter\n## Phase 2: Core\n- [ ] T002 Parser\n"
            + "- [ ] T003 Page\n- [ ] T006 Printer\n");
    assertThat(tasks(run))
        .contains(
            "phase-1 T005 Folder complete",
            "phase-2 T003 Page pending",
            "phase-2 T006 Printer pending",
            "phase-2 T007 Ask legal pending");
  }

  @Test
  void a_phase_with_work_that_the_plan_lacks_is_kept_under_another_name() {
    var run = begun(TWO);
    run.after(new CompletePhase(new PhaseName("phase-1"), PhaseReport.NONE));

    with(run, "## Phase 1: Core\n- [ ] T001 Parser\n");

    assertThat(phases(run)).containsExactly("earlier-phase-1 COMPLETE", "phase-1 PENDING");
    assertThat(run.checkpoint().completed()).containsExactly("earlier-phase-1");
  }

  @Test
  void a_phase_that_was_renamed_in_the_run_is_still_that_of_its_title() {
    var run = done(begun(TWO), "T003");
    run.edit = "phase-1,core=phase-2";
    run.after(START);
    run.edit = null;

    with(run, TWO + "- [ ] T004 Printer\n");

    assertThat(tasks(run))
        .containsExactly(
            "phase-1 T001 Folder pending",
            "phase-1 T002 Linter pending",
            "phase-2 T003 Parser complete",
            "phase-2 T004 Printer pending");
  }

  @ParameterizedTest
  @CsvSource({"DONE, complete", "FAIL, failed", "BLOCK, blocked"})
  void other_words_at_the_number_of_a_task_with_progress_are_asked_about(
      TaskStep step, String word) {
    var run = begun(TWO);
    run.after(new ChangeTask(step, "T002", step == TaskStep.DONE ? null : "why", null));
    run.planText = TWO.replace("Linter", "Licence file");

    var blocker = run.refused(START);

    assertThat(blocker.kind()).isEqualTo(Blocker.Kind.ASK);
    assertThat(blocker.reason()).contains("T002 \"Linter\" (" + word + ") = \"Licence file\"?");
    assertThat(blocker.hint()).contains("--yes").contains("tasks.md");
    run.same = true;
    run.after(START);
    assertThat(tasks(run)).contains("phase-1 T002 Licence file " + word);
  }

  @Test
  void another_title_at_the_name_of_a_phase_with_progress_is_asked_about() {
    var run = begun(TWO);
    run.after(new CompletePhase(new PhaseName("phase-1"), PhaseReport.NONE));
    run.planText = "## Phase 1: Research\n- [ ] T001 Ask\n## Phase 2: Core\n- [ ] T003 Parser\n";

    assertThat(run.refused(START).reason())
        .contains("phase phase-1 \"Setup\" (complete) = \"Research\"?");
  }

  @Test
  void which_of_two_tasks_of_one_text_is_meant_is_asked_if_only_one_is_done() {
    var plan = "## Phase 1: A\n- [ ] T001 Test\n- [ ] T002 Test\n## Phase 2: B\n- [ ] T003 b\n";
    var run = done(begun(plan), "T001");
    run.planText = "## Phase 1: A\n- [ ] T007 Test\n## Phase 2: B\n- [ ] T003 b\n";

    assertThat(run.refused(START).reason())
        .contains("task T007 \"Test\" = T001 (complete) or T002 (pending)?");
  }

  @Test
  void tasks_of_one_text_in_several_phases_stay_in_theirs() {
    var plan =
        "## Phase 1: A\n- [ ] T001 Build\n- [ ] T002 Test\n## Phase 2: B\n- [ ] T003 Build it\n"
            + "- [ ] T004 Test\n";
    var run = done(begun(plan), "T004");

    with(
        run,
        "## Phase 1: B\n- [ ] T001 Build it\n- [ ] T002 Test\n## Phase 2: A\n- [ ] T003 Build\n"
            + "- [ ] T004 Test\n");

    assertThat(tasks(run)).contains("phase-1 T002 Test complete", "phase-2 T004 Test pending");
  }

  @ParameterizedTest
  @CsvSource({
    "Add the table, add the table.",
    "Add the table, [P] Add the `table`",
    "Add the table, '[P] [US1] **Add** the table'"
  })
  void tags_case_and_marks_are_no_difference(String text, String other) {
    var run = done(begun("- [ ] T001 " + text + "\n- [ ] T002 x\n"), "T001");

    with(run, "- [ ] T001 y\n- [ ] T002 " + other + "\n- [ ] T003 x\n");

    assertThat(run.checkpoint().tasks())
        .extracting(task -> task.status())
        .containsExactly(TaskStatus.PENDING, TaskStatus.COMPLETE, TaskStatus.PENDING);
  }

  @Test
  void the_task_in_hand_stays_in_hand() {
    var run = begun(TWO);
    run.after(new StartPhase(new PhaseName("phase-1"), PhaseReport.NONE));
    run.after(new ChangeTask(TaskStep.START, "T002"));

    with(run, "## Phase 1: Setup\n- [ ] T001 New\n- [ ] T002 Folder\n- [ ] T003 Linter\n");
    assertThat(run.checkpoint().currentTask()).contains("T003");

    with(run, "## Phase 1: Setup\n- [ ] T001 New\n- [ ] T002 Folder\n- [x] T003 Linter\n");
    assertThat(run.checkpoint().currentTask()).isEmpty();
  }

  /// Whatever was inserted, removed, moved and renumbered: a text is done afterwards if and only if
  /// it was done before, or is ticked.
  @Test
  @Proves("R-004-O6")
  void a_thousand_changed_plans_keep_and_lose_the_state_of_each_task_rightly() {
    int merged = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      var random = new Random(seed);
      var before = new RandomPlan(random);
      var run = begun(before.text(Set.of()));
      var finished = new HashSet<String>();
      for (var task : run.checkpoint().tasks()) {
        if (random.nextInt(3) == 0) {
          done(run, task.id());
          finished.add(task.description());
        }
      }
      var after = before.changed();
      var ticked = after.ticked();

      run.planText = after.text(ticked);
      run.ask(START);
      if (!run.blockers.isEmpty()) {
        // Something done is not in the plan any more, and something new has its number.
        assertThat(run.blockers.getFirst().kind()).isEqualTo(Blocker.Kind.ASK);
        assertThat(after.texts().containsAll(finished)).as("seed %s", seed).isFalse();
        continue;
      }
      merged++;
      var states = new HashMap<String, TaskStatus>();
      run.checkpoint().tasks().forEach(task -> states.put(task.description(), task.status()));
      for (var text : after.texts()) {
        boolean expected = finished.contains(text) || ticked.contains(text);
        assertThat(states.get(text).isDone()).as("%s, seed %s", text, seed).isEqualTo(expected);
      }
      for (var text : finished) {
        boolean kept = states.get(text) == TaskStatus.COMPLETE;
        // What is done here and ticked there under one number has got another text.
        assertThat(kept || told(run).contains("(was ")).as("%s, seed %s", text, seed).isTrue();
      }
      var ids = run.checkpoint().tasks().stream().map(task -> task.id()).toList();
      assertThat(ids).as("seed %s", seed).doesNotHaveDuplicates();
      for (var phase : run.checkpoint().phases()) {
        assertThat(phase.status()).isIn(PhaseStatus.PENDING, PhaseStatus.COMPLETE);
      }
      var text = run.text;
      assertThat(with(run, run.planText).text).as("seed %s", seed).isEqualTo(text);
    }
    assertThat(merged).isGreaterThan(700);
  }

  /// One side changes the plan, the other one ends tasks under the old numbers.
  @Test
  @Proves("R-004-O6")
  void a_merge_of_a_changed_plan_with_work_under_old_numbers_gives_each_task_its_own_state() {
    int merged = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      var random = new Random(seed);
      var before = new RandomPlan(random);
      var ours = begun(before.text(Set.of()));
      done(ours, ours.checkpoint().tasks().getFirst().id());
      var base = ours.text;
      var theirs = Run.holding(base);
      for (var task : theirs.checkpoint().tasks()) {
        if (random.nextInt(3) == 0) {
          done(theirs, task.id());
        }
      }
      ours.planText = before.changed().text(Set.of());
      ours.ask(START);
      if (!ours.blockers.isEmpty()) {
        continue;
      }
      merged++;
      var finished = new HashSet<String>();
      for (var side : List.of(ours, theirs)) {
        for (var task : side.checkpoint().tasks()) {
          if (task.status().isDone()) {
            finished.add(task.description());
          }
        }
      }
      for (boolean turned : new boolean[] {false, true}) {
        var one = turned ? theirs.text : ours.text;
        var other = turned ? ours.text : theirs.text;
        var result = ours.dialect.format().merge(ours.id, base, one, other);

        assertThat(result.refusal()).as("seed %s", seed).isNull();
        var states = new HashMap<String, TaskStatus>();
        var read = ours.dialect.format().decode(ours.id, result.text()).checkpoint();
        read.tasks().forEach(task -> states.put(task.description(), task.status()));
        for (var state : states.entrySet()) {
          assertThat(state.getValue().isDone())
              .as("%s, seed %s, turned %s", state.getKey(), seed, turned)
              .isEqualTo(finished.contains(state.getKey()));
        }
        assertThat(states.keySet()).as("seed %s", seed).containsAll(finished);
        assertThat(read.tasks()).as("seed %s", seed).hasSameSizeAs(states.keySet());
      }
    }
    assertThat(merged).isGreaterThan(700);
  }

  /// A plan of phases with tasks, each with a text of its own.
  private static final class RandomPlan {
    private final Random random;
    private final List<String> titles = new ArrayList<>();
    private final Map<String, List<String>> tasks = new HashMap<>();
    private int next;

    RandomPlan(Random random) {
      this.random = random;
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        phase(titles.size());
      }
    }

    private RandomPlan(RandomPlan from) {
      this.random = from.random;
      this.next = from.next;
      titles.addAll(from.titles);
      from.tasks.forEach((title, texts) -> tasks.put(title, new ArrayList<>(texts)));
    }

    private void phase(int at) {
      var title = "Title " + next++;
      titles.add(at, title);
      tasks.put(title, new ArrayList<>());
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        tasks.get(title).add("Task " + next++);
      }
    }

    private List<String> any() {
      return tasks.get(titles.get(random.nextInt(titles.size())));
    }

    RandomPlan changed() {
      var plan = new RandomPlan(this);
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        plan.change();
      }
      return plan;
    }

    private void change() {
      var some = any();
      switch (random.nextInt(6)) {
        case 0 -> phase(random.nextInt(titles.size() + 1));
        case 1 -> some.add(random.nextInt(some.size() + 1), "Task " + next++);
        case 2 -> Collections.shuffle(titles, random);
        case 3 -> Collections.shuffle(some, random);
        case 4 -> {
          if (some.size() > 1) {
            any().add(0, some.removeLast());
          }
        }
        default -> {
          if (some.size() > 1) {
            some.removeFirst();
          }
        }
      }
    }

    Set<String> ticked() {
      var ticked = new HashSet<String>();
      for (var text : texts()) {
        if (random.nextInt(4) == 0) {
          ticked.add(text);
        }
      }
      return ticked;
    }

    List<String> texts() {
      var all = new ArrayList<String>();
      titles.forEach(title -> all.addAll(tasks.get(title)));
      return all;
    }

    String text(Set<String> ticked) {
      var text = new StringBuilder();
      int number = 0;
      for (int i = 0; i < titles.size(); i++) {
        text.append("## Phase %d: %s\n".formatted(i + 1, titles.get(i)));
        for (var task : tasks.get(titles.get(i))) {
          var box = ticked.contains(task) ? "x" : " ";
          text.append("- [%s] T%03d %s\n".formatted(box, ++number, task));
        }
      }
      return text.toString();
    }
  }
}

package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A phase whose tasks are worked at at the same time, each in a work tree of its own.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "agents need a POSIX shell")
class ParallelWorkTest {
  private static final String WORKFLOW =
      "phases: [plan, {name: code, run: {each: tasks, jobs: 3, retries: 0}}]\n";

  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder);
  }

  /// A run in its phase `code`, with tasks.
  private void start(String workflow, String... tasks) throws IOException {
    project.define("split", workflow).start("plan", "code");
    project.change(new Change.StartPhase(new PhaseName("plan"), PhaseReport.NONE));
    project.tasks(tasks);
    var report = new PhaseReport(null, List.of(), List.of(), null);
    project.change(new Change.CompletePhase(new PhaseName("plan"), report));
  }

  private static String code(RunResult result) {
    return String.join(",", result.blockers().stream().map(Blocker::code).toList());
  }

  private Path file(String name) {
    return project.root.resolve(name);
  }

  private List<String> git(String... words) {
    return ScratchRepository.without(folder).git(words).lines().toList();
  }

  @Test
  void each_task_gets_an_agent_and_a_work_tree_of_its_own_at_the_same_time() throws IOException {
    start(WORKFLOW, "T001 Add the table", "T002 Add the form", "T003 Add the page");
    var meeting = Files.createDirectories(file(".git/meeting"));
    var result = project.run("together " + meeting + " 3");

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(project.tasks()).containsExactly("T001 complete", "T002 complete", "T003 complete");
    for (var task : List.of("T001", "T002", "T003")) {
      assertThat(file(task + ".txt")).isRegularFile();
    }
    assertThat(project.completions()).containsEntry("code", 1);
    assertThat(project.attempts())
        .extracting(Attempt::task)
        .containsExactly("T001", "T002", "T003");
    var phase = project.open().runs().inspect(project.id()).phases().getLast();
    assertThat(Objects.requireNonNull(phase.summary()).text())
        .contains("T001 Add the table: wrote T001.txt", "T003 Add the page: wrote T003.txt");
    assertThat(phase.artifacts()).extracting("path").contains("T001.txt", "T002.txt", "T003.txt");
    assertThat(git("worktree", "list")).hasSize(1);
    assertThat(git("log", "--oneline")).hasSize(1);
    assertThat(git("diff", "--cached", "--name-only")).isEmpty();
  }

  @Test
  void a_task_that_fails_stops_no_other_and_is_tried_again_by_the_next_call() throws IOException {
    start(WORKFLOW, "T001 One", "T002 Two", "T003 Three");
    var key = file(".git/key");
    var first = project.run("weak T002 " + key);
    assertThat(first.status()).isEqualTo(Status.REFUSED);
    assertThat(code(first)).isEqualTo("tasks-failed");
    assertThat(first.blockers().getFirst().reason())
        .startsWith("code has an open task: T002 Two (failed: no-result: ");
    assertThat(project.tasks()).containsExactly("T001 complete", "T002 failed", "T003 complete");
    assertThat(file("T003.txt")).isRegularFile();

    Files.createFile(key);
    var second = project.run("weak T002 " + key);
    assertThat(second.status()).isEqualTo(Status.DONE);
    assertThat(second.attempts()).isEqualTo(1);
    assertThat(file("T002.txt")).hasContent("T002 by attempt 4");
  }

  @Test
  void a_task_is_not_done_before_its_files_are_published() throws IOException {
    start(WORKFLOW, "T001 One", "T002 Two");
    project.publication = () -> "offline";
    var first = project.run("weak T999 " + file(".git/key"));
    assertThat(code(first)).isEqualTo("not-published");
    assertThat(first.status()).isEqualTo(Status.WAITING);
    assertThat(project.outcomes()).contains("unpublished").doesNotContain("applied");
    assertThat(project.tasks()).noneMatch(task -> task.endsWith("complete"));

    project.publication = () -> null;
    assertThat(project.run("weak T999 " + file(".git/key")).status()).isEqualTo(Status.DONE);
    assertThat(project.tasks()).containsExactly("T001 complete", "T002 complete");
    assertThat(project.completions()).containsEntry("code", 1);
  }

  @Test
  void a_phase_of_tasks_is_not_complete_before_its_files_are_published() throws IOException {
    start(WORKFLOW, "T001 One");
    // The task itself can be published, what is there at the end of the phase cannot.
    project.publication =
        () -> project.tasks().contains("T001 complete") && ended() ? "offline" : null;
    var first = project.run("weak T999 " + file(".git/key"));
    assertThat(code(first)).isEqualTo("not-published");
    assertThat(project.tasks()).containsExactly("T001 complete");
    assertThat(project.completions()).doesNotContainKey("code");

    project.publication = () -> null;
    var second = project.run("weak T999 " + file(".git/key"));
    assertThat(second.status()).isEqualTo(Status.DONE);
    assertThat(second.attempts()).isZero();
    assertThat(project.completions()).containsEntry("code", 1);
  }

  private boolean ended() throws IOException {
    return project.outcomes().contains("applied");
  }

  /// Only the files of the newest attempts are kept, and those of one that is under way.
  @LongProof
  @Test
  void a_task_that_takes_longer_than_many_others_loses_nothing() throws IOException {
    var tasks = new ArrayList<String>();
    for (int number = 1; number <= 23; number++) {
      tasks.add("T%03d Task".formatted(number));
    }
    start(WORKFLOW.replace("jobs: 3", "jobs: 2"), tasks.toArray(new String[0]));
    var result = project.run("last T001 T023.txt");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isEqualTo(23);
    assertThat(project.outcomes()).containsOnly("applied");
    assertThat(file("T001.txt")).hasContent("T001 by attempt 1");
  }

  @Test
  void a_conflict_waits_for_a_person_who_may_have_it_done_again() throws IOException {
    start(WORKFLOW.replace("jobs: 3", "jobs: 2"), "T001 One", "T002 Two");
    var result = project.run("same");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(code(result)).isEqualTo("tasks-blocked");
    assertThat(project.outcomes()).containsExactlyInAnyOrder("applied", "conflict");
    var blocked = project.tasks().getFirst().equals("T001 complete") ? "T002" : "T001";
    assertThat(project.tasks()).contains(blocked + " blocked");
    assertThat(result.blockers().getFirst().hint())
        .contains("Take what you need from .tidemark/worktrees/state~split~auth/" + blocked)
        .contains("tidemark task done " + blocked + " --run state/split/auth");
    assertThat(git("worktree", "list")).hasSize(2);
    assertThat(project.run("same").status()).as("nothing changed").isEqualTo(Status.WAITING);

    project.change(new Change.ChangeTask(Change.TaskStep.START, blocked));
    assertThat(project.run("same").status()).isEqualTo(Status.DONE);
    assertThat(file("README.md")).hasContent(blocked + " by attempt 3");
    assertThat(git("worktree", "list")).hasSize(1);
  }

  @Test
  void a_person_may_also_do_a_blocked_task() throws IOException {
    start(WORKFLOW.replace("jobs: 3", "jobs: 2"), "T001 One", "T002 Two");
    assertThat(project.run("same").status()).isEqualTo(Status.WAITING);
    for (var task : List.of("T001", "T002")) {
      project.change(new Change.ChangeTask(Change.TaskStep.DONE, task));
    }
    var result = project.run("same");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isZero();
  }

  @Test
  void what_an_agent_writes_outside_its_scope_is_not_merged() throws IOException {
    start(
        "phases: [plan, {name: code, run: {each: tasks, retries: 0, writes: ['docs/**']}}]\n",
        "T001 One");
    var result = project.run("weak T999 " + file(".git/key"));
    assertThat(code(result)).isEqualTo("tasks-failed");
    assertThat(project.outcomes()).containsExactly("outside");
    assertThat(file("T001.txt")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"stop, failed, REFUSED, tasks-failed", "clarify, blocked, WAITING, tasks-blocked"})
  void a_task_that_cannot_be_done_is_said_with_its_reason(
      String mode, String word, Status status, String code) throws IOException {
    start(WORKFLOW, "T001 One");
    var result = project.run(mode);
    assertThat(result.status()).isEqualTo(status);
    assertThat(code(result)).isEqualTo(code);
    assertThat(project.tasks()).containsExactly("T001 " + word);
    assertThat(result.attempts()).isEqualTo(1);
  }

  @Test
  void a_phase_without_tasks_says_how_to_add_some() throws IOException {
    start(WORKFLOW);
    var result = project.run("weak T999 " + file(".git/key"));
    assertThat(code(result)).isEqualTo("no-tasks");
    assertThat(result.blockers().getFirst().hint()).contains("tidemark task add TEXT");
  }

  @Test
  void the_rest_of_a_limit_of_cost_is_shared() throws IOException {
    start(WORKFLOW, "T001 One", "T002 Two", "T003 Three", "T004 Four");
    var limit = new RunOptions(null, List.of(), null, new BigDecimal("1.50"), false, null, null);
    var result = project.run("cost", limit);
    assertThat(result.status()).isEqualTo(Status.BUDGET);
    assertThat(project.tasks()).contains("T004 pending");
    assertThat(result.cost()).isEqualByComparingTo("2.25");
  }

  @Test
  void a_stop_ends_all_agents() throws IOException {
    start(WORKFLOW, "T001 One", "T002 Two");
    project.heard = text -> project.stopped = () -> text.startsWith("code T002");
    var result = project.run("hang");
    assertThat(code(result)).isEqualTo("stopped");
    assertThat(project.outcomes()).containsExactly("interrupted", "interrupted");
    assertThat(project.survivors()).isEmpty();
    assertThat(project.tasks()).containsExactly("T001 in_progress", "T002 in_progress");
  }

  @Test
  void phases_that_need_nothing_begin_together() throws IOException {
    var workflow =
        """
        run: {retries: 0}
        phases:
          - server
          - {name: client, run: {needs: []}}
        """;
    project.define("pair", workflow).start("server", "client");
    var meeting = Files.createDirectories(file(".git/meeting"));
    var result = project.run("meet " + meeting + " server client");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isEqualTo(2);
  }

  private static final String GRAPH =
      """
      run: {retries: 0}
      phases:
        - plan
        - {name: server, run: {needs: [plan]}}
        - {name: client, run: {needs: [plan]}}
        - {name: ship, run: {needs: [server, client]}}
      """;

  @Test
  void work_trees_that_a_killed_runner_has_left_are_removed_by_the_next_call() throws IOException {
    start(WORKFLOW, "T001 One", "T002 Two");
    var agent = "weak T002 " + file(".git/key");
    assertThat(code(project.run(agent))).isEqualTo("tasks-failed");
    var trees = file(".tidemark/worktrees/state~split~auth");
    var log = new AttemptLog(project.root, project.id());
    git("worktree", "add", "--detach", log.tree("T001").toString());

    assertThat(code(project.run(agent))).isEqualTo("tasks-failed");
    assertThat(trees)
        .isDirectoryNotContaining("glob:**/T001*")
        .isDirectoryContaining("glob:**/T002*");

    Files.createFile(file(".git/key"));
    project.run(agent);
    for (var task : List.of("T001", "T002")) {
      git("worktree", "add", "--detach", log.tree(task).toString());
    }
    assertThat(project.run(agent).status()).isEqualTo(Status.DONE);
    assertThat(trees).isEmptyDirectory();
    assertThat(git("worktree", "list")).hasSize(1);
  }

  private void graph(String workflow) throws IOException {
    project.define("graph", workflow).start("plan", "server", "client", "ship");
  }

  @Test
  void until_a_phase_counts_in_the_order_of_the_workflow() throws IOException {
    project.define("graph", GRAPH).start("client", "server", "plan", "ship");
    var until = new RunOptions(null, List.of(), new PhaseName("server"), null, false, null, null);

    assertThat(project.run("ok", until).status()).isEqualTo(Status.DONE);

    assertThat(project.completions()).isEqualTo(Map.of("plan", 1, "server", 1));
  }

  @Test
  void phases_that_do_not_need_each_other_are_worked_at_at_the_same_time() throws IOException {
    graph(GRAPH);
    var meeting = Files.createDirectories(file(".git/meeting"));
    var result = project.run("meet " + meeting + " server client");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isEqualTo(4);
    assertThat(project.attempts()).extracting("phase.value").startsWith("plan").endsWith("ship");
    for (var phase : List.of("plan", "server", "client", "ship")) {
      assertThat(project.completions()).containsEntry(phase, 1);
      assertThat(file(phase + ".txt")).hasContent(phase);
    }
    assertThat(git("worktree", "list")).hasSize(1);
  }

  @Test
  void a_phase_that_fails_holds_only_those_that_need_it() throws IOException {
    graph(GRAPH.replace("[server, client]", "[client]"));
    var result = project.run("except server");
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(code(result)).isEqualTo("stuck");
    assertThat(project.completions()).isEqualTo(Map.of("plan", 1, "client", 1, "ship", 1));
    assertThat(project.run("file").status()).isEqualTo(Status.DONE);
    assertThat(project.completions()).containsEntry("server", 1);
  }

  @Test
  void a_phase_that_waits_for_approval_holds_no_other() throws IOException {
    graph(
        GRAPH.replace(
            "{name: client, run", "{name: client, gates: [{approval: client, at: done}], run"));
    var result = project.run("file");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(project.completions()).isEqualTo(Map.of("plan", 1, "server", 1));
    assertThat(file("client.txt")).as("merged before the approval").hasContent("client");
    assertThat(project.run("file").attempts()).as("nothing new").isZero();
  }

  @Test
  void a_conflict_of_two_phases_waits_for_a_person() throws IOException {
    graph(GRAPH);
    var result = project.run("clash");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(code(result)).isEqualTo("phase-blocked");
    assertThat(project.completions()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"item, auth, ' One', ' Two'", "phase, , '', ''"})
  void other_formats_have_tasks_too(String format, String item, String one, String two)
      throws IOException {
    var yaml =
        """
        format: FORMAT
        phases:
          - {name: split-0-plan, number: 0}
          - {name: split-1-code, number: 1, run: {each: tasks}}
        """;
    project.define("split", yaml.replace("FORMAT", format));
    project.start(new CheckpointId(format, "split", item));
    project.at(project.open().runs().overview(false).runs().getFirst().id());
    var plan = project.open().runs().inspect(project.id()).phases().getFirst().name();
    project.run("ok", new RunOptions(null, List.of(), plan, null, false, null, null));
    project.tasks("T001 One", "T002 Two");
    var result = project.run("weak T999 " + file(".git/key"));
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    // In the format item the text of a task is its id.
    assertThat(file("T001" + one + ".txt")).isRegularFile();
    assertThat(file("T002" + two + ".txt")).isRegularFile();
    assertThat(project.attempts())
        .extracting(Attempt::task)
        .containsExactlyInAnyOrder(null, "T001" + one, "T002" + two);
  }
}

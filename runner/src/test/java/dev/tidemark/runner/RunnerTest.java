package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a runner makes of every way in which an agent behaves.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "agents need a POSIX shell")
class RunnerTest {
  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder);
  }

  static String code(RunResult result) {
    var codes = result.blockers().stream().map(Blocker::code).toList();
    return String.join(",", codes);
  }

  @Test
  void a_run_is_driven_through_all_its_phases() throws IOException {
    project.start("design", "code", "test");
    var result = project.run("file");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(project.outcomes()).containsExactly("applied", "applied", "applied");
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1, "test", 1));
    assertThat(project.root.resolve("code.txt")).hasContent("code");
    assertThat(project.open().runs().inspect(project.id()).open()).isFalse();
  }

  @Test
  void a_phase_whose_file_is_lost_before_the_next_step_is_done_again() throws IOException {
    project.start("design", "code");
    project.heard = text -> deleteOnce("design.txt", text, "design: complete");
    assertThat(project.run("file").status()).isEqualTo(Status.DONE);
    assertThat(project.completions()).isEqualTo(Map.of("design", 2, "code", 1));
    assertThat(project.root.resolve("design.txt")).exists();
  }

  @Test
  void a_file_that_is_lost_after_later_work_is_a_question_before_the_next_step()
      throws IOException {
    project.start("design", "code", "test");
    project.heard = text -> deleteOnce("design.txt", text, "code: complete");
    var result = project.run("file");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(code(result)).isEqualTo("doubt");
    assertThat(result.blockers().getFirst().reason())
        .isEqualTo("design.txt, which design reported, is not there");
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1));
  }

  private void deleteOnce(String file, String text, String moment) throws IOException {
    if (text.contains(moment)) {
      project.heard = later -> {};
      Files.delete(project.root.resolve(file));
    }
  }

  @ParameterizedTest
  @CsvSource({"item,debug,auth,4", "phase,kw,,5"})
  void other_formats_are_driven_too(String format, String workflow, String item, int phases)
      throws IOException {
    project.start(new CheckpointId(format, workflow, item));
    var id = project.open().runs().overview(false).runs().getFirst().id();
    assertThat(id.dialect()).isEqualTo(format);
    assertThat(project.at(id).run("ok").attempts()).isEqualTo(phases);
    assertThat(project.open().runs().inspect(id).open()).isFalse();
  }

  @Test
  void a_run_of_the_format_flow_waits_for_the_approval_of_its_requirements() throws IOException {
    project.start(new CheckpointId("flow", "develop", null));
    var result = project.run("flow");
    assertThat(result.status()).isEqualTo(Status.WAITING);
    assertThat(code(result)).isEqualTo("person-needed");
    assertThat(project.completions()).isEqualTo(Map.of("REQUIREMENTS", 1));
  }

  @ParameterizedTest
  @CsvSource({"failing", "flood", "daemon"})
  void a_valid_response_counts_whatever_else_the_agent_does(String mode) throws IOException {
    project.start("design");
    assertThat(project.run(mode).status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied");
    assertThat(project.survivors()).isEmpty();
    assertThat(
            Files.size(
                project.root.resolve(".git/tidemark/main/attempts/state~implement~auth/1/err")))
        .isLessThanOrEqualTo(SupervisedProcess.OUTPUT_MAX);
  }

  @Test
  void a_phase_is_not_complete_before_its_files_are_published() throws IOException {
    project.start("design");
    project.publication = () -> "offline";
    var first = project.run("file");
    assertThat(first.status()).isEqualTo(Status.WAITING);
    assertThat(first.blockers().getFirst().code()).isEqualTo("not-published");
    assertThat(project.outcomes()).containsExactly("unpublished");
    assertThat(project.completions()).isEmpty();

    var when = new ArrayList<Integer>();
    project.publication =
        () -> {
          when.add(project.completions().size());
          return null;
        };
    assertThat(project.run("file").status()).isEqualTo(Status.DONE);
    assertThat(when).startsWith(0);
    assertThat(project.completions()).containsEntry("design", 1);
  }

  @Test
  void what_an_agent_prints_is_there_while_it_works() throws IOException {
    project.start("design");
    var out = project.root.resolve(".git/tidemark/main/attempts/state~implement~auth/1/out");
    project.stopped = () -> Files.isRegularFile(out) && out.toFile().length() == 5;
    project.run("hold");
    assertThat(project.outcomes()).containsExactly("interrupted");
    assertThat(out).content().isEqualTo("here\n");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "output is told from errors in /proc")
  void a_response_that_is_copied_after_the_errors_is_not_lost() throws IOException {
    project.lateOutput().start("design");
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied");
  }

  @Test
  void a_line_that_an_agent_appends_to_the_journal_changes_nothing() throws IOException {
    project.start("design", "code");
    assertThat(project.run("edit").status()).isEqualTo(Status.DONE);
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1));
  }

  @Test
  void the_question_of_an_agent_is_recorded() throws IOException {
    project.start("design");
    project.run("clarify");
    var notes = project.open().runs().inspect(project.id()).notes();
    assertThat(notes).extracting("text").contains("Which port?");
  }

  @Test
  void files_outside_the_patterns_of_writes_fail_the_attempt() throws IOException {
    project
        .define("scoped", "run: {writes: [\"docs/**\"], retries: 0}\nphases: [design]\n")
        .start("design");
    var result = project.run("outside");
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(project.outcomes()).containsExactly("outside");
    assertThat(project.attempts().getFirst().reason()).endsWith("outside.txt");
    assertThat(project.root.resolve("outside.txt")).exists();
    assertThat(project.attempts().getFirst().cost()).isEqualByComparingTo("0.25");
  }

  private static final String SCOPED =
      "run: {writes: [\"docs/**\"], retries: 1}\nphases: [design]\n";

  @Test
  void a_file_outside_writes_counts_until_it_is_as_it_was_before_the_phase() throws IOException {
    project.define("scoped", SCOPED).start("design");

    assertThat(project.run("outside").blockers().getFirst().hint())
        .isEqualTo(
            "Put them back as they were, or accept them:"
                + " tidemark done design --run state/scoped/auth");
    assertThat(project.run("ok").status()).isEqualTo(Status.REFUSED);
    assertThat(project.outcomes()).containsOnly("outside");
    Files.writeString(project.root.resolve("outside.txt"), "another\n");
    assertThat(project.run("ok").status()).isEqualTo(Status.REFUSED);

    assertThat(project.run("undo").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).endsWith("outside", "applied");
  }

  @Test
  void what_others_change_between_two_attempts_is_not_the_agents() throws IOException {
    project.define("scoped", SCOPED).start("design");
    project.run("garbage");
    Files.writeString(project.root.resolve("mine.txt"), "a person's\n");

    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_person_accepts_files_outside_writes_by_completing_the_phase() throws IOException {
    project.define("scoped", SCOPED.replace("[design]", "[design, code]")).start("design", "code");
    project.run("outside");
    var change = new Change.CompletePhase(new PhaseName("design"), PhaseReport.NONE);
    project.change(change);

    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_phase_that_is_completed_while_its_agent_works_settles_no_file_outside_writes()
      throws IOException {
    project
        .define("scoped", SCOPED.replace("[design]", "[design, code, test]"))
        .start("design", "code", "test");
    project.heard =
        text -> {
          if (text.startsWith("design: attempt 1 by")) {
            project.change(new Change.CompletePhase(new PhaseName("design"), PhaseReport.NONE));
          }
        };

    var result = project.run("outside");

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(result.blockers().getFirst().reason())
        .isEqualTo(
            "design was completed while its agent worked: files were changed that design may not"
                + " change: outside.txt");
    assertThat(result.blockers().getFirst().hint())
        .startsWith(
            "Put them back as they were, or accept them: tidemark run --run state/scoped/auth");
    assertThat(project.outcomes()).containsExactly("outside");
  }

  @Test
  void a_run_that_is_started_anew_while_an_agent_works_takes_no_response() throws IOException {
    project.define("scoped", SCOPED.replace("[design]", "[design, code]")).start("design", "code");
    project.heard =
        text -> {
          if (text.startsWith("design: attempt 1 by")) {
            var id = project.id();
            project.change(new Change.StartRun(id.workflow(), id.item(), List.of(), true));
          }
        };

    var result = project.run("ok");

    assertThat(result.blockers()).extracting("code").containsExactly("run-restarted");
    assertThat(project.attempts()).isEmpty();
    assertThat(project.open().runs().inspect(project.id()).currentPhase())
        .isEqualTo(new PhaseName("design"));
    project.heard = text -> {};
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_file_in_a_nested_repository_is_outside_writes_too() throws IOException {
    project.define("scoped", SCOPED).start("design");
    var nested = ScratchRepository.in(Files.createDirectory(project.root.resolve("nested")));
    nested.write("a.txt", "a\n").commit("nested");

    assertThat(project.run("nested").blockers().getFirst().reason()).endsWith(": nested/project");
    assertThat(project.run("ok").status()).isEqualTo(Status.REFUSED);
    Files.writeString(project.root.resolve("nested/project/a.txt"), "a\n");

    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_file_outside_writes_is_found_among_many_changed_ones() throws IOException {
    project.define("scoped", SCOPED).start("design");

    project.run("crowd");

    assertThat(project.attempts().getFirst().reason()).endsWith("may not change: zz.txt");
  }

  @Test
  void a_definition_that_changes_meanwhile_counts_from_the_next_call_on() throws IOException {
    var phases = "phases: [design, code, test]\n";
    project
        .define("feature", "run: {command: [AGENT, ok]}\n" + phases)
        .start("design", "code", "test");
    project.heard =
        text -> {
          if (text.contains("attempt 1 by")) {
            project.define("feature", "run: {command: [AGENT, garbage], retries: 0}\n" + phases);
          }
        };
    var until = new RunOptions(null, List.of(), new PhaseName("code"), null, false, null, null);
    assertThat(project.run("", until).status()).isEqualTo(Status.DONE);
    var changed = "the settings or prompts of feature have changed since attempt 2";
    assertThat(project.told).doesNotContain(changed);
    assertThat(project.run("").status()).isEqualTo(Status.REFUSED);
    assertThat(project.told).containsOnlyOnce(changed);
    assertThat(project.outcomes()).containsExactly("applied", "applied", "no-result");
    project.run("");
    assertThat(project.told).containsOnlyOnce(changed);
  }

  @Test
  void the_definition_names_the_agent_of_each_phase() throws IOException {
    project
        .define(
            "feature",
            """
            run: {command: [AGENT, ok]}
            phases:
              - design
              - name: code
                run: {command: [AGENT, file]}
            """)
        .start("design", "code");
    assertThat(project.run("").status()).isEqualTo(Status.DONE);
    assertThat(project.root.resolve("code.txt")).exists();
    assertThat(project.root.resolve("design.txt")).doesNotExist();
  }

  @Test
  void a_limit_of_cost_is_checked_before_each_attempt() throws IOException {
    project.start("design", "code", "test");
    var limited = new RunOptions(null, List.of(), null, new BigDecimal("1.00"), false, null, null);
    var result = project.run("cost", limited);
    assertThat(result.status()).isEqualTo(Status.BUDGET);
    assertThat(code(result)).isEqualTo("cost-limit");
    assertThat(result.cost()).isEqualTo(new BigDecimal("1.50"));
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1));
  }

  @Test
  void unknown_cost_is_not_zero() throws IOException {
    project.start("design", "code");
    var limited = new RunOptions(null, List.of(), null, new BigDecimal("1.00"), false, null, null);
    var result = project.run("ok", limited);
    assertThat(code(result)).isEqualTo("cost-unknown");
    assertThat(project.completions()).isEqualTo(Map.of("design", 1));
    var allowed = new RunOptions(null, List.of(), null, new BigDecimal("1.00"), true, null, null);
    assertThat(project.run("ok", allowed).status()).isEqualTo(Status.DONE);
  }

  @Test
  void the_runner_stops_after_the_named_phase() throws IOException {
    project.start("design", "code", "test");
    var until = new RunOptions(null, List.of(), new PhaseName("code"), null, false, null, null);
    assertThat(project.run("ok", until).status()).isEqualTo(Status.DONE);
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1));
    assertThat(project.phase()).isEqualTo("test");
  }

  @Test
  void a_stop_ends_the_agent_and_closes_the_attempt() throws IOException {
    project.start("design");
    project.stopped = () -> project.told.size() > 0;
    var result = project.run("hang");
    assertThat(code(result)).isEqualTo("stopped");
    assertThat(project.outcomes()).containsExactly("interrupted");
    assertThat(project.survivors()).isEmpty();
  }

  @Test
  void an_agent_gets_the_listed_variables_and_no_others() throws IOException {
    project.start("design");
    project.run("env " + project.root.resolve("env.txt"));
    var names =
        Files.readAllLines(project.root.resolve("env.txt")).stream()
            .map(line -> line.replaceAll("=.*", ""))
            .filter(name -> !List.of("PWD", "OLDPWD", "SHLVL", "_").contains(name));
    assertThat(names)
        .containsExactlyInAnyOrder(
            "HOME",
            "PATH",
            "TIDEMARK_ATTEMPT",
            "TIDEMARK_ATTEMPT_ID",
            "TIDEMARK_PHASE",
            "TIDEMARK_RUN");
  }

  @Test
  void only_the_user_can_read_the_log_of_an_attempt() throws IOException {
    project.start("design");
    project.run("ok");
    var log = project.root.resolve(".git/tidemark/main/attempts/state~implement~auth");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
        .isEqualTo("rwx------");
    try (var files = Files.walk(log)) {
      assertThat(files.filter(Files::isRegularFile).toList())
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .endsWith("------"));
    }
  }

  @Test
  void a_command_has_no_session_and_is_never_asked_again() throws IOException {
    project.start("design");
    project.run("garbage");
    assertThat(project.attempts()).isNotEmpty().noneMatch(Attempt::isAskedAgain);
  }

  @Test
  void a_program_that_is_not_there_is_reported_without_a_retry() throws IOException {
    project.define("w", "run: {command: [./nowhere]}\nphases: [design]\n").start("design");
    assertThat(code(project.run(""))).isEqualTo("no-program");
    assertThat(project.outcomes()).containsExactly("not-started");
  }

  @Test
  void the_reason_why_a_program_is_not_started_names_the_program() {
    var shell = "/x/attempts/1: 1: exec: ";
    assertThat(SupervisedProcess.startFailure(true, shell + "claude: not found"))
        .isEqualTo("claude is not on PATH");
    assertThat(SupervisedProcess.startFailure(true, shell + "./a.sh: not found"))
        .isEqualTo("./a.sh or its interpreter is not there");
    assertThat(SupervisedProcess.startFailure(true, "gone")).isEqualTo("gone");
    var denied = SupervisedProcess.startFailure(false, shell + "./a.sh: Permission denied");
    assertThat(denied).isEqualTo("./a.sh cannot be executed");
    assertThat(SupervisedProcess.startHint(denied)).isEqualTo("Allow it: chmod +x ./a.sh");
  }

  @Test
  void a_second_runner_of_the_same_run_is_refused() throws IOException {
    project.start("design");
    try (var log = new AttemptLog(project.root, project.id())) {
      assertThat(log.lock()).isTrue();
      assertThat(code(project.run("ok"))).isEqualTo("already-running");
    }
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_refused_second_runner_leaves_the_stop_request_of_the_first() throws IOException {
    project.start("design");
    try (var log = new AttemptLog(project.root, project.id())) {
      assertThat(log.lock()).isTrue();
      log.requestStop(true);
      assertThat(code(project.run("ok"))).isEqualTo("already-running");
      assertThat(log.stopRequest()).isEqualTo(RunnerHost.Stop.NOW);
    }
  }

  @Test
  void a_stop_after_the_attempt_is_remembered_when_its_request_is_gone() throws IOException {
    project.start("design", "code");
    try (var log = new AttemptLog(project.root, project.id())) {
      project.heard =
          text -> {
            if (text.contains("attempt 1 by")) {
              log.requestStop(false);
            } else if (text.contains("stops after this attempt")) {
              log.clearStop();
            }
          };
      assertThat(code(project.run("slow 1"))).isEqualTo("stopped");
    }
    assertThat(project.completions()).isEqualTo(Map.of("design", 1));
  }

  @Test
  void a_phase_without_an_agent_is_refused_before_anything_is_started() throws IOException {
    project.start("design");
    assertThat(code(project.run(""))).isEqualTo("no-agent");
    assertThat(project.attempts()).isEmpty();
  }
}

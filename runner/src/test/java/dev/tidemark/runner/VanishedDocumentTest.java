package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A document or a journal that another program removes while the run is driven.
class VanishedDocumentTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"design: attempt", "code: attempt", "design: complete"})
  void the_runner_stops_and_no_phase_is_done_twice_when_the_file_is_back(String moment)
      throws IOException {
    var project = project();
    project.heard = text -> removeOnce(project.root.resolve(".claude"), text, moment);

    var result = project.run("ok");

    assertThat(result.status()).isEqualTo(Status.WAITING);
    var blocker = result.blockers().getFirst();
    assertThat(blocker.code()).isEqualTo("missing");
    assertThat(blocker.hint()).contains("tidemark restore --run state/plain/auth");
    assertThat(Files.exists(project.root.resolve(".claude"))).isFalse();
    assertThat(project.run("ok").blockers().getFirst().code()).isEqualTo("missing");

    restore(project);
    project.heard = text -> {};
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).containsExactly("applied", "applied", "applied");
    assertThat(project.completions()).isEqualTo(Map.of("design", 1, "code", 1, "test", 1));
  }

  @Test
  void tasks_that_are_done_when_the_file_vanishes_are_not_done_twice() throws IOException {
    var project =
        RunnerProject.in(folder)
            .define(
                "build", "phases: [plan, {name: code, run: {each: tasks, jobs: 2, retries: 0}}]\n")
            .start()
            .tasks("T001 One", "T002 Two");
    project.change(new Change.CompletePhase(new PhaseName("plan"), PhaseReport.NONE));
    project.heard = text -> removeOnce(project.root.resolve(".claude"), text, "code T001: attempt");

    assertThat(project.run("ok").blockers().getFirst().code()).isEqualTo("missing");

    restore(project);
    project.heard = text -> {};
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(project.outcomes()).doesNotContain("open", "refused");
    assertThat(project.attempts().stream().filter(attempt -> "T001".equals(attempt.task())))
        .hasSize(1);
  }

  @Test
  void the_runner_stops_when_the_journal_is_removed() throws IOException {
    var project = project();
    var journal = project.root.resolve(".git/tidemark/main/journal");
    project.heard = text -> removeOnce(journal, text, "design: complete");

    assertThat(project.run("ok").blockers().getFirst().code()).isEqualTo("missing");
    assertThat(project.completions()).doesNotContainKey("code");
  }

  private RunnerProject project() throws IOException {
    return RunnerProject.in(folder).define("plain", "phases: [design, code, test]\n").start();
  }

  private boolean removed;

  private void removeOnce(Path path, String text, String moment) throws IOException {
    if (removed || !text.startsWith(moment)) {
      return;
    }
    removed = true;
    try (var all = Files.walk(path)) {
      for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void restore(RunnerProject project) throws IOException {
    var open = project.open();
    var id = project.id();
    var dialect = open.runs().dialect(id.dialect()).orElseThrow();
    var newest = open.history().history(id).getLast().sequence();
    open.checkpoints().restore(dialect, id, newest, Caller.of(Actor.tool("test")));
  }
}

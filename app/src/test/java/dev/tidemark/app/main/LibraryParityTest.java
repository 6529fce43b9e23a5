package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.library.Project;
import dev.tidemark.library.RunHandle;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.testkit.SettableClock;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The handles of the library and the verbs of the command line leave the same documents and the
/// same entries, and refuse for the same reasons.
@Proves("R-USR-19")
class LibraryParityTest {
  private static final Instant NOW = Instant.parse("2026-02-13T14:30:00.123Z");

  @TempDir private Path temp;

  private CommandLineHarness tidemark(String name) throws IOException {
    var folder = Files.createDirectories(temp.resolve(name));
    var tidemark = CommandLineHarness.fresh(folder).at(new SettableClock(NOW));
    tidemark.scratch().write(".gitignore", ".claude*\n.tidemark/\nmemory/\n").commit("Ignore");
    tidemark
        .scratch()
        .write("memory/reports/demand.json", "{}\n")
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{phases-done: [prepare]}, {review: true},"
                + " {approval: prepare}]}]\n");
    return tidemark;
  }

  private static Project library(ScratchRepository scratch) {
    return Project.around(scratch.root(), scratch.environment(System.getenv()))
        .clock(new SettableClock(NOW))
        .workflowFiles()
        .open();
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/Auth Flow, state/implement/Auth Flow, implementation,"
        + " .claude/state/implement-Auth Flow.json",
    "item/epic/EPIC-001, item/epic/EPIC-001, Decision Sync, docs/checkpoints/epic-EPIC-001.md",
    "phase/dev, phase/dev, 2-plan, .claude-checkpoint.md",
    "flow/develop, flow/develop, REQUIREMENTS, memory/state/phase.json"
  })
  void the_same_steps_leave_the_same_document_and_the_same_entries(
      String name, String id, String phase, String file) throws IOException {
    var tidemark = tidemark("cli");
    var run = " --run '" + id + "'";
    tidemark.after("start '" + name + "' --goal 'Log users in'", "enter '" + phase + "'" + run);
    tidemark.scratch().write("memory/reports/demand.json", "{\"n\": 1}\n");
    tidemark.after(
        "note --tried 'a mutex'" + run,
        "note --question 'Which database?'" + run,
        "note --resolved database" + run,
        "task add 'T004 Write the tests'" + run,
        "task done T004" + run,
        "done '" + phase + "'" + run + " --summary Rotated --created README.md --decision Yes",
        "note --goal 'Log in'" + run);

    var scratch = tidemark("library").scratch();
    var handle = library(scratch).run(name);
    handle.start(start -> start.goal("Log users in")).orThrow();
    steps(library(scratch).run(id), phase, scratch);

    assertThat(masked(scratch, file)).isEqualTo(masked(tidemark.scratch(), file));
    assertThat(entries(library(scratch).run(id).history()))
        .isEqualTo(entries(library(tidemark.scratch()).run(id).history()));
  }

  private static void steps(RunHandle run, String phase, ScratchRepository scratch) {
    run.phase(phase).start().orThrow();
    scratch.write("memory/reports/demand.json", "{\"n\": 1}\n");
    run.note(Note.Kind.TRIED, "a mutex").orThrow();
    run.note(Note.Kind.QUESTION, "Which database?").orThrow();
    run.resolve("database").orThrow();
    run.task(TaskStep.ADD, "T004 Write the tests").orThrow();
    run.task(TaskStep.DONE, "T004").orThrow();
    run.phase(phase)
        .complete(report -> report.summary("Rotated").created("README.md").decision("Yes"))
        .orThrow();
    run.goal("Log in").orThrow();
  }

  @Test
  void the_same_gates_refuse_for_the_same_reasons() throws IOException {
    var tidemark = tidemark("cli").after("start release/v1");
    var refused = tidemark.run("enter publish");

    var run = library(tidemark("library").scratch()).run("release/v1");
    run.start().orThrow();
    var lines = new ArrayList<String>();
    if (run.phase("publish").start().outcome() instanceof Refusal<?> no) {
      for (Blocker blocker : no.blockers()) {
        lines.add("tidemark: " + blocker.reason());
        lines.add("hint: " + blocker.hint());
      }
    }

    assertThat(lines).hasSize(6);
    assertThat(refused.err().lines().toList()).isEqualTo(lines);
  }

  private static String masked(ScratchRepository scratch, String file) throws IOException {
    return Files.readString(scratch.root().resolve(file))
        .replaceAll("wf-[0-9a-f-]+", "WORKFLOW")
        .replaceAll("[0-9a-f]{40}", "COMMIT");
  }

  /// An entry of the history without its actor: a person there, a program here.
  private static List<String> entries(List<HistoryEntry> history) {
    var entries = new ArrayList<String>();
    for (var entry : history) {
      var text = entry.sequence() + " " + entry.at() + " " + entry.events();
      entries.add(
          text.replaceAll("wf-[0-9a-f-]+", "WORKFLOW").replaceAll("[0-9a-f]{40}", "COMMIT"));
    }
    return entries;
  }
}

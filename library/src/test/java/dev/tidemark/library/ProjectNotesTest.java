package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.BriefText;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Goals, notes, files and tasks recorded through the library, in every format.
class ProjectNotesTest {
  @TempDir private Path folder;

  private static void make(Project project, CheckpointId id, Change change) {
    make(project, project.runs().inspect(id).dialect(), id, change);
  }

  private static <C extends Checkpoint> void make(
      Project project, Dialect<C> dialect, CheckpointId id, Change change) {
    var by = Caller.of(Actor.tool("nightly"));
    assertThat(project.checkpoints().apply(dialect, id, change, by).outcome())
        .isInstanceOf(Transition.class);
  }

  @ParameterizedTest
  @CsvSource({
    "state, implement, auth,",
    "state, implement, auth, validation",
    "item, epic, E-1,",
    "item, epic, E-1, 0",
    "phase, dev, ,",
    "phase, dev, , 2-plan",
    "flow, develop, ,"
  })
  void the_brief_has_everything_that_was_recorded(
      String format, String workflow, @Nullable String item, @Nullable String phase) {
    var scratch = ScratchRepository.in(folder).write("src/keys.ts", "export {}");
    var project = Project.around(scratch.root(), scratch.environment(System.getenv())).open();
    var id = new CheckpointId(format, workflow, item);
    make(project, id, new Change.StartRun(workflow, item, List.of(), false));
    if (phase != null) {
      make(project, id, new Change.StartPhase(new PhaseName(phase), PhaseReport.NONE));
    }
    var words = new ArrayList<>(List.of("Rotate the keys", "src/keys.ts", "No cron job"));
    var files = List.of(new Artifact("src/keys.ts", Artifact.Kind.CREATED));
    var notes = new ArrayList<Note>();
    for (var kind :
        List.of(
            Note.Kind.NOTE,
            Note.Kind.TRIED,
            Note.Kind.NEXT,
            Note.Kind.BLOCKED,
            Note.Kind.QUESTION)) {
      notes.add(new Note(kind, null, "about " + kind.word()));
      words.add("about " + kind.word());
    }

    make(project, id, new Change.StateGoal("Rotate the keys"));
    make(
        project,
        id,
        new Change.AmendPhase(
            null, new PhaseReport(null, files, List.of("No cron job"), null), notes, List.of()));
    make(project, id, new ChangeTask(TaskStep.ADD, "Write the tests"));
    words.add("Write the tests");

    var brief = BriefText.of(project.briefs().of(project.runs().inspect(id)));
    assertThat(brief).contains(words);
  }
}

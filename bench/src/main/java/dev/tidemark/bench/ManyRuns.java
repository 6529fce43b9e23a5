package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.item.ItemDialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.DialectOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Fills a project with runs of the item dialect, through the engine: first those that are
/// finished, of which the journals stay, then those that are open.
public final class ManyRuns {
  private static final String WORKFLOW = "debug";
  private static final PhaseName FIRST = new PhaseName("Reproduce");
  private static final PhaseName LAST = new PhaseName("Document");

  private final Project project;
  private final Dialect<?> dialect = ItemDialect.of(Dialects.workflows(List.of()));
  private final Actor actor = Actor.tool("bench");

  private ManyRuns(Project project) {
    this.project = project;
  }

  /// Takes the root of the project, how many finished runs it shall have, and how many open ones.
  public static void main(String[] args) {
    var runs = new ManyRuns(Project.at(Path.of(args[0])).open());
    runs.add("OLD", Integer.parseInt(args[1]), true);
    runs.add("FEAT", Integer.parseInt(args[2]), false);
  }

  private void add(String prefix, int count, boolean finished) {
    for (int i = 1; i <= count; i++) {
      var item = String.format(Locale.ROOT, "%s-%05d", prefix, i);
      var id = new CheckpointId(dialect.name(), WORKFLOW, item);
      apply(id, new Change.StartRun(WORKFLOW, item, List.of(), false));
      apply(id, new Change.CompletePhase(finished ? LAST : FIRST, PhaseReport.NONE));
      if (finished) {
        apply(id, new Change.FinishRun(item));
      }
    }
  }

  private void apply(CheckpointId id, Change change) {
    var by = new Caller(actor, ChangeMode.COMMIT, words(change));
    var changeResult = project.checkpoints().apply(dialect, id, change, by);
    if (!(changeResult.outcome() instanceof Transition)) {
      throw new IllegalStateException("refused: " + changeResult.outcome());
    }
  }

  /// Says what keeps git out of it, and that the phases in between are done.
  private static DialectOptions words(Change change) {
    if (change instanceof Change.StartRun) {
      return DialectOptions.NONE;
    }
    return change instanceof Change.FinishRun
        ? new DialectOptions(Map.of("no-commit", List.of("")))
        : new DialectOptions(Map.of("no-commit", List.of(""), "skip-to", List.of("")));
  }
}

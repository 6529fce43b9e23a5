package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Updates in this process: for each line that comes, enters or completes a phase of the run
/// `implement/auth` in turn, and prints how many nanoseconds that took.
public final class Updates {
  private static final PhaseName PHASE = new PhaseName("implementation");

  private Updates() {}

  /// Takes the root of the project.
  public static void main(String[] args) throws IOException {
    var project = Project.around(Path.of(args[0]), System.getenv()).open();
    var dialect = project.state();
    var id = new CheckpointId(dialect.name(), "implement", "auth");
    var by = Caller.of(Actor.tool("bench"));
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean entered = false;
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var change = entered ? done(line) : new Change.StartPhase(PHASE, PhaseReport.NONE);
      long start = System.nanoTime();
      var changeResult = project.checkpoints().apply(dialect, id, change, by);
      long nanos = System.nanoTime() - start;
      if (!(changeResult.outcome() instanceof Transition)) {
        throw new IllegalStateException("refused: " + changeResult.outcome());
      }
      entered = !entered;
      System.out.println(nanos);
    }
  }

  private static Change done(String summary) {
    var report = new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null);
    return new Change.CompletePhase(PHASE, report);
  }
}

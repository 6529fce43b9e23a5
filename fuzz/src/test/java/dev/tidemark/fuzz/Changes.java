package dev.tidemark.fuzz;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;

/// One change of each kind, of phases that the dialects know.
final class Changes {
  private static final List<String> PHASES =
      List.of("implementation", "design", "2-build", "4-review", "REQUIREMENTS", "VERIFICATION");

  private Changes() {}

  static List<Change> all() {
    var all = new ArrayList<Change>();
    var report =
        new PhaseReport(
            new ContextSummary("Done, *all* | of it: {\"a\": 1}"),
            List.of(new Artifact("src/a b.txt", Artifact.Kind.CREATED)),
            List.of("Use | pipes", "- and dashes"),
            "T002");
    for (var name : PHASES) {
      var phase = new PhaseName(name);
      all.add(new Change.StartPhase(phase, report));
      all.add(new Change.CompletePhase(phase, report));
      all.add(new Change.FailPhase(phase, "It *broke*: | twice", PhaseReport.NONE));
      all.add(new Change.SkipPhase(phase, "Nothing to do"));
      all.add(new Change.ApprovePhase(phase));
    }
    all.add(new Change.AmendPhase(report));
    all.add(new Change.StartRun("implement", "auth", List.of(), false, false));
    all.add(new Change.StartRun("develop", null, List.of(), false, false));
    all.add(new Change.StartRun("epic", "EPIC-001", List.of(), true, true));
    all.add(new Change.SetGate("ship", Change.Judgement.PASSED, List.of("a blocker")));
    all.add(new Change.ForceGate("ship", "because"));
    all.add(new Change.KeepReport("linear", (JsonObject) JsonText.parse("{\"id\":\"A-1\"}")));
    for (var step : TaskStep.values()) {
      all.add(new Change.ChangeTask(step, "task-001"));
    }
    all.add(new Change.ResumeRun());
    all.add(new Change.FinishRun());
    return all;
  }
}

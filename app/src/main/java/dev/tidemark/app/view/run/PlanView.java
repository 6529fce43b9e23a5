package dev.tidemark.app.view.run;

import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.RunPlan;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;

/// View of a plan as JSON; people get a box.
public final class PlanView {
  private PlanView() {}

  /// Returns every phase and task, and which of them are to be done now.
  ///
  /// @param questions how many are open
  public static JsonObject json(Run run, RunPlan plan, int questions, boolean dryRun) {
    var stages = new ArrayList<JsonObject>();
    for (var stage : plan.stages()) {
      stages.add(
          JsonObject.builder()
              .add("phase", stage.name())
              .add("progress", PhaseView.word(stage.status()))
              .add("chosen", stage.chosen())
              .build());
    }
    var tasks = new ArrayList<JsonObject>();
    for (var task : plan.tasks()) {
      tasks.add(
          JsonObject.builder()
              .add("task", task.id())
              .add("phase", task.phase())
              .add("status", task.status())
              .add("description", task.description())
              .add("chosen", task.chosen())
              .build());
    }
    return JsonObject.builder()
        .add("ok", true)
        .add("run", run.id().toString())
        .add("path", run.dialect().locator().pathOf(run.id()))
        .add("phases", JsonArray.of(stages))
        .add("tasks", JsonArray.of(tasks))
        .add("open_questions", questions)
        .add("dry_run", dryRun)
        .add("notices", Views.notices(run.notices()))
        .build();
  }
}

package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.TextBox;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.RunPlan;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// View of plans, progress and problems as boxes of 72 columns.
public final class BoxView {
  private final Run run;
  private final boolean unicode;

  /// Takes the run and the capabilities of its console.
  ///
  /// @param unicode whether the console shows every character
  public BoxView(Run run, boolean unicode) {
    this.run = run;
    this.unicode = unicode;
  }

  /// Returns the plan.
  ///
  /// @param context where it is done, a line each
  /// @param output its expected output, a line each
  public List<String> preview(RunPlan plan, List<String> context, List<String> output) {
    var textBox = new TextBox("PREVIEW  " + run.id(), unicode).section("CONTEXT");
    context.forEach(textBox::add);
    textBox.section("STAGES");
    var tasks = new HashMap<String, List<RunPlan.Task>>();
    for (var task : plan.tasks()) {
      tasks.computeIfAbsent(task.phase(), _ -> new ArrayList<>()).add(task);
    }
    for (var stage : plan.stages()) {
      textBox.add(mark(stage.status()), stage.name() + (stage.chosen() ? "  <- to do" : ""));
      for (var task : tasks.getOrDefault(stage.name(), List.of())) {
        // Without --resume a finished task is chosen like any other: it is to be done again.
        var todo = task.status().equals("complete") ? "  <- again" : "  <- to do";
        var arrow = task.chosen() ? todo : "";
        var text = task.id() + " " + task.status() + "  " + task.description() + arrow;
        textBox.add("  " + mark(task.status()), text);
      }
    }
    textBox.section("OUTPUT");
    output.forEach(textBox::add);
    return textBox.end();
  }

  /// Returns the progress of the run; after a failure, with the remedy.
  ///
  /// @param phases its phases in the order of their numbers
  public List<String> progress(List<Phase> phases) {
    int over = 0;
    var files = new ArrayList<String>();
    for (var phase : phases) {
      boolean done = phase.status() == PhaseStatus.COMPLETE;
      over += done || phase.status() == PhaseStatus.SKIPPED ? 1 : 0;
      phase.artifacts().forEach(artifact -> files.add(artifact.path()));
    }
    var textBox = new TextBox("PROGRESS  " + run.id(), unicode).section("CONTEXT");
    textBox.add(over + " of " + phases.size() + " phases are done").section("STAGES");
    for (var phase : phases) {
      textBox.add(mark(phase.status()), phase.name() + "  " + PhaseView.word(phase.status()));
    }
    textBox.section("OUTPUT").add("checkpoint: " + path());
    files.forEach(textBox::add);
    var lines = new ArrayList<>(textBox.end());
    for (var phase : phases) {
      if (phase.status() == PhaseStatus.FAILED) {
        lines.addAll(error(phase));
      }
    }
    return lines;
  }

  private List<String> error(Phase phase) {
    var name = phase.name().value();
    var reason = phase.failure();
    var id = run.id();
    var textBox =
        new TextBox("ERROR  " + run.id(), unicode)
            .section("STAGE")
            .add(mark(phase.status()), name)
            .section("MESSAGE")
            .add(reason == null || reason.isBlank() ? "no reason given" : reason)
            .section("RECOVERY OPTIONS")
            .add("try it again: " + CommandLines.enter(phase.name(), id));
    if (run.dialect().rules().reordersPhases()) {
      textBox.add("leave it out: " + CommandLines.skip(phase.name(), id));
    }
    return textBox
        .add(
            "go back: "
                + CommandLines.of("history", id)
                + ", then "
                + CommandLines.of("restore --to N", id))
        .section("CHECKPOINT")
        .add(path())
        .section("RESUME")
        .add(CommandLines.of("resume", id))
        .end();
  }

  private String path() {
    return run.dialect().locator().pathOf(run.id());
  }

  private String mark(String task) {
    return switch (task) {
      case "complete", "verified" -> mark(PhaseStatus.COMPLETE);
      case "in_progress", "running" -> mark(PhaseStatus.IN_PROGRESS);
      case "failed" -> mark(PhaseStatus.FAILED);
      case "skipped" -> mark(PhaseStatus.SKIPPED);
      default -> mark(PhaseStatus.PENDING);
    };
  }

  private String mark(PhaseStatus status) {
    if (unicode) {
      return PhaseView.mark(status);
    }
    return switch (status) {
      case PENDING -> "o";
      case IN_PROGRESS -> "*";
      case COMPLETE -> "+";
      case FAILED -> "x";
      case SKIPPED -> "-";
    };
  }
}

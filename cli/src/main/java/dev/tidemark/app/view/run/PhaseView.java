package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;

/// View of a phase.
public final class PhaseView {
  private PhaseView() {}

  /// Returns the phase with its status in the words shared by all dialects (R-COM-12).
  static JsonObject json(Phase phase) {
    var json =
        JsonObject.builder()
            .add("phase", phase.name().value())
            .add("progress", word(phase.status()));
    var started = phase.startedAt();
    var ended = phase.endedAt();
    var summary = phase.summary();
    json.addIfPresent("started_at", started == null ? null : Timestamps.millis(started))
        .addIfPresent("ended_at", ended == null ? null : Timestamps.millis(ended))
        .addIfPresent("summary", summary == null ? null : summary.text())
        .addIfPresent("error", phase.failure())
        .add("files_created", paths(phase, Artifact.Kind.CREATED))
        .add("files_modified", paths(phase, Artifact.Kind.MODIFIED));
    return json.build();
  }

  /// Returns the phase as one line: mark, name, status and the reason of a failure.
  static String line(Phase phase) {
    var line = mark(phase.status()) + " " + phase.name() + "  " + word(phase.status());
    return phase.failure() == null ? line : line + ": " + phase.failure();
  }

  /// Returns the status in the words shared by all dialects.
  public static String word(PhaseStatus status) {
    return switch (status) {
      case PENDING -> "pending";
      case IN_PROGRESS -> "in_progress";
      case COMPLETE -> "complete";
      case FAILED -> "failed";
      case SKIPPED -> "skipped";
    };
  }

  static String mark(PhaseStatus status) {
    return switch (status) {
      case PENDING -> "○";
      case IN_PROGRESS -> "●";
      case COMPLETE -> "✓";
      case FAILED -> "✗";
      case SKIPPED -> "⊘";
    };
  }

  private static List<String> paths(Phase phase, Artifact.Kind kind) {
    var paths = new ArrayList<String>();
    for (var artifact : phase.artifacts()) {
      if (artifact.kind() == kind) {
        paths.add(artifact.path());
      }
    }
    return paths;
  }

  static JsonArray tasks(TaskList tasks) {
    var all = new ArrayList<JsonObject>(tasks.all().size());
    for (var task : tasks.all()) {
      all.add(tasks(task));
    }
    return JsonArray.of(all);
  }

  /// Returns a task: its status, and the word of the checkpoint file for it.
  static JsonObject tasks(PlannedTask task) {
    return JsonObject.builder()
        .add("task", task.id())
        .add("phase", task.phase().value())
        .add("status", task.status().word())
        .add("word", task.word())
        .add("description", task.description())
        .addIfPresent("reason", task.reason())
        .build();
  }

  /// Returns `tasks: 3/7 done; open: ...`; empty if there are no tasks.
  static String tasksLine(TaskList tasks, int most) {
    var open = tasks.open();
    return tasks.isEmpty()
        ? ""
        : "tasks: "
            + tasks.count()
            + " done"
            + (open.isEmpty() ? "" : "; open: " + TaskList.listed(open, most));
  }
}

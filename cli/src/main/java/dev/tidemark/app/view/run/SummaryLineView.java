package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.LocalTimeFormat;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of a run in one line, in every dialect.
final class SummaryLineView {
  private final RunSummary runSummary;
  private final ShownBase shownBase;

  /// Takes the run, and the context of the view.
  SummaryLineView(RunSummary runSummary, ShownBase shownBase) {
    this.runSummary = runSummary;
    this.shownBase = shownBase;
  }

  /// Returns one word for where the run stands.
  String state() {
    return switch (runSummary.state()) {
      case FAILED -> "failed";
      case STUCK -> "stuck";
      case BLOCKED -> "blocked";
      case WAITING -> "waiting";
      case DIVERGED -> "diverged";
      case MISSING -> "missing";
      case DAMAGED -> "damaged";
      case OPEN -> "open";
      case STARTED -> "started";
      case ABANDONED -> "abandoned";
      case DONE -> "done";
    };
  }

  /// Returns why work is blocked, in one line; null if it is not.
  @Nullable String reason() {
    var concerns = runSummary.concerns();
    var obstacle = concerns.obstacle();
    var pendingHumanAction = concerns.pendingAction();
    return switch (runSummary.state()) {
      case FAILED, STUCK, BLOCKED, ABANDONED -> obstacle == null ? state() : obstacle.reason();
      case WAITING ->
          pendingHumanAction == null ? state() : "waits for " + pendingHumanAction.description();
      case DIVERGED, DAMAGED -> problem();
      case MISSING -> missing();
      case OPEN, STARTED, DONE -> null;
    };
  }

  private @Nullable String problem() {
    var problem = runSummary.concerns().problem();
    return problem == null ? null : problem.text();
  }

  /// Returns what is missing. A file that git tracks may be on another branch.
  private String missing() {
    if (runSummary.isJournalGone()) {
      return "the journal was removed";
    }
    var here = shownBase.head().branch();
    var branch = runSummary.branch();
    return branch == null || here == null || branch.equals(here)
        ? "the file was removed outside Tidemark"
        : "the file is not on this branch; last changed on " + branch;
  }

  /// Returns how the recorded commit compares with the one checked out. A run is not stale because
  /// of commits that were made on top of its last save, and a finished run never is.
  Staleness staleness() {
    var saved = runSummary.commit();
    if (!runSummary.open()) {
      return new Staleness(Staleness.Kind.UNKNOWN, saved, shownBase.head().commit());
    }
    var staleness = Staleness.of(saved, shownBase.head());
    return staleness.kind() == Staleness.Kind.MOVED
            && saved != null
            && shownBase.contained().test(saved)
        ? new Staleness(Staleness.Kind.FRESH, saved, staleness.now())
        : staleness;
  }

  /// Returns the time since the last change, as people write it: `3 min`, `2 h`, `9 d`; or its date
  /// and time on request. Empty where unknown.
  String age() {
    var at = runSummary.updatedAt();
    if (at == null) {
      return "";
    }
    var zone = shownBase.zone();
    return zone == null
        ? age(shownBase.now().getEpochSecond() - at.getEpochSecond())
        : LocalTimeFormat.of(at, zone);
  }

  /// Returns whether [#age] is relative.
  boolean isAge() {
    return shownBase.zone() == null;
  }

  /// Returns the command to type next.
  String command() {
    return runSummary.command();
  }

  /// Returns whether the next command is that of any run that can be continued.
  boolean isUsual() {
    return !runSummary.state().needsAction()
        && command().equals(CommandLines.of("resume", runSummary.id()));
  }

  /// Returns how many phases are done of how many, and the phase to work on: `2/7 3-build`.
  String phase() {
    var position = runSummary.position();
    var next = position.next();
    if (next == null && position.total() == 0) {
      return "-";
    }
    return position.done() + "/" + position.total() + (next == null ? "" : " " + next) + tasks();
  }

  /// Returns how many tasks are done: ` (tasks 3/7)`; empty if there are none.
  String tasks() {
    var text = runSummary.position().tasks().text();
    return text.isEmpty() ? "" : " (tasks " + text + ")";
  }

  /// Returns the remarks, in few words; empty if there are none.
  String remarks() {
    var remarks = new ArrayList<String>();
    var concerns = runSummary.concerns();
    var reason = reason();
    if (runSummary.state() == RunSummary.State.DAMAGED
        || runSummary.state() == RunSummary.State.MISSING
        || runSummary.state() == RunSummary.State.DIVERGED) {
      remarks.add(state() + (reason == null ? "" : ": " + reason));
    } else if (reason != null) {
      remarks.add(reason);
    } else if (runSummary.state() != RunSummary.State.OPEN) {
      remarks.add(state());
    }
    if (staleness().kind() == Staleness.Kind.MOVED) {
      remarks.add("stale");
    }
    var doubt = concerns.warning();
    if (doubt != null && runSummary.state() != RunSummary.State.MISSING) {
      remarks.add("in doubt (" + doubt.code() + ")");
    }
    return String.join(", ", remarks);
  }

  /// Returns all fields of the run in a list.
  JsonObject json(String path) {
    var id = runSummary.id();
    var position = runSummary.position();
    var concerns = runSummary.concerns();
    var doubt = concerns.warning();
    var pendingHumanAction = concerns.pendingAction();
    var updated = runSummary.updatedAt();
    var last = runSummary.last();
    return JsonObject.builder()
        .add("run", id.toString())
        .add("format", id.dialect())
        .add("workflow", id.workflow())
        .addOrNull("item", id.item())
        .add("path", path)
        .add("state", state())
        .addOrNull("reason", reason())
        .addOrNull("goal", runSummary.goal())
        .addOrNull("phase", position.next())
        .add("phase_number", position.number())
        .add("phase_count", position.total())
        .add("progress", position.done() + "/" + position.total())
        .addIfPresent(
            "task_progress", position.tasks().total() == 0 ? null : position.tasks().text())
        .addIfPresent("current_task", position.tasks().current())
        .addOrNull("branch", runSummary.branch())
        .add("by", last == null ? JsonNull.NULL : Views.actor(last.by()))
        .addOrNull("updated_at", updated == null ? null : Timestamps.millis(updated))
        .add("stale", staleness().kind() == Staleness.Kind.MOVED)
        .add("in_doubt", doubt != null)
        .add("notices", doubt == null ? JsonArray.EMPTY : Views.notices(List.of(doubt)))
        .addOrNull(
            "waiting_for", pendingHumanAction == null ? null : pendingHumanAction.description())
        .add("command", command())
        .addIfPresent("problem", problem())
        .build();
  }

  private static String age(long seconds) {
    if (seconds < 0) {
      return "";
    }
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min";
    }
    return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
  }
}

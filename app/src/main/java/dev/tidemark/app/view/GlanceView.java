package dev.tidemark.app.view;

import dev.tidemark.engine.Glance;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.resume.Staleness;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of a run in one line, in every dialect.
final class GlanceView {
  private final Glance glance;
  private final Seen seen;

  /// Takes the run, and the context of the view.
  GlanceView(Glance glance, Seen seen) {
    this.glance = glance;
    this.seen = seen;
  }

  /// Returns one word for where the run stands.
  String state() {
    return switch (glance.state()) {
      case FAILED -> "failed";
      case BLOCKED -> "blocked";
      case WAITING -> "waiting";
      case DIVERGED -> "diverged";
      case DAMAGED -> "damaged";
      case OPEN -> "open";
      case STARTED -> "started";
      case DONE -> "done";
    };
  }

  /// Returns why work is blocked, in one line; null if it is not.
  @Nullable String reason() {
    var concerns = glance.concerns();
    var obstacle = concerns.obstacle();
    var waiting = concerns.waiting();
    return switch (glance.state()) {
      case FAILED, BLOCKED -> obstacle == null ? state() : obstacle.reason();
      case WAITING -> waiting == null ? state() : "waits for " + waiting.what();
      case DIVERGED, DAMAGED -> concerns.problem();
      case OPEN, STARTED, DONE -> null;
    };
  }

  /// Returns how the recorded commit compares with the one checked out. A run is not stale because
  /// of commits that were made on top of its last save, and a finished run never is.
  Staleness staleness() {
    var saved = glance.trace().commit();
    if (!glance.open()) {
      return new Staleness(Staleness.Kind.UNKNOWN, saved, seen.head().commit());
    }
    var staleness = Staleness.of(saved, seen.head());
    return staleness.kind() == Staleness.Kind.MOVED && saved != null && seen.contained().test(saved)
        ? new Staleness(Staleness.Kind.FRESH, saved, staleness.now())
        : staleness;
  }

  /// Returns the time since the last change, as people write it: `3 min`, `2 h`, `9 d`; or its date
  /// and time on request. Empty where unknown.
  String age() {
    var at = glance.trace().updatedAt();
    if (at == null) {
      return "";
    }
    var zone = seen.zone();
    return zone == null
        ? age(seen.now().getEpochSecond() - at.getEpochSecond())
        : LocalTimes.of(at, zone);
  }

  /// Returns whether [#age] is relative.
  boolean isAge() {
    return seen.zone() == null;
  }

  /// Returns the command to type next.
  String command() {
    var obstacle = glance.concerns().obstacle();
    var retry = obstacle == null ? null : obstacle.retry();
    return retry == null
        ? CommandLines.of(words(), glance.id())
        : CommandLines.enter(retry, glance.id());
  }

  /// Returns whether the next command is that of any run that can be continued.
  boolean isUsual() {
    return !glance.state().needsAction() && words().equals("resume");
  }

  private String words() {
    var waiting = glance.concerns().waiting();
    return switch (glance.state()) {
      case DAMAGED ->
          waiting != null ? waiting.command() : glance.restorable() ? "restore" : "status";
      case DIVERGED -> "resume";
      // An archived run has no document, and its history has the path of the copy.
      case DONE -> glance.position().total() == 0 ? "history" : "show";
      case WAITING -> waiting == null ? "resume" : waiting.command();
      case FAILED, BLOCKED, STARTED, OPEN -> "resume";
    };
  }

  /// Returns how many phases are done of how many, and the phase to work on: `2/7 3-build`.
  String phase() {
    var position = glance.position();
    var next = position.next();
    if (next == null && position.total() == 0) {
      return "-";
    }
    return position.done() + "/" + position.total() + (next == null ? "" : " " + next) + tasks();
  }

  /// Returns how many tasks are done: ` (tasks 3/7)`; empty if there are none.
  String tasks() {
    var text = glance.position().tasks().text();
    return text.isEmpty() ? "" : " (tasks " + text + ")";
  }

  /// Returns the remarks, in few words; empty if there are none.
  String remarks() {
    var remarks = new ArrayList<String>();
    var concerns = glance.concerns();
    var reason = reason();
    if (glance.state() == Glance.State.DAMAGED || glance.state() == Glance.State.DIVERGED) {
      remarks.add(state() + (reason == null ? "" : ": " + reason));
    } else if (reason != null) {
      remarks.add(reason);
    } else if (glance.state() != Glance.State.OPEN) {
      remarks.add(state());
    }
    if (staleness().kind() == Staleness.Kind.MOVED) {
      remarks.add("stale");
    }
    var doubt = concerns.doubt();
    if (doubt != null) {
      remarks.add("in doubt (" + doubt.code() + ")");
    }
    return String.join(", ", remarks);
  }

  /// Returns all fields of the run in a list.
  JsonObject json(String path) {
    var id = glance.id();
    var position = glance.position();
    var trace = glance.trace();
    var concerns = glance.concerns();
    var doubt = concerns.doubt();
    var waiting = concerns.waiting();
    var updated = trace.updatedAt();
    return JsonObject.builder()
        .add("run", id.toString())
        .add("dialect", id.dialect())
        .add("workflow", id.workflow())
        .addOrNull("item", id.item())
        .add("path", path)
        .add("state", state())
        .addOrNull("reason", reason())
        .addOrNull("goal", glance.goal())
        .addOrNull("phase", position.next())
        .add("phase_number", position.number())
        .add("phase_count", position.total())
        .add("progress", position.done() + "/" + position.total())
        .addIfPresent(
            "task_progress", position.tasks().total() == 0 ? null : position.tasks().text())
        .addIfPresent("current_task", position.tasks().current())
        .addOrNull("branch", trace.branch())
        .addOrNull("updated_at", updated == null ? null : Timestamps.millis(updated))
        .add("stale", staleness().kind() == Staleness.Kind.MOVED)
        .add("in_doubt", doubt != null)
        .add("notices", doubt == null ? JsonArray.EMPTY : Views.notices(List.of(doubt)))
        .addOrNull("waiting_for", waiting == null ? null : waiting.what())
        .add("command", command())
        .addIfPresent("problem", concerns.problem())
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

package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.JsonObject;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.workflow.Outcome.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the answer to a change is shown.
public final class ChangeView {
  private ChangeView() {}

  /// What a change led to.
  ///
  /// @param id which run it was about
  /// @param path where its document is
  /// @param after the checkpoint afterwards; absent if there is none
  /// @param next where work goes on
  /// @param events what happened
  /// @param said what the protocol wants to be said
  /// @param dryRun whether nothing was written
  public record Made(
      CheckpointId id,
      String path,
      @Nullable Checkpoint after,
      ResumePoint next,
      List<Event> events,
      List<String> said,
      boolean dryRun) {

    /// Returns whether nothing is left to do.
    boolean finished() {
      return after != null && after.finished();
    }
  }

  /// Returns `{"ok": true, ...}`.
  public static JsonObject json(Made made, List<Notice> notices) {
    var next = made.next().next();
    return JsonObject.builder()
        .add("ok", true)
        .add("run", made.id().toString())
        .add("path", made.path())
        .add("dry_run", made.dryRun())
        .add("events", Views.events(made.events()))
        .addOrNull("next_phase", next == null ? null : next.value())
        .add("finished", made.finished())
        .add("said", made.said())
        .add("notices", Views.notices(notices))
        .build();
  }

  /// Returns `{"ok": false, "blockers": [...]}`.
  public static JsonObject refusal(String run, Refusal<?> no) {
    return JsonObject.builder()
        .add("ok", false)
        .add("run", run)
        .add("blockers", Views.blockers(no.blockers()))
        .add("said", no.said())
        .add("notices", Views.notices(no.notices()))
        .build();
  }

  /// Returns what happened and what comes next, for people.
  public static List<String> lines(Made made) {
    var lines = new ArrayList<>(made.said());
    var what = new StringBuilder();
    for (var event : made.events()) {
      what.append(what.isEmpty() ? "" : "; ").append(EventView.text(event));
    }
    boolean unnoticed = made.after() == null && made.events().isEmpty();
    if ((unnoticed || !made.said().isEmpty()) && !made.dryRun()) {
      return lines;
    }
    lines.add(
        (made.dryRun() ? "would record for " : "")
            + made.id()
            + ": "
            + (what.isEmpty() ? "nothing to change" : what));
    if (made.dryRun()) {
      lines.add("nothing was written");
    } else if (made.said().isEmpty() && made.after() != null && !made.finished()) {
      lines.add(outlook(made.next()));
    }
    return lines;
  }

  private static String outlook(ResumePoint point) {
    var next = point.next();
    if (next == null) {
      return "next: every phase is done; tidemark finish";
    }
    return next.equals(point.phase())
        ? "in progress: " + next
        : "next: " + next + "  (tidemark enter " + next + ")";
  }
}

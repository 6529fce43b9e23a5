package dev.tidemark.app.view.run;

import dev.tidemark.brief.WorkInProgress;
import dev.tidemark.history.Goal;
import dev.tidemark.history.WorklogJson;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// View of the work in progress on a run, as JSON.
final class WorkView {
  private WorkView() {}

  static Json goal(@Nullable Goal goal) {
    return goal == null
        ? JsonNull.NULL
        : JsonObject.builder().add("text", goal.text()).add("captured", goal.captured()).build();
  }

  static Json inProgress(WorkInProgress work) {
    var phase = work.phase();
    var since = work.since();
    if (phase == null) {
      return JsonNull.NULL;
    }
    var json = JsonObject.builder().add("phase", phase.value());
    json.addIfPresent("title", work.title()).addIfPresent("task", work.tasks().current());
    return since == null ? json.build() : json.add("seconds", since.toSeconds()).build();
  }

  static JsonArray notes(WorkInProgress work) {
    var all = new ArrayList<JsonObject>();
    for (var note : work.notes()) {
      all.add(WorklogJson.of(note));
    }
    return JsonArray.of(all);
  }

  static JsonArray changes(WorkInProgress work) {
    var all = new ArrayList<JsonObject>();
    for (var change : work.changes()) {
      var json = JsonObject.builder().add("path", change.path());
      json.add("kind", change.kind().word()).add("committed", change.committed());
      if (change.added() >= 0) {
        json.add("added", change.added()).add("removed", change.removed());
      }
      all.add(json.build());
    }
    return JsonArray.of(all);
  }

  static Json captured(WorkInProgress work) {
    var capture = work.capture();
    return capture == null ? JsonNull.NULL : WorklogJson.of(capture);
  }
}

package dev.tidemark.app.view.run;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.List;

/// View of ready work.
public final class ReadyView {
  private ReadyView() {}

  /// Returns the items as JSON, the most urgent first.
  public static JsonArray json(List<WorkItem> ready) {
    var all = new ArrayList<JsonObject>();
    for (var item : ready) {
      all.add(
          JsonObject.builder()
              .add("id", item.id())
              .add("title", item.title())
              .add("priority", item.priority())
              .build());
    }
    return JsonArray.of(all);
  }

  /// Returns a line for each item.
  public static List<String> lines(List<WorkItem> ready) {
    var lines = new ArrayList<String>();
    for (var item : ready) {
      lines.add("ready: " + item.id() + " " + item.title());
    }
    return lines;
  }
}

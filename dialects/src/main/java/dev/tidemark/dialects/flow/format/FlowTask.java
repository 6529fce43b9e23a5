package dev.tidemark.dialects.flow.format;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Task of the implementation as recorded in the document.
///
/// @param json its fields, including those of other tools
public record FlowTask(JsonObject json) {
  /// Returns a pending task.
  public static FlowTask pending(String id) {
    return new FlowTask(
        JsonObject.builder()
            .add(FlowKeys.ID, id)
            .add(FlowKeys.STATUS, FlowTaskStatus.PENDING.word())
            .add(FlowKeys.ATTEMPTS, 0)
            .build());
  }

  public String id() {
    var id = json.string(FlowKeys.ID);
    return id == null ? "" : id;
  }

  /// Returns how far it has come; null if the document has no word that is known.
  @Nullable
  public FlowTaskStatus status() {
    return FlowTaskStatus.parse(json.string(FlowKeys.STATUS));
  }

  /// Returns the status in the common model.
  public dev.tidemark.checkpoint.TaskStatus meaning() {
    return dev.tidemark.checkpoint.TaskStatus.of(json.string(FlowKeys.STATUS));
  }

  public boolean hasStatus(FlowTaskStatus status) {
    return status == status();
  }

  /// Returns how often it was tried in vain.
  public long attempts() {
    var number = json.number(FlowKeys.ATTEMPTS);
    return number == null ? 0 : Math.max(0, number.wholeValue().orElse(0));
  }

  /// Returns where its output is or shall be, from the project root.
  public String output() {
    var output = json.string(FlowKeys.OUTPUT);
    return output == null || output.isEmpty() ? "memory/tasks/" + id() + "/output.json" : output;
  }

  /// Returns whether the document names an output.
  public boolean namesOutput() {
    var output = json.string(FlowKeys.OUTPUT);
    return output != null && !output.isEmpty();
  }

  public List<String> dependencies() {
    return json.strings(FlowKeys.DEPENDS_ON);
  }

  /// Returns when work on it began; a time without zone is taken for UTC.
  @Nullable
  public Instant startedAt() {
    var text = json.string(FlowKeys.STARTED_AT);
    if (text == null) {
      return null;
    }
    return Timestamps.parse(text).or(() -> Timestamps.parse(text + "Z")).orElse(null);
  }

  /// Returns whether the start time has no zone.
  public boolean isZoneless() {
    var text = json.string(FlowKeys.STARTED_AT);
    return text != null && Timestamps.parse(text).isEmpty() && startedAt() != null;
  }

  public FlowTask with(String key, String value) {
    return new FlowTask(json.with(key, value));
  }

  public FlowTask with(FlowTaskStatus status) {
    return with(FlowKeys.STATUS, status.word());
  }

  public FlowTask without(String key) {
    return new FlowTask(json.without(key));
  }

  public FlowTask after(List<String> ids) {
    return new FlowTask(json.with(FlowKeys.DEPENDS_ON, JsonArray.ofStrings(ids)));
  }

  /// Returns whether a path names something outside the project, or nothing at all.
  public static boolean leadsOut(String path) {
    if (path.startsWith("/") || path.indexOf('\\') >= 0 || path.indexOf(':') == 1) {
      return true;
    }
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ') {
        return true;
      }
    }
    return ("/" + path + "/").contains("/../");
  }
}

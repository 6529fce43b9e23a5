package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.worker.WorkQueue;
import dev.tidemark.worker.WorkQueue.Listed;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Queue of the shared store: opens it, and lists it. Its libraries are on the class path of a call
/// that needs them only, so no other call may load this class.
public final class SharedQueue {
  private SharedQueue() {}

  /// Opens the queue; returns null if runs are kept in files.
  public static @Nullable WorkQueue open(Session session) {
    var address = session.settings().sharedStore();
    return address == null ? null : WorkQueue.of(address, session.place().environment());
  }

  /// Lists the queue.
  static ExitCode list(Session session) {
    try (var queue = open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      var entries = queue.entries();
      boolean drained = queue.isDrained();
      var all = new ArrayList<JsonObject>();
      var lines = new ArrayList<String>();
      for (var listed : entries) {
        all.add(json(listed));
        lines.add(line(listed));
      }
      if (drained) {
        lines.add("drained: workers take nothing until `tidemark worker --drain --off`");
      } else if (lines.isEmpty()) {
        lines.add("nothing is queued");
      }
      session.show(
          JsonObject.builder()
              .add("ok", true)
              .add("drained", drained)
              .add("queue", JsonArray.of(all))
              .build(),
          lines);
      return ExitCode.SUCCESS;
    }
  }

  private static JsonObject json(Listed listed) {
    var entry = listed.entry();
    return JsonObject.builder()
        .add("run", entry.run().toString())
        .add("state", state(listed))
        .add("due", Timestamps.millis(listed.due()))
        .add("priority", listed.priority())
        .add("tags", JsonArray.ofStrings(entry.tags()))
        .addIfPresent("worker", listed.worker())
        .addIfPresent("reason", entry.reason().isEmpty() ? null : entry.reason())
        .build();
  }

  private static String state(Listed listed) {
    if (listed.worker() != null) {
      return "working";
    }
    return listed.entry().reason().isEmpty() ? "queued" : "waiting";
  }

  private static String line(Listed listed) {
    var entry = listed.entry();
    var line = new StringBuilder(entry.run() + "  " + state(listed));
    if (listed.worker() != null) {
      line.append(" by ").append(listed.worker());
    } else if (!entry.reason().isEmpty()) {
      line.append(": ").append(entry.reason());
    } else if (listed.due().isAfter(listed.now())) {
      line.append(", not before ").append(Timestamps.millis(listed.due()));
    }
    if (!entry.tags().isEmpty()) {
      line.append("  [").append(String.join(", ", entry.tags())).append(']');
    }
    return line.toString();
  }
}

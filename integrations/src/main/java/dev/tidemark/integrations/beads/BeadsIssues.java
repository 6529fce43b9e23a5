package dev.tidemark.integrations.beads;

import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parser of the issues in a JSON lines file.
final class BeadsIssues {
  private final List<Issue> all = new ArrayList<>();
  private final Map<String, Issue> byId = new HashMap<>();
  private int bad;

  private BeadsIssues() {}

  static BeadsIssues of(String text) {
    var beadsIssues = new BeadsIssues();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end;
      beadsIssues.line(text.substring(at, end));
      at = end + 1;
    }
    return beadsIssues;
  }

  private void line(String line) {
    if (line.isBlank()) {
      return;
    }
    try {
      var issue = JsonText.parse(line) instanceof JsonObject object ? Issue.of(object) : null;
      if (issue != null) {
        all.add(issue);
        byId.put(issue.item().id(), issue);
        return;
      }
    } catch (JsonException noJson) {
      // It counts, as every line does that is no issue.
    }
    bad++;
  }

  /// Returns how many lines are no issues.
  int bad() {
    return bad;
  }

  /// Returns the issues that are open and not blocked: the most urgent first, then the oldest.
  List<WorkItem> ready() {
    var ready = new ArrayList<Issue>();
    for (var issue : all) {
      if (issue.status().equals("open") && !isBlocked(issue)) {
        ready.add(issue);
      }
    }
    ready.sort(BeadsIssues::compare);
    var items = new ArrayList<WorkItem>(ready.size());
    for (var issue : ready) {
      items.add(issue.item());
    }
    return items;
  }

  private static int compare(Issue one, Issue other) {
    int order = Integer.compare(one.item().priority(), other.item().priority());
    if (order == 0) {
      order = one.created().compareTo(other.created());
    }
    return order == 0 ? one.item().id().compareTo(other.item().id()) : order;
  }

  /// An issue that is not in the file blocks nothing.
  private boolean isBlocked(Issue issue) {
    for (var id : issue.blockers()) {
      var blocker = byId.get(id);
      if (blocker != null && !blocker.status().equals("closed")) {
        return true;
      }
    }
    return false;
  }

  /// One issue.
  ///
  /// @param item the reported fields
  /// @param status `open`, `in_progress`, `closed` or another word
  /// @param created when, as the file spells it; may be empty
  /// @param blockers the ids of the issues it depends on
  record Issue(WorkItem item, String status, String created, List<String> blockers) {
    /// The default priority of an issue.
    private static final int USUAL = 2;

    /// Reads an issue; null if it has no id.
    static @Nullable Issue of(JsonObject object) {
      var id = object.string("id");
      if (id == null || id.isBlank()) {
        return null;
      }
      var title = text(object, "title");
      long priority =
          object.find("priority") instanceof JsonNumber number
              ? number.wholeValue().orElse(USUAL)
              : USUAL;
      int bounded = Math.clamp(priority, 0, 99);
      var item = new WorkItem(id, title, bounded);
      return new Issue(item, text(object, "status"), text(object, "created_at"), blockers(object));
    }

    private static String text(JsonObject object, String key) {
      var text = object.string(key);
      return text == null ? "" : text;
    }

    private static List<String> blockers(JsonObject object) {
      var blockers = new ArrayList<String>();
      for (var dependency : object.objects("dependencies")) {
        if ("blocks".equals(dependency.string("type"))) {
          blockers.add(text(dependency, "depends_on_id"));
        }
      }
      return blockers;
    }
  }
}

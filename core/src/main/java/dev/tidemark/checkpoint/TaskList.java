package dev.tidemark.checkpoint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tasks of a run, with their count and the current one.
///
/// @param all every task, in the order of the checkpoint file
/// @param current the id of the task that is being worked on; absent if none is
public record TaskList(List<PlannedTask> all, @Nullable String current) {
  /// The code of the notice that lists open tasks when their phase ends.
  public static final String OPEN_TASKS = "open-tasks";

  private static final int LISTED_MAX = 5;

  /// A run without tasks.
  public static final TaskList EMPTY = new TaskList(List.of(), null);

  /// Takes its own copy of the tasks.
  public TaskList {
    all = List.copyOf(all);
  }

  /// Returns whether there are no tasks.
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /// Returns how many tasks are done or skipped.
  public int done() {
    int done = 0;
    for (var task : all) {
      done += task.status().isDone() ? 1 : 0;
    }
    return done;
  }

  /// Returns done and total: `3/7`.
  public String count() {
    return done() + "/" + all.size();
  }

  /// Returns the tasks that are not done, the current one first, the others in their order.
  public List<PlannedTask> open() {
    var open = new ArrayList<PlannedTask>();
    var others = new ArrayList<PlannedTask>();
    for (var task : all) {
      if (!task.status().isDone()) {
        (task.id().equals(current) ? open : others).add(task);
      }
    }
    open.addAll(others);
    return open;
  }

  /// Returns the tasks of a phase that are not done.
  public List<PlannedTask> open(PhaseName phase) {
    var open = new ArrayList<PlannedTask>();
    for (var task : open()) {
      if (task.phase().equals(phase)) {
        open.add(task);
      }
    }
    return open;
  }

  /// Returns the task that is being worked on; null if none is, or the list does not have it.
  public @Nullable PlannedTask currentTask() {
    for (var task : all) {
      if (task.id().equals(current) && !task.status().isDone()) {
        return task;
      }
    }
    return null;
  }

  /// Returns the task that a user or agent means: by its id, by its description, or by its
  /// [number][#byNumber]; null if there is none.
  public @Nullable PlannedTask find(String words) {
    var text = words.strip();
    for (var task : all) {
      if (task.id().equalsIgnoreCase(text)) {
        return task;
      }
    }
    for (var task : all) {
      if (task.description().equalsIgnoreCase(text) || task.title().equalsIgnoreCase(text)) {
        return task;
      }
    }
    for (var task : all) {
      if (isNumbered(task.id(), text)) {
        return task;
      }
    }
    var ids = new ArrayList<String>(all.size());
    for (var task : all) {
      ids.add(task.id());
    }
    int at = byNumber(ids, text);
    return at < 0 ? null : all.get(at);
  }

  /// Returns the index of the only id that a number means: `4` is `T004`. It is the place in the
  /// list only where no id has a number, so that a place never differs from an id; -1 if there is
  /// none.
  public static int byNumber(List<String> ids, String words) {
    if (!isNumber(words)) {
      return -1;
    }
    var number = withoutZeros(words);
    int found = -1;
    boolean numbered = false;
    for (int i = 0; i < ids.size(); i++) {
      int end = numberEnd(ids.get(i));
      var start = ids.get(i).substring(0, Math.max(end, 0));
      var id = isNumbered(ids.get(i), start) ? start : ids.get(i);
      var own = id.indexOf(' ') < 0 ? trailingNumber(id) : "";
      numbered |= !own.isEmpty();
      if (!own.isEmpty() && withoutZeros(own).equals(number)) {
        if (found >= 0 && !ids.get(found).equals(id)) {
          return -1;
        }
        found = found < 0 ? i : found;
      }
    }
    for (int i = 0; i < ids.size() && !numbered; i++) {
      found = Integer.toString(i + 1).equals(words) ? i : found;
    }
    return found;
  }

  /// Returns whether the words are a number.
  public static boolean isNumber(String words) {
    return !words.isEmpty() && trailingNumber(words).length() == words.length();
  }

  private static String trailingNumber(String text) {
    int start = text.length();
    while (start > 0 && text.charAt(start - 1) >= '0' && text.charAt(start - 1) <= '9') {
      start--;
    }
    return text.substring(start);
  }

  private static String withoutZeros(String number) {
    int start = 0;
    while (start < number.length() - 1 && number.charAt(start) == '0') {
      start++;
    }
    return number.substring(start);
  }

  /// Returns whether the text of a task begins with an id such as `T003`. Formats with tasks as
  /// texts have no other field for the id.
  public static boolean isNumbered(String text, String id) {
    int end = id.length();
    return numberEnd(id) == end
        && text.length() > end
        && text.startsWith(id)
        && " :".indexOf(text.charAt(end)) >= 0;
  }

  /// Returns where an id such as `T003` ends at the beginning of a text; -1 if there is none.
  private static int numberEnd(String text) {
    int end = 0;
    if (text.startsWith("T")) {
      end = 1;
      while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
        end++;
      }
    }
    return end > 1 ? end : -1;
  }

  /// Returns the task that has the id which the words of another one begin with: `T003` in `T003
  /// Write the tests`; null if there is none.
  public @Nullable PlannedTask holder(String words) {
    var text = words.strip();
    int end = numberEnd(text);
    var id = text.substring(0, Math.max(end, 0));
    for (var task : all) {
      boolean same = task.id().equals(id) || isNumbered(task.id(), id);
      if (same && isNumbered(text, id)) {
        return task;
      }
    }
    return null;
  }

  /// Returns a new task of the given words: `T003 Write the tests` has an id, `Write the tests`
  /// gets the next free one.
  public PlannedTask newTask(String words, PhaseName phase) {
    var text = words.strip();
    int end = numberEnd(text);
    boolean named = end > 1 && (end == text.length() || " :".indexOf(text.charAt(end)) >= 0);
    var rest = named ? text.substring(end).strip() : text;
    var description = rest.startsWith(":") ? rest.substring(1).strip() : rest;
    var id = named ? text.substring(0, end) : free();
    return PlannedTask.of(id, phase, TaskStatus.PENDING.word(), description);
  }

  private String free() {
    var taken = new HashSet<String>();
    for (var task : all) {
      taken.add(task.id());
    }
    for (int number = all.size() + 1; ; number++) {
      var id = String.format("T%03d", number);
      if (!taken.contains(id)) {
        return id;
      }
    }
  }

  /// Returns the text of the notice that a phase ends with open tasks.
  public static String openText(PhaseName phase, List<PlannedTask> open) {
    return phase
        + " has "
        + (open.size() == 1 ? "an open task: " : open.size() + " open tasks: ")
        + listed(open, LISTED_MAX);
  }

  /// Returns tasks in one line, at most as many as given: `T002 Add it (failed: no network), T003,
  /// 4 more`.
  public static String listed(List<PlannedTask> tasks, int most) {
    var text = new StringBuilder();
    for (int i = 0; i < Math.min(most, tasks.size()); i++) {
      var task = tasks.get(i);
      text.append(text.isEmpty() ? "" : ", ").append(shortened(task.title()));
      if (task.status() != TaskStatus.PENDING) {
        var reason = task.reason();
        text.append(" (").append(task.word().replace('_', ' '));
        text.append(reason == null || reason.isBlank() ? "" : ": " + shortened(reason)).append(')');
      }
    }
    int more = tasks.size() - most;
    return more <= 0 ? text.toString() : text.append(", ").append(more).append(" more").toString();
  }

  private static String shortened(String text) {
    int most = 80;
    return text.length() <= most ? text : text.substring(0, most) + "\u2026";
  }
}

package dev.tidemark.worker;

import java.util.ArrayList;
import java.util.List;

/// Tags: what a phase needs of a machine, such as `linux` or `gpu`. A worker takes entries all of
/// whose tags it has.
///
/// The engine of the queue knows names of tasks only, so each set of tags is a task of its own.
public final class Tags {
  /// How many tags a worker or an entry can have: a worker has a task for each set of its tags.
  public static final int MOST = 6;

  private static final String PHASE = "phase";

  private Tags() {}

  /// Returns the name of the task of entries with these tags.
  ///
  /// @param tags sorted, each once
  static String taskName(List<String> tags) {
    return tags.isEmpty() ? PHASE : PHASE + ":" + String.join(",", tags);
  }

  /// Returns the names of all tasks that a worker with these tags can take.
  static List<String> taskNames(List<String> tags) {
    var sorted = tags.stream().distinct().sorted().toList();
    var names = new ArrayList<String>();
    for (int set = 0; set < 1 << sorted.size(); set++) {
      var chosen = new ArrayList<String>();
      for (int i = 0; i < sorted.size(); i++) {
        if ((set >> i & 1) == 1) {
          chosen.add(sorted.get(i));
        }
      }
      names.add(taskName(chosen));
    }
    return names;
  }
}

package dev.tidemark.brief;

import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Capture;
import dev.tidemark.workflow.fact.FileChange;
import java.util.ArrayList;
import java.util.List;

/// Changed files of one run where several are open in one work tree: a file that a session captured
/// for another run first is that run's.
public final class OwnChanges {
  private OwnChanges() {}

  /// Returns the changes without those of other runs.
  ///
  /// @param others the other open runs
  public static List<FileChange> of(Run run, List<FileChange> changes, List<Run> others) {
    var own = new ArrayList<FileChange>();
    for (var change : changes) {
      if (isCaptured(run, change) || !isCapturedByAny(others, change)) {
        own.add(change);
      }
    }
    return own;
  }

  private static boolean isCapturedByAny(List<Run> runs, FileChange change) {
    for (var run : runs) {
      if (isCaptured(run, change)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCaptured(Run run, FileChange change) {
    var capture = run.document().evidence().worklog().capture();
    return capture != null && has(capture, change.path());
  }

  /// A captured line names its file between the kind of the change and the numbers of lines.
  private static boolean has(Capture capture, String path) {
    for (var line : capture.changes()) {
      int start = line.indexOf(' ') + 1;
      if (line.startsWith(path, start) && isEnd(line, start + path.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEnd(String line, int at) {
    return at == line.length() || line.charAt(at) == ' ';
  }
}

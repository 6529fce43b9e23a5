package dev.tidemark.app.hook.event;

import java.util.List;

/// Parser of the file names in a patch of Codex: `*** Update File: src/a.ts`.
public final class PatchFiles {
  private static final String[] HEADS = {
    "*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"
  };

  private PatchFiles() {}

  /// Adds the files of a patch, each as often as it is named.
  public static void of(String patch, List<String> files) {
    int start = 0;
    while (start < patch.length()) {
      int end = patch.indexOf('\n', start);
      var line = patch.substring(start, end < 0 ? patch.length() : end).strip();
      for (var head : HEADS) {
        if (line.startsWith(head)) {
          files.add(line.substring(head.length()).strip());
        }
      }
      start = end < 0 ? patch.length() : end + 1;
    }
  }
}

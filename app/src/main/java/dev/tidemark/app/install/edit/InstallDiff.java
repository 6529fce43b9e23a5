package dev.tidemark.app.install.edit;

import java.util.ArrayList;
import java.util.List;

/// Line diff of a text file.
public final class InstallDiff {
  private static final int AROUND = 2;

  private InstallDiff() {}

  /// Returns the changed lines behind `-` and `+`, with two lines around them; `...` where lines
  /// are left out.
  public static List<String> of(String before, String after) {
    var was = before.lines().toList();
    var is = after.lines().toList();
    int[][] common = common(was, is);
    var all = new ArrayList<String>();
    int i = 0;
    int j = 0;
    while (i < was.size() || j < is.size()) {
      if (i < was.size() && j < is.size() && was.get(i).equals(is.get(j))) {
        all.add("  " + was.get(i));
        i++;
        j++;
      } else if (j == is.size() || (i < was.size() && common[i + 1][j] >= common[i][j + 1])) {
        all.add("- " + was.get(i++));
      } else {
        all.add("+ " + is.get(j++));
      }
    }
    return near(all);
  }

  /// The lengths of the longest common subsequences of all suffixes; settings files are short.
  private static int[][] common(List<String> was, List<String> is) {
    int[][] common = new int[was.size() + 1][is.size() + 1];
    for (int i = was.size() - 1; i >= 0; i--) {
      for (int j = is.size() - 1; j >= 0; j--) {
        common[i][j] =
            was.get(i).equals(is.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private static List<String> near(List<String> all) {
    var shown = new ArrayList<String>();
    for (int i = 0; i < all.size(); i++) {
      boolean near = false;
      for (int k = Math.max(0, i - AROUND); k <= Math.min(all.size() - 1, i + AROUND); k++) {
        near |= all.get(k).charAt(0) != ' ';
      }
      if (near) {
        shown.add(all.get(i));
      } else if (shown.isEmpty() || !shown.getLast().equals("  ...")) {
        shown.add("  ...");
      }
    }
    return shown;
  }
}

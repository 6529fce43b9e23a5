package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.text.Utf8;

/// Name rules of runs, so that every store can keep each run.
public final class PathRules {
  private PathRules() {}

  /// Makes sure that no part of a path leads elsewhere, and that any disk could have it.
  ///
  /// @param path where the document of the run is, or a part of that, from the project root
  /// @throws ForbiddenException if it does
  public static void check(CheckpointId id, String path) {
    if (path.isEmpty() || path.startsWith("/") || path.endsWith("/") || !Utf8.isEncodable(path)) {
      throw refused(id, "it does not name a file in the project");
    }
    if (path.indexOf(':') == 1) {
      throw refused(id, "it begins with a drive of Windows");
    }
    int start = 0;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      var name = path.substring(start, end);
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw refused(id, "it would lead elsewhere");
      }
      start = end + 1;
    }
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ' || path.charAt(i) == '\\') {
        throw refused(id, "it holds a character that file names cannot have");
      }
    }
  }

  /// Returns the exception for an invalid name of a run.
  public static ForbiddenException refused(CheckpointId id, String why) {
    return new ForbiddenException(
        "no file can be named after " + printable(id) + ": " + why, "Choose another name.");
  }

  /// Returns the exception for two runs with the same file.
  ///
  /// @param place the file
  public static ForbiddenException taken(CheckpointId id, CheckpointId by, String place) {
    return new ForbiddenException(
        id + " would be kept in the file of " + by + " (" + place + ")",
        "Choose another name; the two differ too little for a file name.");
  }

  private static String printable(CheckpointId id) {
    var out = new StringBuilder(id.toString());
    for (int i = 0; i < out.length(); i++) {
      if (Character.isISOControl(out.charAt(i))) {
        out.setCharAt(i, '?');
      }
    }
    return out.toString();
  }
}

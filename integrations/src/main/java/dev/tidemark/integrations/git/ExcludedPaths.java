package dev.tidemark.integrations.git;

import java.util.List;
import java.util.Set;

/// Paths that are no part of the content of a work tree: documents, receipts and definitions, and
/// the work trees of runners.
final class ExcludedPaths {
  /// The endings of the files that Tidemark has in its folders of a work tree.
  private static final Set<String> RECORDS =
      Set.of("json", "jsonl", "gz", "md", "yaml", "yml", "tidemark-tmp", "tmp");

  private ExcludedPaths() {}

  /// Returns whether a path does not count. In a folder of records only records do not: a program
  /// or any other file that is put there counts.
  ///
  /// @param paths files and folders without all that is in them; with a slash at the end, folders
  ///   of records
  static boolean cover(List<String> paths, String path) {
    for (var each : paths) {
      boolean within =
          each.endsWith("/")
              ? path.startsWith(each) && isRecord(path)
              : path.equals(each) || path.startsWith(each + "/");
      if (within) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether a file is a document, a definition, a receipt, or a copy or remainder of one,
  /// by its name.
  private static boolean isRecord(String path) {
    var name = path.substring(path.lastIndexOf('/') + 1);
    return RECORDS.contains(name.substring(name.lastIndexOf('.') + 1))
        || name.indexOf(".corrupt-") > 0;
  }
}

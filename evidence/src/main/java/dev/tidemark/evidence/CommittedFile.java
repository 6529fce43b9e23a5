package dev.tidemark.evidence;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// File of a commit, as its tree has it.
///
/// @param path its path from the project root
/// @param mode its mode in octal digits; `100644` for a plain file
/// @param object the id of its content
/// @param text its content; absent where it is too large, no text, or not needed
public record CommittedFile(String path, String mode, String object, @Nullable String text) {
  private static final String PLAIN = "100644";

  /// The ids of empty content, by SHA-1 and by SHA-256.
  private static final Set<String> EMPTY =
      Set.of(
          "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
          "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813");

  /// Returns whether it is neither executable nor a symbolic link nor a submodule.
  boolean isPlain() {
    return mode.equals(PLAIN);
  }

  /// Returns whether it is an empty `.gitkeep`, by which git keeps a folder.
  boolean isPlaceholder() {
    return path.endsWith("/.gitkeep") && isPlain() && (EMPTY.contains(object) || "".equals(text));
  }

  /// Returns whether it is in a folder.
  boolean isBelow(String folder) {
    return path.startsWith(folder + "/");
  }
}

package dev.tidemark.evidence;

import org.jspecify.annotations.Nullable;

/// File of a commit, as its tree has it.
///
/// @param path its path from the project root
/// @param mode its mode in octal digits; `100644` for a plain file
/// @param object the id of its content
/// @param text its content; absent where it is too large, no text, or not needed
public record CommittedFile(String path, String mode, String object, @Nullable String text) {
  private static final String PLAIN = "100644";

  /// Returns whether it is neither executable nor a symbolic link nor a submodule.
  boolean isPlain() {
    return mode.equals(PLAIN);
  }

  /// Returns whether it is in a folder.
  boolean isBelow(String folder) {
    return path.startsWith(folder + "/");
  }
}

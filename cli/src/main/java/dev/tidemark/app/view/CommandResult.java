package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Result of a command that a server has executed.
///
/// @param exit the exit code of the command line
/// @param json its JSON document, if one was asked for; null if there is none
/// @param text its output as text
/// @param diagnostics its diagnostics
public record CommandResult(int exit, @Nullable JsonObject json, String text, String diagnostics) {
  /// The exit code of an unexpected exception.
  public static final int BUG = 70;

  public boolean succeeded() {
    return exit == 0;
  }

  public boolean isBug() {
    return exit == BUG;
  }
}

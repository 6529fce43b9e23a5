package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import dev.tidemark.store.UncleanedFile;
import java.util.Locale;

/// View of a file that may still hold a secret.
final class UncleanedView {
  private static final int FAILED = 1;

  private UncleanedView() {}

  /// Returns its problem, with the remedy.
  static ProblemView problem(UncleanedFile uncleanedFile) {
    return new ProblemView(
        FAILED,
        "not-cleaned",
        uncleanedFile.path() + " " + said(uncleanedFile),
        hint(uncleanedFile));
  }

  private static String said(UncleanedFile uncleanedFile) {
    return switch (uncleanedFile.reason()) {
      case DAMAGED -> "was not looked into: it is damaged";
      case UNREADABLE -> "was not looked into: it cannot be read";
      case TOO_LARGE -> "was not looked into: it is too large";
      case LINK -> "was not looked into: it is a symbolic link";
      case TOO_DEEP -> "was not looked into: it is a folder too deep down";
      case NAMED -> "has it in its name";
      case FOREIGN -> "holds it and was left as it is";
    };
  }

  private static String hint(UncleanedFile uncleanedFile) {
    return switch (uncleanedFile.reason()) {
      case DAMAGED -> "Remove it, or mend it and run this again; see tidemark doctor.";
      case UNREADABLE -> "Make it readable and run this again, or remove it.";
      case LINK -> "Look into what it leads to by hand.";
      case TOO_LARGE, TOO_DEEP -> "Look into it by hand.";
      case NAMED -> "Rename it or remove it.";
      case FOREIGN -> "Take it out of that file by hand.";
    };
  }

  /// Returns `{"path", "reason", "message", "hint"}`.
  static JsonObject json(UncleanedFile uncleanedFile) {
    return JsonObject.builder()
        .add("path", uncleanedFile.path())
        .add("reason", uncleanedFile.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .add("message", uncleanedFile.path() + " " + said(uncleanedFile))
        .add("hint", hint(uncleanedFile))
        .build();
  }
}

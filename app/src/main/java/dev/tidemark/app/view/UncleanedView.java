package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import dev.tidemark.store.maintenance.UncleanedFile;
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
      case DAMAGED -> "was not searched: it is damaged";
      case UNREADABLE -> "was not searched: it cannot be read";
      case TOO_LARGE -> "was not searched: it is too large";
      case LINK -> "was not searched: it is a symbolic link";
      case TOO_DEEP -> "was not searched: the folder is nested too deeply";
      case NAMED -> "contains the secret in its name";
      case FOREIGN -> "contains the secret and was left unchanged";
    };
  }

  private static String hint(UncleanedFile uncleanedFile) {
    return switch (uncleanedFile.reason()) {
      case DAMAGED -> "Remove it, or fix it and run this again; see tidemark doctor.";
      case UNREADABLE -> "Make it readable and run this again, or remove it.";
      case LINK -> "Check its target by hand.";
      case TOO_LARGE, TOO_DEEP -> "Check it by hand.";
      case NAMED -> "Rename it or remove it.";
      case FOREIGN -> "Remove it from that file by hand.";
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

package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verbs for archived runs.
final class ArchiveVerbs {
  private static final Argument COPY =
      Argument.required("COPY", Values.NAME, "the copy, by its name or where it begins");

  private ArchiveVerbs() {}

  static @Nullable Verb find(String name) {
    return switch (name) {
      case "archive" -> archive();
      case "archive list" -> list();
      case "archive show" -> show();
      case "archive restore" -> restore();
      default -> null;
    };
  }

  private static Verb archive() {
    return new Verb(
        "archive",
        Group.PAST,
        WRITES,
        "move the file of a finished run into the archive, compressed",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark archive --run design/auth", "the file goes, the history stays")));
  }

  private static Verb list() {
    return new Verb(
        "archive list",
        Group.PAST,
        READS,
        "list the archived copies of finished runs",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark archive list", "all of them, oldest first"),
            new Example("tidemark archive list --run design/auth", "those of one run")));
  }

  private static Verb show() {
    return new Verb(
        "archive show",
        Group.PAST,
        READS,
        "show an archived copy as it was",
        List.of(COPY),
        List.of(Option.flag("raw", "the bytes of the file, nothing else")),
        List.of(
            new Example(
                "tidemark archive show design-auth-20261121T013000Z --raw", "byte for byte")));
  }

  private static Verb restore() {
    return new Verb(
        "archive restore",
        Group.PAST,
        WRITES,
        "put an archived copy back; what is there stays in the history",
        List.of(COPY),
        List.of(),
        List.of(
            new Example(
                "tidemark archive restore design-auth-20261121T013000Z", "as it was finished")));
  }

  static Verb redact() {
    return new Verb(
        "redact",
        Group.PAST,
        WRITES,
        "take a secret out of runs and all that is recorded of them",
        List.of(
            Argument.optional("FILE", Values.FILES, "where the secret is; - or left out = stdin")),
        List.of(),
        List.of(
            new Example("tidemark redact --dry-run < secret.txt", "see where it is"),
            new Example("tidemark redact secret.txt --run design/auth", "out of one run only")));
  }

  static Verb export() {
    return new Verb(
        "export",
        Group.PAST,
        WRITES,
        "write all runs with their whole past into one file",
        List.of(Argument.required("FILE", Values.FILES, "the file to make; it must not be there")),
        List.of(),
        List.of(
            new Example("tidemark export ../project.tidemark.zip", "everything, readable by you"),
            new Example("tidemark export project.zip --run design/auth", "one run only")));
  }

  static Verb takeOver() {
    return new Verb(
        "import",
        Group.PAST,
        WRITES,
        "take over what was exported; nothing is overwritten",
        List.of(Argument.required("FILE", Values.FILES, "what export has written")),
        List.of(),
        List.of(
            new Example("tidemark import ../project.tidemark.zip --dry-run", "check it first"),
            new Example("tidemark import ../project.tidemark.zip", "all of it, or nothing")));
  }
}

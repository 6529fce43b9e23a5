package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verbs for archived runs.
final class ArchiveVerbs {
  private static final Argument COPY =
      Argument.required("COPY", ValueKind.NAME, "the archived copy, by name or the start of it");

  private ArchiveVerbs() {}

  static @Nullable CommandSpec find(String name) {
    return switch (name) {
      case "archive" -> archive();
      case "archive list" -> list();
      case "archive show" -> show();
      case "archive restore" -> restore();
      default -> null;
    };
  }

  private static CommandSpec archive() {
    return new CommandSpec(
        "archive",
        CommandGroup.HISTORY,
        WRITES,
        "archive the checkpoint file of a finished run",
        List.of(Argument.run("the only finished one")),
        List.of(),
        List.of(new Example("tidemark archive design/auth", "remove the file, keep the history")));
  }

  private static CommandSpec list() {
    return new CommandSpec(
        "archive list",
        CommandGroup.HISTORY,
        READS,
        "list the archived copies of finished runs",
        List.of(Argument.run("all")),
        List.of(),
        List.of(
            new Example("tidemark archive list", "all copies, oldest first"),
            new Example("tidemark archive list design/auth", "the copies of one run")));
  }

  private static CommandSpec show() {
    return new CommandSpec(
        "archive show",
        CommandGroup.HISTORY,
        READS,
        "show an archived copy",
        List.of(COPY),
        List.of(Option.flag("raw", "print the bytes of the file")),
        List.of(
            new Example(
                "tidemark archive show design-auth-20261121T013000Z --raw", "byte for byte")));
  }

  private static CommandSpec restore() {
    return new CommandSpec(
        "archive restore",
        CommandGroup.HISTORY,
        WRITES,
        "restore an archived copy",
        List.of(COPY),
        List.of(),
        List.of(
            new Example(
                "tidemark archive restore design-auth-20261121T013000Z", "as it was archived")));
  }

  static CommandSpec redact() {
    return new CommandSpec(
        "redact",
        CommandGroup.HISTORY,
        WRITES,
        "remove a secret from runs, history and archives",
        List.of(
            Argument.optional(
                "FILE", ValueKind.FILES, "the file with the secret; default or - = stdin"),
            Argument.run("all")),
        List.of(),
        List.of(
            new Example("tidemark redact --dry-run < secret.txt", "show where it was found"),
            new Example("tidemark redact secret.txt design/auth", "in one run only")));
  }

  static CommandSpec export() {
    return new CommandSpec(
        "export",
        CommandGroup.HISTORY,
        WRITES,
        "export all runs with their history to one file",
        List.of(
            Argument.required("FILE", ValueKind.FILES, "the file to create; it must not exist"),
            Argument.run("all")),
        List.of(),
        List.of(
            new Example("tidemark export ../project.tidemark.zip", "all runs"),
            new Example("tidemark export project.zip design/auth", "one run only")));
  }

  static CommandSpec takeOver() {
    return new CommandSpec(
        "import",
        CommandGroup.HISTORY,
        WRITES,
        "import an export archive; nothing is overwritten",
        List.of(Argument.required("FILE", ValueKind.FILES, "a file that export has written")),
        List.of(),
        List.of(
            new Example("tidemark import ../project.tidemark.zip --dry-run", "check it first"),
            new Example(
                "tidemark import ../project.tidemark.zip", "import all of it, or nothing")));
  }
}

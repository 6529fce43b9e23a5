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

/// Verbs for stores and claims.
final class StoreVerbs {
  private StoreVerbs() {}

  static CommandSpec claim() {
    return new CommandSpec(
        "claim",
        CommandGroup.RESUME,
        WRITES,
        "claim a run of a shared store for this working tree",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "for", "SECONDS", ValueKind.COUNT, "the lease after each change; default 900"),
            Option.flag("hold", "keep running and renew the claim")),
        List.of(
            new Example("tidemark claim implement/auth", "refuse changes by others from now on"),
            new Example(
                "tidemark claim implement/auth --for 60 --hold", "renew while the command runs"),
            new Example("tidemark claim --dry-run", "show who holds the claim")));
  }

  static CommandSpec move() {
    return new CommandSpec(
        "store move",
        CommandGroup.SETUP,
        WRITES,
        "move all runs to a shared store, or back to files",
        List.of(Argument.required("STORE", ValueKind.TEXT, "files, or the address of a database")),
        List.of(
            Option.value(
                "from", "STORE", ValueKind.TEXT, "the source; default: the configured store")),
        List.of(
            new Example(
                "tidemark store move \"postgresql://db/teams?schema=shop\" --dry-run",
                "check first"),
            new Example("tidemark store move files", "back to files, byte for byte")));
  }

  static CommandSpec sync() {
    return new CommandSpec(
        "store sync",
        CommandGroup.SETUP,
        WRITES,
        "update files from a shared store, report differences",
        List.of(Argument.run("all")),
        List.of(Option.flag("take-files", "record the files where they differ")),
        List.of(
            new Example("tidemark store sync --dry-run", "compare only"),
            new Example(
                "tidemark store sync implement/auth --take-files", "keep an external edit")));
  }

  static CommandSpec sql() {
    return new CommandSpec(
        "store sql",
        CommandGroup.SETUP,
        READS,
        "print the SQL for a shared store's tables and roles",
        List.of(),
        List.of(
            Option.value(
                "of", "STORE", ValueKind.TEXT, "the address; default: the configured store")),
        List.of(new Example("tidemark store sql", "for a database administrator")));
  }

  static CommandSpec release() {
    return new CommandSpec(
        "release",
        CommandGroup.RESUME,
        WRITES,
        "release a claimed run",
        List.of(Argument.run()),
        List.of(),
        List.of(new Example("tidemark release implement/auth", "let others claim it")));
  }
}

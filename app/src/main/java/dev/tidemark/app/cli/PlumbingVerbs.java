package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Internal verbs of the build, the tour and the tests.
final class PlumbingVerbs {
  private PlumbingVerbs() {}

  static CommandSpec selfTrain() {
    return new CommandSpec(
        "self-train",
        CommandGroup.PLUMBING,
        READS,
        "run the frequent verbs to record a start-up cache",
        List.of(
            Argument.required(
                "CACHE",
                ValueKind.oneOf(
                    "all", "changes", "hooks", "mcp", "prepare", "quiet", "reads", "serve"),
                "the cache; the projects are prepared first"),
            Argument.required("FOLDER", ValueKind.TEXT, "the folder of the scratch projects")),
        List.of(),
        List.of(
            new Example("tidemark self-train reads DIR", "called when the distribution is built")));
  }

  static CommandSpec crashChild() {
    return new CommandSpec(
        "crash-child",
        CommandGroup.PLUMBING,
        READS,
        "write, stop at a named step and wait to be killed",
        List.of(Argument.rest("WORD", ValueKind.TEXT, "the step and what it needs")),
        List.of(),
        List.of(new Example("tidemark crash-child rename", "called by the tour and by tests")));
  }
}

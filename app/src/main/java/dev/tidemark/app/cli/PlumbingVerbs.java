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

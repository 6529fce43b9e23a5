package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs for gates.
final class GateVerbs {
  private GateVerbs() {}

  static CommandSpec find(String name) {
    return switch (name) {
      case "gate set" -> set();
      case "gate run" -> run();
      case "gate preview" -> preview();
      default -> gate();
    };
  }

  private static CommandSpec gate() {
    return new CommandSpec(
        "gate",
        CommandGroup.GATES,
        WRITES,
        "show the gates of a run, or evaluate one",
        List.of(
            Argument.optional(
                "NAME", ValueKind.NAME, "the gate, by name; ship = the ship gate, without a run"),
            Argument.run()),
        List.of(
            Option.flag("force", "ship: pass the closed gate"),
            Option.value("reason", "TEXT", ValueKind.TEXT, "ship: the reason for --force")),
        List.of(
            new Example("tidemark gate", "all gates of the open run"),
            new Example("tidemark gate tests", "one gate; exit code 3 if it is closed"),
            new Example("tidemark gate implement/auth", "all gates of a run given by name"),
            new Example("tidemark gate ship", "the ship gate"),
            new Example(
                "tidemark gate ship --force --reason \"The outage is worse\"",
                "pass the closed ship gate; recorded in the history")));
  }

  private static CommandSpec set() {
    return new CommandSpec(
        "gate set",
        CommandGroup.GATES,
        WRITES,
        "record a review result for the current working tree",
        List.of(
            Argument.optional("NAME", ValueKind.NAME, "a review gate; default: the ship gate"),
            Argument.run()),
        List.of(
            Option.value(
                "allowed", "ANSWER", ValueKind.oneOf("true", "false"), "the result of the review"),
            Option.value("blocker", "TEXT", ValueKind.TEXT, "a reason against it").repeated()),
        List.of(
            new Example("tidemark gate set --allowed true", "the review passed"),
            new Example(
                "tidemark gate set --allowed false --blocker \"2 tests failing\"",
                "the review failed, with the reason"),
            new Example(
                "tidemark gate set review --allowed true", "for a review gate of the run")));
  }

  private static CommandSpec run() {
    return new CommandSpec(
        "gate run",
        CommandGroup.GATES,
        WRITES,
        "run the command of a gate and record its result",
        List.of(Argument.required("NAME", ValueKind.NAME, "the gate, by name"), Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark gate run tests", "the command in the workflow's definition")));
  }

  private static CommandSpec preview() {
    return new CommandSpec(
        "gate preview",
        CommandGroup.GATES,
        WRITES,
        "wait for the preview deployment, or record its status",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "status",
                "STATUS",
                ValueKind.oneOf("ready", "building", "pending", "failed"),
                "the status; default: as Vercel or gh reports it"),
            Option.value("url", "URL", ValueKind.TEXT, "the address of the deployment")),
        List.of(
            new Example("tidemark gate preview", "wait for the configured time"),
            new Example(
                "tidemark gate preview --status ready --url https://x.test",
                "the deployment is ready"),
            new Example("tidemark gate preview --status failed", "the deployment failed")));
  }
}

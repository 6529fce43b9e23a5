package dev.tidemark.app.command.run;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// The verbs `worker`, `worker list`, `worker remove` and `worker drain`.
public final class WorkerCommands {
  static final String OFF = "off";

  private WorkerCommands() {}

  /// Specification of `worker`.
  public static CommandSpec workerSpec() {
    return new CommandSpec(
        "worker",
        CommandGroup.RUN,
        WRITES,
        "work at the queued runs of the shared store",
        List.of(),
        List.of(
            Option.value("tags", "TAGS", ValueKind.NAME, "what this machine has, as gpu,linux"),
            Option.value("jobs", "N", ValueKind.COUNT, "phases at the same time; default 1"),
            Option.value(
                "lease",
                "SECONDS",
                ValueKind.COUNT,
                "after this silence others take over; default 60"),
            Option.value(
                "poll", "SECONDS", ValueKind.COUNT, "how often to look for work; default 5")),
        List.of(
            new Example("tidemark worker", "until Ctrl-C"),
            new Example("tidemark worker --tags gpu,linux --jobs 4", "four phases at once")));
  }

  /// Specification of `worker list`.
  public static CommandSpec listSpec() {
    return new CommandSpec(
        "worker list",
        CommandGroup.RUN,
        READS,
        "list the queued runs and who works at them",
        List.of(),
        List.of(),
        List.of(new Example("tidemark worker list", "in the order in which they are taken")));
  }

  /// Specification of `worker remove`.
  public static CommandSpec removeSpec() {
    return new CommandSpec(
        "worker remove",
        CommandGroup.RUN,
        WRITES,
        "take a run out of the queue",
        List.of(Argument.run()),
        List.of(),
        List.of(new Example("tidemark worker remove implement/auth", "no worker goes on with it")));
  }

  /// Specification of `worker drain`.
  public static CommandSpec drainSpec() {
    return new CommandSpec(
        "worker drain",
        CommandGroup.RUN,
        WRITES,
        "let all workers finish their phases and take no more",
        List.of(),
        List.of(Option.flag(OFF, "let them take phases again")),
        List.of(
            new Example("tidemark worker drain", "before maintenance"),
            new Example("tidemark worker drain --off", "after it")));
  }
}

package dev.tidemark.app.command.run;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Specification of the verb `worker`, apart from its code: that loads libraries which only workers
/// have on their class path.
public final class WorkerCommand {
  private WorkerCommand() {}

  /// Specification of `worker`.
  public static CommandSpec spec() {
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
                    "poll", "SECONDS", ValueKind.COUNT, "how often to look for work; default 5"),
                Option.flag("drain", "have all workers finish their phases and take no more"),
                Option.flag("off", "with --drain: let them take phases again")),
            List.of(
                new Example("tidemark worker", "until Ctrl-C"),
                new Example("tidemark worker --tags gpu,linux --jobs 4", "four phases at once"),
                new Example("tidemark worker --drain", "before maintenance"),
                new Example("tidemark worker --drain --off", "after it")))
        .mode("drain", WRITES, List.of("off"), List.of("tags", "jobs", "lease", "poll"));
  }
}

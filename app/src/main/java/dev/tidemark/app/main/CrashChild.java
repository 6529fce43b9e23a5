package dev.tidemark.app.main;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static java.util.Locale.ROOT;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Crash test process, the hidden verb `crash-child STEP WORDS...`: executes the words on a disk
/// that stops at a named step of the write, prints READY and waits to be killed. The tour kills it.
final class CrashChild {
  private final CommandLine.Streams streams;
  private final ProcessContext place;

  CrashChild(CommandLine.Streams streams, ProcessContext place) {
    this.streams = streams;
    this.place = place;
  }

  /// Specification of `crash-child`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "crash-child",
        CommandGroup.PLUMBING,
        READS,
        "write, stop at a named step and wait to be killed",
        List.of(Argument.rest("WORD", ValueKind.TEXT, "the step and what it needs")),
        List.of(),
        List.of(new Example("tidemark crash-child rename", "called by the tour and by tests")));
  }

  ExitCode run(List<String> words) {
    var signal = new PrintStream(streams.out(), true, StandardCharsets.UTF_8);
    var moment = WatchedIo.Moment.valueOf(words.getFirst().replace('-', '_').toUpperCase(ROOT));
    var disk = WatchedIo.stoppingAt(moment, new DiskIo(), signal);
    var there = place.opening(new ProjectFactory(disk));
    var rest = words.subList(1, words.size());
    return new CommandLine(streams, there).run(rest.toArray(new String[0]));
  }
}

package dev.tidemark.app.main;

import static java.util.Locale.ROOT;

import dev.tidemark.app.cli.spec.ExitCode;
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

  ExitCode run(List<String> words) {
    var signal = new PrintStream(streams.out(), true, StandardCharsets.UTF_8);
    var moment = WatchedIo.Moment.valueOf(words.getFirst().replace('-', '_').toUpperCase(ROOT));
    var disk = WatchedIo.stoppingAt(moment, new DiskIo(), signal);
    var there = place.opening(new ProjectFactory(disk));
    var rest = words.subList(1, words.size());
    return new CommandLine(streams, there).run(rest.toArray(new String[0]));
  }
}

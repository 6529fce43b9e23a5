package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A process that changes a run over and over, and says so after each change: `ACK n`.
final class KillChild {
  private KillChild() {}

  /// Takes the number of the first change, and the words of all, in which `#` stands for the
  /// number. Ends when the other side has closed the connection.
  public static void main(String[] args) {
    for (int n = Integer.parseInt(args[0]); !System.out.checkError(); n++) {
      var words = new ArrayList<String>();
      for (int i = 1; i < args.length; i++) {
        words.add(args[i].replace("#", Integer.toString(n)));
      }
      var err = new ByteArrayOutputStream();
      var place =
          new ProcessContext(
              Path.of("").toAbsolutePath(),
              System.getenv(),
              InputStream.nullInputStream(),
              new ProjectFactory(new DiskIo()),
              List::of);
      var sink = new ByteArrayOutputStream();
      var ends = Terminal.of(false, false, "UTF-8", Map.of());
      var line = new CommandLine(new CommandLine.Streams(sink, err, ends), place);
      int exit = line.run(words.toArray(new String[0])).code();
      System.out.println((exit == 0 ? "ACK " + n : "NO " + err.toString(UTF_8).strip()));
    }
  }

  /// Starts it where a harness stands.
  static Process start(CommandLineHarness tidemark, int first, String line) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KillChild.class.getName(), Integer.toString(first)));
    command.addAll(CommandLineHarness.split(line));
    var builder = new ProcessBuilder(command).directory(tidemark.folder().toFile());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().putAll(tidemark.environment());
    return builder.start();
  }
}

package dev.tidemark.app.main;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Main class of the program.
public final class Main {
  private Main() {}

  /// Carries out one command line and ends the process with its exit code (R-COM-09).
  public static void main(String[] args) {
    var out = new FileOutputStream(FileDescriptor.out);
    var err = new FileOutputStream(FileDescriptor.err);
    var streams = new CommandLine.Streams(out, err, terminal(System.getenv()));
    var line = new CommandLine(streams, workplace(System.getenv()));
    int code = line.code(args);
    if (code != 0) {
      // All output is flushed and there are no shutdown hooks; an orderly exit would only load
      // logging classes.
      Runtime.getRuntime().halt(code);
    }
  }

  private static ProcessContext workplace(Map<String, String> environment) {
    return new ProcessContext(
        Path.of("").toAbsolutePath(),
        environment,
        new FileInputStream(FileDescriptor.in),
        new ProjectFactory(new DiskIo()),
        Main::program);
  }

  /// The launcher passes the terminal state: asking the shell is free there and costs milliseconds
  /// here.
  private static Terminal terminal(Map<String, String> environment) {
    var ends = System.getProperty("tidemark.terminal", "");
    var locale = System.getProperty("tidemark.locale", "").toUpperCase(Locale.ROOT);
    boolean unicode = locale.isEmpty() || locale.contains("UTF-8") || locale.contains("UTF8");
    return Terminal.of(
        ends.contains("i"), ends.contains("o"), unicode ? "UTF-8" : "US-ASCII", environment);
  }

  /// Returns the words that start this very program, so that the tour can start it again.
  private static List<String> program() {
    var info = ProcessHandle.current().info();
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (var word : info.arguments().orElse(new String[0])) {
      words.add(word);
      if (word.equals(Main.class.getName())) {
        return words;
      }
    }
    var own = List.of("-cp", System.getProperty("java.class.path"), Main.class.getName());
    words.subList(1, words.size()).clear();
    words.addAll(own);
    return words;
  }
}

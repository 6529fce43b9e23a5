package dev.tidemark.app.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Somebody at a pseudo-terminal who runs the command line and answers what it asks.
///
/// @param tidemark where they stand, and with which variables
/// @param scratch where to put the script that plays them
public record AtTerminal(CommandLineHarness tidemark, Path scratch) {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  /// Returns whether this machine can be played on: else only a build server may complain.
  public static boolean isPossible() {
    return (Files.isExecutable(PYTHON) && Files.exists(Path.of("/dev/ptmx")))
        || System.getenv("TIDEMARK_CI") != null;
  }

  /// Has the user run a command at a terminal of their own, say yes, and returns what was said.
  public String person(String... words) {
    return said(words("detach", "y", words));
  }

  /// Has a process of an agent do the same, at a terminal that it made.
  public String agent(String... words) {
    return said(words("stay", "y", words));
  }

  /// Returns the words that have somebody run a command and answer its question.
  ///
  /// @param how `detach` to descend from nobody here, `stay` to descend from who starts it
  List<String> words(String how, String answer, String... words) {
    var script = scratch.resolve("person.py");
    try (var from = AtTerminal.class.getResourceAsStream("/person.py")) {
      Files.write(script, from.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var all = new ArrayList<>(List.of(PYTHON.toString(), script.toString(), how, answer));
    all.addAll(ChildProcess.program("-Dtidemark.terminal=io"));
    all.addAll(List.of(words));
    return all;
  }

  String said(List<String> words) {
    var ran = ChildProcess.command(tidemark, words).end();
    if (ran.exit() != 0) {
      throw new AssertionError(ran.toString());
    }
    return ran.out().replace("\r", "");
  }
}

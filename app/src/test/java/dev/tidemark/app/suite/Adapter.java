package dev.tidemark.app.suite;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A tool that keeps progress, spoken to in the words of `resume-suite/README.md`.
interface Adapter {
  /// What is answered to a verb that the tool has nothing for.
  int CANNOT = 3;

  /// Calls it where the harness stands.
  Ran call(CommandLineHarness at, List<String> words);

  /// Tidemark in this process.
  Adapter TIDEMARK = Adapter::tidemark;

  private static Ran tidemark(CommandLineHarness at, List<String> words) {
    if (words.getFirst().equals("killed")) {
      var rest = words.subList(2, words.size()).stream().map(Adapter::quoted).toList();
      ChildProcess.killedAt(at, words.get(1), String.join(" ", rest));
      return new Ran(0, "", "");
    }
    if (!words.getFirst().equals("brief")) {
      return at.words(words.toArray(new String[0]));
    }
    var options = words.subList(1, words.size());
    var json = at.words(with(options, "resume", "--full", "--json"));
    var text = at.words(with(options, "resume", "--full"));
    var verdict = json.exit() == 0 ? json.json().object("verdict") : null;
    // What cannot be read is no brief but a message, with what mends it.
    boolean mends =
        text.err().contains("tidemark restore")
            || text.err().contains("Restore the journal")
            || text.err().contains("Use a version of");
    var line = mends ? "repair" : "nothing";
    if (verdict != null) {
      var phase = verdict.string("phase");
      line = verdict.string("kind") + (phase == null ? "" : " " + phase);
    }
    return new Ran(0, line + "\n" + text.out() + text.err(), "");
  }

  private static String[] with(List<String> options, String... first) {
    var words = new ArrayList<>(List.of(first));
    words.addAll(options);
    return words.toArray(new String[0]);
  }

  private static String quoted(String word) {
    return "'" + word + "'";
  }

  /// A program of its own.
  static Adapter script(Path program) {
    return (at, words) -> {
      var command = new ArrayList<>(List.of(program.toAbsolutePath().toString()));
      command.addAll(words);
      return ChildProcess.command(at, command).end();
    };
  }
}

package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.main.CommandRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Lines for each verb of the registry, with arguments that do no harm. A verb that is not in the
/// table gets words by what its arguments take, so a new verb is tried without a change here.
public final class VerbLines {
  /// Verbs whose own project is made for them, or that only the build calls.
  private static final List<String> ELSEWHERE = List.of("tour", "crash-child", "hook");

  /// The words of verbs; of several lines between bars.
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("start", "implement/new"),
          Map.entry("note", "--decision Yes --run RUN"),
          Map.entry("task", "add T9 --run RUN"),
          Map.entry(
              "gate set", "--allowed false --blocker No | tests --report README.md --run RUN"),
          Map.entry("gate run", "tests --run RUN"),
          Map.entry("restore", "--to 1 --run RUN"),
          Map.entry("export", "hostile-export.zip"),
          Map.entry("import", "hostile-export.zip"),
          Map.entry("config", "format state"),
          Map.entry("store move", "files"),
          Map.entry("serve token", "list"),
          // It would not end: an address that it refuses has it read the project all the same.
          Map.entry("serve", "--address 203.0.113.1"),
          Map.entry("watch", "--json"),
          Map.entry("issue", "--title Issue"),
          Map.entry("install", "claude-code"));

  private VerbLines() {}

  /// One call.
  ///
  /// @param writes whether the verb may change something
  /// @param line the words
  public record VerbLine(boolean writes, String line) {}

  /// Returns a line for each verb and each of its modes, those that change more than a run last.
  ///
  /// @param run which run the project is about
  /// @param phase a phase of it
  public static List<VerbLine> all(String run, String phase) {
    var lines = new ArrayList<VerbLine>();
    for (var commandSpec : CommandRegistry.VERBS.all()) {
      if (!ELSEWHERE.contains(commandSpec.name())) {
        var line = line(commandSpec, run, phase);
        lines.add(new VerbLine(commandSpec.effect() == CommandEffect.WRITES, line));
        for (var mode : commandSpec.modes()) {
          var option = commandSpec.option(mode.given());
          if (option != null) {
            var value = option.isFlag() ? "" : "=" + word(option.values(), run, phase);
            var words = commandSpec.name() + " --" + option.name() + value;
            lines.add(new VerbLine(mode.effect() == CommandEffect.WRITES, words));
          }
        }
      }
    }
    lines.sort(Comparator.comparing(VerbLine::writes));
    return lines;
  }

  private static List<String> lines(CommandSpec commandSpec, String run, String phase) {
    var words = WORDS.get(commandSpec.name());
    if (words == null) {
      return List.of(line(commandSpec, run, phase));
    }
    var lines = new ArrayList<String>();
    for (var each : words.split(" [|] ", -1)) {
      lines.add((commandSpec.name() + " " + each.replace("RUN", run)).strip());
    }
    return lines;
  }

  private static String line(CommandSpec commandSpec, String run, String phase) {
    var line = new StringBuilder(commandSpec.name());
    boolean named = false;
    for (var argument : commandSpec.arguments()) {
      boolean isRun = argument.values().kind() == ValueKind.Kind.RUNS;
      named |= isRun;
      if (isRun || argument.arity() == Argument.Arity.REQUIRED) {
        line.append(' ').append(word(argument.values(), run, phase));
      }
    }
    if (!named && commandSpec.option("run") != null) {
      line.append(" --run ").append(run);
    }
    return line.toString();
  }

  private static String word(ValueKind valueKind, String run, String phase) {
    return switch (valueKind.kind()) {
      case TEXT, NAME -> "name";
      case RUNS -> run;
      case PHASES -> phase;
      case FILES -> "README.md";
      case FOLDERS -> ".";
      case VERBS -> "status";
      case WORDS, SUGGESTED -> valueKind.words().getFirst();
      case COUNT -> "1";
      case AGE, SINCE -> "30d";
    };
  }
}

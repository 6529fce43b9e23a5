package dev.tidemark.app.cli.help;

import dev.tidemark.app.cli.UsageErrors;
import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.app.view.text.WordWrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Help pages, made from the command table, in 80 columns.
public final class Help {
  /// The largest width of a page.
  public static final int WIDTH = 80;

  /// How many lines the overview has at most: one screen of a terminal.
  static final int SCREEN = 24;

  /// How many lines the page of a verb has at most.
  static final int VERB_LINES = 30;

  /// The topic that lists the options of every verb.
  static final String OPTIONS_TOPIC = "options";

  private static final String PURPOSE =
      "Saves the progress of AI-agent workflows and resumes them.";

  private static final int VERBS = 15;
  private static final int DAILY_COLUMN = 19;
  private static final int ROOM_FOR_EXAMPLES = 4;
  private static final int OPTIONS = 26;
  private static final int CODES = 6;

  private static final List<Situation> DAILY =
      List.of(
          new Situation(
              "Start and record",
              "start",
              "enter",
              "done",
              "fail",
              "skip",
              "note",
              "undo",
              "finish"),
          new Situation("Let an agent work", "install", "run", "watch"),
          new Situation("Resume and inspect", "resume", "status", "list", "why"));

  private final List<StyledLine> lines = new ArrayList<>();

  /// The column of the descriptions.
  private int column = OPTIONS;

  private Help() {}

  /// Daily verbs that are used in one situation.
  private record Situation(String title, List<String> verbs) {
    private Situation(String title, String... verbs) {
      this(title, List.of(verbs));
    }
  }

  /// Prints the help that a call asks for: the daily verbs, all of them, one verb or a topic.
  ///
  /// @param parsedCommand a call of the verb `help`
  /// @param words the options that only some formats take and that the format of the run takes;
  ///   null where no run is determined
  /// @return [ExitCode#USAGE] for a verb that does not exist, after printing that
  public static ExitCode print(
      CommandTable table,
      ParsedCommand parsedCommand,
      Console console,
      @Nullable Set<String> words) {
    String name = String.join(" ", parsedCommand.arguments());
    boolean whole = parsedCommand.name().equals("help") && parsedCommand.has("all");
    if (name.equals(OPTIONS_TOPIC)) {
      options(console);
      return ExitCode.SUCCESS;
    }
    List<CommandSpec> verbs = verbsNamed(table, name);
    HelpTopic helpTopic = HelpTopic.find(name);
    if (helpTopic != null && (verbs.isEmpty() || !console.look().json())) {
      if (!verbs.isEmpty()) {
        show(subcommandLines(name, verbs), console);
        console.line(new StyledLine());
      }
      helpTopic.print(console, whole, word -> table.find(word) != null);
      return ExitCode.SUCCESS;
    }
    if (verbs.isEmpty()) {
      UsageError unknown = UsageErrors.unknownVerb(table, name);
      console.problem(unknown.message(), unknown.hint());
      return ExitCode.USAGE;
    }
    if (console.look().json()) {
      console.json(HelpJson.of(verbs));
    } else {
      show(page(name, verbs, whole, words), console);
    }
    return ExitCode.SUCCESS;
  }

  /// Returns the words that `help` explains beside verbs.
  public static List<String> topics() {
    List<String> topics = new ArrayList<>(HelpTopic.names());
    topics.add(OPTIONS_TOPIC);
    return topics;
  }

  /// Returns whether a call asks about a verb that acts on a run and has options that only some
  /// formats take. `start` begins a run instead.
  public static boolean dependsOnFormat(CommandTable table, ParsedCommand parsedCommand) {
    CommandSpec commandSpec = table.find(String.join(" ", parsedCommand.arguments()));
    if (commandSpec != null
        && commandSpec.group() == CommandGroup.RUN
        && !commandSpec.name().equals("start")) {
      for (Option option : commandSpec.options()) {
        if (!option.formats().isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns the verbs that a name stands for: all for none, one, or those inside `config`.
  private static List<CommandSpec> verbsNamed(CommandTable table, String name) {
    CommandSpec commandSpec = table.find(name);
    if (commandSpec != null) {
      return List.of(commandSpec);
    }
    return name.isEmpty() ? table.shown() : Completion.subcommands(name, table.shown());
  }

  private static void show(List<StyledLine> lines, Console console) {
    for (StyledLine styledLine : lines) {
      console.line(styledLine);
    }
  }

  private static List<StyledLine> page(
      String name, List<CommandSpec> verbs, boolean whole, @Nullable Set<String> words) {
    if (name.isEmpty()) {
      return whole ? allVerbLines(verbs) : overview(verbs);
    }
    return verbs.size() == 1 ? page(verbs.getFirst(), words) : subcommandLines(name, verbs);
  }

  private static List<StyledLine> subcommandLines(String name, List<CommandSpec> verbs) {
    Help help = new Help();
    help.heading("tidemark " + name);
    help.verbs(verbs);
    return help.lines;
  }

  /// Lists verbs, their summaries below each other.
  private void verbs(List<CommandSpec> verbs) {
    column = VERBS;
    for (CommandSpec commandSpec : verbs) {
      column = Math.max(column, commandSpec.name().length() + 4);
    }
    for (CommandSpec commandSpec : verbs) {
      entry(commandSpec.name(), commandSpec.summary());
    }
  }

  /// Returns the daily verbs on one screen.
  private static List<StyledLine> overview(List<CommandSpec> verbs) {
    Help help = new Help();
    help.text(PURPOSE);
    help.text("Usage: tidemark VERB [WORD]... [options]");
    for (Situation situation : DAILY) {
      help.heading(situation.title());
      help.column = DAILY_COLUMN;
      for (String name : situation.verbs()) {
        for (CommandSpec commandSpec : verbs) {
          if (commandSpec.name().equals(name)) {
            help.entry(name, commandSpec.summary());
          }
        }
      }
    }
    help.gap();
    help.text("tidemark help --all lists all verbs, tidemark help VERB explains one verb,");
    help.text("tidemark help TOPIC a topic: " + String.join(", ", HelpTopic.names()) + ".");
    return help.lines;
  }

  private static List<StyledLine> allVerbLines(List<CommandSpec> verbs) {
    Help help = new Help();
    help.text(PURPOSE);
    help.gap();
    help.text("Usage: tidemark VERB [WORD]... [options]");
    for (CommandGroup commandGroup : CommandGroup.values()) {
      if (commandGroup == CommandGroup.PLUMBING) {
        continue;
      }
      help.section(commandGroup.title());
      help.verbs(
          verbs.stream().filter(commandSpec -> commandSpec.group() == commandGroup).toList());
    }
    help.gap();
    help.text(
        "The only open run is found by itself. With several, name one with --run NAME; a shorter"
            + " form of the name will do if it fits only one run.");
    help.gap();
    help.text("tidemark help VERB explains one verb, tidemark help options the global options.");
    return help.lines;
  }

  private static void options(Console console) {
    if (console.look().json()) {
      console.json(HelpJson.of(List.of()));
      return;
    }
    Help help = new Help();
    help.heading("Options of every verb");
    help.options(Globals.OPTIONS, null);
    help.section("Exit codes");
    help.column = CODES;
    for (ExitCode code : ExitCode.values()) {
      help.entry(String.valueOf(code.code()), code.meaning());
    }
    show(help.lines, console);
  }

  private static List<StyledLine> page(CommandSpec commandSpec, @Nullable Set<String> words) {
    Help help = new Help();
    help.lines.add(
        new StyledLine()
            .add(Style.STRONG, "tidemark " + commandSpec.name())
            .add(" - " + commandSpec.summary()));
    help.lines.add(new StyledLine().add("Usage: " + commandSpec.usage()));
    help.gap();
    for (Argument argument : commandSpec.arguments()) {
      help.entry(argument.shown(), argument.meaning());
    }
    help.options(commandSpec.options(), words);
    help.examples(commandSpec.examples());
    help.text("Global options: tidemark help " + OPTIONS_TOPIC);
    return help.lines;
  }

  /// Adds as many examples as the page has room for, all of them in the documentation.
  private void examples(List<Example> examples) {
    int room = VERB_LINES - 1 - lines.size();
    if (room < ROOM_FOR_EXAMPLES) {
      if (room > 0) {
        lines.add(new StyledLine().add("Example: " + shortest(examples)));
      }
      return;
    }
    section("Examples");
    for (Example example : examples) {
      List<String> command = shell(example.line(), WIDTH - 2);
      if (lines.size() + 1 + command.size() < VERB_LINES) {
        lines.add(new StyledLine().add(Style.FAINT, "  # " + example.meaning()));
        for (String line : command) {
          lines.add(new StyledLine().add("  " + line));
        }
      }
    }
  }

  private static String shortest(List<Example> examples) {
    String shortest = examples.getFirst().line();
    for (Example example : examples) {
      shortest = example.line().length() < shortest.length() ? example.line() : shortest;
    }
    return shortest;
  }

  /// Returns a phrase of the table as a sentence.
  public static String sentence(String phrase) {
    return phrase.substring(0, 1).toUpperCase(Locale.ROOT) + phrase.substring(1) + ".";
  }

  /// Adds options: with `words` only those of the run's format, else all, each with its formats.
  private void options(List<Option> options, @Nullable Set<String> words) {
    for (Option option : options) {
      boolean applies =
          words == null || option.formats().isEmpty() || words.contains(option.name());
      if (!option.isHidden() && applies) {
        var formats = words == null ? option.formats() : "";
        entry(option.usage(), meaning(option.ofProtocol(formats)));
      }
    }
  }

  /// Returns the description of an option, with a remark if it is repeatable.
  public static String meaning(Option option) {
    return option.isRepeated() && !option.takesSeveral()
        ? option.described() + "; repeatable"
        : option.described();
  }

  private void section(String title) {
    gap();
    heading(title);
    column = OPTIONS;
  }

  private void heading(String title) {
    lines.add(new StyledLine().add(Style.STRONG, title));
  }

  private void gap() {
    lines.add(new StyledLine());
  }

  private void text(String text) {
    for (String line : WordWrap.lines(text, WIDTH)) {
      lines.add(new StyledLine().add(line));
    }
  }

  private void entry(String term, String meaning) {
    List<String> wrapped = WordWrap.lines(meaning, WIDTH - column);
    String first = "  " + term;
    if (first.length() + 2 > column) {
      lines.add(new StyledLine().add(first));
      first = "";
    }
    for (String line : wrapped) {
      lines.add(new StyledLine().add(first + " ".repeat(column - first.length()) + line));
      first = "";
    }
  }

  /// Returns a command in lines that a shell reads as one: broken at blanks outside quotes, with a
  /// backslash at each end. An option and its value stay together.
  public static List<String> shell(String command, int width) {
    List<String> words = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i <= command.length(); i++) {
      if (i == command.length() || (command.charAt(i) == ' ' && !quoted)) {
        words.add(command.substring(from, i));
        from = i + 1;
      } else if (command.charAt(i) == '"') {
        quoted = !quoted;
      }
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.startsWith("--") && i + 1 < words.size() && !words.get(i + 1).startsWith("--")) {
        word = word + " " + words.get(++i);
      }
      if (!line.isEmpty() && line.length() + word.length() + 3 > width) {
        lines.add(line + " \\");
        line.setLength(0);
        line.append("   ");
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}

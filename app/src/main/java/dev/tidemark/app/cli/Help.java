package dev.tidemark.app.cli;

import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Help texts of the verbs, from the command table, in 80 columns.
public final class Help {
  /// The largest width of a page.
  static final int WIDTH = 80;

  private static final int VERBS = 15;
  private static final int OPTIONS = 26;
  private static final int CODES = 6;

  private final List<Line> lines = new ArrayList<>();

  /// The column of the descriptions.
  private int column = OPTIONS;

  private Help() {}

  /// Prints the requested help: of all verbs, one of them, or those inside `config`.
  ///
  /// @param call a call of the verb `help`
  /// @return [ExitCode#USAGE] for a verb that does not exist, after saying so
  public static ExitCode print(Call call, Screen screen) {
    String name = String.join(" ", call.arguments());
    List<Verb> verbs = about(name);
    Topic topic = Topic.find(name);
    if (topic != null && verbs.isEmpty()) {
      topic.print(screen);
      return ExitCode.SUCCESS;
    }
    if (verbs.isEmpty()) {
      screen.problem(Mistakes.unknownVerb(name).message());
      return ExitCode.USAGE;
    }
    if (screen.look().json()) {
      screen.json(JsonText.compact(HelpJson.of(verbs)));
    } else {
      for (Line line : page(name, verbs)) {
        screen.line(line);
      }
      if (topic != null) {
        screen.line(new Line());
        topic.print(screen);
      }
    }
    return ExitCode.SUCCESS;
  }

  /// Returns the verbs that a name means: all for none, one, or those inside `config`.
  private static List<Verb> about(String name) {
    Verb verb = CommandTable.find(name);
    if (verb != null) {
      return List.of(verb);
    }
    return name.isEmpty() ? CommandTable.shown() : Completion.inside(name, CommandTable.shown());
  }

  private static List<Line> page(String name, List<Verb> verbs) {
    if (name.isEmpty()) {
      return overview(verbs);
    }
    return verbs.size() == 1 ? page(verbs.getFirst()) : inside(name, verbs);
  }

  private static List<Line> inside(String name, List<Verb> verbs) {
    Help help = new Help();
    help.heading("tidemark " + name);
    help.verbs(verbs);
    return help.lines;
  }

  /// Lists verbs, their summaries below each other.
  private void verbs(List<Verb> verbs) {
    column = VERBS;
    for (Verb verb : verbs) {
      column = Math.max(column, verb.name().length() + 4);
    }
    for (Verb verb : verbs) {
      entry(verb.name(), verb.summary());
    }
  }

  private static List<Line> overview(List<Verb> verbs) {
    Help help = new Help();
    help.text("Tidemark keeps how far agents have come, so that a fresh session can go on.");
    help.gap();
    help.text("Usage: tidemark VERB [WORD]... [options]");
    for (Group group : Group.values()) {
      if (group == Group.PLUMBING) {
        continue;
      }
      help.section(group.title());
      help.verbs(verbs.stream().filter(verb -> verb.group() == group).toList());
    }
    help.globals();
    help.section("Exit codes");
    help.column = CODES;
    for (ExitCode code : ExitCode.values()) {
      help.entry(String.valueOf(code.code()), code.meaning());
    }
    help.gap();
    help.text(
        "tidemark help VERB explains one verb, tidemark help TOPIC a topic: "
            + String.join(", ", Topic.names())
            + ". The only open run is found by itself; with several,"
            + " --run NAME says which, and a short form of the name will do where it fits only"
            + " one.");
    return help.lines;
  }

  private static List<Line> page(Verb verb) {
    Help help = new Help();
    help.lines.add(new Line().add(Paint.STRONG, "tidemark " + verb.name()));
    help.text(sentence(verb.summary()));
    help.section("Usage");
    help.lines.add(new Line().add("  " + verb.usage()));
    if (!verb.arguments().isEmpty()) {
      help.section("Arguments");
      for (Argument argument : verb.arguments()) {
        help.entry(argument.shown(), argument.meaning());
      }
    }
    if (!verb.options().isEmpty()) {
      help.section("Options");
      help.options(verb.options());
    }
    help.globals();
    help.section("Examples");
    for (Example example : verb.examples()) {
      help.lines.add(new Line().add(Paint.FAINT, "  # " + example.meaning()));
      for (String line : shell(example.line(), WIDTH - 2)) {
        help.lines.add(new Line().add("  " + line));
      }
    }
    return help.lines;
  }

  /// Returns a phrase of the table as a sentence.
  static String sentence(String phrase) {
    return phrase.substring(0, 1).toUpperCase(Locale.ROOT) + phrase.substring(1) + ".";
  }

  private void globals() {
    section("Every verb also takes");
    options(Globals.OPTIONS);
  }

  private void options(List<Option> options) {
    for (Option option : options) {
      if (!option.isHidden()) {
        entry(option.usage(), meaning(option));
      }
    }
  }

  /// Returns the description of an option, with a remark if it may be repeated.
  static String meaning(Option option) {
    return option.times() == Option.Times.REPEATED
        ? option.meaning() + "; may be repeated"
        : option.meaning();
  }

  private void section(String title) {
    gap();
    heading(title);
    column = OPTIONS;
  }

  private void heading(String title) {
    lines.add(new Line().add(Paint.STRONG, title));
  }

  private void gap() {
    lines.add(new Line());
  }

  private void text(String text) {
    for (String line : wrap(text, WIDTH)) {
      lines.add(new Line().add(line));
    }
  }

  private void entry(String term, String meaning) {
    List<String> wrapped = wrap(meaning, WIDTH - column);
    String first = "  " + term;
    if (first.length() + 2 > column) {
      lines.add(new Line().add(first));
      first = "";
    }
    for (String line : wrapped) {
      lines.add(new Line().add(first + " ".repeat(column - first.length()) + line));
      first = "";
    }
  }

  /// Returns the text in lines of at most that many characters, broken at blanks; a longer word
  /// stands alone.
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /// Returns a command in lines that a shell reads as one: broken at blanks outside quotes, with a
  /// backslash at each end. An option and its value stay together.
  static List<String> shell(String command, int width) {
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

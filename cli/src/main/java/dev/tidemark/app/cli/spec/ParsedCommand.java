package dev.tidemark.app.cli.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parsed command: a verb with its words, validated against the command table.
///
/// Asking for an argument or option that the table does not list for this verb is a bug and throws
/// [IllegalArgumentException].
public final class ParsedCommand implements ParseResult {
  private final CommandSpec commandSpec;
  private final List<String> arguments;
  private final List<String> names;
  private final List<String> values;

  /// @param names the options given, in order, without dashes
  /// @param values the value of each, empty for a flag
  public ParsedCommand(
      CommandSpec commandSpec, List<String> arguments, List<String> names, List<String> values) {
    this.commandSpec = commandSpec;
    this.arguments = arguments;
    this.names = names;
    this.values = values;
  }

  /// Returns the entry of the verb.
  public CommandSpec verb() {
    return commandSpec;
  }

  /// Returns what this call may change.
  public CommandEffect effect() {
    for (Mode mode : commandSpec.modes()) {
      if (mode.isOf(this)) {
        return mode.effect();
      }
    }
    return commandSpec.effect();
  }

  /// Returns why its options do not go together; null if they do.
  public @Nullable UsageError conflict() {
    for (Mode mode : commandSpec.modes()) {
      boolean given = mode.isOf(this);
      for (String option : given ? mode.excluded() : mode.own()) {
        if (has(option)) {
          String other = "--" + option;
          return given
              ? new UsageError(
                  mode.shown() + " and " + other + " exclude each other", "give one of them", null)
              : new UsageError(
                  other + " is an option of " + commandSpec.name() + " " + mode.shown(),
                  "tidemark " + commandSpec.name() + " --help",
                  null);
        }
      }
    }
    return null;
  }

  /// Returns the options given, in order.
  public List<String> givenNames() {
    return names;
  }

  /// Returns the value of each option given, empty for a flag.
  public List<String> givenValues() {
    return values;
  }

  /// Returns the words of a command line that say the same.
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(name().split(" ")));
    for (int i = 0; i < names.size(); i++) {
      Option option = commandSpec.option(names.get(i));
      boolean flag = option == null || option.isFlag();
      words.add("--" + names.get(i) + (flag ? "" : "=" + values.get(i)));
    }
    if (!arguments.isEmpty()) {
      words.add("--");
      words.addAll(arguments);
    }
    return words;
  }

  /// Returns the name of the verb: `done`, `gate set`.
  public String name() {
    return commandSpec.name();
  }

  /// Returns all words that are not options, in order.
  public List<String> arguments() {
    return arguments;
  }

  /// Returns the word in the place of that name; null where an optional one was left out.
  public @Nullable String argument(String name) {
    List<Argument> places = commandSpec.arguments();
    for (int i = 0; i < places.size(); i++) {
      if (places.get(i).name().equals(name)) {
        return i < arguments.size() ? arguments.get(i) : null;
      }
    }
    throw new IllegalArgumentException(commandSpec.name() + " has no argument " + name);
  }

  /// Returns the word in the place of that name, which the table requires.
  public String required(String name) {
    String word = argument(name);
    if (word == null) {
      throw new IllegalArgumentException(commandSpec.name() + " does not require " + name);
    }
    return word;
  }

  /// Returns whether the option was given.
  public boolean has(String option) {
    return value(option) != null;
  }

  /// Returns the value of an option, empty for a flag; null where it was not given.
  public @Nullable String value(String option) {
    check(option);
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(option)) {
        return values.get(i);
      }
    }
    return null;
  }

  /// Returns every value of an option, in the order given.
  public List<String> values(String option) {
    check(option);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(option)) {
        all.add(values.get(i));
      }
    }
    return all;
  }

  /// Returns the number an option of that kind was given, or `otherwise` where it was not.
  public int count(String option, int otherwise) {
    String value = value(option);
    return value == null ? otherwise : count(value);
  }

  /// Returns the length of time an option of that kind was given; null where it was not.
  public @Nullable Duration age(String option) {
    String value = value(option);
    return value == null ? null : AgeReader.parse(value);
  }

  /// Returns the moment from which on something is wanted: an age before now, a date, or a date and
  /// a time; null where the option is not given.
  public @Nullable Instant since(String option, Instant now) {
    String value = value(option);
    return value == null ? null : AgeReader.since(value, now);
  }

  /// Returns those options given that only some protocol understands, each once.
  public List<String> details() {
    List<String> details = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Option option = commandSpec.option(names.get(i));
      if (option != null && option.isDetail() && !details.contains(option.name())) {
        details.add(option.name());
      }
    }
    return details;
  }

  /// Returns whether an option takes files.
  public boolean takesFiles(String option) {
    var found = commandSpec.option(option);
    return found != null && found.values().kind() == ValueKind.Kind.FILES;
  }

  private void check(String option) {
    if (commandSpec.option(option) == null) {
      throw new IllegalArgumentException(commandSpec.name() + " has no option --" + option);
    }
  }

  /// Returns the number that decimal digits spell, at most 999,999,999; -1 for anything else.
  static int count(String digits) {
    if (digits.isEmpty() || digits.length() > 9) {
      return -1;
    }
    int n = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      n = n * 10 + (c - '0');
    }
    return n;
  }
}

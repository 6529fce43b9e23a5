package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Usage errors, each with a hint: what was probably meant, or the command that explains it. Only a
/// wrong command line loads this class.
public final class UsageErrors {
  private UsageErrors() {}

  public static UsageError unknownVerb(CommandTable table, String word) {
    List<String> known = new ArrayList<>();
    for (CommandSpec commandSpec : table.shown()) {
      String name = commandSpec.name();
      int space = name.indexOf(' ');
      String first = space < 0 ? name : name.substring(0, space);
      if (!known.contains(first)) {
        known.add(first);
      }
    }
    String meant = Synonyms.meant(word);
    return withSuggestion(
        "unknown verb \"" + word + "\"",
        meant == null ? UsageError.nearestWord(word, known) : meant,
        "tidemark help --all");
  }

  /// @param outer the first word, such as `config`
  /// @param word the second, or null where there is none
  static UsageError unknownInner(CommandTable table, String outer, @Nullable String word) {
    List<String> inner = new ArrayList<>();
    for (CommandSpec commandSpec : table.shown()) {
      if (commandSpec.name().startsWith(outer + " ")) {
        inner.add(commandSpec.name().substring(outer.length() + 1));
      }
    }
    String hint = "tidemark help " + outer;
    if (word == null) {
      return new UsageError(outer + " needs " + UsageError.choice(inner), hint, null);
    }
    String meant = Synonyms.meant(outer + " " + word);
    String nearest = UsageError.nearestWord(word, inner);
    return withSuggestion(
        "unknown verb \""
            + outer
            + " "
            + word
            + "\"; "
            + outer
            + " needs "
            + UsageError.choice(inner),
        meant != null ? meant : nearest == null ? null : outer + " " + nearest,
        hint);
  }

  /// @param commandSpec null while no verb has been read
  static UsageError unknownOption(
      CommandTable table, String word, @Nullable CommandSpec commandSpec) {
    String name = word.startsWith("--") ? word.substring(2) : word.substring(1);
    List<String> known = names(Globals.OPTIONS);
    if (commandSpec != null) {
      known.addAll(names(commandSpec.options()));
    } else if (belongsToSomeVerb(table, name)) {
      return new UsageError(
          "option --" + name + " comes before its verb", "write it after the verb", null);
    }
    String nearest = UsageError.nearestWord(name, known);
    return withSuggestion(
        "unknown option " + word, nearest == null ? null : "--" + nearest, explain(commandSpec));
  }

  private static String explain(@Nullable CommandSpec commandSpec) {
    return commandSpec == null
        ? "tidemark help options"
        : "tidemark " + commandSpec.name() + " --help";
  }

  private static boolean belongsToSomeVerb(CommandTable table, String name) {
    for (CommandSpec commandSpec : table.shown()) {
      if (Globals.findIn(commandSpec.options(), name) != null) {
        return true;
      }
    }
    return false;
  }

  private static List<String> names(List<Option> options) {
    List<String> names = new ArrayList<>();
    for (Option option : options) {
      if (!option.isHidden()) {
        names.add(option.name());
      }
    }
    return names;
  }

  static UsageError missing(CommandSpec commandSpec, Argument argument) {
    boolean fixed = argument.values().kind() == ValueKind.Kind.WORDS;
    String values = UsageError.choice(argument.values().words());
    return new UsageError(
        commandSpec.name()
            + " needs "
            + argument.name()
            + ": "
            + (fixed ? values : argument.meaning()),
        commandSpec.usage(),
        null);
  }

  /// The word that a verb needs may be among the values of an option that takes several.
  static UsageError taken(CommandSpec commandSpec, Argument argument, Option option) {
    return new UsageError(
        commandSpec.name()
            + " needs "
            + argument.name()
            + "; the words behind --"
            + option.name()
            + " are files",
        "tidemark " + commandSpec.name() + " " + argument.name() + " " + option.usage(),
        null);
  }

  /// Words behind the last place: parts of a text that lack quotes, a run or a reason.
  ///
  /// @param words the command line
  static UsageError tooMany(CommandSpec commandSpec, List<String> arguments, List<String> words) {
    var places = commandSpec.words();
    var more = arguments.get(places.size());
    var what = "unexpected argument \"" + more + "\"";
    int value = words.indexOf(more) - 1;
    var option = value > 0 ? Globals.findIn(commandSpec.options(), dashed(words, value)) : null;
    if (option != null && option.values().isText()) {
      int end = value;
      while (end < words.size() && !words.get(end).startsWith("--")) {
        end++;
      }
      var text = CommandLines.word(String.join(" ", words.subList(value, end)));
      return new UsageError(what, "quote the text: --" + option.name() + " " + text, null);
    }
    if (places.isEmpty()) {
      var meant = Synonyms.meant(commandSpec.name() + " " + more);
      return withSuggestion(what, meant, explain(commandSpec));
    }
    var place = places.getLast();
    if (place.isRun()) {
      return commandSpec.option("abandon") == null
          ? withSuggestion(what, String.join("/", arguments), explain(commandSpec))
          : new UsageError(what, "quote a text of several words: " + commandSpec.usage(), null);
    }
    int last = places.size() - (place.values().isText() ? 1 : 0);
    var line = new StringBuilder("tidemark ").append(commandSpec.name());
    for (var word : arguments.subList(0, last)) {
      line.append(' ').append(CommandLines.word(word));
    }
    var rest = CommandLines.word(String.join(" ", arguments.subList(last, arguments.size())));
    if (place.values().isText()) {
      return new UsageError(what, "quote the text: " + line + " " + rest, null);
    }
    if (!place.values().equals(ValueKind.PHASES)) {
      return new UsageError(what, explain(commandSpec), null);
    }
    boolean path = more.indexOf('/') > 0 && arguments.size() == places.size() + 1;
    return commandSpec.name().matches("fail|skip") && !path
        ? new UsageError(what, "name the reason: " + line + " --reason " + rest, null)
        : new UsageError(
            what, "the run is named by --run: " + line + " --run " + CommandLines.word(more), null);
  }

  /// Returns the name of the option before a word; empty where none is.
  private static String dashed(List<String> words, int value) {
    String before = words.get(value - 1);
    return before.startsWith("--") ? before.substring(2) : "";
  }

  static UsageError noValue(Option option, @Nullable String next) {
    String way =
        next == null
            ? option.usage()
            : "write a value that begins with -- as --" + option.name() + "=VALUE";
    return new UsageError("--" + option.name() + " needs a value", way, null);
  }

  static UsageError givenTwice(String label) {
    return new UsageError(label + " is given twice", "give it once", null);
  }

  static UsageError twoRuns(String word, String option) {
    return new UsageError(
        "two runs are named: " + word + " and --run " + option, "name one of them", null);
  }

  static UsageError takesNoValue(Option option) {
    return new UsageError("--" + option.name() + " takes no value", "--" + option.name(), null);
  }

  /// @param commandSpec null while no verb has been read
  /// @param fault what is wrong with the value, after the name of its place
  static UsageError wrongValue(@Nullable CommandSpec commandSpec, String fault) {
    return new UsageError(fault, explain(commandSpec), null);
  }

  /// @param word the value of a place for a word
  static UsageError wrongWord(CommandSpec commandSpec, String fault, String word) {
    String meant = Synonyms.meant(commandSpec.name() + " " + word);
    return withSuggestion(fault, meant, explain(commandSpec));
  }

  private static UsageError withSuggestion(
      String what, @Nullable String nearest, String otherwise) {
    return nearest == null || nearest.isEmpty()
        ? new UsageError(what, otherwise, null)
        : new UsageError(what, "did you mean " + nearest + "?", nearest);
  }
}

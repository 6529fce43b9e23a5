package dev.tidemark.app.cli;

import static java.util.Objects.requireNonNull;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParseResult;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.view.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Argument parser of a command line, driven by the command table.
///
/// Options may stand anywhere behind the verb, as `--name value` or `--name=value`; those that
/// every verb has may also stand before it. A value that begins with two dashes needs the `=`. An
/// option that [takes several][Option#takesSeveral] files takes all words up to the next option. A
/// lone `--` ends the options. `-` and negative numbers are words, not options.
public final class ArgumentParser {
  private final CommandTable table;
  private final String[] words;
  private final List<String> arguments = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private @Nullable CommandSpec commandSpec;

  /// The first word of a verb of two, until the second is read.
  private @Nullable String outer;

  private @Nullable UsageError problem;

  private int next;

  private ArgumentParser(CommandTable table, String[] words) {
    this.table = table;
    this.words = words;
  }

  /// Returns the parsed call, or the usage error.
  ///
  /// No words at all call for help, as do `--help` and `-h` anywhere, and `--version` and `-V`, for
  /// which help prints the versions.
  public static ParseResult parse(CommandTable table, String... words) {
    return new ArgumentParser(table, words).read();
  }

  /// Returns the call of a server's request, checked against the command table as words are.
  public static ParseResult bind(CommandTable table, CommandRequest request) {
    return new ArgumentParser(table, new String[0]).bound(request);
  }

  private ParseResult bound(CommandRequest request) {
    CommandSpec found = requireNonNull(table.find(request.verb()));
    commandSpec = found;
    arguments.addAll(request.arguments());
    for (CommandRequest.Given given : request.options()) {
      if (problem == null) {
        option(found, given);
      }
    }
    return problem != null ? problem : call();
  }

  private void option(CommandSpec found, CommandRequest.Given given) {
    String value = given.value();
    Option option = found.option(given.name());
    if (option == null) {
      problem = UsageErrors.unknownOption(table, "--" + given.name(), found);
    } else if (option.isFlag()) {
      flag(option, value != null);
    } else if (value == null) {
      problem = UsageErrors.noValue(option, null);
    } else {
      value(option, value);
    }
  }

  private ParseResult read() {
    boolean options = true;
    while (next < words.length && problem == null) {
      String word = words[next++];
      if (options && word.equals("--")) {
        options = false;
      } else if (options && isOption(word)) {
        option(word);
      } else if (commandSpec == null) {
        verb(word);
      } else {
        arguments.add(word);
      }
    }
    return problem != null ? problem : call();
  }

  private static boolean isOption(String word) {
    if (word.length() < 2 || word.charAt(0) != '-') {
      return false;
    }
    char second = word.charAt(1);
    return second < '0' || second > '9';
  }

  private void verb(String word) {
    if (outer == null && table.opens(word)) {
      outer = word;
      return;
    }
    String name = outer == null ? word : outer + " " + word;
    commandSpec = table.find(name);
    if (commandSpec == null && outer != null) {
      commandSpec = table.find(outer);
      arguments.add(word);
    }
    if (commandSpec == null) {
      problem =
          outer == null
              ? UsageErrors.unknownVerb(table, word)
              : UsageErrors.unknownInner(table, outer, word);
    }
  }

  private void option(String word) {
    if (word.equals("-h") || word.equals("-V")) {
      addOption(word.equals("-h") ? "help" : "version", "");
      return;
    }
    int equals = word.indexOf('=');
    String shown = equals < 0 ? word : word.substring(0, equals);
    Option option = word.startsWith("--") ? findOption(shown.substring(2)) : null;
    if (option == null) {
      problem = UsageErrors.unknownOption(table, shown, commandSpec);
    } else if (option.isFlag()) {
      flag(option, equals >= 0);
    } else if (equals >= 0) {
      value(option, word.substring(equals + 1));
    } else if (next == words.length || words[next].startsWith("--")) {
      problem = UsageErrors.noValue(option, next == words.length ? null : words[next]);
    } else {
      value(option, words[next++]);
      while (option.takesSeveral() && next < words.length && !isOption(words[next])) {
        value(option, words[next++]);
      }
    }
  }

  private @Nullable Option findOption(String name) {
    if (commandSpec == null && outer != null && Globals.find(name) == null) {
      // `gate --force` settles that no second word of the verb comes any more.
      commandSpec = table.find(outer);
    }
    return commandSpec == null ? Globals.find(name) : commandSpec.option(name);
  }

  private void flag(Option option, boolean valued) {
    if (valued) {
      problem = UsageErrors.takesNoValue(option);
    } else if (!names.contains(option.name())) {
      addOption(option.name(), "");
    }
  }

  private void value(Option option, String value) {
    String label = "--" + option.name();
    String fault = option.values().problem(label, value);
    if (fault != null) {
      problem = UsageErrors.wrongValue(commandSpec, fault);
    } else if (option.times() == Option.Times.ONCE && names.contains(option.name())) {
      problem = UsageErrors.givenTwice(label);
    } else {
      addOption(option.name(), value);
    }
  }

  private void addOption(String name, String value) {
    names.add(name);
    values.add(value);
  }

  private ParseResult call() {
    if (names.contains("help")
        || names.contains("version")
        || (commandSpec == null && outer == null)) {
      return helpCall();
    }
    if (commandSpec == null && outer != null) {
      commandSpec = table.find(outer);
      if (commandSpec == null) {
        return UsageErrors.unknownInner(table, outer, null);
      }
    }
    CommandSpec found = requireNonNull(commandSpec);
    UsageError fault = run(found);
    if (fault == null) {
      fault = fault(found);
    }
    if (fault != null) {
      return fault;
    }
    ParsedCommand call = new ParsedCommand(found, arguments, names, values);
    fault = call.conflict();
    return fault != null ? fault : call;
  }

  /// Takes a run that is named as a word for the value of `--run`, which means the same.
  private @Nullable UsageError run(CommandSpec found) {
    if (!endsInRun(found)) {
      return null;
    }
    String word = arguments.getLast();
    String fault = found.arguments().getLast().values().problem("RUN", word);
    if (fault != null) {
      return UsageErrors.wrongValue(found, fault);
    }
    arguments.removeLast();
    int option = names.indexOf("run");
    if (option < 0) {
      addOption("run", word);
    } else if (!values.get(option).equals(word)) {
      return UsageErrors.twoRuns(word, values.get(option));
    }
    return null;
  }

  /// Returns whether the last word names a run: it stands in the place of the run, which comes
  /// last, or is the only word and has a slash where an optional name comes first. Behind a text it
  /// needs a slash, because it may be a part of the text that lacks quotes.
  private boolean endsInRun(CommandSpec found) {
    List<Argument> places = found.arguments();
    if (places.isEmpty() || !places.getLast().isRun() || arguments.isEmpty()) {
      return false;
    }
    boolean path = arguments.getLast().indexOf('/') > 0;
    if (arguments.size() == places.size()) {
      return path || places.size() == 1 || !places.get(places.size() - 2).values().isText();
    }
    Argument first = places.getFirst();
    return path
        && arguments.size() == 1
        && first.arity() == Argument.Arity.OPTIONAL
        && first.values().kind() == ValueKind.Kind.NAME;
  }

  private ParsedCommand helpCall() {
    List<String> about = new ArrayList<>();
    if (commandSpec != null && commandSpec.name().equals("help") && !arguments.isEmpty()) {
      about.addAll(arguments);
    } else if (commandSpec != null) {
      about.add(commandSpec.name());
    } else if (outer != null) {
      about.add(outer);
    }
    return new ParsedCommand(requireNonNull(table.find("help")), about, names, values);
  }

  private @Nullable UsageError fault(CommandSpec commandSpec) {
    List<Argument> places = commandSpec.words();
    for (int i = 0; i < arguments.size(); i++) {
      boolean rest = !places.isEmpty() && places.getLast().arity() == Argument.Arity.REST;
      if (i >= places.size() && !rest) {
        return UsageErrors.tooMany(commandSpec, arguments, List.of(words));
      }
      Argument place = places.get(Math.min(i, places.size() - 1));
      String fault = place.values().problem(place.name(), arguments.get(i));
      if (fault != null) {
        return UsageErrors.wrongWord(commandSpec, fault, arguments.get(i));
      }
    }
    if (arguments.size() < places.size()) {
      Argument place = places.get(arguments.size());
      if (place.arity() == Argument.Arity.REQUIRED) {
        Option taking = names.isEmpty() ? null : commandSpec.option(names.getLast());
        return taking != null
                && taking.takesSeveral()
                && names.indexOf(taking.name()) < names.size() - 1
            ? UsageErrors.taken(commandSpec, place, taking)
            : UsageErrors.missing(commandSpec, place);
      }
    }
    return null;
  }
}

package dev.tidemark.app.cli;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Argument parser of a command line, driven by the command table.
///
/// Options may stand anywhere behind the verb, as `--name value` or `--name=value`; those that
/// every verb has may also stand before it. A value that begins with two dashes needs the `=`. A
/// lone `--` ends the options. `-` and negative numbers are words, not options.
public final class Words {
  private static final String RUN = "RUN";

  private final String[] words;
  private final List<String> arguments = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private @Nullable Verb verb;

  /// The first word of a verb of two, until the second is read.
  private @Nullable String outer;

  private @Nullable Usage problem;

  /// What the user should know about the alias that was typed.
  private @Nullable String note;

  private int next;

  private Words(String[] words) {
    this.words = words;
  }

  /// Returns the parsed call, or the usage error.
  ///
  /// No words at all call for help, as do `--help` and `-h` anywhere; `--version` calls for the
  /// version.
  public static Parsed parse(String[] words) {
    return new Words(words).read();
  }

  private Parsed read() {
    boolean options = true;
    while (next < words.length && problem == null) {
      String word = words[next++];
      if (options && word.equals("--")) {
        options = false;
      } else if (options && isOption(word)) {
        option(word);
      } else if (verb == null) {
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
    if (outer == null && CommandTable.opens(word)) {
      outer = word;
      return;
    }
    String name = outer == null ? word : outer + " " + word;
    verb = CommandTable.find(name);
    if (verb == null) {
      verb = aliased(name);
    }
    if (verb == null && outer != null) {
      verb = CommandTable.find(outer);
      arguments.add(word);
    }
    if (verb == null) {
      problem = outer == null ? Mistakes.unknownVerb(word) : Mistakes.unknownInner(outer, word);
    }
  }

  /// Returns the verb that an alias stands for; null where it is none.
  private @Nullable Verb aliased(String name) {
    String meant = Aliases.verb(name);
    if (meant == null) {
      return null;
    }
    note = Aliases.note(name);
    return CommandTable.find(meant);
  }

  private void option(String word) {
    if (word.equals("-h")) {
      given("help", "");
      return;
    }
    int equals = word.indexOf('=');
    String shown = equals < 0 ? word : word.substring(0, equals);
    Option option = word.startsWith("--") ? known(shown.substring(2)) : null;
    if (option == null) {
      problem = Mistakes.unknownOption(shown, verb);
    } else if (option.isFlag()) {
      flag(option, equals >= 0);
    } else if (equals >= 0) {
      value(option, word.substring(equals + 1));
    } else if (next == words.length || words[next].startsWith("--")) {
      problem = Mistakes.noValue(option, next == words.length ? null : words[next]);
    } else {
      value(option, words[next++]);
    }
  }

  private @Nullable Option known(String name) {
    if (verb == null && outer != null && Globals.find(name) == null) {
      // `gate --force` settles that no second word of the verb comes any more.
      verb = CommandTable.find(outer);
    }
    return verb == null ? Globals.find(name) : verb.option(name);
  }

  private void flag(Option option, boolean valued) {
    if (valued) {
      problem = Mistakes.takesNoValue(option);
    } else if (!names.contains(option.name())) {
      given(option.name(), "");
    }
  }

  private void value(Option option, String value) {
    String label = "--" + option.name();
    String fault = option.values().problem(label, value);
    if (fault != null) {
      problem = Mistakes.wrongValue(verb, fault);
    } else if (option.times() == Option.Times.ONCE && names.contains(option.name())) {
      problem = Mistakes.twice(label);
    } else {
      given(option.name(), value);
    }
  }

  private void given(String name, String value) {
    names.add(name);
    values.add(value);
  }

  private Parsed call() {
    if (names.contains("help") || (verb == null && outer == null && !names.contains("version"))) {
      return helpCall();
    }
    if (names.contains("version")) {
      return new Call(HouseVerbs.version(), List.of(), names, values, null);
    }
    if (verb == null && outer != null) {
      verb = CommandTable.find(outer);
      if (verb == null) {
        verb = aliased(outer);
      }
      if (verb == null) {
        return Mistakes.unknownInner(outer, null);
      }
    }
    Verb found = requireNonNull(verb);
    Usage fault = fault(found);
    if (fault == null) {
      fault = run(found);
    }
    return fault != null ? fault : new Call(found, arguments, names, values, note);
  }

  /// Takes a run that is named as a word for the value of `--run`, which means the same.
  private @Nullable Usage run(Verb found) {
    List<Argument> places = found.arguments();
    int place = places.size() - 1;
    if (place < 0 || arguments.size() <= place || !places.get(place).name().equals(RUN)) {
      return null;
    }
    String word = arguments.remove(place);
    int option = names.indexOf("run");
    if (option < 0) {
      given("run", word);
    } else if (!values.get(option).equals(word)) {
      return Mistakes.twoRuns(word, values.get(option));
    }
    return null;
  }

  private Call helpCall() {
    List<String> about = new ArrayList<>();
    if (verb != null && verb.name().equals("help") && !arguments.isEmpty()) {
      about.addAll(arguments);
    } else if (verb != null) {
      about.add(verb.name());
    } else if (outer != null) {
      about.add(outer);
    }
    return new Call(HouseVerbs.help(), about, names, values, null);
  }

  private @Nullable Usage fault(Verb verb) {
    List<Argument> places = verb.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      boolean rest = !places.isEmpty() && places.getLast().arity() == Argument.Arity.REST;
      if (i >= places.size() && !rest) {
        return Mistakes.tooMany(verb, arguments);
      }
      Argument place = places.get(Math.min(i, places.size() - 1));
      String fault = place.values().problem(place.name(), arguments.get(i));
      if (fault != null) {
        return Mistakes.wrongValue(verb, fault);
      }
    }
    if (arguments.size() < places.size()) {
      Argument place = places.get(arguments.size());
      if (place.arity() == Argument.Arity.REQUIRED) {
        return Mistakes.missing(verb, place);
      }
    }
    return null;
  }
}

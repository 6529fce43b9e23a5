package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Completer of a command line: what may stand in place of its last word, by the command table.
///
/// It reads a line that is not finished, so nothing in it is an error.
public final class Completer {
  private final List<CommandSpec> verbs;

  /// The first word of a verb.
  private String first = "";

  private @Nullable CommandSpec verb;

  /// The option whose value comes next.
  private @Nullable Option open;

  /// Whether a value of the open option was there, of those that it takes several of.
  private boolean several;

  private boolean ended;
  private int places;
  private String last = "";

  /// The run and the root that the line names.
  private final Map<String, String> given = new LinkedHashMap<>();

  private final Map<String, String> words = new LinkedHashMap<>();
  private @Nullable ValueKind listed;
  private String prefix = "";
  private String current;

  /// Takes the words behind `tidemark`, of which the last one, perhaps empty, is completed.
  ///
  /// @param verbs the verbs that help shows
  public Completer(List<CommandSpec> verbs, List<String> line) {
    this.verbs = verbs;
    this.current = line.getLast();
    for (String word : line.subList(0, line.size() - 1)) {
      read(word);
      last = word;
    }
    complete();
  }

  /// Returns the words that may stand there, each with its meaning, which may be empty.
  public Map<String, String> words() {
    return words;
  }

  /// Returns what else may stand there, which the table does not know: files, folders, runs, phases
  /// and [named][ValueKind#named] things; null if nothing.
  public @Nullable ValueKind listed() {
    return listed;
  }

  /// Returns the options of the line that choose a run or project, by their names.
  public Map<String, String> given() {
    return given;
  }

  /// Adds a name that the project has, if it goes on with what was typed.
  public void add(String name) {
    offer(name, "");
  }

  private void read(String word) {
    if (several && word.startsWith("-")) {
      open = null;
      several = false;
    }
    if (open != null) {
      value(open, word);
    } else if (!ended && word.equals("--")) {
      ended = true;
    } else if (!ended && word.startsWith("--") && word.indexOf('=') > 0) {
      keep(word.substring(2, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
    } else if (!ended && word.startsWith("-") && word.length() > 1) {
      Option option = option(word);
      open = option == null || option.isFlag() ? null : option;
    } else if (verb == null) {
      verb(word);
    } else {
      places++;
    }
  }

  /// Readline takes the sign between an option and its value for a word.
  private void value(Option option, String word) {
    if (word.equals("=")) {
      return;
    }
    keep(option.name(), word);
    several = option.takesSeveral();
    open = several ? option : null;
  }

  private void keep(String option, String value) {
    if (option.equals("run") || option.equals("root")) {
      given.put(option, value);
    }
  }

  private void verb(String word) {
    if (first.isEmpty()) {
      first = word;
      verb = Completion.subcommands(word, verbs).isEmpty() ? find(word) : null;
      return;
    }
    verb = find(first + " " + word);
    if (verb == null) {
      verb = find(first);
      places++;
    }
  }

  private @Nullable CommandSpec find(String name) {
    return verbs.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }

  /// Returns the verb whose options the line may have: while its second word is missing, the one
  /// that its first word is by itself.
  private @Nullable CommandSpec spec() {
    return verb == null ? find(first) : verb;
  }

  private @Nullable Option option(String word) {
    CommandSpec spec = spec();
    String name = word.replaceFirst("^--?", "");
    return spec == null ? Globals.find(name) : spec.option(name);
  }

  private void complete() {
    if (several && current.startsWith("-")) {
      open = null;
    }
    int equals = current.indexOf('=');
    if (open != null) {
      current = current.equals("=") ? "" : current;
      offer(open.values());
    } else if (!ended && current.startsWith("--") && equals > 0) {
      Option option = option(current.substring(0, equals));
      prefix = current.substring(0, equals + 1);
      if (option != null && !option.isFlag()) {
        offer(option.values());
      }
    } else if (!ended && current.startsWith("-")) {
      CommandSpec spec = spec();
      List<Option> options = new ArrayList<>(spec == null ? List.of() : spec.options());
      options.addAll(Globals.OPTIONS);
      Completion.options(options).forEach(each -> offer("--" + each.name(), each.described()));
    } else if (verb == null) {
      verbs();
    } else if (verb.name().equals("help") && places > 0) {
      inner(last);
    } else {
      place(verb.arguments());
    }
  }

  private void verbs() {
    if (first.isEmpty()) {
      firstWords();
      return;
    }
    inner(first);
    CommandSpec own = find(first);
    if (own != null) {
      place(own.arguments());
    }
  }

  private void firstWords() {
    for (CommandSpec each : verbs) {
      int blank = each.name().indexOf(' ');
      String word = blank < 0 ? each.name() : each.name().substring(0, blank);
      CommandSpec own = find(word);
      offer(word, own == null ? innerWords(word) : own.summary());
    }
  }

  private String innerWords(String outer) {
    return Completion.subcommands(outer, verbs).stream()
        .map(each -> each.name().substring(outer.length() + 1))
        .collect(Collectors.joining(", "));
  }

  private void inner(String outer) {
    for (CommandSpec each : Completion.subcommands(outer, verbs)) {
      offer(each.name().substring(outer.length() + 1), each.summary());
    }
  }

  private void place(List<Argument> arguments) {
    if (places < arguments.size()) {
      offer(arguments.get(places).values());
    }
  }

  private void offer(ValueKind kind) {
    switch (kind.kind()) {
      case VERBS -> {
        firstWords();
        kind.words().forEach(word -> offer(word, ""));
      }
      case WORDS, SUGGESTED -> kind.words().forEach(word -> offer(word, ""));
      case FILES, FOLDERS, RUNS, PHASES -> listed = kind;
      case NAME -> listed = kind.words().isEmpty() ? null : kind;
      case TEXT, COUNT, AGE, SINCE -> listed = null;
    }
  }

  private void offer(String word, String meaning) {
    if ((prefix + word).startsWith(current)) {
      words.putIfAbsent(prefix + word, meaning);
    }
  }
}

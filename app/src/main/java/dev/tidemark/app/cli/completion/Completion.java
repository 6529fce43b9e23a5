package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Shell completion: generates the completion scripts from the command table.
///
/// Runs and phases change, so the scripts ask for them with `tidemark list --names`. They call the
/// `tidemark` of the search path, never the word on the line: completing a line must not start a
/// program that the user has not chosen to run.
public final class Completion {
  private Completion() {}

  /// Returns the script for `bash`, `zsh` or `fish`.
  ///
  /// @param verbs the verbs that help shows
  /// @throws IllegalArgumentException for another shell, which the table does not let through
  public static String script(String shell, List<CommandSpec> verbs) {
    return switch (shell) {
      case "bash" -> BashCompletion.script(verbs);
      case "zsh" -> ZshCompletion.script(verbs);
      case "fish" -> FishCompletion.script(verbs);
      default -> throw new IllegalArgumentException("no completion for " + shell);
    };
  }

  /// Returns the options of a verb that help shows.
  public static List<Option> options(List<Option> all) {
    List<Option> shown = new ArrayList<>();
    for (Option option : all) {
      if (!option.isHidden()) {
        shown.add(option);
      }
    }
    return shown;
  }

  /// Returns the first words of all verbs, each once.
  static List<String> firstWords(List<CommandSpec> verbs) {
    List<String> words = new ArrayList<>();
    for (CommandSpec commandSpec : verbs) {
      String first = commandSpec.name().split(" ", -1)[0];
      if (!words.contains(first)) {
        words.add(first);
      }
    }
    return words;
  }

  /// Returns the first words behind which a second follows.
  static List<String> opening(List<CommandSpec> verbs) {
    List<String> words = firstWords(verbs);
    words.removeIf(word -> subcommands(word, verbs).isEmpty());
    return words;
  }

  /// Returns the verbs inside a first word.
  public static List<CommandSpec> subcommands(String first, List<CommandSpec> verbs) {
    List<CommandSpec> inner = new ArrayList<>();
    for (CommandSpec commandSpec : verbs) {
      if (commandSpec.name().startsWith(first + " ")) {
        inner.add(commandSpec);
      }
    }
    return inner;
  }

  /// Returns what `list --names` lists for a place; null where that is nothing.
  static @Nullable String listed(ValueKind valueKind) {
    return switch (valueKind.kind()) {
      case RUNS -> "runs";
      case PHASES -> "phases";
      case NAME -> valueKind.words().isEmpty() ? null : valueKind.words().getFirst();
      default -> null;
    };
  }

  /// Returns the first words of all verbs and the other words that `help` explains.
  static String helpWords(ValueKind valueKind, List<CommandSpec> verbs) {
    List<String> words = firstWords(verbs);
    words.removeAll(valueKind.words());
    words.addAll(valueKind.words());
    return String.join(" ", words);
  }

  /// Returns the second word of a verb's name.
  static String second(CommandSpec commandSpec) {
    return commandSpec.name().substring(commandSpec.name().indexOf(' ') + 1);
  }

  /// Returns the verb that a first word is by itself; null where it needs a second.
  static @Nullable CommandSpec own(String first, List<CommandSpec> verbs) {
    for (CommandSpec commandSpec : verbs) {
      if (commandSpec.name().equals(first)) {
        return commandSpec;
      }
    }
    return null;
  }

  /// Returns the description of a first word: the summary of its verb, or the verbs inside it.
  static String summary(String first, List<CommandSpec> verbs) {
    CommandSpec own = own(first, verbs);
    if (own != null) {
      return own.summary();
    }
    List<String> inner = new ArrayList<>();
    for (CommandSpec in : subcommands(first, verbs)) {
      inner.add(second(in));
    }
    return String.join(", ", inner);
  }

  /// Returns the text as one word of a POSIX-like shell.
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}

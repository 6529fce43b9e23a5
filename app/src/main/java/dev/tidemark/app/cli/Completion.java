package dev.tidemark.app.cli;

import java.util.ArrayList;
import java.util.List;

/// Shell completion: generates the completion scripts from the command table.
///
/// Runs and phases change, so the scripts ask for them with `tidemark list --names`. They call the
/// `tidemark` of the search path, never the word on the line: completing a line must not start a
/// program that the user has not chosen to run.
public final class Completion {
  private Completion() {}

  /// Returns the script for `bash`, `zsh` or `fish`.
  ///
  /// @throws IllegalArgumentException for another shell, which the table does not let through
  public static String script(String shell) {
    return switch (shell) {
      case "bash" -> BashCompletion.script(CommandTable.shown());
      case "zsh" -> ZshCompletion.script(CommandTable.shown());
      case "fish" -> FishCompletion.script(CommandTable.shown());
      default -> throw new IllegalArgumentException("no completion for " + shell);
    };
  }

  /// Returns the options of a verb that help shows.
  static List<Option> options(List<Option> all) {
    List<Option> shown = new ArrayList<>();
    for (Option option : all) {
      if (!option.isHidden()) {
        shown.add(option);
      }
    }
    return shown;
  }

  /// Returns the first words of all verbs, each once.
  static List<String> firstWords(List<Verb> verbs) {
    List<String> words = new ArrayList<>();
    for (Verb verb : verbs) {
      String first = verb.name().split(" ", -1)[0];
      if (!words.contains(first)) {
        words.add(first);
      }
    }
    return words;
  }

  /// Returns the first words behind which a second follows.
  static List<String> opening(List<Verb> verbs) {
    List<String> words = firstWords(verbs);
    words.removeIf(word -> !CommandTable.opens(word));
    return words;
  }

  /// Returns the verbs inside a first word.
  static List<Verb> inside(String first, List<Verb> verbs) {
    List<Verb> inner = new ArrayList<>();
    for (Verb verb : verbs) {
      if (verb.name().startsWith(first + " ")) {
        inner.add(verb);
      }
    }
    return inner;
  }

  /// Returns the second word of a verb's name.
  static String second(Verb verb) {
    return verb.name().substring(verb.name().indexOf(' ') + 1);
  }

  /// Returns the description of a first word: the summary of its verb, or the verbs inside it.
  static String summary(String first, List<Verb> verbs) {
    Verb verb = CommandTable.find(first);
    if (verb != null) {
      return verb.summary();
    }
    List<String> inner = new ArrayList<>();
    for (Verb in : inside(first, verbs)) {
      inner.add(second(in));
    }
    return String.join(", ", inner);
  }

  /// Returns the text as one word of a POSIX-like shell.
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}

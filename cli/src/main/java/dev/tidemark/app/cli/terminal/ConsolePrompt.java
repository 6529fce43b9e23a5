package dev.tidemark.app.cli.terminal;

import dev.tidemark.app.cli.spec.ParsedCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Prompt: asks an interactive user for a yes or a no.
public final class ConsolePrompt {
  private static final int TRIES = 3;
  private static final int LONGEST = 2_000;

  /// Source of the answers.
  public enum Answers {
    /// The user at the terminal.
    PERSON,
    /// The default of each question, which is printed.
    DEFAULT,
    /// Yes to everything, which is printed.
    YES;

    /// Returns the source of a call's answers: `--yes` first, none with `--non-interactive` or
    /// without a terminal.
    public static Answers of(Terminal terminal, ParsedCommand parsedCommand) {
      if (parsedCommand.has("yes")) {
        return YES;
      }
      return terminal.input() && !parsedCommand.has("non-interactive") ? PERSON : DEFAULT;
    }
  }

  private final InputStream in;
  private final Console console;
  private final Answers answers;

  /// Makes the prompt over an input, which it reads only when a person answers.
  public ConsolePrompt(InputStream in, Console console, Answers answers) {
    this.in = in;
    this.console = console;
    this.answers = answers;
  }

  /// Returns whether a person can be asked.
  public boolean isInteractive() {
    return answers == Answers.PERSON;
  }

  /// Returns the answer: y, yes, n and no count in any case, an empty line means the default, and
  /// so do three answers that are neither, or the end of the input.
  ///
  /// @param otherwise the default, shown as `[Y/n]` or `[y/N]`
  /// @throws UncheckedIOException when the terminal can't be read; nothing was answered
  public boolean confirm(String question, boolean otherwise) {
    return asked(question, otherwise, false);
  }

  /// Returns the answer to an offer, where `--yes` is none: the default is no.
  ///
  /// @throws UncheckedIOException when the terminal can't be read; nothing was answered
  public boolean offer(String question) {
    return answers == Answers.YES
        ? byDefault(question + " [y/N] ", false)
        : asked(question, false, false);
  }

  /// Returns whether the first of two numbered options is chosen, by `1` or by yes; the second is
  /// the default.
  ///
  /// @throws UncheckedIOException when the terminal can't be read; nothing was answered
  public boolean first(String question) {
    return asked(question, false, true);
  }

  /// Returns the line that the user typed in answer to a question, trimmed; null without an
  /// interactive user, or if it is empty.
  ///
  /// @throws UncheckedIOException when the terminal can't be read; nothing was answered
  public @Nullable String line(String question) {
    if (answers != Answers.PERSON) {
      return null;
    }
    console.ask(question + " ");
    String line = typed();
    return line == null || line.isEmpty() ? null : line;
  }

  private boolean asked(String question, boolean otherwise, boolean numbered) {
    String shown = question + (otherwise ? " [Y/n] " : " [y/N] ");
    if (answers == Answers.YES) {
      console.ask(shown + "yes (--yes)\n");
      return true;
    }
    if (answers == Answers.DEFAULT) {
      return byDefault(shown, otherwise);
    }
    for (int i = 0; i < TRIES; i++) {
      console.ask(shown);
      String answer = answer();
      if (answer == null) {
        return byDefault("", otherwise);
      }
      if (numbered && (answer.equals("1") || answer.equals("2"))) {
        return answer.equals("1");
      }
      switch (answer) {
        case "y", "yes" -> {
          return true;
        }
        case "n", "no" -> {
          return false;
        }
        case "" -> {
          return otherwise;
        }
        default -> console.ask("Please answer yes or no.\n");
      }
    }
    return byDefault(shown, otherwise);
  }

  private boolean byDefault(String shown, boolean otherwise) {
    console.ask(shown + (otherwise ? "yes" : "no") + " (default)\n");
    return otherwise;
  }

  /// Returns the next line in lower case without outer blanks; null at the end of the input.
  private @Nullable String answer() {
    String line = typed();
    return line == null ? null : line.toLowerCase(Locale.ROOT);
  }

  private @Nullable String typed() {
    StringBuilder line = new StringBuilder();
    try {
      int c = in.read();
      if (c < 0) {
        return null;
      }
      while (c >= 0 && c != '\n') {
        if (line.length() < LONGEST) {
          line.append((char) c);
        }
        c = in.read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the answer could not be read", e);
    }
    return line.toString().strip();
  }
}

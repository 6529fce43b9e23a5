package dev.tidemark.app.command.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidemark.port.CommandRunner;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Terminal mode: reads and sets the process's terminal with the program `stty`.
public final class TerminalMode {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final CommandRunner commandRunner;
  private final String before;

  /// Size of a terminal.
  public record Size(int rows, int columns) {
    /// The default size of a terminal.
    public static final Size USUAL = new Size(24, 80);
  }

  private TerminalMode(CommandRunner commandRunner, String before) {
    this.commandRunner = commandRunner;
    this.before = before;
  }

  /// Has the terminal hand on every key at once and show none of them; null if there is no terminal
  /// that can. Interrupting with Control-C stays possible, stopping for a while does not.
  public static @Nullable TerminalMode keyed(CommandRunner commandRunner) {
    var before = stty(commandRunner, "-g");
    if (before == null || !isSettings(before)) {
      return null;
    }
    return stty(commandRunner, "-icanon -echo min 1 time 0 susp undef") == null
        ? null
        : new TerminalMode(commandRunner, before);
  }

  /// Returns how large the terminal is now.
  public Size size() {
    return size(commandRunner);
  }

  /// Returns how large the terminal of the process is; the usual size where there is none.
  public static Size size(CommandRunner commandRunner) {
    var said = stty(commandRunner, "size");
    var numbers = said == null ? new String[0] : said.split(" ", -1);
    int rows = numbers.length == 2 ? number(numbers[0]) : 0;
    int columns = numbers.length == 2 ? number(numbers[1]) : 0;
    return rows < 1 || columns < 1 ? Size.USUAL : new Size(rows, columns);
  }

  /// Restores the terminal's previous settings.
  public void restore() {
    stty(commandRunner, before);
  }

  private static @Nullable String stty(CommandRunner commandRunner, String words) {
    var out = new ByteArrayOutputStream();
    var line = List.of("/bin/sh", "-c", "stty " + words + " </dev/tty");
    return commandRunner.run(line, PATIENCE, out).orElse(1) == 0
        ? out.toString(US_ASCII).strip()
        : null;
  }

  /// Returns whether a text is valid output of `stty -g`, and safe for a shell.
  private static boolean isSettings(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(Character.digit(c, 16) >= 0 || c == ':' || c == '=' || Character.isLetter(c))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException strange) {
      return 0;
    }
  }
}

package dev.tidemark.app.install;

import dev.tidemark.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Status line entry in the settings of Claude Code. An existing one is chained: the new one calls
/// it, and the new command line is the only record of it.
final class StatusEntry {
  private static final String STATUS_LINE = "statusLine";
  private static final String COMMAND = "command";
  private static final String OURS = " statusline";
  private static final String THEN = " --then ";

  private final List<String> program;
  private final @Nullable String above;

  /// @param program the words that start this program
  /// @param above the command line of a status line that these settings would hide; absent if none
  StatusEntry(List<String> program, @Nullable String above) {
    this.program = List.copyOf(program);
    this.above = above == null || isOurs(above) ? null : above;
  }

  JsonObject installed(JsonObject settings) {
    var present = settings.object(STATUS_LINE);
    var command = present == null ? null : present.string(COMMAND);
    var before = command == null ? above : isOurs(command) ? before(command) : command;
    var line =
        before == null
            ? LauncherCommand.line(program, "statusline")
            : LauncherCommand.line(program, "statusline", "--then", before);
    var entry =
        present == null
            ? JsonObject.builder().add("type", COMMAND).add(COMMAND, line).build()
            : present.with(COMMAND, line);
    return settings.with(STATUS_LINE, entry);
  }

  JsonObject removed(JsonObject settings) {
    var present = settings.object(STATUS_LINE);
    var command = present == null ? null : present.string(COMMAND);
    if (present == null || command == null || !isOurs(command)) {
      return settings;
    }
    var before = before(command);
    return before == null || before.equals(above)
        ? settings.without(STATUS_LINE)
        : settings.with(STATUS_LINE, present.with(COMMAND, before));
  }

  /// Returns the command line of the status line in these settings; null if there is none.
  static @Nullable String command(JsonObject settings) {
    var present = settings.object(STATUS_LINE);
    return present == null ? null : present.string(COMMAND);
  }

  /// Returns a command line of ours without the chained one, which may come from the project and is
  /// not to be started by an installation.
  static String unchained(String command) {
    int at = command.indexOf(OURS + THEN);
    return at < 0 ? command : command.substring(0, at + OURS.length());
  }

  /// Returns whether a command line starts this program, wherever it is installed.
  static boolean isOurs(String command) {
    int at = command.indexOf(OURS);
    int end = at + OURS.length();
    return at >= 0
        && command.substring(0, at).contains("tidemark")
        && (end == command.length() || command.startsWith(THEN, end));
  }

  private static @Nullable String before(String command) {
    int at = command.indexOf(OURS + THEN);
    return at < 0
        ? null
        : LauncherCommand.unquoted(command.substring(at + OURS.length() + THEN.length()));
  }
}

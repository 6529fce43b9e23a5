package dev.tidemark.app.hook.event;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Custom commands of Gemini CLI, recognised by their expansion: hooks get the text that the file
/// of a command holds and not the command that was typed.
///
/// A command is recognised by the text before its first placeholder. One that begins with a
/// placeholder cannot be distinguished from a prompt.
public final class GeminiCommands {
  private static final String FOLDER = ".gemini/commands";
  private static final String SUFFIX = ".toml";

  /// A shorter beginning may stand in any prompt.
  private static final int CHARS_MIN = 12;

  private static final int DEPTH_MAX = 3;

  private GeminiCommands() {}

  /// Returns the command of which a prompt is the expansion; null if there is none.
  ///
  /// @param folders the root of the project and the user's home folder
  public static @Nullable TypedCommand of(String prompt, List<Path> folders) {
    for (var folder : folders) {
      var found = findCommand(folder.resolve(FOLDER), prompt, 0);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable TypedCommand findCommand(Path folder, String prompt, int depth) {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        var name = file.getFileName().toString();
        if (name.endsWith(SUFFIX) && Files.isRegularFile(file)) {
          var beginning = beginning(BoundedFile.text(file));
          if (beginning.length() >= CHARS_MIN && prompt.startsWith(beginning)) {
            var bare = name.substring(0, name.length() - SUFFIX.length());
            return TypedCommand.of(bare, prompt.substring(beginning.length()));
          }
        } else if (depth < DEPTH_MAX && Files.isDirectory(file)) {
          var found = findCommand(file, prompt, depth + 1);
          if (found != null) {
            return found;
          }
        }
      }
    } catch (IOException none) {
      // A folder or file that cannot be read holds no command.
    }
    return null;
  }

  /// Returns the value of `prompt` in a TOML text, up to its first placeholder, stripped.
  public static String beginning(String toml) {
    int key = key(toml);
    int start = key < 0 ? -1 : toml.indexOf('=', key) + 1;
    if (start <= 0) {
      return "";
    }
    var rest = toml.substring(start).strip();
    var value = "";
    for (var quote : List.of("\"\"\"", "'''", "\"", "'")) {
      if (rest.startsWith(quote)) {
        int end = rest.indexOf(quote, quote.length());
        value = end < 0 ? "" : rest.substring(quote.length(), end);
        break;
      }
    }
    int end = value.length();
    for (var sign : List.of("{{", "!{", "@{", "\\")) {
      int at = value.indexOf(sign);
      end = at >= 0 && at < end ? at : end;
    }
    return value.substring(0, end).strip();
  }

  private static int key(String toml) {
    for (int at = toml.indexOf("prompt"); at >= 0; at = toml.indexOf("prompt", at + 1)) {
      boolean begins = at == 0 || toml.charAt(at - 1) == '\n';
      if (begins && toml.substring(at + "prompt".length()).strip().startsWith("=")) {
        return at;
      }
    }
    return -1;
  }
}

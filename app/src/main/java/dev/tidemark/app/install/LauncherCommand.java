package dev.tidemark.app.install;

import dev.tidemark.app.command.session.ProcessContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command line of this program for an agent's settings: always with an absolute path, because a
/// missing program leaves a gate open silently.
///
/// A link on the `PATH` that leads to this very program is preferred: it outlives an update.
final class LauncherCommand {
  private final ProcessContext place;

  LauncherCommand(ProcessContext place) {
    this.place = place;
  }

  List<String> words() {
    var home = System.getProperty("tidemark.home");
    if (home == null) {
      return place.program().get();
    }
    var own = Path.of(home, "bin", "tidemark");
    if (!Files.isExecutable(own)) {
      return place.program().get();
    }
    var linked = onPath(own);
    return List.of((linked == null ? own.normalize() : linked).toString());
  }

  private @Nullable Path onPath(Path own) {
    try {
      var real = own.toRealPath();
      for (var folder :
          place.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
        var program = Path.of(folder, "tidemark");
        if (program.isAbsolute()
            && Files.isExecutable(program)
            && program.toRealPath().equals(real)) {
          return program;
        }
      }
    } catch (IOException | InvalidPathException strange) {
      // The program's own place will do.
    }
    return null;
  }

  /// Returns the words as one line for a shell.
  static String line(List<String> words, String... more) {
    var all = new ArrayList<>(words);
    all.addAll(List.of(more));
    var line = new StringBuilder();
    for (var word : all) {
      line.append(line.isEmpty() ? "" : " ").append(quoted(word));
    }
    return line.toString();
  }

  /// Returns a word as a shell takes it for one.
  static String quoted(String word) {
    boolean plain = !word.isEmpty();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      plain &= letter || "-_./:=+,@".indexOf(c) >= 0;
    }
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /// Returns the word that [#quoted] was made of; null if the text is not one quoted word.
  static @Nullable String unquoted(String text) {
    var word = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        inside = !inside;
      } else if (c == '\\' && !inside && i + 1 < text.length()) {
        i++;
        word.append(text.charAt(i));
      } else if (c == ' ' && !inside) {
        return null;
      } else {
        word.append(c);
      }
    }
    return inside ? null : word.toString();
  }
}

package dev.tidemark.app.install;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookEvent;
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
  /// The message at the start of a session whose project uses a program that is gone.
  private static final String GONE =
      "{\"systemMessage\":\"The program tidemark, which the hooks of this project call, is gone:"
          + " nothing is recorded and no gate is guarded. Install it anew, or remove the hooks.\"}";

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

  /// Returns the command line of a hook, which blocks nothing once the program is gone: an agent
  /// takes a command that is not there for a guard that failed, in every project.
  static String hook(List<String> program, Hook hook) {
    var line = line(program, "hook", hook.agent().word(), hook.event());
    var test = quoted(program.getFirst());
    if (!test.startsWith("/") && !test.startsWith("'/")) {
      return line;
    }
    return hook.moment() == HookEvent.SESSION_START && hook.agent() != Agent.CURSOR
        ? "if [ -x %s ]; then %s; elif [ -e .tidemark ] || [ -e .git/tidemark ]; then echo '%s'; fi"
            .formatted(test, line, GONE)
        : "[ ! -x " + test + " ] || " + line;
  }

  /// Returns the program that the command line of a hook starts; null if it is not known.
  static @Nullable String program(String command) {
    int at = command.indexOf("-x ");
    var word = at < 0 ? command : command.substring(at + 3);
    boolean inside = false;
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      inside ^= c == '\'';
      if (c == ' ' && !inside) {
        return unquoted(word.substring(0, i));
      }
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

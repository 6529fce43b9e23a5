package dev.tidemark.app.hook.guard;

import dev.tidemark.app.hook.event.HookInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Calls of Tidemark by an agent, in a shell line or through the MCP server: which run they name.
public final class OwnCall {
  private static final String RUN = "--run";

  /// The verbs whose first word is the name of a run.
  private static final List<String> NAMING = List.of("start", "resume");

  private OwnCall() {}

  /// Returns the name of the run in the last such call of a tool; null if it names none.
  public static @Nullable String run(HookInput input) {
    if (input.isForeign() || input.tool().startsWith("tidemark_")) {
      return input.tool().contains("tidemark") ? input.run() : null;
    }
    var shell = input.shell();
    if (shell == null || !shell.contains("tidemark")) {
      return null;
    }
    String run = null;
    for (var command : ShellLine.commands(shell)) {
      var words = ShellLine.words(command);
      for (int i = 0; i < words.size(); i++) {
        if (ShellLine.isTidemark(words.get(i))) {
          var named = named(words.subList(i + 1, words.size()));
          run = named == null ? run : named;
          break;
        }
      }
    }
    return run;
  }

  private static @Nullable String named(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      var word = ShellLine.bare(words.get(i));
      if (word.startsWith(RUN + "=")) {
        return name(word.substring(RUN.length() + 1));
      }
      if (i + 1 < words.size() && (word.equals(RUN) || (i == 0 && NAMING.contains(word)))) {
        return name(ShellLine.bare(words.get(i + 1)));
      }
    }
    return null;
  }

  private static @Nullable String name(String word) {
    return word.isEmpty() || word.startsWith("-") || word.indexOf('$') >= 0 ? null : word;
  }
}

package dev.tidemark.app.hook;

import dev.tidemark.app.settings.UserFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Guard of the user's policy: the user's own settings, the settings that say which evidence opens
/// a gate, and the MCP server, whose approval form whoever starts it can answer.
///
/// Like the guard of shell lines it is a best effort; the commands themselves refuse an agent too.
final class PolicyGuard {
  private static final List<String> POLICIES =
      List.of("gates.trust", "flow.approvals", "approval.agents");

  /// Words that may stand before the program of a shell line.
  private static final List<String> WRAPPERS =
      List.of("env", "exec", "nohup", "setsid", "command", "sudo", "time");

  private PolicyGuard() {}

  /// Returns why a tool may not do what it is about to do; null if it may.
  ///
  /// @param folder the folder the agent works in
  static @Nullable String refusal(HookInput input, Path folder, Map<String, String> environment) {
    var shell = input.shell();
    if (shell != null) {
      var command = command(shell);
      if (command != null) {
        return command;
      }
    }
    var own = UserFolder.of(environment);
    if (own == null) {
      return null;
    }
    if (shell != null) {
      var names = List.of(own.toString(), ".config/tidemark");
      return ShellGuard.changed(shell, names) == null ? null : settings(own);
    }
    var home = own.getParent() == null ? own : own.getParent().getParent();
    for (var name : input.files()) {
      var given = HookInput.path(name.startsWith("~/") ? name.substring(2) : name);
      var base = name.startsWith("~/") && home != null ? home : folder;
      if (given != null && base.resolve(given).normalize().startsWith(own)) {
        return settings(own);
      }
    }
    return null;
  }

  private static String settings(Path own) {
    return own
        + " holds the user's own settings, which only the user changes. Ask the user to change"
        + " them.";
  }

  private static @Nullable String command(String line) {
    int start = 0;
    for (int i = 0; i <= line.length(); i++) {
      if (i == line.length() || ShellGuard.separates(line, i)) {
        var refusal = piece(words(line.substring(start, i)));
        if (refusal != null) {
          return refusal;
        }
        start = i + 1;
      }
    }
    return null;
  }

  private static @Nullable String piece(String[] words) {
    int at = 0;
    while (at < words.length
        && (WRAPPERS.contains(words[at]) || words[at].startsWith("-") || isVariable(words[at]))) {
      at++;
    }
    if (at == words.length || !isTidemark(words[at])) {
      return null;
    }
    var next = words.length > at + 1 ? bare(words[at + 1]) : "";
    if (next.equals("mcp") && !words[words.length - 1].endsWith("--help")) {
      return "tidemark mcp is started by the agent's client, not by a tool: whoever starts it can"
          + " answer the approval form in the user's place. To change a run: tidemark enter, done,"
          + " fail, note.";
    }
    if (next.equals("config") && words.length > at + 3 && bare(words[at + 2]).equals("set")) {
      var key = bare(words[at + 3]);
      return POLICIES.contains(key)
          ? key
              + " decides what opens a gate, so only the user sets it. Ask the user: tidemark"
              + " config set "
              + key
              + " VALUE"
          : null;
    }
    return null;
  }

  private static boolean isVariable(String word) {
    int equals = word.indexOf('=');
    return equals > 0 && Character.isLetter(word.charAt(0));
  }

  private static boolean isTidemark(String word) {
    var bare = bare(word);
    var name = bare.substring(bare.lastIndexOf('/') + 1);
    return name.equals("tidemark") || name.equals("tidemark-agent");
  }

  private static String bare(String word) {
    return word.replace("\"", "").replace("'", "");
  }

  private static String[] words(String piece) {
    var words = new ArrayList<String>();
    for (var word : piece.replace('\t', ' ').replace('\n', ' ').strip().split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words.isEmpty() ? new String[] {""} : words.toArray(new String[0]);
  }
}

package dev.tidemark.app.hook;

import dev.tidemark.app.settings.UserFolder;
import java.nio.file.Path;
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
    for (var command : ShellLine.commands(line)) {
      var refusal = piece(ShellLine.words(command));
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private static @Nullable String piece(List<String> words) {
    int at = 0;
    while (at < words.size()
        && (WRAPPERS.contains(words.get(at))
            || words.get(at).startsWith("-")
            || ShellLine.isAssignment(words.get(at)))) {
      at++;
    }
    if (at == words.size() || !isTidemark(words.get(at))) {
      return null;
    }
    var next = words.size() > at + 1 ? ShellLine.bare(words.get(at + 1)) : "";
    if (next.equals("mcp") && !words.getLast().endsWith("--help")) {
      return "tidemark mcp is started by the agent's client, not by a tool: whoever starts it can"
          + " answer the approval form in the user's place. To change a run: tidemark enter, done,"
          + " fail, note.";
    }
    if (next.equals("config")
        && words.size() > at + 3
        && ShellLine.bare(words.get(at + 2)).equals("set")) {
      var key = ShellLine.bare(words.get(at + 3));
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

  private static boolean isTidemark(String word) {
    var name = ShellLine.program(word);
    return name.equals("tidemark") || name.equals("tidemark-agent");
  }
}

package dev.tidemark.app.hook.guard;

import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.settings.file.UserFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Guard of the user's policy: refuses changes to the user's own folder, and shell lines that call
/// Tidemark itself to decide what opens a gate: policies, trust, rights to approve, the MCP server,
/// and an approval under a program that hides the agent.
///
/// Like the guard of shell lines it is a best effort; the commands themselves refuse an agent too.
public final class PolicyGuard {
  private static final List<String> POLICIES =
      List.of(
          "gates.trust",
          "flow.approvals",
          "approval.agents",
          "phase.test-gate",
          "phase.consolidation");

  /// Programs that start the command in their words, or in a quoted word.
  private static final List<String> LAUNCHERS =
      List.of(
          "env", "exec", "command", "time", "timeout", "nice", "ionice", "stdbuf", "xargs", "sh",
          "bash", "dash", "zsh", "eval");

  /// Launchers under which the agent is no longer seen, or a terminal is made up.
  private static final List<String> HIDING =
      List.of(
          "nohup",
          "setsid",
          "script",
          "unbuffer",
          "expect",
          "tmux",
          "screen",
          "systemd-run",
          "unshare",
          "nsenter",
          "ssh",
          "at",
          "su",
          "sudo",
          "doas");

  private PolicyGuard() {}

  /// Returns why a tool call is refused; null if it is allowed.
  ///
  /// @param folder the folder the agent works in
  public static @Nullable String refusal(
      HookInput input, Path folder, Map<String, String> environment) {
    var shell = input.shell();
    if (shell != null) {
      var command = lineRefusal(shell);
      if (command != null) {
        return command;
      }
    }
    var own = UserFolder.of(environment);
    if (own == null) {
      return null;
    }
    if (shell != null) {
      var names =
          List.of(
              own.toString(),
              ".config/tidemark",
              "XDG_CONFIG_HOME/tidemark",
              "XDG_CONFIG_HOME}/tidemark");
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

  /// Returns why the line may not be run; null if it may.
  private static @Nullable String lineRefusal(String line) {
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
        && (words.get(at).startsWith("-") || ShellLine.isAssignment(words.get(at)))) {
      at++;
    }
    boolean hidden = false;
    if (at < words.size() && isLauncher(words.get(at))) {
      boolean quoted = false;
      while (at < words.size() && !ShellLine.isTidemark(words.get(at)) && !quoted) {
        var word = words.get(at);
        hidden |= HIDING.contains(ShellLine.program(word)) || word.equals("-i");
        at++;
        // A quoted word is the command itself; the text after the first is another one.
        quoted = isQuoted(word) && !ShellLine.isTidemark(word) && !isLauncher(word);
      }
    }
    return at < words.size() && ShellLine.isTidemark(words.get(at))
        ? refusal(words, next(words, at + 1), hidden)
        : null;
  }

  private static @Nullable String refusal(List<String> words, int at, boolean hidden) {
    if (words.contains("--help") || words.contains("--dry-run")) {
      return null;
    }
    return switch (word(words, at)) {
      case "mcp" ->
          "tidemark mcp is started by the agent's client, not by a tool: the process that starts it"
              + " can answer the approval form in the user's place. To change a run: tidemark"
              + " enter, done, fail, note.";
      case "trust" ->
          "only the user may trust settings, or revoke that. Ask the user: tidemark trust";
      case "approve" ->
          hidden
              ? "an approval is given by the user, not under a program that hides who asks. Ask the"
                  + " user: tidemark approve PHASE"
              : null;
      case "config" -> setting(words, at);
      case "serve" ->
          word(words, at + 1).equals("token") && words.contains("approve")
              ? "only the user hands out the right to approve. Ask the user: tidemark serve token"
                  + " add NAME --scope approve"
              : null;
      default -> null;
    };
  }

  /// A key that is followed by a value, whatever options stand between them, is changed.
  private static @Nullable String setting(List<String> words, int at) {
    var key = "";
    for (int i = next(words, at + 1); i < words.size(); i = next(words, i + 1)) {
      var word = word(words, i);
      if (!key.isEmpty() && isRedirection(words.get(i))) {
        return null;
      }
      if (!key.isEmpty()) {
        return key
            + " decides what opens a gate, so only the user sets it. Ask the user: tidemark config "
            + key
            + " VALUE";
      }
      key = key.isEmpty() && POLICIES.contains(word) ? word : key;
    }
    return null;
  }

  private static boolean isRedirection(String word) {
    int at = 0;
    while (at < word.length() && Character.isDigit(word.charAt(at))) {
      at++;
    }
    return at < word.length() && "<>&".indexOf(word.charAt(at)) >= 0;
  }

  /// Returns where the next word stands that is no option that every verb has, nor its value.
  private static int next(List<String> words, int at) {
    int next = at;
    while (next < words.size() && words.get(next).startsWith("--")) {
      var option = Globals.find(words.get(next).substring(2));
      next += option == null || option.isFlag() ? 1 : 2;
    }
    return next;
  }

  private static String word(List<String> words, int at) {
    return at < words.size() ? ShellLine.bare(words.get(at)) : "";
  }

  private static boolean isLauncher(String word) {
    var program = ShellLine.program(word);
    return LAUNCHERS.contains(program) || HIDING.contains(program);
  }

  private static boolean isQuoted(String word) {
    return word.startsWith("\"") || word.startsWith("'");
  }
}

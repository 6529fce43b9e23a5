package dev.tidemark.app.hook.guard;

import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.settings.file.UserFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Guard of the user's policy: the user's own folder, and the lines of [PolicyLines].
///
/// Like the guard of shell lines it is a best effort; the commands themselves refuse an agent too.
public final class PolicyGuard {
  private PolicyGuard() {}

  /// Returns why a tool call is refused; null if it is allowed.
  ///
  /// @param folder the folder the agent works in
  public static @Nullable String refusal(
      HookInput input, Path folder, Map<String, String> environment) {
    var shell = input.shell();
    if (shell != null) {
      var command = PolicyLines.refusal(shell);
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
}

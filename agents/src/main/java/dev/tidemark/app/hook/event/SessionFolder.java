package dev.tidemark.app.hook.event;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.path.StateFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Session folder: the folder whose project an agent's session works on, wherever the agent has
/// changed its working folder to.
///
/// Some agents name it in a variable, Cursor in the event too. The working folder of the event
/// counts where none is named, where the named one is in no project, and where the session went
/// into another work tree of the same repository.
public final class SessionFolder {
  private SessionFolder() {}

  /// Returns the session folder of an event.
  ///
  /// @param environment the variables that the agent called with
  /// @param process the working folder of the called process
  public static Path of(
      Agent agent, HookInput input, Map<String, String> environment, Path process) {
    return of(named(agent, input, environment), input.folder(process), environment);
  }

  /// Returns the session folder.
  ///
  /// @param named the folder that the agent names; null for none
  /// @param current the folder that the agent is in
  public static Path of(@Nullable Path named, Path current, Map<String, String> environment) {
    return named == null
            || named.equals(current)
            || isOtherWorkTree(named, current)
            || ProjectProbe.root(named, environment) == null
        ? current
        : named;
  }

  /// Returns whether a variable names the folder to the hooks of an agent.
  public static boolean isNamedBy(String variable) {
    for (var agent : Agent.values()) {
      if (variable.equals(agent.folderVariable())) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Path named(
      Agent agent, HookInput input, Map<String, String> environment) {
    var variable = agent.folderVariable();
    var name = variable == null ? null : environment.get(variable);
    var path = name == null ? null : HookInput.path(name);
    if (path != null && path.isAbsolute() && Files.isDirectory(path)) {
      return path;
    }
    return input.workspace();
  }

  private static boolean isOtherWorkTree(Path named, Path current) {
    try {
      var here = StateFolder.of(current).location();
      var there = StateFolder.of(named).location();
      return here.isInGit()
          && here.base().equals(there.base())
          && !Objects.equals(here.branches(), there.branches());
    } catch (ForbiddenException lost) {
      return false;
    }
  }
}

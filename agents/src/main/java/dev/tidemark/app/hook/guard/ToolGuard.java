package dev.tidemark.app.hook.guard;

import dev.tidemark.app.hook.event.HookInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a tool is about to change what gates live on (decision of R-004-80): the folder
/// `.tidemark`, and the inputs of a mandatory gate. Everything else is the tool's own business.
public final class ToolGuard {
  /// Words in the names of tools of other servers that change files.
  private static final List<String> CHANGING =
      List.of(
          "write", "edit", "create", "delete", "remove", "move", "rename", "patch", "append",
          "replace", "insert", "copy", "exec", "run", "shell", "bash");

  private final Path root;
  private final Path folder;

  /// @param root the root of the project
  /// @param folder the folder the agent works in
  public ToolGuard(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /// Returns which guarded file the tool is about to change; null if none.
  ///
  /// @param guarded from the root of the project, files or folders
  @Nullable
  public String changed(HookInput input, List<String> guarded) {
    var shell = input.shell();
    if (shell != null) {
      return ShellGuard.changed(shell, guarded);
    }
    if (input.isForeign() && !changes(input.tool())) {
      return null;
    }
    for (var name : input.files()) {
      var found = findGuarded(name, guarded);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean changes(String tool) {
    for (int i = 0; i < CHANGING.size(); i++) {
      if (tool.contains(CHANGING.get(i))) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String findGuarded(String name, List<String> guarded) {
    var given = HookInput.path(name.startsWith("~/") ? name.substring(2) : name);
    if (given == null) {
      return null;
    }
    var path = folder.resolve(given).normalize();
    var real = realPath(path);
    for (int i = 0; i < guarded.size(); i++) {
      var guard = root.resolve(guarded.get(i));
      if (path.startsWith(guard) || (real != null && real.startsWith(realRoot(guarded.get(i))))) {
        return guarded.get(i);
      }
    }
    return null;
  }

  private Path realRoot(String guarded) {
    var real = realPath(root.resolve(guarded));
    return real == null ? root.resolve(guarded) : real;
  }

  /// Follows links as far as the path exists, so that no link leads around the guard.
  private static @Nullable Path realPath(Path path) {
    for (var up = path; up != null; up = up.getParent()) {
      if (Files.exists(up)) {
        try {
          return up.toRealPath().resolve(up.relativize(path));
        } catch (IOException unreadable) {
          return null;
        }
      }
    }
    return null;
  }
}

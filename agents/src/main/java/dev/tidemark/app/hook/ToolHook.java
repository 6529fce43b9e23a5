package dev.tidemark.app.hook;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.ProjectProbe;
import dev.tidemark.app.hook.guard.ShellGuard;
import dev.tidemark.app.hook.guard.ToolGuard;
import dev.tidemark.stores.file.path.StateFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Guard of tools in each project that a call concerns: that of the session, that of the folder the
/// agent is in, and those that hold a file it is about to change.
final class ToolHook {
  private final ProcessContext place;
  private final HookInput input;
  private final Path current;

  /// @param place the process that was called
  /// @param current the folder that the agent is in
  ToolHook(ProcessContext place, HookInput input, Path current) {
    this.place = place;
    this.input = input;
    this.current = current;
  }

  /// Returns why the tool may not act; null if it may.
  ///
  /// @param session the root of the session's project; null if it is in none
  @Nullable String refusal(@Nullable Path session) {
    for (var root : roots(session)) {
      var refusal = refusalIn(root);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private Set<Path> roots(@Nullable Path session) {
    var roots = new LinkedHashSet<Path>();
    if (session != null) {
      roots.add(session);
    }
    addRoot(roots, current);
    var shell = input.shell();
    for (var name : shell == null ? input.files() : ShellGuard.ownPaths(shell)) {
      var file = path(name);
      var folder = file == null ? null : file.getParent();
      if (folder != null) {
        addRoot(roots, folder);
      }
    }
    return roots;
  }

  private void addRoot(Set<Path> roots, Path folder) {
    var root = ProjectProbe.root(folder, place.environment());
    if (root != null) {
      roots.add(root);
    }
  }

  private @Nullable Path path(String name) {
    var home = place.environment().get("HOME");
    var named = name.startsWith("~/") && home != null ? home + name.substring(1) : name;
    var path = HookInput.path(named);
    return path == null ? null : current.resolve(path).normalize();
  }

  /// The first guard needs no run; whether there is a second one is determined by two file system
  /// calls.
  private @Nullable String refusalIn(Path root) {
    var guard = new ToolGuard(root, current);
    var own = guard.changed(input, ownFolders(root));
    if (own != null) {
      return HookMessages.ownFolder(own);
    }
    if (!GateInputs.arePossible(root)) {
      return null;
    }
    var hookProject = new HookProject(place.inFolder(root), null);
    var inputs = GateInputs.of(hookProject.project(), hookProject.allRuns());
    var changed = inputs.isEmpty() ? null : guard.changed(input, inputs);
    return changed == null ? null : HookMessages.gateInput(changed);
  }

  /// Returns the folders and files that only the command `tidemark` changes.
  private static List<String> ownFolders(Path root) {
    var own = new ArrayList<>(List.of(ProjectProbe.OWN));
    var state = StateFolder.of(root).location();
    if (state.isInGit()) {
      own.add(ShellGuard.STATE);
      own.add(state.inRepository().toString());
    }
    if (state.link() != null) {
      own.add(state.link().toString());
    }
    return own;
  }
}

package dev.tidemark.app.install;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reach of installed hooks: whether a session that an agent begins in a folder has those of the
/// project.
///
/// Claude Code, Gemini CLI and Qwen Code read the settings of the folder that they are started in,
/// and of none above it; a linked work tree does not have the untracked files of the main one; and
/// Codex reads the hooks of the main one there.
final class HookReach {
  /// The code of hooks that a session below the top of the project does not have.
  static final String ABOVE = "hooks-above";

  private static final String ELSEWHERE = "hooks-elsewhere";

  private HookReach() {}

  /// Returns why a session that begins in a folder has no hooks, though its project has; null if it
  /// has them, or if the project has none either.
  ///
  /// @param root the project around the folder
  static @Nullable Obstacle obstacle(
      Agent agent, Path root, Path folder, Map<String, String> environment) throws IOException {
    var home = environment.get("HOME");
    if (home != null && has(HookFile.user(agent, Path.of(home), environment))) {
      return null;
    }
    var everywhere = "tidemark install " + agent.word() + " --user";
    var main = mainWorkTree(root);
    if (main != null && agent == Agent.CODEX) {
      return has(HookFile.project(agent, main)) || !has(HookFile.project(agent, root))
          ? null
          : new Obstacle(
              ELSEWHERE,
              "codex started in this work tree reads the hooks of the main one, " + main,
              "Install them there: cd "
                  + main
                  + " && tidemark install codex, or for all: "
                  + everywhere);
    }
    if (has(HookFile.project(agent, root))) {
      boolean below = !folder.equals(root) && folder.startsWith(root);
      return below && readsStartOnly(agent) && !has(HookFile.project(agent, folder))
          ? new Obstacle(
              ABOVE,
              agent.word()
                  + " started in "
                  + root.relativize(folder)
                  + " has no hooks: it reads"
                  + " the settings of the folder that it is started in only, and they are in "
                  + root,
              "Start it in " + root + ", or install them for all projects: " + everywhere)
          : null;
    }
    return main != null && has(HookFile.project(agent, main))
        ? new Obstacle(
            ELSEWHERE,
            agent.word() + " started in this work tree has no hooks: they are in " + main,
            "Install them here: tidemark install " + agent.word() + ", or for all: " + everywhere)
        : null;
  }

  private static boolean readsStartOnly(Agent agent) {
    return agent == Agent.CLAUDE_CODE || agent == Agent.GEMINI || agent == Agent.QWEN;
  }

  /// Returns the main work tree of a linked one; null for any other folder, and where the
  /// repository is bare.
  private static @Nullable Path mainWorkTree(Path root) {
    var location = StateFolder.of(root).location();
    var top = location.isInGit() ? location.base().getParent() : null;
    if (top == null || !location.base().endsWith(".git")) {
      return null;
    }
    var main = top.resolve(location.below());
    return main.equals(root) ? null : main;
  }

  private static boolean has(HookFile hookFile) throws IOException {
    return Files.isRegularFile(hookFile.file())
        && BoundedFile.text(hookFile.file()).contains("tidemark");
  }
}

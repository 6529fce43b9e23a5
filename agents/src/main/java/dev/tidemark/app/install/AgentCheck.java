package dev.tidemark.app.install;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Agent check of `doctor`: whether each agent with installed hooks runs them.
public final class AgentCheck {
  private AgentCheck() {}

  /// Returns the reasons why agents do not run the hooks, in this project and for all projects of
  /// the user.
  ///
  /// @throws IOException if a file of settings cannot be read
  public static List<Diagnostic> of(Session session) throws IOException {
    var environment = session.place().environment();
    var root = session.project().root();
    var home = environment.get("HOME");
    var diagnostics = new ArrayList<Diagnostic>();
    for (var agent : Agent.values()) {
      var project = HookFile.project(agent, root);
      add(diagnostics, new HookObstacles(project, root, environment).find());
      if (home != null && !home.isEmpty()) {
        var user = HookFile.user(agent, Path.of(home), environment);
        add(diagnostics, new HookObstacles(user, root, environment).find());
      }
      var unreached = HookReach.obstacle(agent, root, session.place().folder(), environment);
      if (unreached != null) {
        add(diagnostics, List.of(unreached));
      }
    }
    var program = new LauncherCommand(session.place()).words().getFirst();
    diagnostics.addAll(LocalFiles.tracked(session.project(), program));
    return diagnostics;
  }

  private static void add(List<Diagnostic> diagnostics, List<Obstacle> obstacles) {
    for (var found : obstacles) {
      var diagnostic =
          new Diagnostic(Severity.WARNING, found.code(), "", found.text(), found.remedy());
      if (!diagnostics.contains(diagnostic)) {
        diagnostics.add(diagnostic);
      }
    }
  }
}

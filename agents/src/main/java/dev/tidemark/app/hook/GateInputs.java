package dev.tidemark.app.hook;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.run.Run;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.GateContext;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.policy.DialectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Files whose content opens a mandatory gate in a later phase of an open run.
final class GateInputs {
  private static final String WORKFLOWS = ".tidemark/workflows";

  private GateInputs() {}

  /// Returns whether the project has workflows of its own: only they have gates, and the project is
  /// not opened for a tool without them.
  static boolean arePossible(Path root) {
    try (var files = Files.newDirectoryStream(root.resolve(WORKFLOWS))) {
      return files.iterator().hasNext();
    } catch (IOException none) {
      return false;
    }
  }

  /// Returns whether the project has what the gates of the formats judge by, which need no workflow
  /// of its own: verdicts about shipping, a phase checkpoint, approvals of a workflow in flow.
  static boolean areBuiltIn(Path root) {
    if (Files.exists(root.resolve(".claude-checkpoint.md"))
        || Files.exists(root.resolve("memory/state/phase.json"))) {
      return true;
    }
    try (var files =
        Files.newDirectoryStream(root.resolve(".claude/state"), "{ship,review,loop}*.json")) {
      return files.iterator().hasNext();
    } catch (IOException none) {
      return false;
    }
  }

  /// Returns the files, from the root of the project.
  ///
  /// @throws ForbiddenException if the definition of one of the runs cannot be read
  static List<String> of(Project project, List<Run> runs) {
    var files = new ArrayList<String>();
    for (var run : runs) {
      var id = run.id();
      var problem = project.workflows().problem(id.workflow());
      if (problem != null) {
        throw new ForbiddenException(problem, "Fix the file.");
      }
      var definition = project.workflows().find(id.dialect(), id.workflow());
      if (definition.isPresent() && definition.get().hasGates()) {
        of(project, run, definition.get(), files);
      }
    }
    return files;
  }

  private static void of(
      Project project, Run run, WorkflowDefinition definition, List<String> files) {
    for (var phase : definition.phases()) {
      if (isPast(run, phase.name())) {
        continue;
      }
      var facts = new Facts(project.now(), project.limit(), DialectOptions.NONE, Map.of());
      var gateContext =
          new GateContext(
              run.id(),
              phase.name(),
              run.checkpoint(),
              run.document().evidence(),
              true,
              false,
              definition,
              facts);
      for (var gate : phase.gates()) {
        if (gate.mandatory()) {
          files.addAll(gate.condition().inputs(gateContext));
        }
      }
    }
  }

  private static boolean isPast(Run run, PhaseName name) {
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        if (phase.name().equals(name)) {
          return phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED;
        }
      }
    }
    return false;
  }
}

package dev.tidemark.app.main;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Scratch project for training runs, with all inputs of the verbs.
final class ScratchProject {
  private static final String HEAD = "ref: refs/heads/main\n";

  /// The files of projects beside the runs, as path and text.
  private static final List<List<String>> FILES =
      List.of(
          List.of(".git/HEAD", HEAD),
          List.of(
              ".git/packed-refs",
              "# pack-refs with: peeled fully-peeled sorted \n"
                  + "a".repeat(40)
                  + " refs/heads/main\n"),
          List.of("src/deep/a.ts", "export {}\n"),
          List.of(".active-spec", "SPEC-001\n"),
          List.of(".design-state.yaml", "specs_status:\n  SPEC-001:\n    specs_dir: specs/001\n"),
          List.of(
              "specs/001/state.yaml",
              "steps:\n  - id: 1\n    name: 'Parse'\n    status: completed\n  - id: 2\n"),
          List.of("specs/001/plan.md", "# Plan\n"),
          List.of(
              ".tidemark/workflows/release.yaml",
              """
              phases:
                - prepare
                - name: publish
                  gates:
                    - review: true
                    - artifact: notes.md
              """));

  /// A workflow in its third phase, as another tool left it `NOW`.
  private static final List<List<String>> WORKFLOW =
      List.of(
          List.of("memory/reports/demand.json", "{}"),
          List.of("memory/reports/final_design.json", "{}"),
          List.of("memory/tasks/T-1/output.json", "{\"task_id\":\"T-1\"}"),
          List.of(
              "memory/state/execution.json",
              """
              {"workflow_id":"wf-20260129-100000-3fa9","tasks":[{"id":"T-1","status":"complete",
              "started_at":"NOW","completed_at":"NOW","attempts":0,
              "output":"memory/tasks/T-1/output.json"},{"id":"T-2","status":"running",
              "started_at":"EARLIER","attempts":0,"output":"memory/tasks/T-2/output.json"}]}
              """),
          List.of(
              "memory/state/phase.json",
              """
              {"workflow_id":"wf-20260129-100000-3fa9","started_at":"NOW","last_updated":"NOW",
              "current_phase":"IMPLEMENTATION","phase_status":"in_progress","completed_phases":[
              {"phase":"REQUIREMENTS","completed_at":"NOW","output":"memory/reports/demand.json"},
              {"phase":"ARCHITECTURE","completed_at":"NOW",
              "output":"memory/reports/final_design.json"}],"user_checkpoints":[
              {"phase":"REQUIREMENTS","approved_at":"NOW"},
              {"phase":"ARCHITECTURE","approved_at":"NOW"}],"interruption_safe":true}
              """));

  /// A run that another tool has begun, and that nothing is recorded of.
  private static final List<List<String>> RUN =
      List.of(
          List.of(
              ".claude/state/implement-auth.json",
              """
              {"command":"implement","feature":"auth","version":1,"started_at":"NOW",
              "updated_at":"NOW","state":{"current_phase":"validation",
              "completed_phases":["implementation"],"pending_phases":[]},"phases":{
              "implementation":{"status":"complete","started_at":"NOW","updated_at":"NOW",
              "context_summary":"It works.","files_created":["a.ts"],"files_modified":[]},
              "validation":{"status":"in_progress","started_at":"NOW","updated_at":"NOW"}}}
              """));

  private ScratchProject() {}

  /// Makes a project without a run.
  static void make(Path root) throws IOException {
    Files.createDirectories(root.resolve(".git/refs/heads"));
    Files.createDirectories(root.resolve(".git/objects"));
    put(root, FILES);
  }

  /// Adds the run of a workflow that another tool has begun.
  static void addWorkflow(Path root) throws IOException {
    put(root, WORKFLOW);
  }

  /// Adds a run in the usual protocol that another tool has begun.
  static void addRun(Path root) throws IOException {
    put(root, RUN);
  }

  private static void put(Path root, List<List<String>> files) throws IOException {
    var time = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    var now = time.toString();
    // A task that was started just now is left alone by `resume`.
    var earlier = time.minus(1, ChronoUnit.HOURS).toString();
    for (var file : files) {
      var path = root.resolve(file.getFirst());
      Files.createDirectories(path.resolveSibling(""));
      Files.writeString(path, file.getLast().replace("NOW", now).replace("EARLIER", earlier));
    }
  }
}

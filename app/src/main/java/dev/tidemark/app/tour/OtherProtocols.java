package dev.tidemark.app.tour;

import dev.tidemark.app.cli.ExitCode;
import java.io.IOException;

/// Tour of the other formats: phases that hand over by one file, commands in phases with their
/// commits, a workflow that resumes by its outputs, and a document that another tool left.
final class OtherProtocols {
  private static final String EPIC = "item/epic/EPIC-001";
  private static final String LEFT = "docs/checkpoints/debug-login.md";

  private final Stage stage;

  OtherProtocols(Stage stage) {
    this.stage = stage;
  }

  void walk() throws IOException {
    phases();
    items();
    workflow();
    left();
    together();
  }

  private void phases() throws IOException {
    stage.heading("Phases that hand over by one file, .claude-checkpoint.md");
    stage
        .tidemark("done 3-build --run phase/dev --complete --summary 'Rotation is built.'")
        .says("Phase 3 complete. Checkpoint saved.", "/vt-c-4-review");
    stage.heading("A review is mandatory before the last phase, and no option opens that gate");
    stage
        .tidemark("enter 5-finalize --run phase/dev --continue")
        .endsWith(ExitCode.GATE)
        .says("BLOCKED: Code review required");
  }

  private void items() throws IOException {
    stage.heading("A command in phases, each with its commit");
    stage.tidemark("start " + EPIC).says("run started");
    stage
        .tidemark("done 0 --run " + EPIC + " --summary 'Synced with the hub.'")
        .says("Decision Sync complete", "Capture started");
    stage.git("log -1 --format=%s").says("phase 0 complete");
    stage.tidemark("resume " + EPIC).says("Resuming at: Phase 1 (Capture)");
  }

  private void workflow() throws IOException {
    stage.heading("A development workflow: what resuming does depends on what is there");
    stage.tidemark("start flow/develop").says("Started workflow ", "in REQUIREMENTS phase");
    stage.note("(the worker writes memory/reports/demand.json)");
    stage.write("memory/reports/demand.json", "{\"goal\": \"log in\"}\n");
    stage.tidemark("done REQUIREMENTS --run flow/develop").says("REQUIREMENTS complete");
    stage
        .tidemark("resume flow/develop")
        .endsWith(ExitCode.DECISION)
        .says("REQUIREMENTS", "approv");
  }

  private void left() throws IOException {
    stage.heading("A document that another tool left is taken over as it is");
    stage.note("(" + LEFT + " is put there by hand)");
    stage.write(
        LEFT,
        """
        ---
        command: debug
        item: login
        branch: main
        started: 2026-02-27T10:02:00Z
        updated: 2026-02-27T10:32:00Z
        status: in_progress
        current_phase: 2
        total_phases: 4
        ---
        # Checkpoint: debug \u2014 login
        ## Phases
        | # | Phase | Status | Completed |
        |---|---|---|---|
        | 1 | Reproduce | done | 2026-02-27T10:32:00Z |
        | 2 | Trace | in_progress | \u2014 |
        | 3 | Root Cause | pending | \u2014 |
        | 4 | Document | pending | \u2014 |
        ## Current Phase Detail
        - [ ] Read the logs
        ## Current State
        ## Key Decisions
        ## Artifacts Produced
        ## Key Context
        """);
    stage
        .tidemark("adopt")
        .says(
            "item, workflow debug, item login: open, phase 2 of 4 (Trace)",
            "recorded as the beginning of its journal");
    stage.tidemark("task done 1 --run item/debug/login").says("");
    stage.tidemark("history --run item/debug/login").says("found here");
  }

  private void together() throws IOException {
    stage.heading("All of them in one list, and what is not as it should be");
    stage.tidemark("list").says("phase/dev", EPIC, "item/debug/login");
    stage.tidemark("doctor --fix").says("fixed  .claude-checkpoint.md is not ignored by git");
  }
}

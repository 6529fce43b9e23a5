package dev.tidemark.app.demo;

import dev.tidemark.app.cli.spec.ExitCode;
import java.io.IOException;

/// Tour of the other formats: phases that hand over by one file, commands in phases with their
/// commits, a workflow that resumes by its outputs, and a document that another tool left.
final class FormatsTour {
  private static final String EPIC = "item/epic/EPIC-001";
  private static final String LEFT = "docs/checkpoints/debug-login.md";

  private final DemoRepository demoRepository;

  FormatsTour(DemoRepository demoRepository) {
    this.demoRepository = demoRepository;
  }

  void walk() throws IOException {
    phases();
    items();
    workflow();
    adoptForeignCheckpoint();
    listAllRuns();
  }

  private void phases() throws IOException {
    demoRepository.heading("Phases that hand over by one file, .claude-checkpoint.md");
    demoRepository
        .tidemark("done 3-build --run phase/dev --complete --summary 'Rotation is built.'")
        .outputContains("Phase 3 complete. Checkpoint saved.", "/vt-c-4-review");
    demoRepository.heading(
        "A review is mandatory before the last phase, and no option opens that gate");
    demoRepository
        .tidemark("enter 5-finalize --run phase/dev --continue")
        .endsWith(ExitCode.GATE)
        .outputContains("BLOCKED: Code review required");
  }

  private void items() throws IOException {
    demoRepository.heading("A command in phases, each with its commit");
    demoRepository.tidemark("start " + EPIC).outputContains("run started");
    demoRepository
        .tidemark("done 0 --run " + EPIC + " --summary 'Synced with the hub.'")
        .outputContains("Decision Sync complete", "Capture started");
    demoRepository.git("log -1 --format=%s").outputContains("phase 0 complete");
    demoRepository.tidemark("resume " + EPIC).outputContains("Resuming at: Phase 1 (Capture)");
  }

  private void workflow() throws IOException {
    demoRepository.heading("A development workflow: resume depends on the files that exist");
    demoRepository
        .tidemark("start flow/develop")
        .outputContains("Started workflow ", "in REQUIREMENTS phase");
    demoRepository.note("(the worker writes memory/reports/demand.json)");
    demoRepository.write("memory/reports/demand.json", "{\"goal\": \"log in\"}\n");
    demoRepository
        .tidemark("done REQUIREMENTS --run flow/develop")
        .outputContains("REQUIREMENTS complete");
    demoRepository
        .tidemark("resume flow/develop")
        .endsWith(ExitCode.DECISION)
        .outputContains("REQUIREMENTS", "approv");
  }

  private void adoptForeignCheckpoint() throws IOException {
    demoRepository.heading("A checkpoint file of another tool is adopted unchanged");
    demoRepository.note("(" + LEFT + " is put there by hand)");
    demoRepository.write(
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
    demoRepository
        .tidemark("adopt")
        .outputContains(
            "item, workflow debug, item login: open, phase 2 of 4 (Trace)",
            "recorded as the beginning of its journal");
    demoRepository.tidemark("task done 1 --run item/debug/login").outputContains("");
    demoRepository.tidemark("history --run item/debug/login").outputContains("found here");
  }

  private void listAllRuns() throws IOException {
    demoRepository.heading("All runs in one list, and every problem found");
    demoRepository.tidemark("list").outputContains("phase/dev", EPIC, "item/debug/login");
    demoRepository
        .tidemark("doctor --fix")
        .outputContains("fixed  .gitignore has no rule for .claude-checkpoint.md");
  }
}

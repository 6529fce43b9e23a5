package dev.tidemark.app.main;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The protocols, each with a document as its source shows it, made by no Tidemark.
public enum Protocol {
  /// `.claude/state/*.json`.
  STATE(
      ".claude/state/implement-checkpoint-infrastructure.json",
      "state/schema-example.json",
      "state/implement/checkpoint-infrastructure",
      "done implementation --summary Works. --decision Yes"),
  /// `.claude-checkpoint.md`.
  PHASE(".claude-checkpoint.md", "phase/after-build.md", "phase/dev", "enter 4-review --continue"),
  /// `docs/checkpoints/*.md`.
  ITEM(
      "docs/checkpoints/epic-EPIC-001.md",
      "item/source-example.md",
      "item/epic/EPIC-001",
      "note --decision Yes"),
  /// `memory/state/phase.json`.
  FLOW(
      "memory/state/phase.json",
      "flow/source-example.json",
      "flow/develop",
      "note --before-spawn worker");

  private final String path;
  private final String golden;
  private final String run;
  private final String change;

  Protocol(String path, String golden, String run, String change) {
    this.path = path;
    this.golden = golden;
    this.run = run;
    this.change = change;
  }

  /// Returns where the document is, from the project root.
  public String path() {
    return path;
  }

  /// Returns which run it is about.
  public String run() {
    return run;
  }

  /// Returns a change of that run, to be asked for on the command line.
  public String change() {
    return change + " --run " + run;
  }

  /// Returns the document.
  public String document() {
    try {
      var goldens = Repository.root().resolve("dialects/src/test/resources/golden");
      return Files.readString(goldens.resolve(golden));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Puts the document of every protocol into a project in which nothing is recorded.
  public static CommandLineHarness all(Path folder) {
    var tidemark = CommandLineHarness.fresh(folder);
    for (var protocol : values()) {
      tidemark.scratch().write(protocol.path, protocol.document());
    }
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\": \"log in\"}");
    return tidemark;
  }

  /// Returns which runs the documents are about, as lists have them.
  public static List<String> runs() {
    return List.of(FLOW.run, ITEM.run, PHASE.run, STATE.run);
  }
}

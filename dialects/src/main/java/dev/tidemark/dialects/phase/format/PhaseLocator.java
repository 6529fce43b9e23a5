package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location of the one checkpoint of a project: `.claude-checkpoint.md` in its root (R-000-01).
/// Whichever of its workflows is named, it is the same run.
public final class PhaseLocator implements DocumentLocator {
  /// The file, from the project root.
  public static final String FILE = ".claude-checkpoint.md";

  /// The quarantine folder of unreliable documents.
  public static final String ASIDE = ".tidemark/set-aside";

  /// The run, for any name.
  public static final CheckpointId ID = new CheckpointId(PhaseFormat.DIALECT, "dev", null);

  private final List<String> workflows;

  /// Takes the names of the workflows.
  public PhaseLocator(List<String> workflows) {
    this.workflows = List.copyOf(workflows);
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    if (!workflows.contains(workflow)) {
      var near = NearestWord.to(workflow, workflows);
      return refused(
          "there is no workflow " + workflow + " of phases",
          near == null
              ? "Name one of " + String.join(", ", workflows)
              : "Did you mean " + near + "?");
    }
    if (item != null && !item.isEmpty()) {
      return refused(
          "there is one phase checkpoint in a project, and none about " + item,
          "Leave the name out: " + PhaseFormat.DIALECT + "/" + workflow);
    }
    return new NameResolution.Named(ID);
  }

  private static NameResolution refused(String reason, String hint) {
    return new NameResolution.Unnameable(Blocker.refused("bad-name", reason, hint));
  }

  @Override
  public String pathOf(CheckpointId id) {
    return FILE;
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    return path.equals(FILE) ? Optional.of(ID) : Optional.empty();
  }

  @Override
  public List<String> roots() {
    return List.of(FILE);
  }

  @Override
  public List<String> ignoreLines() {
    return List.of(
        "# Workflow state (ephemeral, not project documentation)",
        FILE,
        GateFile.REVIEW,
        GateFile.TEST);
  }

  @Override
  public List<CheckpointId> permanentRuns() {
    return List.of(ID);
  }

  @Override
  public List<String> quarantineFolders() {
    return List.of(ASIDE);
  }

  @Override
  public Tracking tracking() {
    return Tracking.IGNORED;
  }
}

package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Report about a phase by its worker: summary, files, decisions.
///
/// @param summary the context summary for the next phase; absent to leave the recorded one
///   unchanged
/// @param artifacts files created or changed; they are added to those already known
/// @param decisions choices made, one sentence each; added likewise
/// @param task the task in hand, for example `T002`; absent to leave it alone
public record PhaseReport(
    @Nullable ContextSummary summary,
    List<Artifact> artifacts,
    List<String> decisions,
    @Nullable String task) {
  /// The empty report.
  public static final PhaseReport NONE = new PhaseReport(null, List.of(), List.of(), null);

  /// Takes its own copies of the lists.
  public PhaseReport {
    artifacts = List.copyOf(artifacts);
    decisions = List.copyOf(decisions);
  }
}

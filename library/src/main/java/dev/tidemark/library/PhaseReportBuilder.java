package dev.tidemark.library;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.workflow.change.PhaseReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builder of the report about a phase: summary, files and decisions. Lists of several calls are
/// joined; of a summary the last one counts.
///
/// Mutable, for one call and one thread.
public final class PhaseReportBuilder {
  private final Path root;
  private final List<Artifact> artifacts = new ArrayList<>();
  private final List<String> decisions = new ArrayList<>();
  private @Nullable String summary;
  private @Nullable String task;

  PhaseReportBuilder(Path root) {
    this.root = root;
  }

  /// Sets the context summary for the next phases (R-004-01). Its longest length is that of the
  /// workflow, by default 500 words; a longer one is refused with `summary-too-long`, and a blank
  /// one with `empty-summary`.
  public PhaseReportBuilder summary(String text) {
    this.summary = text;
    return this;
  }

  /// Adds files that the phase created.
  ///
  /// @param paths from the project root, with `/` between folders; an absolute path below the root
  ///   is recorded relative to it
  public PhaseReportBuilder created(String... paths) {
    return add(Artifact.Kind.CREATED, paths);
  }

  /// Adds files that the phase changed.
  ///
  /// @param paths as for [#created]
  public PhaseReportBuilder modified(String... paths) {
    return add(Artifact.Kind.MODIFIED, paths);
  }

  /// Takes files out of those that the run has reported.
  ///
  /// @param paths as for [#created]
  public PhaseReportBuilder removed(String... paths) {
    return add(Artifact.Kind.REMOVED, paths);
  }

  /// Adds decisions that later phases depend on, one sentence each.
  public PhaseReportBuilder decision(String... texts) {
    decisions.addAll(Arrays.asList(texts));
    return this;
  }

  /// Sets the task in hand, such as `T002`, which the format `state` records when a phase begins.
  public PhaseReportBuilder task(String id) {
    this.task = id;
    return this;
  }

  private PhaseReportBuilder add(Artifact.Kind kind, String... paths) {
    for (var given : paths) {
      artifacts.add(new Artifact(fromRoot(given), kind));
    }
    return this;
  }

  private String fromRoot(String given) {
    if (given.startsWith("/") || given.indexOf(':') == 1) {
      var path = Path.of(given).normalize();
      return path.startsWith(root)
          ? root.relativize(path).toString().replace('\\', '/')
          : given.replace('\\', '/');
    }
    return given.replace('\\', '/');
  }

  boolean isSummaryBlank() {
    return summary != null && summary.isBlank();
  }

  PhaseReport build() {
    var text = summary == null ? null : new ContextSummary(summary);
    return new PhaseReport(text, artifacts, decisions, task);
  }
}

package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.item.format.ContextNotes;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;

/// Resume policy of a command: the first phase that is not done (R-001-11), and the lines for a
/// continuing session: the four of R-001-10, and the files to read again.
public final class ItemResumePolicy implements ResumePolicy<ItemCheckpoint> {
  private final ItemWorkflows workflows;

  /// Takes the known commands; the phases of some are in plans, which are not read.
  ItemResumePolicy(ItemWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public ResumePoint resumePoint(ItemCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        done.add(phase);
      }
    }
    var first = PhaseRows.firstOpen(PhaseRows.defined(checkpoint.rows(), defined(checkpoint)));
    var state = checkpoint.body().state();
    return new ResumePoint(
        checkpoint.current().orElse(null),
        state.isEmpty() ? null : state,
        first == null ? null : first.phase(),
        done,
        false);
  }

  private List<PhaseRow> defined(ItemCheckpoint checkpoint) {
    return workflows.rows(checkpoint.id().workflow());
  }

  /// The four lines that the format fixes, the remaining work of the phase in progress, and the
  /// files to read again.
  @Override
  public ProtocolHandover handover(ItemCheckpoint checkpoint, String path) {
    var formatLines = head(checkpoint, defined(checkpoint), path);
    for (var task : checkpoint.body().tasks()) {
      if (!task.done()) {
        formatLines.add("Still to do: " + task.text());
      }
    }
    return new ProtocolHandover(formatLines, files(checkpoint), List.of());
  }

  /// Returns all lines.
  ///
  /// @param defined the currently defined phases; none if unknown
  static List<String> lines(
      ItemCheckpoint checkpoint, List<PhaseRow> defined, String path, Facts facts) {
    var lines = head(checkpoint, defined, path);
    var itemBody = checkpoint.body();
    list("Artifacts produced:", itemBody.artifacts(), facts, lines);
    list("Read again:", itemBody.context(), facts, lines);
    return lines;
  }

  /// Returns the four lines, and where things stand.
  private static List<String> head(ItemCheckpoint checkpoint, List<PhaseRow> defined, String path) {
    var done = new ArrayList<PhaseRow>();
    for (var phaseRow : checkpoint.rows()) {
      if (phaseRow.isDone()) {
        done.add(phaseRow);
      }
    }
    var next = PhaseRows.firstOpen(PhaseRows.defined(checkpoint.rows(), defined));
    var lines = new ArrayList<String>();
    lines.add("Resuming from checkpoint: " + path);
    lines.add("Last updated: " + checkpoint.header().updated());
    lines.add("Completed: " + (done.isEmpty() ? "none" : PhaseRows.labels(done)));
    lines.add("Resuming at: " + (next == null ? "nothing, all phases are done" : next.label()));
    var state = checkpoint.body().state();
    if (!state.isEmpty()) {
      lines.add("Current state: " + state.replace("\n", " "));
    }
    return lines;
  }

  /// Returns the files that the lines name, each once.
  private static List<String> files(ItemCheckpoint checkpoint) {
    var files = new ArrayList<String>();
    addFiles(files, checkpoint.body().artifacts());
    addFiles(files, checkpoint.body().context());
    return files;
  }

  private static void addFiles(List<String> files, List<String> entries) {
    for (var entry : entries) {
      boolean file = isFile(entry) && !ContextNotes.isNote(entry);
      if (file && !files.contains(MarkdownSafeText.path(entry))) {
        files.add(MarkdownSafeText.path(entry));
      }
    }
  }

  /// Returns queries for the existence of the files that the lines name.
  static List<FactQuery<?>> asks(ItemCheckpoint checkpoint) {
    var asks = new ArrayList<FactQuery<?>>();
    for (var entry : checkpoint.body().artifacts()) {
      add(asks, entry);
    }
    for (var entry : checkpoint.body().context()) {
      add(asks, entry);
    }
    return asks;
  }

  private static void add(List<FactQuery<?>> asks, String entry) {
    if (isFile(entry)) {
      asks.add(FactQuery.exists(MarkdownSafeText.path(entry)));
    }
  }

  /// Texts in backticks also are branches and the like, which are no files.
  private static boolean isFile(String entry) {
    var path = MarkdownSafeText.path(entry);
    return !path.isEmpty() && path.indexOf('.') > 0 && !entry.startsWith("Branch:");
  }

  private static void list(String title, List<String> entries, Facts facts, List<String> lines) {
    if (entries.isEmpty()) {
      return;
    }
    lines.add(title);
    for (var entry : entries) {
      var ask = FactQuery.exists(MarkdownSafeText.path(entry));
      boolean missing = isFile(entry) && facts.has(ask) && !facts.get(ask).orElse(true);
      lines.add("- " + entry + (missing ? " (missing)" : ""));
    }
  }
}

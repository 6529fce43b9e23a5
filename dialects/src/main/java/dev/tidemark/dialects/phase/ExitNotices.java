package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseLocator;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Warnings at the end of a phase.
final class ExitNotices {
  private static final int LINES_MAX = 60;

  private final PhaseContext phaseContext;
  private final @Nullable PhaseCheckpoint before;
  private final List<Notice> notices = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();

  ExitNotices(PhaseContext phaseContext, @Nullable PhaseCheckpoint before) {
    this.phaseContext = phaseContext;
    this.before = before;
  }

  /// Returns everything, in the order of the exit.
  ///
  /// @param text the checkpoint that is to be written
  List<Notice> all(ProjectFacts around, Facts facts, PhaseReport report, String text) {
    notices.addAll(around.notices());
    journal(around);
    dropped();
    new IgnoreCheck().notice(facts).ifPresent(notices::add);
    var ready = facts.get(FactQuery.ReadyWork.READY);
    if (!ready.reason().isEmpty()) {
      note("ready-work", "the list of ready work is incomplete: " + ready.reason());
    }
    if (report.task() != null) {
      note("task-not-kept", "this format has no current task");
    }
    int lines = lines(text);
    if (lines >= LINES_MAX) {
      note(
          "long-checkpoint",
          PhaseLocator.FILE + " has " + lines + " lines; the target is below " + LINES_MAX);
    }
    return notices;
  }

  /// Returns the effects of the warnings, once all facts are known.
  List<Effect> effects() {
    return effects;
  }

  /// R-000-31.
  private void journal(ProjectFacts around) {
    var since = before == null ? null : before.updatedAt().orElse(null);
    int entries = around.entries(since).size();
    if (entries > 0) {
      var command = phaseContext.settings().consolidation();
      var pending =
          entries + (entries == 1 ? " journal entry is" : " journal entries are") + " pending; ";
      if (!command.isEmpty()) {
        effects.add(new Effect.RunCommand(command));
      }
      note(
          "journal",
          command.isEmpty()
              ? pending + "consolidate with " + phaseContext.settings().command("consolidate")
              : pending + "consolidating with " + String.join(" ", command));
    }
  }

  private void dropped() {
    var foreign =
        before == null || before.damage() != null
            ? List.<String>of()
            : Sections.of(before.body()).foreign();
    if (!foreign.isEmpty()) {
      note(
          "sections-dropped",
          "sections of the checkpoint before are in the history only: "
              + String.join(", ", foreign));
    }
  }

  private static int lines(String text) {
    int lines = 0;
    for (int at = 0; at < text.length(); at = Lines.after(text, at)) {
      lines++;
    }
    return lines;
  }

  private void note(String code, String text) {
    notices.add(new Notice(code, text));
  }
}

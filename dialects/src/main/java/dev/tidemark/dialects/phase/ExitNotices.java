package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Warnings at the end of a phase; among them, whether git tracks the checkpoint (R-000-53). Git is
/// asked at the first exit only, since starting it costs more than all the rest.
final class ExitNotices {
  private static final int LINES_MAX = 60;
  private static final FactQuery<IgnoreStatus> GIT = FactQuery.ignored(PhaseFormat.FILE);

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
  List<Notice> collectAll(ProjectFacts projectFacts, Facts facts, PhaseReport report, String text) {
    notices.addAll(projectFacts.notices());
    journal(projectFacts);
    dropped();
    trackedNotice(facts).ifPresent(notices::add);
    var ready = facts.get(FactQuery.READY_WORK);
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
          PhaseFormat.FILE + " has " + lines + " lines; the target is below " + LINES_MAX);
    }
    return notices;
  }

  /// Returns the effects of the warnings, once all facts are known.
  List<Effect> effects() {
    return effects;
  }

  /// R-000-31.
  private void journal(ProjectFacts projectFacts) {
    var since = before == null ? null : before.updatedAt().orElse(null);
    int entries = projectFacts.entries(since).size();
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

  /// Returns the facts needed, given the known ones.
  static List<FactQuery<?>> trackedAsks(Facts known) {
    if (known.get(FactQuery.HEAD).orElse(Head.NONE).equals(Head.NONE)) {
      return List.of();
    }
    return isFirst(known) ? List.of(GIT) : List.of();
  }

  private static boolean isFirst(Facts known) {
    var ask = FactQuery.EVIDENCE;
    return known.has(ask)
        && known.get(ask).isKnown()
        && known.get(ask).orElse(Optional.empty()).isEmpty();
  }

  /// Returns the warning, if there is reason for one.
  private static Optional<Notice> trackedNotice(Facts facts) {
    if (!facts.has(GIT)) {
      return Optional.empty();
    }
    return facts.get(GIT).orElse(IgnoreStatus.OUTSIDE) == IgnoreStatus.TRACKED
        ? Optional.of(
            new Notice(
                "tracked",
                PhaseFormat.FILE
                    + " is tracked by git; forget it with: git rm --cached "
                    + PhaseFormat.FILE))
        : Optional.empty();
  }
}

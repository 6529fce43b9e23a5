package dev.tidemark.brief;

import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Goal;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Renders the items of a brief as lines of text. An item may have several lines; each stands
/// behind a bar, so that no text can end the part that is marked as data.
final class BriefLines {
  static final String BAR = "| ";
  private static final int TASK_CHARS = 120;
  private static final int TASKS_MAX = 10;
  private static final String MARK = "tidemark-data";

  private BriefLines() {}

  static String done(Phase phase) {
    var word = phase.status() == PhaseStatus.SKIPPED ? "left out: " : "done: ";
    return item(
        word + phase.name() + suffix(phase.summary() == null ? null : phase.summary().text()));
  }

  static String unfinished(Phase phase) {
    var failure = phase.failure();
    var summary = phase.summary() == null ? null : phase.summary().text();
    return phase.status() == PhaseStatus.FAILED
        ? item("failed: " + phase.name() + suffix(failure) + suffix(summary))
        : item("so far: " + phase.name() + suffix(summary));
  }

  static String decided(Decision decision) {
    return item("decided: [" + decision.phase() + "] " + decision.text());
  }

  static String read(ReadingItem file) {
    return item("read: " + file.path() + " (" + file.state().words() + ")");
  }

  static String ready(WorkItem item) {
    return item("ready: " + item.id() + " " + item.title());
  }

  static String warning(ResumeWarning resumeWarning) {
    var word = isNotice(resumeWarning) ? "notice: " : "warning: ";
    boolean earlier = resumeWarning.code().equals(Briefs.EARLIER_RUN);
    return item((earlier ? "before: " : word) + resumeWarning.text());
  }

  /// Returns whether a warning needs no attention.
  static boolean isNotice(ResumeWarning resumeWarning) {
    return resumeWarning.kind() == ResumeWarning.Kind.NOTE
        && !resumeWarning.code().equals(Claim.ChangesRequested.WORD);
  }

  static String goal(Goal goal, int most) {
    var text = goal.text();
    var shown = text.length() <= most ? text : text.substring(0, most) + " \u2026";
    return item((goal.captured() ? "goal (from the first prompt): " : "goal: ") + shown);
  }

  /// Returns where work stands; empty if no phase is in progress.
  static String place(WorkInProgress work) {
    var phase = work.phase();
    var title = work.title() == null ? "" : " (" + work.title() + ")";
    if (phase == null) {
      return title.isEmpty() ? "" : item("next phase:" + title);
    }
    var since = work.since();
    var when =
        since == null ? "" : " for " + Timestamps.durationText(Math.max(0, since.toSeconds()));
    var task = work.tasks().currentTask();
    var id = task == null ? work.tasks().current() : shortened(task.title(), TASK_CHARS);
    return item(
        "in progress: " + phase + title + when + (id == null ? "" : "; current task: " + id));
  }

  /// Returns how many tasks are done, and the open ones; empty if there are no tasks.
  static String tasks(TaskList tasks) {
    var open = tasks.open();
    return tasks.isEmpty()
        ? ""
        : item(
            "tasks: "
                + tasks.count()
                + " done"
                + (open.isEmpty() ? "" : "; open: " + TaskList.listed(open, TASKS_MAX)));
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "\u2026";
  }

  static String note(Note note, @Nullable PhaseName now) {
    var word =
        switch (note.kind()) {
          case TRIED -> "tried and failed: ";
          case NEXT -> "next action: ";
          case BLOCKED -> "blocked by: ";
          case QUESTION -> "open question: ";
          case FAILED -> "failed before: ";
          default -> "note: ";
        };
    var phase = note.phase();
    var where = phase == null || phase.equals(now) ? "" : "[" + phase + "] ";
    return item(word + where + note.text());
  }

  static String change(FileChange change) {
    var line = change.line();
    int blank = line.indexOf(' ');
    return item(line.substring(0, blank) + ":" + line.substring(blank));
  }

  /// Returns the captured items: the to-do list and the last error matter most, and come first.
  /// Changes that still stand in the work tree are left to the lines of the work tree.
  static List<String> captured(@Nullable Capture capture, List<FileChange> changes) {
    var lines = new ArrayList<String>();
    if (capture == null) {
      return lines;
    }
    for (var task : capture.tasks()) {
      lines.add(item("captured task: " + task));
    }
    if (capture.error() != null) {
      lines.add(item("captured error: " + capture.error()));
    }
    for (int i = capture.prompts().size() - 1; i >= 0; i--) {
      lines.add(item("captured prompt: " + capture.prompts().get(i)));
    }
    if (capture.plan() != null) {
      lines.add(item("captured plan: " + capture.plan()));
    }
    var present = new HashSet<String>();
    for (var change : changes) {
      present.add(change.line());
    }
    for (var change : capture.changes()) {
      if (!present.contains(change)) {
        lines.add(item("captured change: " + change));
      }
    }
    return lines;
  }

  static String offers(Brief brief) {
    var names = new StringBuilder();
    for (var phase : brief.resumePhases()) {
      names.append(names.isEmpty() ? "" : ", ").append(phase.name());
    }
    return item((brief.header().open() ? "phases: " : "not done: ") + names);
  }

  private static String suffix(@Nullable String text) {
    return text == null || text.isBlank() ? "" : ": " + text;
  }

  /// Returns text from files as lines behind bars, without anything invisible in it.
  static String item(String text) {
    var plain = escapeMarkers(PlainText.of(text));
    var lines = new StringBuilder(plain.length() + 16);
    int from = 0;
    while (from <= plain.length()) {
      int end = plain.indexOf('\n', from);
      end = end < 0 ? plain.length() : end;
      var line = plain.substring(from, end).stripTrailing();
      if (!line.isEmpty()) {
        lines.append(lines.isEmpty() ? "" : "\n").append(BAR).append(from == 0 ? "" : "  ");
        lines.append(line);
      }
      from = end + 1;
    }
    return lines.toString();
  }

  /// Escapes data markers that occur in a text.
  private static String escapeMarkers(String text) {
    int at = indexOfMark(text, 0);
    if (at < 0) {
      return text;
    }
    var safe = new StringBuilder(text);
    while (at >= 0) {
      safe.setCharAt(at + MARK.indexOf('-'), '_');
      at = indexOfMark(text, at + 1);
    }
    return safe.toString();
  }

  private static int indexOfMark(String text, int from) {
    int dash = MARK.indexOf('-');
    for (int at = text.indexOf('-', from + dash); at >= 0; at = text.indexOf('-', at + 1)) {
      if (text.regionMatches(true, at - dash, MARK, 0, MARK.length())) {
        return at - dash;
      }
    }
    return -1;
  }
}

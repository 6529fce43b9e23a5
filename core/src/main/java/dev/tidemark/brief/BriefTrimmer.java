package dev.tidemark.brief;

import dev.tidemark.brief.budget.Budget;
import dev.tidemark.brief.budget.BudgetMeter;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Capture;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Trims a brief to its budget by dropping whole items. Priority of the items, highest first: the
/// goal, the verdict and its cause, the next step, work in progress, tasks, failures, the newest
/// notes and open questions, lines of the format, the newest completed phase with its summary, the
/// first changed files, names of earlier completed phases, decisions and files to read from the
/// newest to the oldest, other warnings, older notes and changed files, captured sessions,
/// summaries of older phases, the phases to resume at, and ready work of a tracker.
public final class BriefTrimmer {
  /// The number of notes and changed files with priority over the rest of the brief.
  private static final int FIRST_NOTES = 8;

  private static final int FIRST_CHANGES = 12;

  private final Brief brief;
  private final BudgetMeter budgetMeter;

  private BriefTrimmer(Brief brief, Budget budget) {
    this.brief = brief;
    this.budgetMeter = new BudgetMeter(budget);
  }

  /// Returns the part of a brief that fits into a budget.
  public static TrimmedBrief of(Brief brief, Budget budget) {
    return budget.isUnlimited()
        ? new TrimmedBrief(brief, OmittedCounts.NOTHING, budget)
        : new BriefTrimmer(brief, budget).shortened(budget);
  }

  private TrimmedBrief shortened(Budget budget) {
    budgetMeter.charge(BriefText.frame(brief, budget));
    var work = brief.content().work();
    var all = brief.warnings();
    boolean decided = brief.verdict().cause() != null && !all.isEmpty();
    var warnings = new ArrayList<ResumeWarning>();
    if (decided && budgetMeter.tryCharge(BriefLines.warning(all.getFirst()))) {
      warnings.add(all.getFirst());
    }
    boolean tasks = work.tasks().isEmpty() || budgetMeter.tryCharge(BriefLines.tasks(work.tasks()));
    var unfinished = unfinished();
    var notes = new ArrayList<Note>();
    notes(notes, 0, FIRST_NOTES);
    var formatLines = formatLines();
    var done = newestDone();
    var changes = new ArrayList<FileChange>();
    changes(changes, 0, FIRST_CHANGES);
    done(done);
    var decisions = decisions();
    var reading = reading();
    for (int i = decided ? 1 : 0; i < all.size(); i++) {
      if (budgetMeter.tryCharge(BriefLines.warning(all.get(i)))) {
        warnings.add(all.get(i));
      }
    }
    notes(notes, FIRST_NOTES, Integer.MAX_VALUE);
    changes(changes, FIRST_CHANGES, Integer.MAX_VALUE);
    var capture = captured(work.capture());
    Collections.reverse(done);
    int summaries = summaries(done);
    var offers =
        budgetMeter.tryCharge(BriefLines.offers(brief)) ? brief.resumePhases() : List.<Phase>of();
    var ready = ready();
    var known = brief.content();
    var old = known.resumePoint();
    var point = new ResumePoint(old.phase(), old.summary(), old.next(), done, old.finished());
    int lines =
        BriefLines.captured(work.capture(), work.changes()).size()
            - BriefLines.captured(capture, work.changes()).size();
    var omittedCounts =
        new OmittedCounts(
            old.done().size() - done.size(),
            summaries,
            known.decisions().size() - decisions.size(),
            work.notes().size() - notes.size(),
            work.changes().size() - changes.size(),
            known.readingList().size() - reading.size(),
            all.size() - warnings.size(),
            lines
                + (tasks ? 0 : 1)
                + countOtherLines(formatLines.size() + unfinished.size() + ready.size()));
    var less =
        new BriefContent(
            point,
            trimWork(work, tasks).with(notes, changes, capture),
            unfinished,
            decisions,
            reading,
            ready);
    var verdict = brief.verdict();
    return new TrimmedBrief(
        new Brief(brief.header(), verdict, less, brief.checks(), warnings, offers, formatLines),
        omittedCounts,
        budget);
  }

  private static WorkInProgress trimWork(WorkInProgress work, boolean tasks) {
    return tasks ? work : work.withoutTasks();
  }

  /// Returns how many lines are left out that are counted together.
  private int countOtherLines(int kept) {
    var known = brief.content();
    return brief.formatLines().size() + known.unfinished().size() + known.readyWork().size() - kept;
  }

  private void notes(List<Note> notes, int from, int to) {
    var work = brief.content().work();
    for (int i = from; i < Math.min(to, work.notes().size()); i++) {
      var note = work.notes().get(i);
      if (budgetMeter.tryCharge(BriefLines.note(note, work.phase()))) {
        notes.add(note);
      }
    }
  }

  private void changes(List<FileChange> changes, int from, int to) {
    var all = brief.content().work().changes();
    for (int i = from; i < Math.min(to, all.size()); i++) {
      if (budgetMeter.tryCharge(BriefLines.change(all.get(i)))) {
        changes.add(all.get(i));
      }
    }
  }

  /// Returns the part of a capture that fits, in the order of its lines.
  private @Nullable Capture captured(@Nullable Capture capture) {
    if (capture == null) {
      return null;
    }
    var tasks = new ArrayList<String>();
    for (var task : capture.tasks()) {
      if (budgetMeter.tryCharge(BriefLines.item("captured task: " + task))) {
        tasks.add(task);
      }
    }
    var error = capture.error();
    boolean failed =
        error != null && budgetMeter.tryCharge(BriefLines.item("captured error: " + error));
    var prompts = new ArrayList<String>();
    for (int i = capture.prompts().size() - 1; i >= 0; i--) {
      if (budgetMeter.tryCharge(BriefLines.item("captured prompt: " + capture.prompts().get(i)))) {
        prompts.addFirst(capture.prompts().get(i));
      }
    }
    var plan = capture.plan();
    boolean planned =
        plan != null && budgetMeter.tryCharge(BriefLines.item("captured plan: " + plan));
    var changes = new ArrayList<String>();
    for (var change : capture.changes()) {
      if (budgetMeter.tryCharge(BriefLines.item("captured change: " + change))) {
        changes.add(change);
      }
    }
    return new Capture(
        capture.at(),
        capture.session(),
        capture.phase(),
        prompts,
        tasks,
        planned ? plan : null,
        failed ? error : null,
        changes);
  }

  private List<WorkItem> ready() {
    var ready = new ArrayList<WorkItem>();
    for (var item : brief.content().readyWork()) {
      if (budgetMeter.tryCharge(BriefLines.ready(item))) {
        ready.add(item);
      }
    }
    return ready;
  }

  private List<String> formatLines() {
    var formatLines = new ArrayList<String>();
    for (var line : brief.formatLines()) {
      if (budgetMeter.tryCharge(BriefLines.item(line))) {
        formatLines.add(line);
      }
    }
    return formatLines;
  }

  private List<Phase> unfinished() {
    var unfinished = new ArrayList<Phase>();
    for (var phase : brief.content().unfinished()) {
      if (budgetMeter.tryCharge(BriefLines.unfinished(phase))) {
        unfinished.add(phase);
      }
    }
    return unfinished;
  }

  /// Returns the newest phase that is done, with its summary if that fits.
  private List<Phase> newestDone() {
    var all = brief.content().resumePoint().done();
    var done = new ArrayList<Phase>();
    if (!all.isEmpty() && budgetMeter.tryCharge(BriefLines.done(all.getLast()))) {
      done.add(all.getLast());
    }
    return done;
  }

  /// Adds the names of those phases done that are not there yet, the newest first.
  private void done(List<Phase> done) {
    var all = brief.content().resumePoint().done();
    for (int i = all.size() - 1 - done.size(); i >= 0; i--) {
      if (budgetMeter.tryCharge(BriefLines.done(withoutSummary(all.get(i))))) {
        done.add(withoutSummary(all.get(i)));
      }
    }
  }

  /// Puts the summaries back that fit.
  ///
  /// @return how many do not
  private int summaries(List<Phase> done) {
    var all = brief.content().resumePoint().done();
    int missing = 0;
    int at = all.size();
    for (int i = done.size() - 1; i >= 0; i--) {
      // A name that is too long for any brief may have been left out in between.
      var phase = all.get(--at);
      while (!phase.name().equals(done.get(i).name())) {
        phase = all.get(--at);
      }
      if (done.get(i).summary() == null && phase.summary() != null) {
        if (budgetMeter.tryCharge(BriefLines.done(phase))) {
          done.set(i, phase);
        } else {
          missing++;
        }
      }
    }
    return missing;
  }

  private static Phase withoutSummary(Phase phase) {
    return new Phase(
        phase.name(),
        phase.status(),
        phase.startedAt(),
        phase.endedAt(),
        null,
        phase.failure(),
        phase.artifacts());
  }

  private List<Decision> decisions() {
    var all = brief.content().decisions();
    var decisions = new ArrayList<Decision>();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (budgetMeter.tryCharge(BriefLines.decided(all.get(i)))) {
        decisions.addFirst(all.get(i));
      }
    }
    return decisions;
  }

  private List<ReadingItem> reading() {
    var all = brief.content().readingList();
    var reading = new ArrayList<ReadingItem>();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (budgetMeter.tryCharge(BriefLines.read(all.get(i)))) {
        reading.addFirst(all.get(i));
      }
    }
    return reading;
  }
}

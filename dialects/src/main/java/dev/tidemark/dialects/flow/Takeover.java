package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change.StartRun;
import dev.tidemark.workflow.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resume decision for a workflow: does it exist, is it intact, recent, and wanted? In that order
/// (R-003-12, -40, -06); after one fresh start there is nothing more to ask.
final class Takeover {
  private final Matter matter;
  private final Inquiry inquiry;
  private final List<Notice> notices = new ArrayList<>();
  private boolean starting;

  Takeover(Matter matter) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
  }

  /// Begins a workflow, or resumes the existing one.
  Outcome<FlowCheckpoint> start(StartRun start) {
    if (!start.phases().isEmpty()) {
      return Outcome.no(
          "phases-fixed",
          "a workflow has its five phases: " + Stage.ALL,
          "Leave the phases out: tidemark start flow/develop");
    }
    starting = true;
    return start.fresh() ? fresh() : taken();
  }

  /// Resumes the existing workflow.
  Outcome<FlowCheckpoint> resume() {
    return taken();
  }

  private Outcome<FlowCheckpoint> fresh() {
    return new FreshStart(matter).outcome(notices);
  }

  private Outcome<FlowCheckpoint> taken() {
    var before = matter.before();
    if (before == null) {
      return missing();
    }
    if (before.finished()) {
      return starting ? fresh() : new Advance(matter, new Draft(inquiry, before)).complete();
    }
    return found(before, new Draft(inquiry, before));
  }

  /// There is no document, or none that can be read.
  private Outcome<FlowCheckpoint> missing() {
    var damage = matter.damage();
    if (!damage.isEmpty()) {
      notices.add(new Notice("unreadable", FlowPlace.FILE + " cannot be read: " + damage));
    }
    var leftover = Leftover.of(matter).checkpoint();
    if (leftover != null && !inquiry.details().isNo(Questions.RECOVER)) {
      return inquiry.details().isYes(Questions.RECOVER)
          ? recovered(leftover)
          : Questions.open(Questions.recover(leftover.shownName()), notices, List.of());
    }
    if (damage.isEmpty()) {
      return starting ? fresh() : new Ending(matter).missing();
    }
    if (inquiry.details().isYes(Questions.START_FRESH)) {
      return fresh();
    }
    if (!inquiry.details().isNo(Questions.START_FRESH)) {
      return Questions.open(Questions.corrupted(), notices, List.of());
    }
    return FlowRules.invalid(FlowPlace.FILE + " cannot be read (" + damage + ")");
  }

  private Outcome<FlowCheckpoint> recovered(FlowCheckpoint leftover) {
    var draft = new Draft(inquiry, leftover);
    draft.touch();
    draft.notice("recovered", "workflow " + leftover.shownName() + " was recovered");
    var own = new Archives(inquiry);
    var damaged = own.content(FlowPlace.ID, FlowPlace.FILE);
    if (damaged.isPresent()) {
      own.keep("", List.of(damaged.get()));
    }
    own.move(leftover.workflow(), FlowPlace.PASSAGE);
    draft.effects(own.effects());
    return found(leftover, draft);
  }

  private Outcome<FlowCheckpoint> found(FlowCheckpoint before, Draft draft) {
    var archives = new Archives(inquiry);
    if (matter.before() != null && Leftover.of(matter).exists()) {
      var to = archives.move(before.workflow(), FlowPlace.PASSAGE);
      draft.notice("leftover", FlowPlace.PASSAGE + " was left by an interrupted write; now " + to);
    }
    var findings = new Integrity(matter, before).findings();
    var corrupted = findings.isEmpty() ? null : corrupted(findings);
    if (corrupted != null) {
      return corrupted;
    }
    long days = ageDays(before);
    var ancient = days == 0 ? null : ancient(days);
    if (ancient != null) {
      return ancient;
    }
    var unwanted = unwanted(before);
    if (unwanted != null) {
      return unwanted;
    }
    if (!findings.isEmpty() || days > 0) {
      keep(before, archives);
    }
    draft.effects(archives.effects());
    for (var notice : notices) {
      draft.notice(notice.code(), notice.text());
    }
    return new Advance(matter, draft).onward(!findings.isEmpty());
  }

  /// Returns the question, or the fresh start; null if the state is to be kept.
  private @Nullable Outcome<FlowCheckpoint> corrupted(List<String> findings) {
    for (var finding : findings) {
      notices.add(new Notice("integrity", finding));
    }
    return doubted(Questions.corrupted(), "the state is kept; go on with caution");
  }

  private @Nullable Outcome<FlowCheckpoint> ancient(long days) {
    notices.add(
        new Notice("ancient", "the workflow was started " + days + " days ago and may be stale"));
    return doubted(Questions.ancient(days), "the old workflow goes on; be cautious");
  }

  private @Nullable Outcome<FlowCheckpoint> doubted(Blocker question, String caution) {
    if (inquiry.details().isYes(question.code())) {
      return fresh();
    }
    if (!inquiry.details().isNo(question.code())) {
      return Questions.open(question, notices, List.of());
    }
    notices.add(new Notice("caution", caution));
    return null;
  }

  private @Nullable Outcome<FlowCheckpoint> unwanted(FlowCheckpoint before) {
    if (!starting || before.stage() == null || inquiry.details().isYes(Questions.RESUME)) {
      return null;
    }
    return inquiry.details().isNo(Questions.RESUME)
        ? fresh()
        : Questions.open(Questions.resume(before), notices, List.of());
  }

  /// Archives a copy of a doubtful state that stays in use.
  private void keep(FlowCheckpoint before, Archives archives) {
    var contents = new ArrayList<Archives.Content>();
    archives.content(FlowPlace.ID, FlowPlace.FILE).ifPresent(contents::add);
    archives.content(TasksPlace.ID, TasksPlace.FILE).ifPresent(contents::add);
    if (!contents.isEmpty()) {
      archives.keep(before.workflow(), contents);
    }
  }

  /// Returns how many days ago the workflow began, if that is too long; else 0.
  private long ageDays(FlowCheckpoint before) {
    var started = before.time(Keys.STARTED_AT).orElse(null);
    if (started == null) {
      return 0;
    }
    var age = Duration.between(started, inquiry.now());
    return age.compareTo(matter.settings().ancient()) < 0 ? 0 : Math.max(1, age.toDays());
  }
}

package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.TasksLocator;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resume decision for a workflow: does it exist, is it intact, recent, and wanted? In that order
/// (R-003-12, -40, -06); after one fresh start there is nothing more to ask.
final class ResumeDecision {
  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final List<Notice> notices = new ArrayList<>();
  private boolean starting;

  ResumeDecision(FlowContext flowContext) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.inquiry();
  }

  /// Begins a workflow, or resumes the existing one.
  Outcome<FlowCheckpoint> start(StartRun start) {
    if (!start.phases().isEmpty()) {
      return Outcome.refusal(
          "phases-fixed",
          "a workflow has its five phases: " + FlowPhase.ALL,
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
    return new FreshStart(flowContext).outcome(notices);
  }

  private Outcome<FlowCheckpoint> taken() {
    var before = flowContext.before();
    if (before == null) {
      return missing();
    }
    if (before.finished()) {
      return starting
          ? fresh()
          : new PhaseAdvance(flowContext, new FlowUpdate(factTracker, before)).complete();
    }
    return found(before, new FlowUpdate(factTracker, before));
  }

  /// There is no document, or none that can be read.
  private Outcome<FlowCheckpoint> missing() {
    var damage = flowContext.damage();
    if (!damage.isEmpty()) {
      notices.add(new Notice("unreadable", FlowLocator.FILE + " cannot be read: " + damage));
    }
    var leftover = InterruptedWrite.of(flowContext).checkpoint();
    if (leftover != null && !factTracker.details().isNo(FlowQuestions.RECOVER)) {
      return factTracker.details().isYes(FlowQuestions.RECOVER)
          ? recovered(leftover)
          : FlowQuestions.open(FlowQuestions.recover(leftover.shownName()), notices, List.of());
    }
    if (damage.isEmpty()) {
      return starting ? fresh() : new WorkflowArchiver(flowContext).missing();
    }
    if (factTracker.details().isYes(FlowQuestions.START_FRESH)) {
      return fresh();
    }
    if (!factTracker.details().isNo(FlowQuestions.START_FRESH)) {
      return FlowQuestions.open(FlowQuestions.corrupted(), notices, List.of());
    }
    return FlowRules.invalid(FlowLocator.FILE + " cannot be read (" + damage + ")");
  }

  private Outcome<FlowCheckpoint> recovered(FlowCheckpoint leftover) {
    var flowUpdate = new FlowUpdate(factTracker, leftover);
    flowUpdate.touch();
    flowUpdate.notice("recovered", "workflow " + leftover.shownName() + " was recovered");
    var own = new FlowArchives(factTracker);
    var damaged = own.content(FlowLocator.ID, FlowLocator.FILE);
    if (damaged.isPresent()) {
      own.keep("", List.of(damaged.get()));
    }
    own.move(leftover.workflow(), FlowLocator.PASSAGE);
    flowUpdate.effects(own.effects());
    return found(leftover, flowUpdate);
  }

  private Outcome<FlowCheckpoint> found(FlowCheckpoint before, FlowUpdate flowUpdate) {
    var flowArchives = new FlowArchives(factTracker);
    if (flowContext.before() != null && InterruptedWrite.of(flowContext).exists()) {
      var to = flowArchives.move(before.workflow(), FlowLocator.PASSAGE);
      flowUpdate.notice(
          "leftover", FlowLocator.PASSAGE + " was left by an interrupted write; now " + to);
    }
    var findings = new IntegrityChecks(flowContext, before).findings();
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
      keep(before, flowArchives);
    }
    flowUpdate.effects(flowArchives.effects());
    for (var notice : notices) {
      flowUpdate.notice(notice.code(), notice.text());
    }
    return new PhaseAdvance(flowContext, flowUpdate).onward(!findings.isEmpty());
  }

  /// Returns the question, or the fresh start; null if the state is to be kept.
  private @Nullable Outcome<FlowCheckpoint> corrupted(List<String> findings) {
    for (var finding : findings) {
      notices.add(new Notice("integrity", finding));
    }
    return doubted(FlowQuestions.corrupted(), "the state is kept; go on with caution");
  }

  private @Nullable Outcome<FlowCheckpoint> ancient(long days) {
    notices.add(
        new Notice("ancient", "the workflow was started " + days + " days ago and may be stale"));
    return doubted(FlowQuestions.ancient(days), "the old workflow goes on; be cautious");
  }

  private @Nullable Outcome<FlowCheckpoint> doubted(Blocker question, String caution) {
    if (factTracker.details().isYes(question.code())) {
      return fresh();
    }
    if (!factTracker.details().isNo(question.code())) {
      return FlowQuestions.open(question, notices, List.of());
    }
    notices.add(new Notice("caution", caution));
    return null;
  }

  private @Nullable Outcome<FlowCheckpoint> unwanted(FlowCheckpoint before) {
    if (!starting || before.stage() == null || factTracker.details().isYes(FlowQuestions.RESUME)) {
      return null;
    }
    return factTracker.details().isNo(FlowQuestions.RESUME)
        ? fresh()
        : FlowQuestions.open(FlowQuestions.resume(before), notices, List.of());
  }

  /// Archives a copy of a doubtful state that stays in use.
  private void keep(FlowCheckpoint before, FlowArchives flowArchives) {
    var contents = new ArrayList<FlowArchives.Content>();
    flowArchives.content(FlowLocator.ID, FlowLocator.FILE).ifPresent(contents::add);
    flowArchives.content(TasksLocator.ID, TasksLocator.FILE).ifPresent(contents::add);
    if (!contents.isEmpty()) {
      flowArchives.keep(before.workflow(), contents);
    }
  }

  /// Returns how many days ago the workflow began, if that is too long; else 0.
  private long ageDays(FlowCheckpoint before) {
    var started = before.time(FlowKeys.STARTED_AT).orElse(null);
    if (started == null) {
      return 0;
    }
    var age = Duration.between(started, factTracker.now());
    return age.compareTo(flowContext.settings().ancient()) < 0 ? 0 : Math.max(1, age.toDays());
  }
}

package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.AttemptExecution.OwnTree;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parallel work: agents at the same time, each in a git work tree of its own, at tasks of a phase
/// or at phases that do not need each other.
///
/// What an agent has changed is merged into the project's work tree, uncommitted, as if they had
/// worked there one after the other. Work that fails, waits for a person or cannot be merged is
/// held and stops no other.
///
/// One thread starts and watches all agents and makes all changes.
final class ParallelWork {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?");
  private static final int LISTED_MAX = 5;

  private final Runner runner;
  private final Project project;
  private final CheckpointId id;
  private final AttemptExecution execution;
  private final RunControl control;
  private final RunChanges changes;
  private final RunBudget budget;
  private final AttemptLog log;

  /// Attempts of this call that did not end a task, by task.
  private final Map<String, Integer> failures = new HashMap<>();

  private final Map<String, Integer> partial = new HashMap<>();

  private final List<RunningAttempt> active = new ArrayList<>();

  /// Phases that cannot go on in this call, with the reason.
  private final Map<PhaseName, RunResult> held = new LinkedHashMap<>();

  /// Until then nothing is begun, because a provider limits the rate.
  private long rest = System.nanoTime();

  /// Whether something has ended since work was last begun.
  private boolean changed;

  ParallelWork(
      Runner runner,
      AttemptExecution execution,
      RunControl control,
      RunChanges changes,
      RunBudget budget) {
    this.runner = runner;
    this.execution = execution;
    this.control = control;
    this.changes = changes;
    this.budget = budget;
    this.project = control.project;
    this.id = control.id;
    this.log = control.log;
  }

  /// Piece of work for one agent.
  ///
  /// @param task the task of the phase; absent for the whole phase
  /// @param reason what the agent should know first; empty for what the journal has
  private record Piece(PhaseName phase, @Nullable PlannedTask task, String reason) {}

  /// Works until nothing can be begun, or what is left is a phase that can be worked at in the
  /// project itself.
  ///
  /// @return why the runner stops; null if it goes on
  @Nullable RunResult work() throws IOException {
    var flaw = execution.worktrees().unusableReason();
    if (flaw != null) {
      return runner.refused(
          "no-worktrees",
          "agents at the same time need git work trees, and there can be none: " + flaw,
          "Work in a git repository, or leave out each and needs of run");
    }
    failures.clear();
    partial.clear();
    held.clear();
    changed = true;
    RunResult end = null;
    try {
      while (true) {
        if (end == null && control.stop() != Stop.NO) {
          end = runner.stoppedOnRequest();
        }
        boolean resting = System.nanoTime() - rest < 0;
        if (end == null && !resting && changed) {
          changed = false;
          begin();
        }
        if (active.isEmpty() && (end != null || !resting)) {
          return end == null ? heldResult() : end;
        }
        end = watch(end);
      }
    } finally {
      for (var running : active) {
        running.close();
      }
      active.clear();
    }
  }

  /// Begins as many pieces of work as may be worked at.
  private void begin() throws IOException {
    for (var piece = next(); piece != null; piece = next()) {
      var phase = piece.phase();
      var task = piece.task();
      var known = task == null ? null : task.id();
      var before =
          piece.reason().isEmpty()
              ? AttemptExecution.before(changes.attempts(), phase, known, true)
              : piece.reason();
      int number = changes.newest() + 1;
      var settings = runner.settings(phase);
      var part = task == null ? "" : task.title();
      var prepared = execution.prepare(phase, number, settings, before, part);
      if (!(prepared instanceof Accepted<HandoffRequest>(var request, _))) {
        held.put(phase, runner.stopped(((Rejected<HandoffRequest>) prepared).blockers()));
        continue;
      }
      var worktrees = execution.worktrees();
      var base = worktrees.snapshot();
      var tree = log.newTree(name(known, phase));
      worktrees.add(tree, base);
      if (known != null) {
        changes.apply(new Change.ChangeTask(TaskStep.START, known));
      }
      runner.count();
      var place = new OwnTree(known, tree, base, settings.writes());
      active.add(
          execution.start(number, phase, settings, Runner.adapter(settings), request, place));
    }
  }

  /// Returns the name of a work tree.
  private static String name(@Nullable String task, PhaseName phase) {
    return task == null ? "phase " + phase : task;
  }

  /// Returns the next piece of work to begin; null if there is none. Completes phases whose tasks
  /// are done.
  private @Nullable Piece next() throws IOException {
    var ready = runner.ready();
    if (active.isEmpty() && ready.size() == 1 && !runner.settings(ready.getFirst()).eachTask()) {
      return null;
    }
    for (var phase : ready) {
      var settings = runner.settings(phase);
      if (held.containsKey(phase) || active.size() >= settings.jobs()) {
        continue;
      }
      var obstacle = obstacle(phase, settings);
      if (obstacle != null) {
        held.put(phase, obstacle);
        continue;
      }
      if (!settings.eachTask()) {
        if (!isActive(phase)) {
          return new Piece(phase, null, "");
        }
        continue;
      }
      var task = nextTask(phase, settings);
      if (task != null) {
        return new Piece(phase, task, "");
      }
      if (!isActive(phase)) {
        var mend = complete(phase);
        if (mend != null) {
          return mend;
        }
      }
      if (!ready.equals(runner.ready())) {
        return next();
      }
    }
    return null;
  }

  /// Returns why a phase cannot be worked at; null if it can. Begins the phase.
  private @Nullable RunResult obstacle(PhaseName phase, RunSettings settings) throws IOException {
    var unusable = runner.unusable(phase, settings);
    if (unusable != null) {
      return unusable;
    }
    var limit = budget.reached(phase, settings);
    if (limit != null) {
      return runner.result(Status.BUDGET, List.of(limit));
    }
    var entered = runner.enter(phase);
    if (entered != null) {
      return entered;
    }
    if (settings.eachTask() && runner.inspect().tasks().isEmpty()) {
      return runner.refused(
          "no-tasks",
          "phase " + phase + " works at the tasks of the run, and there are none",
          "Add them: " + CommandLines.of("task add TEXT", id));
    }
    return settings.eachTask() ? null : runner.againIfWaiting(phase);
  }

  private boolean isActive(PhaseName phase) {
    for (var running : active) {
      if (running.end().phase().equals(phase)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the next task of a phase to begin; null if there is none.
  private @Nullable PlannedTask nextTask(PhaseName phase, RunSettings settings) {
    var taken = new HashSet<String>();
    for (var running : active) {
      taken.add(String.valueOf(running.task()));
    }
    for (var task : candidates(phase)) {
      boolean again =
          failures.getOrDefault(task.id(), 0) <= settings.retries()
              && partial.getOrDefault(task.id(), 0) < RunBudget.PARTIAL_MAX;
      if (again && task.status() != TaskStatus.BLOCKED && !taken.contains(task.id())) {
        return task;
      }
    }
    return null;
  }

  /// Returns the open tasks of the phase and those left over from the phases before it.
  private List<PlannedTask> candidates(PhaseName phase) {
    var run = runner.inspect();
    var names = new HashSet<PhaseName>();
    for (var known : run.phases()) {
      names.add(known.name());
      if (known.name().equals(phase)) {
        break;
      }
    }
    var open = new ArrayList<PlannedTask>();
    for (var task : run.tasks().all()) {
      if (!task.status().isDone() && names.contains(task.phase())) {
        open.add(task);
      }
    }
    return open;
  }

  /// Completes a phase whose tasks are done, or holds it.
  ///
  /// @return the work that the command of a gate demands; null if there is none
  private @Nullable Piece complete(PhaseName phase) throws IOException {
    var open = open(phase);
    if (open != null) {
      held.put(phase, open);
      return null;
    }
    var waiting = runner.againIfWaiting(phase);
    if (waiting != null) {
      held.put(phase, waiting);
      return null;
    }
    var failed = changes.openGates(phase, false, true);
    if (failed != null) {
      return new Piece(phase, null, "All tasks of this phase are done, but " + failed);
    }
    var unpublished = changes.publish(phase);
    if (unpublished != null) {
      held.put(phase, runner.unpublished(phase, unpublished));
      return null;
    }
    var blockers = changes.apply(new Change.CompletePhase(phase, report(phase)));
    if (!blockers.isEmpty()) {
      held.put(phase, runner.stopped(blockers));
      return null;
    }
    execution.host.progress("phase-complete", 0, phase + ": complete");
    removeWorktrees();
    return null;
  }

  /// Removes the work trees of tasks that are done and of phases that are over, also those that a
  /// killed runner has left.
  void removeWorktrees() throws IOException {
    var inUse = new HashSet<Path>();
    for (var running : active) {
      inUse.add(log.tree(name(running.task(), running.end().phase())));
    }
    var run = runner.inspect();
    var over = new HashSet<Path>();
    for (var task : run.tasks().all()) {
      if (task.status().isDone()) {
        over.add(log.tree(task.id()));
      }
    }
    for (var phase : run.phases()) {
      if (Runner.isOver(run, phase.name())) {
        over.add(log.tree(name(null, phase.name())));
      }
    }
    over.removeAll(inUse);
    for (var tree : over) {
      execution.worktrees().remove(tree);
    }
  }

  /// Returns the result if phases are held; null if none is.
  private @Nullable RunResult heldResult() {
    var blockers = new ArrayList<Blocker>();
    Status status = null;
    for (var result : held.values()) {
      status = status == null ? result.status() : status;
      blockers.addAll(result.blockers());
    }
    return status == null ? null : runner.result(status, blockers);
  }

  /// Looks at each agent once, and takes what has ended.
  private @Nullable RunResult watch(@Nullable RunResult end) throws IOException {
    if (active.isEmpty()) {
      sleep();
      return end;
    }
    var result = end;
    var patience = STEP.dividedBy(active.size());
    for (var running : List.copyOf(active)) {
      if (running.awaitEnd(patience)) {
        running.close();
        active.remove(running);
        changed = true;
        var next = after(execution.finish(running), running);
        result = result == null ? next : result;
      }
    }
    return result;
  }

  private static void sleep() {
    try {
      Thread.sleep(STEP.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Decides how to go on after an attempt; returns why nothing more is begun, null to go on.
  private @Nullable RunResult after(Attempt ended, RunningAttempt running) throws IOException {
    if (ended.outcome() == Outcome.RATE_LIMIT) {
      var wait = runner.backoff(ended);
      if (wait == null) {
        return runner.tooOften(ended);
      }
      rest = System.nanoTime() + wait.toNanos();
      return null;
    }
    if (ended.outcome() == Outcome.UNPUBLISHED) {
      return runner.after(ended, running.settings());
    }
    var end = runner.endOf(ended);
    if (end != null) {
      return end;
    }
    var task = running.task();
    if (task != null) {
      afterTask(ended, running.settings(), task);
      return null;
    }
    var phase = running.end().phase();
    var result = runner.after(ended, running.settings());
    if (result == null) {
      removeWorktrees();
    } else {
      held.put(phase, result);
    }
    return null;
  }

  private void afterTask(Attempt ended, RunSettings settings, String task) throws IOException {
    var outcome = ended.outcome();
    if (outcome != null && outcome.isFailure()) {
      int failed = failures.merge(task, 1, Integer::sum);
      if (failed > settings.retries()) {
        var reason = outcome.word() + (ended.reason().isEmpty() ? "" : ": " + ended.reason());
        changes.apply(
            new Change.ChangeTask(TaskStep.FAIL, task, AttemptExecution.reason(reason), null));
      }
      return;
    }
    partial.merge(task, 1, Integer::sum);
    var now = runner.inspect().tasks().find(task);
    if (now != null && now.status() == TaskStatus.FAILED) {
      // The agent has said that it cannot be done.
      failures.put(task, Integer.MAX_VALUE);
    } else if (now != null && now.status().isDone()) {
      execution.worktrees().remove(log.tree(task));
    }
  }

  /// Returns the result if tasks are left; null if all are done.
  private @Nullable RunResult open(PhaseName phase) {
    var open = candidates(phase);
    if (open.isEmpty()) {
      return null;
    }
    PlannedTask blocked = null;
    for (var task : open) {
      blocked = blocked == null && task.status() == TaskStatus.BLOCKED ? task : blocked;
    }
    var text = TaskList.openText(phase, open);
    if (blocked == null) {
      return runner.refused(
          "tasks-failed", text, "See what was printed: " + CommandLines.of("run log", id));
    }
    var word = CommandLines.word(blocked.id());
    var tree = log.tree(blocked.id());
    return runner.waiting(
        "tasks-blocked",
        text,
        (Files.isDirectory(tree)
                ? "Take what you need from " + project.root().relativize(tree) + ", then: "
                : "Do it, then: ")
            + CommandLines.of("task done " + word, id)
            + "; or let an agent do it again: "
            + CommandLines.of("task start " + word, id));
  }

  /// Returns the report of a phase whose tasks are done: their summaries.
  private PhaseReport report(PhaseName phase) {
    var run = runner.inspect();
    var text = new StringBuilder();
    for (var note : run.notes()) {
      if (note.kind() == Note.Kind.NOTE
          && phase.equals(note.phase())
          && isOfTask(note, run.tasks())) {
        text.append(text.isEmpty() ? "" : "\n").append(note.text());
      }
    }
    if (text.isEmpty()) {
      text.append(TaskList.listed(run.tasks().all(), LISTED_MAX));
    }
    var cut = SummaryPolicy.truncated(text.toString(), project.handoffs().limit(id));
    return new PhaseReport(new ContextSummary(cut), List.of(), List.of(), null);
  }

  private static boolean isOfTask(Note note, TaskList tasks) {
    for (var task : tasks.all()) {
      if (note.text().startsWith(task.title() + ": ")) {
        return true;
      }
    }
    return false;
  }

  /// Returns the work tree of an attempt that a killed runner has left; null if it is not there, or
  /// the attempt had none.
  @Nullable OwnTree place(Attempt attempt, RunSettings settings) {
    var base = attempt.start().string(Attempt.BASE);
    if (base == null || !COMMIT.matcher(base).matches()) {
      return null;
    }
    var tree = log.tree(name(attempt.task(), attempt.phase()));
    return Files.isDirectory(tree)
        ? new OwnTree(attempt.task(), tree, base, settings.writes())
        : null;
  }
}

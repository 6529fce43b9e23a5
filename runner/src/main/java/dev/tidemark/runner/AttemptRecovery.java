package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.library.Project;
import dev.tidemark.runner.AgentAdapter.AgentReply;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Recovery of attempts: takes up those that a killed runner has left, and the responses that wait
/// for a person.
final class AttemptRecovery {
  private static final String KILLED = "its runner was killed";

  private final Runner runner;
  private final RunDefinition definition;
  private final AttemptExecution execution;
  private final RunChanges changes;
  private final ParallelWork parallel;
  private final Project project;
  private final CheckpointId id;
  private final RunnerHost host;
  private final AttemptLog log;

  AttemptRecovery(
      Runner runner,
      RunDefinition definition,
      AttemptExecution execution,
      RunControl control,
      RunChanges changes,
      ParallelWork parallel) {
    this.runner = runner;
    this.definition = definition;
    this.execution = execution;
    this.changes = changes;
    this.parallel = parallel;
    this.project = control.project;
    this.id = control.id;
    this.host = control.host;
    this.log = control.log;
  }

  /// Closes the attempts that a killed runner has left: ends their processes, and applies a
  /// response that one had finished. Removes work trees that are not needed any more.
  ///
  /// @return the result if one of them ends the runner; null to go on
  @Nullable RunResult recover() throws IOException {
    RunResult result = null;
    for (var attempt : List.copyOf(changes.attempts())) {
      if (attempt.outcome() == null) {
        var next = recover(attempt);
        result = result == null ? next : result;
      }
    }
    parallel.removeWorktrees();
    return result;
  }

  private @Nullable RunResult recover(Attempt open) throws IOException {
    var folder = log.newest(open.number());
    var settings = definition.of(open.phase());
    var place = parallel.place(open, settings);
    var end = new AttemptExecution.End(open.number(), open.phase(), 0, place);
    int killed =
        Files.isDirectory(folder)
            ? SupervisedProcess.sweep(
                folder,
                open.mark(),
                SupervisedProcess.supervising(host.environment(), execution.root()))
            : 0;
    if (killed > 0) {
      host.progress(
          "processes-ended",
          open.number(),
          open.phase() + ": " + killed + " processes of attempt " + open.number() + " were ended");
    }
    var adapter = open.adapter();
    var reply = adapter == null ? AgentReply.of("") : execution.reply(open.number(), adapter);
    var response = finished(open, reply);
    if (open.task() != null) {
      if (response != null && place != null) {
        runner.count();
        execution.apply(end, response, reply);
      } else {
        execution.end(end, Outcome.ORPHANED, KILLED, reply);
      }
      return null;
    }
    if (open.start().string(Attempt.BASE) != null && place == null && !open.applied()) {
      execution.end(end, Outcome.ORPHANED, KILLED, reply);
      return null;
    }
    if (open.applied()) {
      if (response == null) {
        execution.end(end, Outcome.APPLIED, "", reply);
        return null;
      }
      runner.count();
      return runner.after(execution.applied(end, response, reply), settings);
    }
    var tree = open.start().string(Attempt.TREE);
    var now = project.gates().position();
    boolean same = new TreePosition(null, tree).hasTreeOf(now);
    // Its response is applied only where nothing has changed since.
    boolean inScope = same || place != null || settings.writes().isEmpty();
    if (response != null && inScope) {
      runner.count();
      return runner.after(execution.apply(end, response, reply), settings);
    }
    if (!settings.writes().isEmpty() && Runner.isOver(runner.inspect(), open.phase())) {
      // No later attempt at the phase would compare what this one has changed.
      var worktrees = execution.worktrees();
      var scope = new WriteScope(project, id, worktrees, log, open.phase(), settings.writes());
      var files = scope.outside();
      if (!files.isEmpty()) {
        var outside = AttemptExecution.outside(open.phase(), files);
        return runner.after(execution.end(end, Outcome.OUTSIDE, outside, reply), settings);
      }
    }
    var reason =
        KILLED
            + (tree == null || same ? "" : "; the files that it changed are still there")
            + (response == null ? "" : "; its response was not applied: writes was not checked");
    execution.end(end, Outcome.ORPHANED, reason, reply);
    return null;
  }

  /// Returns the valid response that an attempt has printed; null if there is none.
  private @Nullable HandoffResponse finished(Attempt open, AgentReply reply) {
    if (reply.failure() != null || reply.text().isEmpty()) {
      return null;
    }
    var limit = project.handoffs().limit(id);
    var read = HandoffResponse.read(reply.text(), null, limit);
    if (!(read instanceof Accepted<HandoffResponse>(var whole, _))
        || !whole.taskId().equals(execution.task(open.phase(), open.number()))) {
      return null;
    }
    return whole.withPolicy(SummaryPolicy.TRUNCATE, limit) instanceof Accepted<HandoffResponse> cut
        ? cut.value()
        : null;
  }

  /// Applies the response of an attempt that waited for a person.
  @Nullable RunResult again(Attempt waiting) throws IOException {
    var text = log.keptResponse(waiting.number());
    var limit = project.handoffs().limit(id);
    var read = text == null ? null : HandoffResponse.read(text, null, limit);
    if (!(read instanceof Accepted<HandoffResponse>(var response, _))) {
      return runner.refused(
          "no-response",
          "the response of attempt " + waiting.number() + " is not there any more",
          "Finish the phase yourself: "
              + CommandLines.of("done " + CommandLines.word(waiting.phase().value()), id));
    }
    var failed = changes.openGates(waiting.phase(), false, true);
    var blockers = failed == null ? changes.apply(response, waiting.phase()) : List.<Blocker>of();
    if (failed == null && blockers.isEmpty()) {
      var end = new AttemptExecution.End(waiting.number(), waiting.phase(), 0, null);
      execution.applied(end, response, AgentReply.of(""));
      return null;
    }
    return failed == null
        ? runner.stopped(blockers)
        : runner.result(
            Status.GATE,
            List.of(
                Blocker.refused("gate-closed", failed, "Run it: " + CommandLines.of("gate", id))));
  }
}

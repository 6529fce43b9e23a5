package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialects.flow.format.CompletedPhase;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTask;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Integrity checks of a workflow before it is resumed, and their preconditions (four checks).
final class IntegrityChecks {
  /// The tolerated clock skew between machines.
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  /// The limit of problems listed.
  private static final int LISTED_MAX = 20;

  private final FlowContext flowContext;
  private final FlowCheckpoint checkpoint;
  private final List<String> findings = new ArrayList<>();

  /// The number of problems not listed.
  private int more;

  IntegrityChecks(FlowContext flowContext, FlowCheckpoint checkpoint) {
    this.flowContext = flowContext;
    this.checkpoint = checkpoint;
  }

  /// Returns everything that is wrong, one sentence each; empty if nothing is.
  List<String> findings() {
    for (var violation : checkpoint.violations()) {
      if (violation.severity() == Diagnostic.Severity.ERROR) {
        addFinding(violation.path() + " " + violation.rule() + ", but is " + violation.value());
      }
    }
    outputs();
    times();
    progression();
    if (!checkpoint.isSafe()) {
      addFinding("a write was interrupted: interruption_safe is not true");
    }
    if (checkpoint.flowPhase() == FlowPhase.IMPLEMENTATION) {
      var problem = flowContext.tasks().problem();
      if (problem != null) {
        addFinding(TasksFormat.FILE + " cannot be used: " + problem);
      }
    }
    if (more > 0) {
      findings.add("and " + more + " more: tidemark validate --run " + checkpoint.id());
    }
    return findings;
  }

  private void addFinding(String finding) {
    if (findings.size() < LISTED_MAX) {
      findings.add(finding);
    } else {
      more++;
    }
  }

  /// Returns the phases to check: a workflow has five, and further ones are out of order anyway.
  private List<CompletedPhase> completed() {
    var all = checkpoint.completed();
    return all.subList(0, Math.min(all.size(), FlowPhase.values().length));
  }

  private void outputs() {
    for (var entry : completed()) {
      var output = entry.output();
      if (output != null && !FlowTask.leadsOut(output)) {
        exists(output, entry.phase());
      }
    }
    var tasks = flowContext.tasks().checkpoint();
    if (tasks == null) {
      return;
    }
    for (var flowTask : tasks.entries()) {
      var status = flowTask.status();
      if (status == null || !status.isDone() || !flowTask.namesOutput()) {
        continue;
      }
      if (FlowTask.leadsOut(flowTask.output())) {
        addFinding(
            "the output of " + flowTask.id() + " is outside the project: " + flowTask.output());
      } else {
        exists(flowTask.output(), flowTask.id());
      }
    }
  }

  private void exists(String output, String whose) {
    var fact = flowContext.factTracker().fact(FactQuery.exists(output));
    if (!fact.orElse(false)) {
      addFinding("the output of " + whose + " is missing: " + output);
    }
  }

  private void times() {
    var started = checkpoint.time(FlowKeys.STARTED_AT).orElse(null);
    var updated = checkpoint.time(FlowKeys.LAST_UPDATED).orElse(null);
    if (started != null) {
      past(FlowKeys.STARTED_AT, started);
    }
    if (updated != null) {
      past(FlowKeys.LAST_UPDATED, updated);
    }
    if (started != null && updated != null && updated.isBefore(started)) {
      addFinding("last_updated is before started_at");
    }
    for (var entry : completed()) {
      var text = entry.at();
      var at = text == null ? null : Timestamps.parse(text).orElse(null);
      if (at != null) {
        past("completed_at of " + entry.phase(), at);
      }
    }
  }

  private void past(String what, Instant at) {
    if (at.isAfter(flowContext.factTracker().now().plus(TOLERANCE))) {
      addFinding(what + " is in the future");
    }
  }

  /// The completed phases are a prefix of the list of phases, and the current phase is the next one
  /// or, at the end, the last.
  private void progression() {
    var completed = checkpoint.completed();
    var flowPhases = FlowPhase.values();
    for (int i = 0; i < completed.size(); i++) {
      boolean right = i < flowPhases.length && completed.get(i).flowPhase() == flowPhases[i];
      if (!right) {
        addFinding("the completed phases are not the first ones in order: " + names());
        return;
      }
    }
    var expected = flowPhases[Math.min(completed.size(), flowPhases.length - 1)];
    var flowPhase = checkpoint.flowPhase();
    if (flowPhase != null && flowPhase != expected) {
      addFinding("after " + names() + " comes " + expected + ", but the phase is " + flowPhase);
    }
  }

  private String names() {
    return checkpoint.completedNames();
  }
}

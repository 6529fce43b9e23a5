package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.ResumeAction;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.dialects.flow.task.JsonTrees;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Start of a workflow; a previous state is archived first.
final class FreshStart {
  /// The option to start a workflow only if there is none.
  static final String CREATE_ONLY = "create-only";

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final FlowArchives flowArchives;
  private final List<Effect> effects = new ArrayList<>();
  private final List<String> said = new ArrayList<>();

  FreshStart(FlowContext flowContext) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.inquiry();
    this.flowArchives = new FlowArchives(factTracker);
  }

  /// Returns the transition.
  ///
  /// @param notices the warnings about the previous state
  Outcome<FlowCheckpoint> outcome(List<Notice> notices) {
    clear();
    var after = blank();
    said.add("Started workflow " + after.workflow() + " in REQUIREMENTS phase");
    var events = new ArrayList<Event>();
    events.add(new Event.WorkflowStarted(FlowPhase.phases()));
    var output = FlowPhase.REQUIREMENTS.output();
    var reason = "the workflow begins; " + output + " is to be written";
    factTracker.nextAction(ResumeAction.SPAWN_PM, FlowPhase.REQUIREMENTS, reason, List.of(output));
    return new Outcome.Transition<>(after, events, notices, said, effects, Outcome.Fate.WRITTEN);
  }

  /// Archives the previous state. The tasks go first: a workflow must never meet those of another.
  private void clear() {
    var contents = new ArrayList<FlowArchives.Content>();
    flowArchives.content(FlowLocator.ID, FlowLocator.FILE).ifPresent(contents::add);
    var tasks = flowArchives.content(TasksFormat.ID, TasksFormat.FILE);
    tasks.ifPresent(contents::add);
    var workflow = workflow();
    boolean left = factTracker.exists(FlowLocator.PASSAGE) && !isPublished(FlowLocator.PASSAGE);
    boolean worked = left || factTracker.details().isNo(FlowQuestions.RESUME) || !isUnchanged();
    // First, so that a folder that holds nothing else is known to be incomplete.
    if (left) {
      flowArchives.move(workflow, FlowLocator.PASSAGE);
    }
    if (!contents.isEmpty() && worked) {
      said.add("Archived the old state in " + flowArchives.keep(workflow, contents));
    }
    effects.addAll(flowArchives.effects());
    if (tasks.isPresent()) {
      effects.add(WorkflowArchiver.removedTasks());
    }
  }

  /// Returns whether no work was recorded since the workflow was started: it is the remains of an
  /// interrupted start of this kind, and there is nothing to archive.
  private boolean isUnchanged() {
    var before = flowContext.before();
    return before != null
        && !flowContext.tasks().exists()
        && unstamped(before.root()).equals(unstamped(blank().root()));
  }

  private static JsonObject unstamped(JsonObject root) {
    return JsonTrees.timeless(root).without(FlowKeys.WORKFLOW_ID).without(FlowKeys.STARTED_AT);
  }

  /// Returns whether the file on the way is one that was published since: the write of this
  /// workflow replaces it.
  private boolean isPublished(String passage) {
    var before = flowContext.before();
    return before != null
        && factTracker.text(passage).map(JsonTrees::parsed).orElse(null) instanceof JsonObject root
        && JsonTrees.timeless(root).equals(JsonTrees.timeless(before.root()));
  }

  /// Returns the id of the previous workflow; empty if unknown.
  private String workflow() {
    var before = flowContext.before();
    if (before != null) {
      return before.workflow();
    }
    var tasks = flowContext.tasks().checkpoint();
    var id = tasks == null ? null : tasks.root().string(FlowKeys.WORKFLOW_ID);
    return id == null || !flowContext.damage().isEmpty() ? "" : id;
  }

  private FlowCheckpoint blank() {
    boolean created = factTracker.details().has(CREATE_ONLY);
    var now = factTracker.stamp();
    var root =
        JsonObject.builder()
            .add(FlowKeys.WORKFLOW_ID, newId())
            .add(FlowKeys.STARTED_AT, now)
            .add(FlowKeys.LAST_UPDATED, now)
            .add(FlowKeys.CURRENT_PHASE, FlowPhase.REQUIREMENTS.name())
            .add(
                FlowKeys.PHASE_STATUS,
                (created ? FlowProgress.PENDING : FlowProgress.IN_PROGRESS).word())
            .add(FlowKeys.COMPLETED_PHASES, JsonArray.EMPTY)
            .add(FlowKeys.USER_CHECKPOINTS, JsonArray.EMPTY)
            .add(FlowKeys.INTERRUPTION_SAFE, true);
    var baseline = PhaseOutputs.now(factTracker);
    if (baseline.size() > 0) {
      root.add(FlowKeys.BASELINE, baseline);
    }
    return new FlowCheckpoint(FlowLocator.ID, root.build());
  }

  /// Returns `wf-YYYYMMDD-HHMMSS-xxxx`. The last part makes ids of the same second unique; an
  /// existing id may be no text that a file can hold.
  private String newId() {
    var stamp = factTracker.stamp();
    var seed = factTracker.now() + workflow();
    var digits = new StringBuilder("wf-");
    for (int i = 0; i < "YYYY-MM-DDTHH:MM:SS".length(); i++) {
      char c = stamp.charAt(i);
      digits.append(c == 'T' ? "-" : c == '-' || c == ':' ? "" : String.valueOf(c));
    }
    return digits
        .append('-')
        .append(Sha256.hex(seed.getBytes(StandardCharsets.UTF_8)), 0, 4)
        .toString();
  }
}

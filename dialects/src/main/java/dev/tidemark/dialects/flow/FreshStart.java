package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Start of a workflow; a previous state is archived first.
final class FreshStart {
  /// The option to start a workflow only if there is none.
  static final String CREATE_ONLY = "create-only";

  private final Matter matter;
  private final Inquiry inquiry;
  private final Archives archives;
  private final List<Effect> effects = new ArrayList<>();
  private final List<String> said = new ArrayList<>();

  FreshStart(Matter matter) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.archives = new Archives(inquiry);
  }

  /// Returns the transition.
  ///
  /// @param notices the warnings about the previous state
  Outcome<FlowCheckpoint> outcome(List<Notice> notices) {
    clear();
    var after = blank();
    said.add("Started workflow " + after.workflow() + " in REQUIREMENTS phase");
    var events = new ArrayList<Event>();
    events.add(new Event.WorkflowStarted(Stage.phases()));
    var output = Stage.REQUIREMENTS.output();
    var reason = "the workflow begins; " + output + " is to be written";
    inquiry.errand(Action.SPAWN_PM, Stage.REQUIREMENTS, reason, List.of(output));
    return new Outcome.Transition<>(after, events, notices, said, effects, Outcome.Fate.WRITTEN);
  }

  /// Archives the previous state. The tasks go first: a workflow must never meet those of another.
  private void clear() {
    var contents = new ArrayList<Archives.Content>();
    archives.content(FlowPlace.ID, FlowPlace.FILE).ifPresent(contents::add);
    var tasks = archives.content(TasksPlace.ID, TasksPlace.FILE);
    tasks.ifPresent(contents::add);
    var workflow = workflow();
    boolean left = inquiry.exists(FlowPlace.PASSAGE) && !isPublished(FlowPlace.PASSAGE);
    boolean worked = left || inquiry.details().isNo(Questions.RESUME) || !isUnchanged();
    // First, so that a folder that holds nothing else is known to be incomplete.
    if (left) {
      archives.move(workflow, FlowPlace.PASSAGE);
    }
    if (!contents.isEmpty() && worked) {
      said.add("Archived the old state in " + archives.keep(workflow, contents));
    }
    effects.addAll(archives.effects());
    if (tasks.isPresent()) {
      effects.add(Ending.removedTasks());
    }
  }

  /// Returns whether no work was recorded since the workflow was started: it is the remains of an
  /// interrupted start of this kind, and there is nothing to archive.
  private boolean isUnchanged() {
    var before = matter.before();
    return before != null
        && !matter.tasks().exists()
        && unstamped(before.root()).equals(unstamped(blank().root()));
  }

  private static JsonObject unstamped(JsonObject root) {
    return Trees.timeless(root).without(Keys.WORKFLOW_ID).without(Keys.STARTED_AT);
  }

  /// Returns whether the file on the way is one that was published since: the write of this
  /// workflow replaces it.
  private boolean isPublished(String passage) {
    var before = matter.before();
    return before != null
        && inquiry.text(passage).map(Trees::parsed).orElse(null) instanceof JsonObject root
        && Trees.timeless(root).equals(Trees.timeless(before.root()));
  }

  /// Returns the id of the previous workflow; empty if unknown.
  private String workflow() {
    var before = matter.before();
    if (before != null) {
      return before.workflow();
    }
    var tasks = matter.tasks().checkpoint();
    var id = tasks == null ? null : tasks.root().string(Keys.WORKFLOW_ID);
    return id == null || !matter.damage().isEmpty() ? "" : id;
  }

  private FlowCheckpoint blank() {
    boolean created = inquiry.details().has(CREATE_ONLY);
    var now = inquiry.stamp();
    var root =
        JsonObject.builder()
            .add(Keys.WORKFLOW_ID, newId())
            .add(Keys.STARTED_AT, now)
            .add(Keys.LAST_UPDATED, now)
            .add(Keys.CURRENT_PHASE, Stage.REQUIREMENTS.name())
            .add(Keys.PHASE_STATUS, (created ? Progress.PENDING : Progress.IN_PROGRESS).word())
            .add(Keys.COMPLETED_PHASES, JsonArray.EMPTY)
            .add(Keys.USER_CHECKPOINTS, JsonArray.EMPTY)
            .add(Keys.INTERRUPTION_SAFE, true);
    var baseline = Baseline.now(inquiry);
    if (baseline.size() > 0) {
      root.add(Keys.BASELINE, baseline);
    }
    return new FlowCheckpoint(FlowPlace.ID, root.build());
  }

  /// Returns `wf-YYYYMMDD-HHMMSS-xxxx`. The last part makes ids of the same second unique; an
  /// existing id may be no text that a file can hold.
  private String newId() {
    var stamp = inquiry.stamp();
    var seed = inquiry.now() + workflow();
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

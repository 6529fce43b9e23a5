package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.FlowValidator;
import dev.tidemark.dialects.flow.format.JsonTrees;
import dev.tidemark.dialects.flow.format.ResumeAction;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Resume decision for a workflow: does it exist, is it intact, recent, and wanted? In that order
/// (R-003-12, -40, -06); after one fresh start there is nothing more to ask.
final class ResumeDecision {
  /// The option to start a workflow only if there is none.
  static final String CREATE_ONLY = "create-only";

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final List<Notice> notices = new ArrayList<>();
  private boolean starting;
  private final List<Effect> effects = new ArrayList<>();
  private final List<String> formatLines = new ArrayList<>();

  ResumeDecision(FlowContext flowContext) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
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
    return start.fresh() ? startNewWorkflow() : taken();
  }

  /// Resumes the existing workflow.
  Outcome<FlowCheckpoint> resume() {
    return taken();
  }

  private Outcome<FlowCheckpoint> taken() {
    var before = flowContext.before();
    if (before == null) {
      return missing();
    }
    if (before.finished()) {
      return starting
          ? startNewWorkflow()
          : new PhaseAdvance(flowContext, new FlowUpdate(factTracker, before)).complete();
    }
    return resumeState(before, new FlowUpdate(factTracker, before));
  }

  /// There is no document, or none that can be read.
  private Outcome<FlowCheckpoint> missing() {
    var damage = flowContext.damage();
    if (!damage.isEmpty()) {
      notices.add(new Notice("unreadable", FlowFormat.FILE + " cannot be read: " + damage));
    }
    var leftover = interrupted();
    if (leftover != null && !factTracker.options().isNo(FlowContext.RECOVER)) {
      return factTracker.options().isYes(FlowContext.RECOVER)
          ? recovered(leftover)
          : FlowContext.open(FlowContext.recover(leftover.shownName()), notices, List.of());
    }
    if (damage.isEmpty()) {
      return starting ? startNewWorkflow() : new WorkflowArchiver(flowContext).missing();
    }
    if (factTracker.options().isYes(FlowContext.START_FRESH)) {
      return startNewWorkflow();
    }
    if (!factTracker.options().isNo(FlowContext.START_FRESH)) {
      return FlowContext.open(FlowContext.corrupted(), notices, List.of());
    }
    return FlowRules.invalid(FlowFormat.FILE + " cannot be read (" + damage + ")");
  }

  /// Returns the content of an interrupted write, as if it had completed (R-003-22); null unless it
  /// is valid.
  private @Nullable FlowCheckpoint interrupted() {
    var text =
        factTracker.exists(FlowFormat.PASSAGE)
            ? factTracker.text(FlowFormat.PASSAGE).orElse(null)
            : null;
    if (text == null) {
      return null;
    }
    try {
      var whole = JsonTrees.flagged(text, true);
      var checkpoint = new FlowFormat().decode(FlowFormat.ID, whole).checkpoint();
      return FlowValidator.of(checkpoint.root()).isEmpty() ? checkpoint : null;
    } catch (FormatException damaged) {
      return null;
    }
  }

  private Outcome<FlowCheckpoint> recovered(FlowCheckpoint leftover) {
    var flowUpdate = new FlowUpdate(factTracker, leftover);
    flowUpdate.forceWrite();
    flowUpdate.addNotice("recovered", "workflow " + leftover.shownName() + " was recovered");
    var own = new FlowArchives(factTracker);
    var damaged = own.content(FlowFormat.ID, FlowFormat.FILE);
    if (damaged.isPresent()) {
      own.keep("", List.of(damaged.get()));
    }
    own.move(leftover.workflow(), FlowFormat.PASSAGE);
    flowUpdate.addEffects(own.effects());
    return resumeState(leftover, flowUpdate);
  }

  private Outcome<FlowCheckpoint> resumeState(FlowCheckpoint before, FlowUpdate flowUpdate) {
    var flowArchives = new FlowArchives(factTracker);
    if (flowContext.before() != null && factTracker.exists(FlowFormat.PASSAGE)) {
      var to = flowArchives.move(before.workflow(), FlowFormat.PASSAGE);
      flowUpdate.addNotice(
          "leftover", FlowFormat.PASSAGE + " was left by an interrupted write; now " + to);
    }
    var findings = new IntegrityChecks(flowContext, before).findings();
    var corrupted = findings.isEmpty() ? null : corrupted(findings);
    if (corrupted != null) {
      return corrupted;
    }
    long days = ageDays(before);
    var ancient = days == 0 ? null : askAboutOldWorkflow(days);
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
    flowUpdate.addEffects(flowArchives.effects());
    for (var notice : notices) {
      flowUpdate.addNotice(notice.code(), notice.text());
    }
    return new PhaseAdvance(flowContext, flowUpdate).advanceToNextAction(!findings.isEmpty());
  }

  /// Returns the question, or the fresh start; null if the state is to be kept.
  private @Nullable Outcome<FlowCheckpoint> corrupted(List<String> findings) {
    for (var finding : findings) {
      notices.add(new Notice("integrity", finding));
    }
    return askOrContinue(FlowContext.corrupted(), "the state is kept; go on with caution");
  }

  private @Nullable Outcome<FlowCheckpoint> askAboutOldWorkflow(long days) {
    notices.add(
        new Notice("ancient", "the workflow was started " + days + " days ago and may be stale"));
    return askOrContinue(
        FlowContext.oldWorkflowQuestion(days), "the old workflow goes on; be cautious");
  }

  private @Nullable Outcome<FlowCheckpoint> askOrContinue(Blocker question, String caution) {
    if (factTracker.options().isYes(question.code())) {
      return startNewWorkflow();
    }
    if (!factTracker.options().isNo(question.code())) {
      return FlowContext.open(question, notices, List.of());
    }
    notices.add(new Notice("caution", caution));
    return null;
  }

  private @Nullable Outcome<FlowCheckpoint> unwanted(FlowCheckpoint before) {
    if (!starting
        || before.flowPhase() == null
        || factTracker.options().isYes(FlowContext.RESUME)) {
      return null;
    }
    if (factTracker.options().isNo(FlowContext.RESUME)) {
      return startNewWorkflow();
    }
    notices.add(new Notice("no-archives", "\"n\" archives the workflow and begins a new one"));
    return FlowContext.open(FlowContext.resume(before), notices, List.of());
  }

  /// Archives a copy of a doubtful state that stays in use.
  private void keep(FlowCheckpoint before, FlowArchives flowArchives) {
    var contents = flowArchives.contents();
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

  /// Begins a workflow; a previous state is archived first.
  private Outcome<FlowCheckpoint> startNewWorkflow() {
    archivePreviousState();
    var after = blank();
    formatLines.add("Started workflow " + after.workflow() + " in REQUIREMENTS phase");
    var events = new ArrayList<Event>();
    events.add(new Event.WorkflowStarted(FlowPhase.phases()));
    var output = FlowPhase.REQUIREMENTS.output();
    var reason = "the workflow begins; " + output + " is to be written";
    factTracker.nextAction(ResumeAction.SPAWN_PM, FlowPhase.REQUIREMENTS, reason, List.of(output));
    return new Outcome.Transition<>(
        after, events, notices, formatLines, effects, Outcome.Fate.WRITTEN);
  }

  /// Archives the previous state. The tasks go first: a workflow must never meet those of another.
  private void archivePreviousState() {
    var flowArchives = new FlowArchives(factTracker);
    var contents = new ArrayList<FlowArchives.Content>();
    flowArchives.content(FlowFormat.ID, FlowFormat.FILE).ifPresent(contents::add);
    var tasks = flowArchives.content(TasksFormat.ID, TasksFormat.FILE);
    tasks.ifPresent(contents::add);
    var workflow = workflow();
    boolean left = factTracker.exists(FlowFormat.PASSAGE) && !isPublished(FlowFormat.PASSAGE);
    boolean worked = left || factTracker.options().isNo(FlowContext.RESUME) || !isUnchanged();
    // First, so that a folder that holds nothing else is known to be incomplete.
    if (left) {
      flowArchives.move(workflow, FlowFormat.PASSAGE);
    }
    if (!contents.isEmpty() && worked) {
      formatLines.add("Archived the old state in " + flowArchives.keep(workflow, contents));
      formatLines.add("Back to it: " + CommandLines.of("undo", FlowFormat.ID));
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
        && !flowContext.hasNotes()
        && Objects.equals(
            before.root().string(FlowKeys.STARTED_AT), before.root().string(FlowKeys.LAST_UPDATED))
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
    boolean created = factTracker.options().has(CREATE_ONLY);
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
    var baseline = PhaseOutputs.baseline(factTracker);
    if (baseline.size() > 0) {
      root.add(FlowKeys.BASELINE, baseline);
    }
    return new FlowCheckpoint(FlowFormat.ID, root.build());
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
